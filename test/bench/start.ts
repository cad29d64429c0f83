import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBuilder } from './builder.ts';
import { atMost, median, type Result } from './measure.ts';

const ROOT = join(import.meta.dirname, '..', '..');
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
  const env = { DATA_DIR: folder, PORT: String(port), RUNTIME_PORT: String(runtimePort), HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const begun = performance.now();
  const child = spawn(process.execPath, ['core/start.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = once(child.stdout, 'data');
  const url = `http://127.0.0.1:${runtimePort}/live_api/apps/${appId}/entities/Habit`;
  let rows: unknown[] | null = null;
  while (rows === null) {
    rows = await fetch(url).then(
      async (response) => (await response.json()) as unknown[],
      () => null,
    );
    if (rows === null) await pause(1);
  }
  const answer = performance.now() - begun;
  if (rows.length !== 50) throw new Error(`The first answer has ${rows.length} rows: ${JSON.stringify(rows)}`);
  await ready;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return answer;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
