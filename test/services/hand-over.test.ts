import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { clientOf, readAnswer, readUntil, sendMessage, settledApp, signUp, subscribe } from '../loss/client.ts';
import { BEGINNING, PAGE, saysHalf, startStuckModel } from '../loss/stuck-model.ts';
import { startProduct } from '../product.ts';

const { MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY, MINIO_SECRET_KEY } = process.env;
if (!MONGODB_URI || !MINIO_ENDPOINT || !MINIO_ACCESS_KEY || !MINIO_SECRET_KEY) {
  throw new Error('Set MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY and MINIO_SECRET_KEY to run the services tests.');
}
const database = `sayso_hand_over_${newId()}`;
afterAll(() => dropDatabase(MONGODB_URI, database));

const TURN_EVENTS = 'subscription ($id: ID!) { turnEvents(appId: $id, after: 0) { turn { status } } }';

it('a node that shuts down hands its turns over to another one, which completes them', { timeout: 90_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-hand-over-'));
  await using model = await startStuckModel();
  const address = new URL(MONGODB_URI);
  address.pathname = `/${database}`;
  const servers = {
    MONGODB_URI: address.href,
    MINIO_ENDPOINT,
    MINIO_ACCESS_KEY,
    MINIO_SECRET_KEY,
    MINIO_BUCKET: database.replaceAll('_', '-'),
  };
  const env = { ...servers, DATA_DIR: folder, SECRET: newId(), OPENAI_BASE_URL: model.url, RATE_LIMIT: '0' };
  const [a, b] = [await startProduct(env), await startProduct(env)];
  try {
    const onA = await signUp(a);
    const onB = clientOf(b, onA.token);
    const make = async () => (await onA.graphql('mutation { createApp(input: {}) { id } }')).createApp.id as string;
    const [id, otherId] = [await make(), await make()];
    await using events = await subscribe(onB, TURN_EVENTS, { id });
    // Each node executes the requests that it received.
    await readUntil(onA, otherId, saysHalf);
    const streamed = readAnswer(await sendMessage(onA, id));
    await streamed.says(BEGINNING);
    await events.until(({ turnEvents }) => turnEvents.turn?.status === 'streaming');

    expect(await a.stop()).toBe(0);
    expect(await streamed.whole).toMatch(/"status":"moved"}]\n$/);
    await events.until(({ turnEvents }) => turnEvents.turn?.status === 'ready');
    for (const each of [id, otherId]) {
      const { latestTurn, messages, versions } = await settledApp(onB, each);
      expect([latestTurn.status, messages[1].content, versions.length]).toEqual(['ready', PAGE, 1]);
    }
    expect(await b.stop()).toBe(0);
  } finally {
    await Promise.all([a.kill(), b.kill()]);
    await rm(folder, { recursive: true, force: true });
  }
});
