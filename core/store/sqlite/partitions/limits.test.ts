import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../contract/id.ts';
import type { PartitionedCollection } from '../../../contract/store.ts';
import type { Store } from '../../../ports/store.ts';
import { openSqliteStore } from '../../index.ts';
import { partitionedSpec } from '../../partitions.suite.ts';

let folder = '';
let store: Store;
let rows: PartitionedCollection<never>;
const fields = [
  { path: 'title', type: 'string' },
  { path: 'Title', type: 'string' },
  { path: 'n', type: 'number' },
  { path: 'done', type: 'boolean' },
] as const;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-limits-'));
  store = await openSqliteStore({ file: join(folder, 'sayso.db'), durable: false });
  rows = (await store.openPartitioned('rows', partitionedSpec)) as PartitionedCollection<never>;
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** Inserts rows of a new app, and returns the filter of its table and their ids. */
async function tableOf(made: readonly Record<string, unknown>[]) {
  const table = { appId: newId(), entity: 'Note' };
  await rows.declareFields({ key: table.appId, table: table.entity }, fields);
  const documents = made.map((data) => ({ _id: newId(), ...table, createdAt: null, creatorId: null, data }));
  await rows.insertMany(documents as never);
  return { table, ids: documents.map(({ _id }) => _id) };
}

test('builds an index for each of two fields whose names differ in case only', async () => {
  const { table } = await tableOf([{ title: 'a', Title: 'b' }]);
  const database = new DatabaseSync(join(folder, 'apps', `${table.appId}.db`), { readOnly: true });
  const indexes = database.prepare(`SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`).all();
  database.close();
  const indexed = indexes.map(({ sql }) => /\$\."(\w+)"/.exec(sql as string)?.[1]).filter((name) => name !== undefined);
  expect(indexed.sort()).toEqual(['Title', 'done', 'n', 'title']);
});

test('accepts a thousand values for a field of booleans, and for each of many conditions', async () => {
  const { table, ids } = await tableOf([{ n: 1, done: true }, { n: 2.5, done: false }, {}]);
  const done = Array.from({ length: 1000 }, (_, at) => at % 2 === 0 || null);
  expect(await rows.count({ ...table, 'data.done': { $in: done } })).toBe(2);
  const numbers = Array.from({ length: 1000 }, (_, at) => at * 0.5);
  const conditions = Array.from({ length: 50 }, () => ({ 'data.n': { $in: numbers } }));
  const found = await rows.find({ ...table, $and: conditions }, { sort: { _id: 1 } });
  expect(found.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
});

test('finds texts that are not well-formed Unicode', async () => {
  const { table, ids } = await tableOf([{ title: '\ud800' }, { title: '\ufffd' }]);
  for (const filter of [{ 'data.title': '\ud800' }, { 'data.title': { $in: ['\ud800', 'x'] } }])
    expect((await rows.find({ ...table, ...filter })).map(({ _id }) => _id)).toEqual(ids.slice(0, 1));
});

test.each([
  ['id', { _id: -1 }, '\0'],
  ['title', { 'data.title': -1, _id: -1 }, null],
] as const)('continues after a text that no index compares in a process with a deadline, by %s', async (_name, sort, after) => {
  const { table, ids } = await tableOf(Array.from({ length: 3000 }, () => ({ title: 'a\0b', notes: 'x'.repeat(2000) })));
  const options = { sort, limit: 5, after: after ?? (ids[0] as string), budget: { ms: 1, bytes: 1_000_000 } };
  await expect(rows.findFlat(table, options)).rejects.toMatchObject({ spent: 'time' });
});

test('takes turns by tenant, whichever partitions the queries read', async () => {
  const processes = Math.max(1, availableParallelism() - 1);
  const made = Array.from({ length: 1500 }, (_, n) => ({ n, notes: 'x'.repeat(500) }));
  const tables = await Promise.all(Array.from({ length: 4 + processes }, () => tableOf(made)));
  const [last, ...others] = tables;
  const ended: string[] = [];
  const search = async (tenant: string, found = last) => {
    await rows.count({ ...found?.table, 'data.notes': { $regex: 'y$' } }, { budget: { ms: 20_000, bytes: 1000, tenant } });
    ended.push(tenant);
  };
  await Promise.all([...others.map((each) => search('ada', each)), search('ada', others[0]), search('bob')]);
  // After those that began, and one more of the other tenant.
  expect(ended.indexOf('bob')).toBeLessThanOrEqual(processes + 1);
});
