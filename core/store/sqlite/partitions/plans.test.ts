import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BudgetExceeded } from '../../../contract/errors.ts';
import { newId } from '../../../contract/id.ts';
import type { PageOptions, PartitionedCollection, Query } from '../../../contract/store.ts';
import type { Store } from '../../../ports/store.ts';
import { openSqliteStore } from '../../index.ts';
import { partitionedSpec } from '../../partitions.suite.ts';
import { fileName } from './files.ts';

/** Above the number of rows that are read without an index, and above the candidates of an index that are sorted. */
const ROWS = 6000;
const address = { appId: 'app', entity: 'Task' };
const newest = { createdAt: -1, _id: -1 } as const;

let folder = '';
let store: Store;
let rows: PartitionedCollection<
  { _id: string; createdAt: string | null; data: Record<string, unknown> } & typeof address & { creatorId: null }
>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-plans-'));
  store = await openSqliteStore({ file: join(folder, 'sayso.db'), durable: false });
  rows = (await store.openPartitioned('rows', partitionedSpec)) as typeof rows;
  await rows.declareFields({ key: 'app', table: 'Task' }, [
    { path: 'title', type: 'string' },
    { path: 'done', type: 'boolean' },
    { path: 'priority', type: 'number' },
  ]);
  const made = Array.from({ length: ROWS }, (_, n) => {
    const _id = newId();
    const createdAt = new Date(Number.parseInt(_id.slice(0, 8) + _id.slice(9, 13), 16)).toISOString();
    return {
      _id,
      ...address,
      createdAt,
      creatorId: null,
      data: { title: `Task ${n}`, done: n % 3 === 0, priority: n % 5, text: `note ${n}` },
    };
  });
  await rows.insertMany(made);
}, 30_000);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** The plans of all statements on the rows that a call runs. */
async function plansOf(call: () => Promise<unknown>): Promise<string> {
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  try {
    await call();
    const statements = prepared.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('"t1"'));
    prepared.mockRestore();
    const database = new DatabaseSync(join(folder, 'apps', 'app.db'), { readOnly: true });
    const plans = statements.flatMap((sql) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => detail as string),
    );
    database.close();
    return plans.join('\n');
  } finally {
    prepared.mockRestore();
  }
}

const pages: [name: string, filter: Query, sort: PageOptions['sort'], index: string][] = [
  ['newest first', {}, newest, 'sqlite_autoindex_t1_1'],
  ['sorted by a text', {}, { 'data.title': 1, _id: 1 }, 't1.data.title'],
  ['sorted by a boolean', {}, { 'data.done': -1, _id: -1 }, 't1.data.done'],
  ['sorted by a column', {}, { creatorId: 1, _id: 1 }, 't1.creator^Id'],
  ['equal text, newest first', { 'data.title': 'Task 7' }, newest, 't1.data.title'],
  ['equal number, newest first', { 'data.priority': 3 }, newest, 't1.data.priority'],
  ['equal boolean, newest first', { 'data.done': true }, newest, 't1.data.done'],
  ['null, newest first', { 'data.title': null }, newest, 't1.data.title'],
  ['equal, and sorted by the same', { 'data.priority': 3 }, { 'data.priority': 1, _id: 1 }, 't1.data.priority'],
  ['a range, sorted by the same', { 'data.priority': { $gte: 2, $lt: 4 } }, { 'data.priority': 1, _id: 1 }, 't1.data.priority'],
  ['a prefix, sorted by the same', { 'data.title': { $regex: '^Task 1' } }, { 'data.title': 1, _id: 1 }, 't1.data.title'],
  ['a time range, newest first', { createdAt: { $gte: '2026-01-01' } }, newest, 'sqlite_autoindex_t1_1'],
];

test.each(pages)('answers by a walk of an index: %s', async (_name, filter, sort, index) => {
  const plan = await plansOf(() => rows.findFlat({ ...address, ...filter }, { sort: sort ?? {}, limit: 21 + pages.length }));
  expect(plan).toContain(`INDEX ${index}`);
  expect(plan).not.toContain('TEMP B-TREE');
  expect(plan).not.toMatch(/SCAN t1$/m);
});

const lists: [name: string, filter: Query, index: string][] = [
  ['$in', { 'data.priority': { $in: [1, 3] } }, 't1.data.priority'],
  ['a narrow range', { 'data.title': { $gte: 'Task 50', $lt: 'Task 51' } }, 't1.data.title'],
  ['two conditions', { 'data.title': { $gte: 'Task 50', $lt: 'Task 51' }, 'data.done': true }, 't1.data.title'],
];

test.each(lists)('sorts only what an index has found: %s', async (_name, filter, index) => {
  const plan = await plansOf(() => rows.findFlat({ ...address, ...filter }, { sort: newest, limit: 20 }));
  expect(plan).toContain(`INDEX ${index}`);
  expect(plan).not.toMatch(/SCAN t1( USING INDEX t1\.data\.\w+)?$/m);
});

test.each<[Query, number]>([
  [{ 'data.title': { $gte: 'Task 5', $lt: 'Task 6' } }, 1111],
  [{ 'data.title': { $in: ['Task 1', 'Task 2', 'none'] } }, 2],
])('counts %j by a covering index', async (filter, count) => {
  let counted = 0;
  const plan = await plansOf(async () => {
    counted = await rows.count({ ...address, ...filter });
  });
  expect(counted).toBe(count);
  expect(plan).toContain('COVERING INDEX');
});

test.each<[Query, number]>([
  [{ 'data.priority': 3 }, ROWS / 5],
  [{ 'data.done': true }, ROWS / 3],
  [{ 'data.done': { $ne: true } }, (ROWS / 3) * 2],
  [{ 'data.priority': { $in: [1, 3] } }, (ROWS / 5) * 2],
  [{ $or: [{ 'data.priority': { $gt: 3 } }, { 'data.priority': 0 }] }, (ROWS / 5) * 2],
])('counts %j without reading the table or its indexes', async (filter, count) => {
  const plan = await plansOf(async () => expect(await rows.count({ ...address, ...filter })).toBe(count));
  expect(plan).toBe('');
});

test('pages after a row by its index', async () => {
  for (const sort of [newest, { 'data.title': 1, _id: 1 }] as const) {
    const [last, next] = await rows.find(address, { sort, skip: 3000, limit: 2 });
    const plan = await plansOf(async () =>
      expect(await rows.find(address, { sort, limit: 1, after: last?._id as string })).toEqual([next]),
    );
    expect(plan).toMatch(/SEARCH t1 USING (COVERING )?INDEX/);
    expect(plan).not.toContain('TEMP B-TREE');
  }
});

test('answers what no index answers in a process, and kills it at its deadline', { timeout: 30_000 }, async () => {
  const text = { ...address, 'data.text': { $regex: 'NOTE 12$', $options: 'i' } };
  const found = await rows.find(text, { sort: newest, limit: 5, budget: { ms: 20_000, bytes: 1_000_000 } });
  expect(found.map(({ data }) => data['text'])).toEqual(['note 12']);
  await expect(rows.find(text, { sort: newest, limit: 5, budget: { ms: 1, bytes: 1_000_000 } })).rejects.toBeInstanceOf(BudgetExceeded);
  expect(await rows.find(address, { sort: { 'data.text': 1, _id: 1 }, limit: 1 })).toMatchObject([{ data: { text: 'note 0' } }]);
  const texts = { ...address, 'data.text': { $regex: 'note 1' } };
  expect(await rows.count(texts)).toBe(1111);
  await expect(rows.count(texts, { budget: { ms: 1, bytes: 1_000_000 } })).rejects.toBeInstanceOf(BudgetExceeded);
});

test('builds the index of a new field in the background, and drops that of a gone one', { timeout: 30_000 }, async () => {
  const table = { key: 'app', table: 'Task' };
  const sorted = () => rows.find(address, { sort: { 'data.text': -1, _id: -1 }, limit: 1 });
  const declared = rows.declareFields(table, [
    { path: 'title', type: 'string' },
    { path: 'done', type: 'boolean' },
    { path: 'priority', type: 'number' },
    { path: 'text', type: 'string' },
  ]);
  expect(await sorted()).toMatchObject([{ data: { text: 'note 999' } }]);
  await declared;
  expect(await plansOf(sorted)).toContain('INDEX t1.data.text');
  await rows.declareFields(table, [
    { path: 'title', type: 'string' },
    { path: 'done', type: 'boolean' },
    { path: 'priority', type: 'number' },
  ]);
  expect(await sorted()).toMatchObject([{ data: { text: 'note 999' } }]);
});

test('gives each partition a file with a safe name, and removes it with its rows', async () => {
  const keys = ['../x', 'App', 'con', 'ü', 'a/b', 'x'.repeat(101)];
  for (const appId of keys) await rows.insertOne({ _id: newId(), appId, entity: 'Task', createdAt: null, creatorId: null, data: {} });
  expect((await readdir(join(folder, 'apps'))).filter((name) => name.endsWith('.db')).sort()).toEqual(
    ['app.db', ...keys.map(fileName)].sort(),
  );
  for (const appId of keys) expect(await rows.deleteMany({ appId })).toBe(1);
  expect((await readdir(join(folder, 'apps'))).filter((name) => !name.startsWith('app.db'))).toEqual([]);
});

test('keeps at most 128 files open', async () => {
  const keys = Array.from({ length: 140 }, (_, n) => `open${n}`);
  for (const appId of keys)
    await rows.insertOne({ _id: newId(), appId, entity: 'Task', createdAt: null, creatorId: null, data: { appId } });
  const open = (await readdir('/proc/self/fd').catch(() => [])).length;
  expect(open).toBeLessThan(3 * 128 + 100);
  for (const appId of keys) expect(await rows.count({ appId, entity: 'Task', 'data.appId': appId })).toBe(1);
});
