import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Product, startProduct } from '../product.ts';
import { appOf } from './apps.ts';
import { type Builder, signUp } from './builder.ts';
import { atMost, type Options, type Result } from './measure.ts';
import { mixedUse } from './mixed.ts';
import { openPreview } from './preview.ts';
import { memoryOfTree, type ProcessMemory, totalOf } from './pss.ts';

/** Longer than the compilers stay without work. */
const IDLE_MS = 70_000;
const LOAD_MS = 20_000;
const CLIENTS = 16;
const MINUTE_MS = 60_000;

/** Memory of `npm start` with all its processes (PSS): idle, after a load, and the maximum of the last half of mixed use. */
export default async function memory({ minutes }: Options): Promise<Result[]> {
  const product = await startProduct({ RATE_LIMIT: '0', PROCESSES: String(availableParallelism()) }, ['npm', 'start']);
  const processes = await memoryOfTree(product.pid);
  try {
    const builder = await signUp(product);
    const idle = await pause(IDLE_MS).then(() => totalNow(product, 'idle'));
    const appId = await openApp(builder);
    await loadRows(builder, appId);
    const loaded = await totalNow(product, 'after the load');
    const totals: number[] = [];
    const watch = setInterval(() => void totalNow(product, 'in mixed use').then((total) => totals.push(total)), MINUTE_MS / 2);
    await mixedUse(builder, minutes * MINUTE_MS).finally(() => clearInterval(watch));
    totals.push(await totalNow(product, 'after mixed use'));
    const settled = totals.slice(Math.floor(totals.length / 2));
    return [
      atMost(220, { name: 'memory: idle', ours: idle, unit: 'MB' }),
      atMost(450, { name: 'memory: after the load', ours: loaded, unit: 'MB' }),
      atMost(500, { name: `memory: mixed use, ${minutes} min`, ours: Math.max(...settled), unit: 'MB' }),
      atMost(50, { name: 'memory: growth in the last half of mixed use', ours: (settled.at(-1) ?? 0) - (settled[0] ?? 0), unit: 'MB' }),
    ];
  } finally {
    await product.stop();
    // npm does not wait for the server.
    while (processes.some(({ pid }) => isRunning(pid))) await pause(50);
  }
}

/** Megabytes of all processes; prints them one by one. */
async function totalNow({ pid }: Product, moment: string): Promise<number> {
  const processes = await memoryOfTree(pid);
  const total = totalOf(processes) / 1e6;
  console.error(`  ${moment}: ${total.toFixed(0)} MB: ${processes.map(describe).join(', ')}`);
  return total;
}

function describe({ name, bytes }: ProcessMemory): string {
  return `${name} ${(bytes / 1e6).toFixed(0)}`;
}

const note = {
  name: 'Note',
  type: 'object',
  properties: { title: { type: 'string' }, done: { type: 'boolean' }, priority: { type: 'number' } },
};

/** A published app of 20 files and a table, whose preview has been opened. */
async function openApp(builder: Builder): Promise<string> {
  const appId = await builder.createApp({ ...appOf(20), 'entities/Note.json': JSON.stringify(note) });
  await openPreview(builder, appId, new Set());
  await builder.graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: appId });
  return appId;
}

/** Clients that create a row, read it by id and read a page, as fast as they can. */
async function loadRows(builder: Builder, appId: string): Promise<void> {
  const end = performance.now() + LOAD_MS;
  const path = `/live_api/apps/${appId}/entities/Note`;
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const { id } = await builder.call(path, { title: `Note ${number}-${turn}`, done: false, priority: turn % 5 });
      await builder.call(`${path}/${id}`);
      await builder.call(`${path}?limit=50`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
