// Two stores on one folder stand for two processes: they share nothing but the files.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../contract/id.ts';
import type { PartitionedCollection } from '../../../contract/store.ts';
import type { Store } from '../../../ports/store.ts';
import { openSqliteStore } from '../../index.ts';
import { partitionedSpec } from '../../partitions.suite.ts';

type Rows = PartitionedCollection<ReturnType<typeof rowOf>>;

let folder = '';
const opened: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-purge-'));
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

const inApp = { appId: 'app' };
const address = { ...inApp, entity: 'Task' };
const rowOf = (n: number) => ({ _id: newId(), ...address, createdAt: null, creatorId: null, data: { n } });
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => rowOf(n));
const files = () => readdir(join(folder, 'apps'));

async function process(): Promise<{ readonly store: Store; readonly rows: Rows }> {
  const store = await openSqliteStore({ file: join(folder, 'sayso.db'), durable: false });
  opened.push(store);
  return { store, rows: (await store.openPartitioned('rows', partitionedSpec)) as Rows };
}

test('keeps the rows that another process writes after a purge', async () => {
  const [one, other] = [await process(), await process()];
  const before = rowsOf(3);
  await one.rows.insertMany(before);
  const first = { ...address, _id: before[0]?._id };
  expect(await other.rows.findFlat(first)).toContain('"n":0');
  expect(await one.rows.deleteMany(inApp)).toBe(3);
  expect(await other.rows.findFlat(first)).toBe('[]');
  const after = rowOf(4);
  await other.rows.insertOne(after);
  expect(await one.rows.find(address)).toEqual([after]);
  for (const { store } of [one, other]) await store.close();
  expect(await (await process()).rows.find(address)).toEqual([after]);
});

test.each([
  ['the purging process first', [0, 1]],
  ['the other process first', [1, 0]],
])('removes a purged file that another process has open when both have closed it, %s', async (_name, order) => {
  const processes = [await process(), await process()];
  const [one, other] = processes;
  await one?.rows.insertMany(rowsOf(3));
  expect(await other?.rows.count(address)).toBe(3);
  expect(await one?.rows.deleteMany(inApp)).toBe(3);
  expect(await other?.rows.find(address)).toEqual([]);
  for (const at of order) await processes[at]?.store.close();
  expect(await files()).toEqual([]);
});

test.each([[[0, 1]], [[1, 0]]])('removes a purged file that idle processes have open within two minutes', async (order) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const processes = [await process(), await process()];
    await processes[order[0] as number]?.rows.insertMany(rowsOf(3));
    for (const { rows } of processes) expect(await rows.count(address)).toBe(3);
    await processes[order[1] as number]?.rows.deleteMany(inApp);
    expect(await files()).toContain('app.db');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await files()).toEqual([]);
    await processes[0]?.rows.insertOne(rowOf(1));
    expect(await processes[1]?.rows.count(address)).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a purge of an app whose index is being built leaves no file', async () => {
  const { rows } = await process();
  await rows.insertMany(rowsOf(3000));
  const declared = rows.declareFields({ key: 'app', table: 'Task' }, [{ path: 'n', type: 'number' }]);
  await rows.count(address);
  await rows.deleteMany(inApp);
  await declared;
  await rows.deleteMany(inApp);
  expect(await files()).toEqual([]);
});

test('keeps each row that was acknowledged after the last purge of either process', async () => {
  const processes = [await process(), await process()];
  const kept = new Map<string, number>();
  let purges = 0;
  const writing = processes.map(async ({ rows }, at) => {
    for (let n = 0; n < 300; n++) {
      const row = rowOf(n);
      const before = purges;
      await rows.insertOne(row);
      kept.set(row._id, before);
      if (n % 10 !== at) continue;
      purges++;
      await rows.deleteMany(inApp);
      purges++;
    }
  });
  await Promise.all(writing);
  const found = new Set((await (await process()).rows.find(address)).map(({ _id }) => _id));
  for (const [id, before] of kept) if (before === purges) expect(found).toContain(id);
  for (const { rows } of processes) expect(await rows.count(address)).toBe(found.size);
});
