// Two stores on one folder stand for two processes: they share nothing but the files.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BudgetExceeded } from '../../../contract/errors.ts';
import { newId } from '../../../contract/id.ts';
import type { PageOptions, PartitionedCollection } from '../../../contract/store.ts';
import type { Store } from '../../../ports/store.ts';
import { openSqliteStore } from '../../index.ts';
import { partitionedSpec } from '../../partitions.suite.ts';

type Rows = PartitionedCollection<{
  _id: string;
  appId: string;
  entity: string;
  createdAt: string | null;
  creatorId: string | null;
  data: Record<string, unknown>;
}>;

const address = { key: 'app', table: 'Task' };
const filter = { appId: 'app', entity: 'Task', 'data.priority': 1 };
const options = { sort: { createdAt: -1, _id: -1 }, limit: 3 } as const;

let folder = '';
const opened: Store[] = [];
let own: Rows;
let other: Rows;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-pages-'));
  [own, other] = [await open(), await open()];
  await own.declareFields(address, [{ path: 'priority', type: 'number' }]);
  await add(own, { n: 1, priority: 1 }, { n: 2, priority: 2 });
  expect(await page()).toEqual([1]);
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<Rows> {
  const store = await openSqliteStore({ file: join(folder, 'sayso.db'), durable: false });
  opened.push(store);
  return (await store.openPartitioned('rows', partitionedSpec)) as unknown as Rows;
}

async function add(rows: Rows, ...data: Record<string, unknown>[]): Promise<void> {
  const made = data.map((fields) => {
    const _id = newId();
    const createdAt = new Date(Number.parseInt(_id.slice(0, 8) + _id.slice(9, 13), 16)).toISOString();
    return { _id, appId: 'app', entity: 'Task', createdAt, creatorId: null, data: fields };
  });
  await rows.insertMany(made);
}

/** The numbers of the page of the same filter object. */
async function page(asked: PageOptions = options): Promise<number[]> {
  return (JSON.parse(await own.findFlat(filter, asked)) as { n: number }[]).map(({ n }) => n);
}

test('reads a page again with one statement', async () => {
  const run = vi.spyOn(DatabaseSync.prototype, 'exec');
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  expect(await page()).toEqual([1]);
  expect([run.mock.calls, prepared.mock.calls]).toEqual([[], []]);
  vi.restoreAllMocks();
});

test.each<[name: string, change: () => Promise<unknown>, expected: number[]]>([
  ['another row', () => add(own, { n: 3, priority: 1 }), [3, 1]],
  ['another row of another process', () => add(other, { n: 3, priority: 1 }), [3, 1]],
  ['a list in the field', () => add(own, { n: 3, priority: [1, 2] }), [3, 1]],
  ['a list in the field by another process', () => add(other, { n: 3, priority: [1, 2] }), [3, 1]],
  ['a change by another process', () => other.updateMany(filter, { $set: { 'data.priority': 2 } }), []],
  ['the end of the index by another process', () => other.declareFields(address, []), [1]],
  ['the end of the table', () => own.deleteMany({ appId: 'app' }), []],
])('reads a page again after %s', async (_name, change, expected) => {
  await change();
  for (let call = 0; call < 2; call++) expect(await page()).toEqual(expected);
});

test('keeps the other options of the same filter apart', async () => {
  await add(own, { n: 3, priority: 1 }, { n: 4, priority: 1 });
  expect(await page()).toEqual([4, 3, 1]);
  expect(await page({ ...options, limit: 2 })).toEqual([4, 3]);
  expect(await page({ ...options, skip: 2 })).toEqual([1]);
  expect(await page({ ...options, sort: { createdAt: 1, _id: 1 } })).toEqual([1, 3, 4]);
  const [last] = await own.find(filter, { ...options, limit: 1 });
  expect(await page({ ...options, after: last?._id as string })).toEqual([3, 1]);
  expect(JSON.parse(await own.findFlat(filter, { ...options, limit: 1, projection: { priority: 1 } }))).toEqual([
    { priority: 1, id: last?._id },
  ]);
  expect(await page()).toEqual([4, 3, 1]);
});

test('fails a page again that exceeds its budget', async () => {
  const budget = { ms: 10_000, bytes: 1_000_000 };
  expect(await page({ ...options, budget })).toEqual([1]);
  await expect(page({ ...options, budget: { ...budget, bytes: 20 } })).rejects.toBeInstanceOf(BudgetExceeded);
  await add(other, { n: 3, priority: 1, text: 'x'.repeat(900_000) }, { n: 4, priority: 1, text: 'x'.repeat(900_000) });
  for (let call = 0; call < 2; call++) await expect(page({ ...options, budget })).rejects.toBeInstanceOf(BudgetExceeded);
});
