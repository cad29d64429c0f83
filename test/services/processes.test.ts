import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newId } from '../../core/contract/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { makeApp, notesPath, signUp } from '../loss/client.ts';
import { type Connection, connect, membersOf } from '../loss/processes.ts';
import { startProduct } from '../product.ts';

const { MONGODB_URI } = process.env;
if (!MONGODB_URI) throw new Error('Set MONGODB_URI to run the services tests.');
const database = `sayso_processes_${newId()}`;
afterAll(() => dropDatabase(MONGODB_URI, database));

// Ports are shared, and processes are listed, as Linux does.
it.runIf(process.platform === 'linux')(
  'two nodes of two processes exchange the changes of rows, and report a killed process',
  {
    timeout: 120_000,
  },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sayso-nodes-'));
    const address = new URL(MONGODB_URI);
    address.pathname = `/${database}`;
    const env = { MONGODB_URI: address.href, DATA_DIR: folder, SECRET: newId(), PROCESSES: '2', RATE_LIMIT: '0', APP_RATE_LIMIT: '0' };
    const [a, b] = [await startProduct(env), await startProduct(env)];
    const connections: Connection[] = [];
    try {
      const client = await signUp(a);
      const appId = await makeApp(client, 'Notes');
      const open = async (): Promise<Connection[]> => {
        const opened = await Promise.all([a, b].flatMap((product) => [0, 1].map((number) => connect(product, number, client.token))));
        connections.push(...opened);
        return opened;
      };
      const received = await Promise.all((await open()).map((connection) => connection.follow(`${notesPath(appId)}/events`)));
      for (const text of received) await expect.poll(text).toContain('event: ready');
      const writers = await open();
      const texts = Array.from({ length: 40 }, (_, n) => `note ${n}.`);
      for (const [n, text] of texts.entries()) {
        const answer = await writers[n % writers.length]?.call('POST', notesPath(appId), { body: { text } });
        expect(answer?.status).toBe(200);
      }
      for (const text of received) {
        await expect.poll(() => texts.filter((each) => !text().includes(`"${each}"`))).toEqual([]);
        expect(texts.filter((each) => text().split(`"${each}"`).length !== 2)).toEqual([]);
        expect(text()).not.toContain('event: reset');
      }
      const [pid = 0] = await membersOf(a);
      process.kill(pid, 'SIGKILL');
      // All but the killed one.
      for (const text of [received[0], received[2], received[3]]) await expect.poll(text ?? String).toContain('event: reset');
      expect(await Promise.all([a.stop(), b.stop()])).toEqual([0, 0]);
    } finally {
      for (const connection of connections) connection[Symbol.dispose]();
      await Promise.all([a.kill(), b.kill()]);
      await rm(folder, { recursive: true, force: true });
    }
  },
);
