import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBuilder } from '../builder.ts';
import { type Options, type Result, reported, time } from '../measure.ts';
import { memoryOfTree, totalOf } from '../pss.ts';
import { load } from './load.ts';
import { files, unlimited } from './sayso.ts';
import { type Call, send } from './side.ts';
import { PRIORITIES, taskOf, tasksOf } from './tasks.ts';

const ROWS = 100;
const CALLS = 20_000;
/** Apps are created concurrently; their order in the store is of no importance. */
const CREATORS = 8;

/** Many small apps in one installation, called in random order with the builder's session. Only PocketBase's total is comparable: it has one app. */
export async function manyApps(folder: string, count: number, options: Options): Promise<Result[]> {
  await using builder = await openBuilder({ ...unlimited, HOST: '127.0.0.1', DATA_DIR: join(folder, `apps-${count}`) });
  const side = { origin: local(builder.product.runtimeUrl), headers: { authorization: builder.headers['authorization'] ?? '' } };
  const tables: string[] = [];
  const tasks = tasksOf(0, ROWS);
  const createMs = await time(() =>
    Promise.all(
      Array.from({ length: CREATORS }, async (_, creator) => {
        for (let app = creator; app < count; app += CREATORS) {
          const table = `/live_api/apps/${await builder.createApp(files)}/entities/Task`;
          await send(side, { method: 'POST', path: `${table}/bulk`, body: tasks });
          tables.push(table);
        }
      }),
    ),
  );
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
  const processes = await memoryOfTree(builder.product.pid);
  const open = await Promise.all(processes.map(({ pid }) => readdir(`/proc/${pid}/fd`).then(({ length }) => length)));
  const name = `entities: ${count} apps`;
  return [
    reported({ name: `${name}, created with ${ROWS} rows`, ours: (count / createMs) * 1000, unit: 'apps/s' }),
    reported({ name: `${name}, pages of ${ROWS / PRIORITIES} in random apps`, ours: reads.rate, unit: '/s' }),
    reported({ name: `${name}, pages, p50`, ours: reads.p50, unit: 'ms' }),
    reported({ name: `${name}, pages, p99`, ours: reads.p99, unit: 'ms' }),
    reported({ name: `${name}, rows created in random apps`, ours: writes.rate, unit: '/s' }),
    reported({ name: `${name}, rows created, p99`, ours: writes.p99, unit: 'ms' }),
    reported({ name: `${name}, open files`, ours: open.reduce((sum, files) => sum + files, 0), unit: 'files' }),
    reported({ name: `${name}, memory`, ours: totalOf(processes) / 1e6, unit: 'MB' }),
  ];
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
