import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addNotes, clientOf, makeApp, readNotes, signUp } from '../loss/client.ts';
import { startProduct } from '../product.ts';
import { atMost, median, type Result, time } from './measure.ts';

const TURNS = 7;
const ROWS = 500;

/** From the start of a server after a crash while rows were written, to the first response with all of them. */
export default async function restart(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-bench-'));
  const env = { DATA_DIR: folder, RATE_LIMIT: '0' };
  let product = await startProduct(env);
  try {
    const { token } = await signUp(product);
    const appId = await makeApp(clientOf(product, token), 'Notes');
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { promise: reached, resolve } = Promise.withResolvers<void>();
      const onRow = (total: number) => total === ROWS && resolve();
      const notes = addNotes(clientOf(product, token), appId, { prefix: `n${turn}`, count: ROWS * 10, onRow });
      await reached;
      await product.kill();
      await notes;
      times.push(
        await time(async () => {
          product = await startProduct(env);
          await readNotes(clientOf(product, token), appId);
        }),
      );
    }
    return [atMost(5000, { name: 'restart: after a crash, with all rows', ours: median(times), unit: 'ms' })];
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
