import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBuilder } from './builder.ts';
import { atMost, median, type Result } from './measure.ts';
import { freePort } from './ports.ts';
import { SAYSO_READY, startServer } from './server-process.ts';

const RUNS = 9;

const habit = {
  name: 'Habit',
  type: 'object',
  properties: { title: { type: 'string' }, done: { type: 'boolean' } },
  'x-accessControl': { permissions: { read: 'anonymous', write: 'creator' } },
};
const files = {
  'pages/Home': 'export default function Home() { return <h1>Habits</h1>; }',
  'entities/Habit.json': JSON.stringify(habit),
};

/** From process start to the first response with rows of a published app. */
export default async function start(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-bench-'));
  try {
    const appId = await publishApp(folder);
    const runs: number[] = [];
    // The first run fills the compile cache, as after an update.
    await run(folder, appId);
    for (let turn = 0; turn < RUNS; turn += 1) runs.push(await run(folder, appId));
    return [atMost(300, { name: 'start: first rows of a published app', ours: median(runs), unit: 'ms' })];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function publishApp(folder: string): Promise<string> {
  await using builder = await openBuilder({ DATA_DIR: folder });
  const appId = await builder.createApp(files);
  const rows = Array.from({ length: 500 }, (_, index) => ({ title: `Habit ${index}`, done: index % 2 === 0 }));
  await builder.call(`/live_api/apps/${appId}/entities/Habit/bulk`, rows);
  await builder.graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: appId });
  return appId;
}

async function run(folder: string, appId: string): Promise<number> {
  const [port, runtimePort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${runtimePort}/live_api/apps/${appId}/entities/Habit`;
  let rows: unknown[] = [];
  await using server = await startServer({
    command: process.execPath,
    args: ['core/start.mjs'],
    env: { DATA_DIR: folder, PORT: String(port), RUNTIME_PORT: String(runtimePort), HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    complete: SAYSO_READY,
    async isUp() {
      rows = (await (await fetch(url)).json()) as unknown[];
      return true;
    },
  });
  if (rows.length !== 50) throw new Error(`The first answer has ${rows.length} rows: ${JSON.stringify(rows)}`);
  return server.startMs;
}
