import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Product, startProduct } from '../product.ts';
import { between, chance, rounds, seed } from './chance.ts';
import {
  addNotes,
  type Client,
  clientOf,
  type Data,
  makeApp,
  readApp,
  readNotes,
  readUntil,
  sendMessage,
  settledApp,
  signUp,
} from './client.ts';
import { startWritingModel } from './writing-model.ts';

const kills = rounds(8, 100);
/** First while a slow model is streaming; then, with a fast one, anywhere from the request to long after the turn. */
const paceOf = (round: number) => (round <= kills * 0.4 ? 'slow' : 'fast');
const RETRY = 'mutation ($id: ID!) { retryTurn(turnId: $id) { status } }';

test(`a product killed during a generation applies a turn completely or not at all, ${kills} times`, {
  timeout: kills * 60_000,
}, async () => {
  const random = chance(seed);
  const folder = await mkdtemp(join(tmpdir(), 'sayso-loss-'));
  await using slow = await startWritingModel();
  await using fast = await startWritingModel({ everyMs: 0 });
  const start = (pace: 'slow' | 'fast') =>
    startProduct({ DATA_DIR: folder, RATE_LIMIT: '0', OPENAI_BASE_URL: (pace === 'slow' ? slow : fast).url });
  let product: Product | undefined;
  const outcomes: string[] = [];
  try {
    product = await start('slow');
    let client = await signUp(product);
    const notesId = await makeApp(client, 'Notes');
    for (let round = 1; round <= kills; round++) {
      const pace = paceOf(round);
      const point = pace === 'slow' ? between(random, 1, 30) : between(random, 0, 500);
      const where = `seed ${seed}, round ${round}, ${pace} ${point}`;
      const { createApp } = await client.graphql('mutation { createApp(input: {}) { id } }');
      const appId = createApp.id as string;
      const doomed = product;
      const notes = addNotes(client, notesId, { prefix: `r${round}`, count: 100_000 });
      if (pace === 'slow') await readUntil(client, appId, (text) => text.split('\n').length > point);
      else await Promise.all([sendMessage(client, appId).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, point))]);
      await doomed.kill();
      const acknowledged = await notes;

      product = await start(paceOf(round + 1));
      client = clientOf(product, client.token);
      await readApp(client, appId);
      const app = await settledApp(client, appId);
      outcomes.push(app.latestTurn?.status ?? 'unsent');
      expect(checkApp(app), where).toBe('whole');
      const kept = await readNotes(client, notesId);
      expect(
        acknowledged.filter((text) => !kept.has(text)),
        where,
      ).toEqual([]);
      if (app.latestTurn?.status === 'failed' && paceOf(round + 1) === 'fast') await retry(client, appId, where);
    }
    expect(outcomes).toContain('failed');
  } finally {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** `whole`, or the inconsistency: the app is either unchanged and its turn says so, or as the turn made it. */
function checkApp(app: Awaited<ReturnType<typeof settledApp>>): string {
  const { latestTurn: turn, messages } = app;
  const isOld = app.currentVersion === null && app.versions.length === 0;
  if (turn === null) return isOld && messages.length === 0 ? 'whole' : 'changed without a turn';
  if (messages.length !== 2 || messages[0].content === '') return 'a message is missing';
  if (messages[1].status !== turn.status) return `the message says ${messages[1].status}, the turn ${turn.status}`;
  if (turn.status === 'ready') return checkReady(app);
  if (turn.status !== 'failed') return `the turn is ${turn.status}`;
  if (turn.errorCode !== 'interrupted' || !/try again/i.test(turn.error)) return `failed without a way on: ${turn.error}`;
  return isOld ? 'whole' : 'failed, and changed nevertheless';
}

function checkReady({ latestTurn: turn, messages, versions, currentVersion }: Awaited<ReturnType<typeof settledApp>>): string {
  if (versions.length !== 1) return 'ready, and nothing changed';
  if (currentVersion.id !== messages[1].versionId) return 'the message names another version';
  // Every file action of the answer has produced its file.
  const paths = new Set(currentVersion.files.map(({ path }: Data) => path));
  const wanted = turn.assistantMessage.parts.flatMap(({ action }: Data) => action?.file ?? []);
  return wanted.length > 2 && wanted.every((path: string) => paths.has(path)) ? 'whole' : 'a file is missing';
}

async function retry(client: Client, appId: string, where: string): Promise<void> {
  const { latestTurn } = await readApp(client, appId);
  await client.graphql(RETRY, { id: latestTurn.id });
  const app = await settledApp(client, appId);
  expect(app.latestTurn.status, where).toBe('ready');
  expect(checkApp(app), where).toBe('whole');
}
