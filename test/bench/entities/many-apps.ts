import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../../product.ts';
import { openBuilder } from '../builder.ts';
import { type Options, type Result, reported, time } from '../measure.ts';
import { memoryOfTree, totalOf } from '../pss.ts';
import { copyApp } from './copy-app.ts';
import { load } from './load.ts';
import { files, unlimited } from './sayso.ts';
import { type Call, send } from './side.ts';
import { PRIORITIES, taskOf, tasksOf } from './tasks.ts';

const ROWS = 100;
/** Each connection prepares all of them before it sends the first. */
const CALLS = 2000;
/** Apps that are created over HTTP, several at a time; the others are copies. */
const CREATED = 50;
const CREATORS = 5;

/** Many small apps in one installation, called in random order with the builder's session. Only PocketBase's total is comparable: it has one app. */
export async function manyApps(folder: string, count: number, options: Options): Promise<Result[]> {
  const data = join(folder, `apps-${count}`);
  const env = { ...unlimited, HOST: '127.0.0.1', DATA_DIR: data, PROCESSES: String(availableParallelism()) };
  const { ids, authorization, createMs } = await createApps(env);
  const copied = await copyApp(data, ids[0] ?? '', count - ids.length);
  const tables = [...ids, ...copied].map(tableOf);
  await using product = await startProduct(env);
  const side = { origin: local(product.runtimeUrl), headers: { authorization } };
  const random = randomOf(count);
  const callsOf = (call: (table: string, index: number) => Call) =>
    Array.from({ length: CALLS }, (_, index) => call(tables[random()] ?? '', index));
  const page = (table: string, index: number): Call => {
    const q = encodeURIComponent(JSON.stringify({ priority: (index % PRIORITIES) + 1 }));
    return { method: 'GET', path: `${table}?q=${q}&sort=-createdAt&limit=50` };
  };
  const rows = (await send(side, page(tables[count - 1] ?? '', 0))) as unknown[];
  if (rows.length !== ROWS / PRIORITIES) throw new Error(`An app of many has answered ${rows.length} rows of ${ROWS / PRIORITIES}.`);
  const { connections, seconds } = options;
  const until = { seconds: seconds * 2 };
  const reads = await load({ side, calls: callsOf(page), connections, until });
  const writes = await load({
    side,
    calls: callsOf((path, index) => ({ method: 'POST', path, body: taskOf(index) })),
    connections,
    until,
  });
  await pause(1000);
  const processes = await memoryOfTree(product.pid);
  const open = await Promise.all(processes.map(({ pid }) => readdir(`/proc/${pid}/fd`).then(({ length }) => length)));
  const name = `entities: ${count} apps`;
  return [
    reported({ name: `${name}, created with ${ROWS} rows`, ours: (ids.length / createMs) * 1000, unit: 'apps/s' }),
    reported({ name: `${name}, pages of ${ROWS / PRIORITIES} in random apps`, ours: reads.rate, unit: '/s' }),
    reported({ name: `${name}, pages, p50`, ours: reads.p50, unit: 'ms' }),
    reported({ name: `${name}, pages, p99`, ours: reads.p99, unit: 'ms' }),
    reported({ name: `${name}, rows created in random apps`, ours: writes.rate, unit: '/s' }),
    reported({ name: `${name}, rows created, p99`, ours: writes.p99, unit: 'ms' }),
    reported({ name: `${name}, open files`, ours: open.reduce((sum, files) => sum + files, 0), unit: 'files' }),
    reported({ name: `${name}, memory`, ours: totalOf(processes) / 1e6, unit: 'MB' }),
  ];
}

/** The first apps, and the builder's session, which stays valid when the server starts again. */
async function createApps(env: Readonly<Record<string, string>>) {
  await using builder = await openBuilder(env);
  const authorization = builder.headers['authorization'] ?? '';
  const side = { origin: local(builder.product.runtimeUrl), headers: { authorization } };
  const tasks = tasksOf(0, ROWS);
  const ids: string[] = [];
  const createMs = await time(() =>
    Promise.all(
      Array.from({ length: CREATORS }, async () => {
        for (let app = 0; app < CREATED / CREATORS; app += 1) {
          const id = await builder.createApp(files);
          await send(side, { method: 'POST', path: `${tableOf(id)}/bulk`, body: tasks });
          ids.push(id);
        }
      }),
    ),
  );
  return { ids, authorization, createMs };
}

function tableOf(appId: string): string {
  return `/live_api/apps/${appId}/entities/Task`;
}

function local(url: string): string {
  return `http://127.0.0.1:${new URL(url).port}`;
}

/** Repeatable pseudo-random numbers below `limit` (mulberry32). */
function randomOf(limit: number): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
