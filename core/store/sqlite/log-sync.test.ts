import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Commits } from './commits.ts';
import { type CommitSync, LogSync } from './log-sync.ts';
import { Writability } from './writability.ts';

const noHooks = { begin: () => undefined, beforeCommit: () => () => undefined };
let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-sync-'));
  file = join(folder, 'rows.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A sync that ends when the test says so. */
function heldSync() {
  const calls: PromiseWithResolvers<void>[] = [];
  const sync: CommitSync = {
    sync: vi.fn(() => {
      const call = Promise.withResolvers<void>();
      calls.push(call);
      return call.promise;
    }),
    restore: vi.fn(),
  };
  const started = (count: number) => vi.waitFor(() => expect(calls).toHaveLength(count), { timeout: 15_000 });
  return { sync, calls, started };
}

function openTable() {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE t (n INTEGER PRIMARY KEY)');
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  const numbers = () =>
    database
      .prepare('SELECT n FROM t ORDER BY n')
      .all()
      .map(({ n }) => n);
  return { database, insert: (n: number) => insert.run(n), numbers };
}

test('acknowledges a write after a sync that began after its commit, and no earlier', async () => {
  const { database, insert, numbers } = openTable();
  const { sync, calls, started } = heldSync();
  const commits = new Commits(database, noHooks, { sync });
  const acknowledged: number[] = [];
  const write = (n: number) => commits.write(() => insert(n)).then(() => acknowledged.push(n));

  const first = [write(1), write(2)];
  await started(1);
  const next = [write(3), write(4)];
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect([acknowledged, numbers(), calls.length, commits.isBusy]).toEqual([[], [1, 2], 1, true]);

  calls[0]?.resolve();
  await Promise.all(first);
  await started(2);
  expect([acknowledged, numbers()]).toEqual([
    [1, 2],
    [1, 2, 3, 4],
  ]);
  calls[1]?.resolve();
  await Promise.all(next);
  expect([acknowledged, commits.isBusy]).toEqual([[1, 2, 3, 4], false]);
  expect(sync.restore).not.toHaveBeenCalled();
  database.close();
});

test.each([
  ['ENOSPC', { code: 'storage-full', status: 507 }],
  ['EIO', { code: 'storage-read-only', status: 503 }],
])('refuses the writes of a sync that fails with %s, and writes the log again before it acknowledges others', async (code, refusal) => {
  const { database, insert } = openTable();
  const { sync, calls, started } = heldSync();
  const writability = new Writability(undefined, 0);
  const commits = new Commits(database, noHooks, { sync, writability });
  const refused = Promise.allSettled([commits.write(() => insert(1)), commits.write(() => insert(2))]);
  await started(1);
  vi.mocked(sync.restore).mockImplementationOnce(() => {
    throw Object.assign(new Error('fdatasync'), { code });
  });
  calls[0]?.reject(Object.assign(new Error('fdatasync'), { code }));
  expect(await refused).toMatchObject([{ reason: refusal }, { reason: refusal }]);
  expect(writability.failure).toMatchObject(refusal);
  // Closing the gap is tried at once, here in vain.
  await vi.waitFor(() => expect(commits.isBusy).toBe(false), { timeout: 15_000 });
  expect([vi.mocked(sync.restore).mock.calls.length, calls.length]).toEqual([1, 1]);

  const write = commits.write(() => insert(3));
  await started(2);
  expect(sync.restore).toHaveBeenCalledTimes(2);
  calls[1]?.resolve();
  await write;
  expect(writability.failure).toBeNull();
  const last = commits.write(() => insert(4));
  await started(3);
  calls[2]?.resolve();
  await last;
  expect(sync.restore).toHaveBeenCalledTimes(2);
  database.close();
});

test('writes the log again as it is, beside a reader, for a later recovery', async () => {
  const { database, insert } = openTable();
  const sync = new LogSync(file);
  for (let n = 0; n < 2000; n++) insert(n);
  await sync.sync();
  const reader = new DatabaseSync(file, { readOnly: true });
  const count = (of: DatabaseSync) => of.prepare('SELECT count(*) AS count FROM t').get();
  reader.exec('BEGIN');
  expect(count(reader)).toEqual({ count: 2000 });
  const before = await readFile(`${file}-wal`);
  database.exec('BEGIN IMMEDIATE');
  sync.restore();
  database.exec('COMMIT');
  expect(before.equals(await readFile(`${file}-wal`))).toBe(true);
  expect(count(reader)).toEqual({ count: 2000 });

  const copy = join(folder, 'copy.db');
  await cp(file, copy);
  await cp(`${file}-wal`, `${copy}-wal`);
  const recovered = new DatabaseSync(copy);
  expect(count(recovered)).toEqual({ count: 2000 });
  expect(recovered.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  for (const open of [recovered, reader]) open.close();
  sync.close();
  database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});
