import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProduct } from '../product.ts';
import {
  addNotes,
  type Client,
  clientOf,
  type Data,
  makeApp,
  readAnswer,
  readNotes,
  readUntil,
  sendMessage,
  settledApp,
  signUp,
} from './client.ts';
import { BEGINNING, PAGE, saysHalf, startStuckModel } from './stuck-model.ts';

/** Repeats a request until the server stops accepting connections. Returns the statuses. */
async function askOnAndOn(client: Client, path: string): Promise<number[]> {
  const answers: number[] = [];
  for (;;) {
    try {
      const answer = await client.call('GET', path);
      await answer.arrayBuffer();
      answers.push(answer.status);
    } catch {
      return answers;
    }
  }
}

test('on SIGTERM under load, the product completes or hands over its work and exits', {
  timeout: 90_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-loss-'));
  await using model = await startStuckModel();
  const env = { DATA_DIR: folder, RATE_LIMIT: '0', OPENAI_BASE_URL: model.url };
  const product = await startProduct(env);
  let next: Awaited<ReturnType<typeof startProduct>> | undefined;
  try {
    const client = await signUp(product);
    const make = async () => (await client.graphql('mutation { createApp(input: {}) { id } }')).createApp.id as string;
    const [notesId, busyId, quietId] = [await makeApp(client, 'Notes'), await make(), await make()];
    await readUntil(client, busyId, saysHalf);
    const { promise: underLoad, resolve } = Promise.withResolvers<void>();
    const notes = addNotes(client, notesId, { prefix: 'n', count: 1_000_000, onRow: (total) => total > 100 && resolve() });
    const asking = askOnAndOn(client, `/api/apps/${quietId}`);
    await underLoad;
    // Read to its end while the product shuts down.
    const answer = await sendMessage(client, quietId);
    const streamed = readAnswer(answer);
    await streamed.says(BEGINNING);

    expect(await product.stop()).toBe(0);
    // All are answered; the last ones perhaps with 503.
    const answers = await asking;
    const answered = answers.indexOf(503) === -1 ? answers.length : answers.indexOf(503);
    expect(answers).toEqual([...Array(answered).fill(200), ...Array(answers.length - answered).fill(503)]);
    const acknowledged = await notes;
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(answer.status).toBe(200);
    // The stream ends regularly: its last part tells the reader to resume at the next server.
    expect(await streamed.whole).toMatch(/^f:.*"status":"queued"}]\n2:[^\n]*"status":"moved"}]\n$/s);

    next = await startProduct(env);
    const after = clientOf(next, client.token);
    const kept = await readNotes(after, notesId);
    expect(acknowledged.filter((text) => !kept.has(text))).toEqual([]);
    // No client has to retry: the model resumed its answer.
    for (const id of [busyId, quietId]) {
      const { latestTurn, messages, versions, currentVersion } = await settledApp(after, id);
      expect([latestTurn.status, messages.length, messages[1].status, messages[1].content]).toEqual(['ready', 2, 'ready', PAGE]);
      expect([versions.length, currentVersion.files.map(({ path }: Data) => path)]).toEqual([1, ['pages/Home']]);
    }
  } finally {
    await product.stop();
    await next?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
