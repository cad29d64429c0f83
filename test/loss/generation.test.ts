import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Product, startProduct } from '../product.ts';
import { between, chance, rounds, seed } from './chance.ts';
import { addNotes, type Client, clientOf, FIRST_FILES, filesOf, makeApp, readApp, readNotes, settledApp, signUp } from './client.ts';

const kills = rounds(5, 40);
/** First while the answer is written at the pace of a model; then anywhere from the request to long after its end. */
const paceOf = (round: number) => (round <= kills * 0.4 ? 'human' : 'instant');
const RETRY = 'mutation ($id: ID!) { retryTurn(turnId: $id) { status } }';

test(`a product killed in the middle of a generation half-applies nothing, ${kills} times`, { timeout: kills * 20_000 }, async () => {
  const random = chance(seed);
  const folder = await mkdtemp(join(tmpdir(), 'sayso-loss-'));
  const start = (pace: 'human' | 'instant') => startProduct({ DATA_DIR: folder, DEMO_PACE: pace, RATE_LIMIT: '0' });
  let product: Product | undefined;
  const outcomes: string[] = [];
  try {
    product = await start('human');
    let client = await signUp(product);
    for (let round = 1; round <= kills; round++) {
      const pace = paceOf(round);
      const point = pace === 'human' ? between(random, 1, 30) : between(random, 0, 500);
      const where = `seed ${seed}, round ${round}, ${pace} ${point}`;
      const appId = await makeApp(client, `App ${round}`);
      const doomed = product;
      const notes = addNotes(client, appId, { prefix: `r${round}`, count: 100_000 });
      if (pace === 'human') await readPieces(client, appId, point);
      else await Promise.all([sendMessage(client, appId).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, point))]);
      await doomed.kill();
      const acknowledged = await notes;

      const before = performance.now();
      product = await start(paceOf(round + 1));
      client = clientOf(product, client.token);
      await readApp(client, appId);
      expect(performance.now() - before, `${where}: restart`).toBeLessThan(5000);
      const app = await settledApp(client, appId);
      outcomes.push(app.latestTurn?.status ?? 'unsent');
      expect(checkApp(app), where).toBe('whole');
      const kept = await readNotes(client, appId);
      expect(
        acknowledged.filter((text) => !kept.has(text)),
        where,
      ).toEqual([]);
      if (app.latestTurn?.status === 'failed' && paceOf(round + 1) === 'instant') await retry(client, appId, where);
    }
    expect(outcomes).toContain('failed');
  } finally {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function sendMessage(client: Client, appId: string): Promise<Response> {
  const message = { id: `message-${appId}`, role: 'user', content: 'Keep a list of the plants that I have to water' };
  return client.call('POST', `/api/apps/${appId}/chat`, { messages: [message] });
}

/** Sends the message and reads so many pieces of its answer. */
async function readPieces(client: Client, appId: string, count: number): Promise<void> {
  const { body } = await sendMessage(client, appId);
  let pieces = 0;
  for await (const _piece of body ?? []) if (++pieces >= count) return;
}

/** `whole`, or what is not: the app is as it was and its turn says so, or it is as the turn made it. */
function checkApp(app: Awaited<ReturnType<typeof settledApp>>): string {
  const { latestTurn: turn, messages } = app;
  const files = filesOf(app);
  const isOld = JSON.stringify(files) === JSON.stringify(FIRST_FILES);
  if (turn === null) return isOld && messages.length === 0 ? 'whole' : 'changed without a turn';
  if (messages.length !== 2 || messages[0].content === '') return 'a message is missing';
  if (messages[1].status !== turn.status) return `the message says ${messages[1].status}, the turn ${turn.status}`;
  if (turn.status === 'failed') {
    if (turn.errorCode !== 'interrupted' || !/try again/i.test(turn.error)) return `failed without a way on: ${turn.error}`;
    return isOld && app.versions.length === 1 ? 'whole' : 'failed, and changed nevertheless';
  }
  if (turn.status !== 'ready') return `the turn is ${turn.status}`;
  if (isOld || app.versions.length !== 2) return 'ready, and nothing changed';
  if (app.currentVersion.id !== messages[1].versionId) return 'the message names another version';
  return 'pages/Home' in files ? 'whole' : 'a file is missing';
}

async function retry(client: Client, appId: string, where: string): Promise<void> {
  const { latestTurn } = await readApp(client, appId);
  await client.graphql(RETRY, { id: latestTurn.id });
  const app = await settledApp(client, appId);
  expect(app.latestTurn.status, where).toBe('ready');
  expect(checkApp(app), where).toBe('whole');
}
