import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePorts } from '../../core/free-ports.ts';
import { type Product, startProduct } from '../product.ts';
import { between, chance, rounds, seed } from './chance.ts';
import { clientOf, type Data, makeApp, notesPath, signUp } from './client.ts';
import { Connection, connect, membersOf } from './processes.ts';

const kills = rounds(6, 200);
const CLIENTS = 4;
const RETRY_MS = 50;
const PAGE = 1000;
/** Each of these rounds ends with a read of all rows of its app. */
const KILLS_PER_APP = 20;

/** Creates rows with unique texts until the signal; a call without an answer is neither repeated nor counted as acknowledged. */
async function createRows(product: () => Product, options: { path: string; token: string; name: string; signal: AbortSignal }) {
  const acknowledged: string[] = [];
  let unanswered = 0;
  let connection = new Connection(product(), options.token);
  for (let next = 0; !options.signal.aborted; next++) {
    const text = `${options.name}-${next}`;
    const status = await connection.call('POST', options.path, { body: { text } }).then(
      (answer) => answer.status,
      () => null,
    );
    if (status === 200) acknowledged.push(text);
    else {
      unanswered++;
      connection[Symbol.dispose]();
      connection = new Connection(product(), options.token);
      await pause(RETRY_MS);
    }
  }
  connection[Symbol.dispose]();
  return { acknowledged, unanswered };
}

/** How often each text is stored. */
async function countTexts(product: Product, appId: string, token: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after = ''; ; ) {
    const answer = await clientOf(product, token).call('GET', `${notesPath(appId)}?limit=${PAGE}${after}`);
    const rows = (await answer.json()) as Data[];
    for (const { text } of rows) counts.set(text, (counts.get(text) ?? 0) + 1);
    if (rows.length < PAGE) return counts;
    after = `&after=${rows.at(-1).id}`;
  }
}

// Ports are shared, and processes are listed, as Linux does.
test.runIf(process.platform === 'linux')(
  `${kills} kills of any process under load lose and duplicate no acknowledged row`,
  {
    timeout: 60_000 + kills * 15_000,
  },
  async () => {
    const random = chance(seed);
    const folder = await mkdtemp(join(tmpdir(), 'sayso-kills-'));
    const [PORT = 0, RUNTIME_PORT = 0] = await freePorts(2);
    const env = {
      DATA_DIR: folder,
      PROCESSES: '2',
      PORT: `${PORT}`,
      RUNTIME_PORT: `${RUNTIME_PORT}`,
      RATE_LIMIT: '0',
      APP_RATE_LIMIT: '0',
      MAX_ROWS_PER_TABLE: '1000000',
      MAX_ROWS_PER_APP: '1000000',
    };
    let product = await startProduct(env);
    const { token } = await signUp(product);
    let [stored, lost, unanswered] = [0, 0, 0];
    try {
      for (let done = 0; done < kills; ) {
        const appId = await makeApp(clientOf(product, token), `Notes ${done}`);
        const ending = new AbortController();
        const options = { path: notesPath(appId), token, signal: ending.signal };
        const clients = Array.from({ length: CLIENTS }, (_, at) => createRows(() => product, { ...options, name: `c${at}` }));
        for (const end = Math.min(done + KILLS_PER_APP, kills); done < end; done++) {
          (await connect(product, 1))[Symbol.dispose]();
          await pause(between(random, 0, 200));
          const isMain = random() < 0.5;
          if (isMain) {
            await product.kill();
            product = await startProduct(env);
          } else for (const pid of await membersOf(product)) process.kill(pid, 'SIGKILL');
          using ready = await connect(product, isMain ? 0 : 1, token);
          expect((await ready.call('GET', `${options.path}?limit=1`)).status).toBe(200);
        }
        ending.abort();
        const results = await Promise.all(clients);
        const counts = await countTexts(product, appId, token);
        const acknowledged = results.flatMap((result) => result.acknowledged);
        unanswered += results.reduce((sum, result) => sum + result.unanswered, 0);
        stored += acknowledged.length;
        lost += acknowledged.filter((text) => !counts.has(text)).length;
        expect(
          [...counts].filter(([, count]) => count > 1),
          `seed ${seed}, after ${done} kills`,
        ).toEqual([]);
        expect(lost, `seed ${seed}, after ${done} kills`).toBe(0);
        expect(acknowledged.length).toBeGreaterThan(0);
        process.stdout.write(`${done} kills: ${stored} rows acknowledged, ${lost} lost, ${unanswered} calls unanswered\n`);
      }
    } finally {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
