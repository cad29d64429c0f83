// Two stores on one file stand for two processes: they share nothing but the file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Collection } from '../../contract/store.ts';
import type { Store } from '../../ports/store.ts';
import { collect } from '../collect.suite.ts';
import { openSqliteStore } from '../index.ts';
import { Commits } from './commits.ts';

const document = z.looseObject({ _id: z.string() });
type Row = z.output<typeof document>;
const spec = { document, indexes: [{ keys: { a: 1 } }] } as const;

let folder = '';
let file = '';
const opened: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-shared-'));
  file = join(folder, 'shared.db');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function process(): Promise<Collection<Row>> {
  const store = await openSqliteStore({ file });
  opened.push(store);
  return store.open('rows', spec);
}
const ids = (rows: readonly Row[]): string[] => rows.map(({ _id }) => _id);

test.each<{ name: string; read: (rows: Collection<Row>) => Promise<unknown>; expected: unknown }>([
  { name: 'find', read: async (rows) => ids(await rows.find({ a: 'x' })), expected: ['array'] },
  { name: 'a stream', read: async (rows) => ids(await collect(rows.stream({ a: 'x' }))), expected: ['array'] },
  { name: 'a sort', read: async (rows) => ids(await rows.find({}, { sort: { a: 1 } })), expected: ['array', 'z', 'true'] },
  {
    name: 'a sorted stream',
    read: async (rows) => ids(await collect(rows.stream({}, { sort: { a: 1 } }))),
    expected: ['array', 'z', 'true'],
  },
  { name: 'count', read: (rows) => rows.count({ a: 'x' }), expected: 1 },
  { name: 'distinct', read: async (rows) => (await rows.distinct('a', { a: 'x' })).sort(), expected: ['x', 'y'] },
  { name: 'update', read: (rows) => rows.updateMany({ a: 'y' }, { $set: { b: 1 } }), expected: 1 },
  { name: 'delete', read: (rows) => rows.deleteMany({ a: 'y' }), expected: 1 },
])('$name is right after another process wrote values of new types', async ({ read, expected }) => {
  const [one, other] = [await process(), await process()];
  await one.insertOne({ _id: 'z', a: 'z' });
  await read(other);
  await one.insertMany([
    { _id: 'array', a: ['x', 'y'] },
    { _id: 'true', a: true },
  ]);
  expect(await read(other)).toEqual(expected);
});

test('two processes commit concurrent writes, each exactly once, without blocking the event loop', async () => {
  const [one, other] = [await process(), await process()];
  const all = [one, other].flatMap((rows, from) =>
    Array.from({ length: 200 }, async (_, n) => {
      await rows.insertOne({ _id: `${from}-${n}` });
      await rows.updateOne({ _id: 'count' }, { $inc: { n: 1 } }, { upsert: true });
    }),
  );
  await Promise.all(all);
  expect(await one.count({})).toBe(401);
  expect(await other.findOne({ _id: 'count' })).toMatchObject({ n: 400 });
});

test('a write waits for the lock of another process while the event loop goes on', async () => {
  const rows = await process();
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  let turns = 0;
  let isWritten = false;
  const write = Promise.all([rows.insertOne({ _id: 'a' }), rows.insertOne({ _id: 'b' })]).then(() => {
    isWritten = true;
  });
  while (turns < 1000) {
    await new Promise(setImmediate);
    turns++;
  }
  expect(isWritten).toBe(false);
  expect(await rows.count({})).toBe(0);
  holder.exec('COMMIT');
  holder.close();
  await write;
  expect(await rows.count({})).toBe(2);
});

test('a write that never gets the lock is refused, and the next one works', async () => {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)');
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  const commits = new Commits(database, { begin: () => undefined, beforeCommit: () => () => undefined }, { waitMs: 20 });
  const insert = () => commits.write(() => database.exec('INSERT INTO t VALUES (1)'));
  const refused = await Promise.allSettled([insert(), insert()]);
  expect(refused).toMatchObject([{ reason: { code: 'store-busy', status: 503 } }, { reason: { code: 'store-busy' } }]);
  holder.exec('COMMIT');
  holder.close();
  await insert();
  expect(database.prepare('SELECT count(*) AS count FROM t').get()).toEqual({ count: 1 });
  database.close();
});

test('closing waits for writes that wait for the lock', async () => {
  const store = await openSqliteStore({ file });
  const rows = await store.open('rows', spec);
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  const write = rows.insertOne({ _id: 'last' });
  await new Promise(setImmediate);
  const closed = store.close();
  await new Promise(setImmediate);
  holder.exec('COMMIT');
  holder.close();
  await Promise.all([write, closed]);
  expect(await (await process()).count({})).toBe(1);
});
