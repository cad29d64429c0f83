import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { StorageFull, StorageReadOnly } from '../../contract/errors.ts';
import { Commits } from './commits.ts';
import { translate, Writability } from './writability.ts';

test.each([
  ['full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 100000', { code: 'storage-full', status: 507 }],
  ['read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF', { code: 'storage-read-only', status: 503 }],
])('a %s database refuses each write of a batch, logs it once, and accepts writes again', async (_kind, fault, recovery, refusal) => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (text TEXT)');
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const writability = new Writability(log, 0);
  const commits = new Commits(database, { begin: () => undefined, beforeCommit: () => () => undefined }, { writability });
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  const write = (text: string, several = false) => commits.write(() => insert.run(text), several);
  await write('before');

  database.exec(fault);
  for (const several of [false, true]) {
    const outcomes = await Promise.allSettled([write('x'.repeat(100_000), several), write('y'.repeat(100_000))]);
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: refusal },
      { status: 'rejected', reason: refusal },
    ]);
  }
  expect(writability.failure).toMatchObject(refusal);
  expect(log.error).toHaveBeenCalledTimes(1);

  database.exec(recovery);
  await write('after');
  expect(writability.failure).toBeNull();
  expect(log.info).toHaveBeenCalledTimes(1);
  expect(database.prepare('SELECT text FROM t').all()).toEqual([{ text: 'before' }, { text: 'after' }]);
  database.close();
});

test.each([
  [13, StorageFull],
  [8, StorageReadOnly],
  [1032, StorageReadOnly],
  [778, StorageReadOnly],
  [14, StorageReadOnly],
])('the SQLite code %i is a %o', (errcode, expected) => {
  expect(translate(Object.assign(new Error('disk'), { errcode }))).toBeInstanceOf(expected);
});

test('leaves other errors as they are', () => {
  const constraint = Object.assign(new Error('UNIQUE'), { errcode: 2067 });
  expect(translate(constraint)).toBe(constraint);
  expect(translate(null)).toBeNull();
});
