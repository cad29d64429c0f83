import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { CollectionSpec } from '../../contract/store.ts';
import { openSqliteStore } from '../index.ts';
import { Commits } from './commits.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const noHooks = { begin: () => undefined, beforeCommit: () => () => undefined };
const document = z.looseObject({ _id: z.string() });
const rowsSpec = { document, indexes: [{ keys: { appId: 1, entity: 1, createdAt: -1 } }, { keys: { email: 1 }, unique: true }] } as const;

/** Runs the child until it has acknowledged `count` writes, and kills it during further writes. */
async function killedWriter(file: string, prefix: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./durability.child.ts', import.meta.url)), file, prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  await closed;
  return acknowledged;
}

test('keeps all acknowledged writes of a killed process', { timeout: 60_000 }, async () => {
  const file = join(folder, 'killed.db');
  for (const round of [1, 2, 3]) {
    const acknowledged = await killedWriter(file, `round${round}`, 200 * round);
    expect(acknowledged.length).toBeGreaterThanOrEqual(200 * round);
    const store = await openSqliteStore({ file });
    const rows = await store.open('rows', { document, indexes: [{ keys: { n: 1 } }] });
    const kept = new Set((await rows.find({ seen: true })).map((row) => row._id));
    expect(acknowledged.filter((_id) => !kept.has(_id))).toEqual([]);
    await store.close();
  }
});

test('scans in bounded memory, and yields to the event loop while it streams', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ['--max-old-space-size=40', fileURLToPath(new URL('./scan.child.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = (await child.stdout.toArray()).join('');
  const { answers, turns } = JSON.parse(said) as { answers: number[]; turns: number };
  expect(answers).toEqual([0, 0, 2, 500]);
  expect(turns).toBeGreaterThan(0);
});

async function planFor(
  spec: CollectionSpec<z.infer<typeof document>>,
  ask: 'hot' | 'unique',
  odd: Record<string, unknown> = {},
): Promise<string> {
  const file = join(folder, `${ask}${Math.random()}.db`);
  const store = await openSqliteStore({ file });
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  try {
    const rows = await store.open('rows', spec);
    await rows.insertOne({ _id: 'a', appId: 'x', entity: 'e', createdAt: '1', email: 'm', ...odd });
    prepared.mockClear();
    if (ask === 'hot') await rows.find({ appId: 'x', entity: 'e' }, { sort: { createdAt: -1 }, limit: 50 });
    else await rows.find({ email: 'm' });
    const sql = prepared.mock.calls.map(([text]) => text).find((text) => text.includes('json(doc)')) ?? '';
    const database = new DatabaseSync(file);
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => row.detail)
      .join('\n');
    database.close();
    return plan;
  } finally {
    prepared.mockRestore();
    await store.close();
  }
}

test('reads the hot path of entities from its index, without sorting', async () => {
  const plan = await planFor(rowsSpec, 'hot');
  expect(plan).toContain('USING INDEX rows.appId_1_entity_1_createdAt_-1');
  expect(plan).not.toContain('TEMP B-TREE');
});

test('uses the index of a unique field in finds, also when it holds booleans', async () => {
  expect(await planFor(rowsSpec, 'unique')).toContain('USING INDEX rows.email_1.find');
  expect(await planFor(rowsSpec, 'unique', { email: true })).toContain('USING INDEX rows.email_1.find');
});

test('finds in arrays and sorts mixed types with an index added later, also after reopening', async () => {
  const file = join(folder, 'kinds.db');
  const spec = { document, indexes: [{ keys: { a: 1 } }] } as const;
  const first = await openSqliteStore({ file });
  await (await first.open('rows', { document })).insertMany([
    { _id: '1', a: ['x', 'y'] },
    { _id: '2', a: true },
    { _id: '3', a: 'x' },
  ]);
  await first.close();
  for (const found of ['measured', 'remembered']) {
    const store = await openSqliteStore({ file });
    const rows = await store.open('rows', spec);
    expect(
      (await rows.find({ a: 'x' }, { sort: { a: 1, _id: 1 } })).map((row) => row._id),
      found,
    ).toEqual(['1', '3']);
    expect((await rows.find({}, { sort: { a: -1 } })).map((row) => row._id)).toEqual(['2', '1', '3']);
    await store.close();
  }
});

test('commits the writes of one turn in one transaction', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)');
  const executed = vi.spyOn(database, 'exec');
  const commits = new Commits(database, noHooks);
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  const outcomes = await Promise.allSettled([1, 2, 1, 3].map((n) => commits.write(() => insert.run(n))));
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(executed.mock.calls.flat().filter((sql) => !sql.startsWith('PRAGMA'))).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  const undone = commits.write(() => {
    insert.run(7);
    insert.run(1);
  }, true);
  await Promise.allSettled([undone, commits.write(() => insert.run(4))]);
  await expect(undone).rejects.toThrow('UNIQUE');
  expect(database.prepare('SELECT n FROM t').all()).toEqual([1, 2, 3, 4].map((n) => ({ n })));
  database.close();
});

test('rejects every write of a batch whose commit fails', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)');
  const commits = new Commits(database, {
    ...noHooks,
    beforeCommit: () => {
      throw new Error('disk full');
    },
  });
  const writes = [1, 2].map((n) => commits.write(() => database.prepare('INSERT INTO t VALUES (?)').run(n)));
  for (const outcome of await Promise.allSettled(writes))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'disk full' } });
  expect(database.prepare('SELECT n FROM t').all()).toEqual([]);
  database.close();
  await expect(commits.write(() => 1)).rejects.toThrow('not open');
});

test('recovers after both the commit and its rollback failed', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)');
  const real = database.exec.bind(database);
  const broken = vi.spyOn(database, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT' || sql === 'ROLLBACK') throw new Error(`${sql}: disk I/O error`);
    real(sql);
  });
  const commits = new Commits(database, noHooks);
  const insert = (n: number) => commits.write(() => database.prepare('INSERT INTO t VALUES (?)').run(n));
  await expect(insert(1)).rejects.toThrow('COMMIT: disk I/O error');
  broken.mockRestore();
  await insert(2);
  expect(database.prepare('SELECT n FROM t').all()).toEqual([{ n: 2 }]);
  database.close();
});

test('deletes expired documents about once a minute, and no others', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const store = await openSqliteStore({ file: ':memory:' });
  try {
    const rows = await store.open('tokens', { document, indexes: [{ keys: { at: 1 }, expireAfterSeconds: 60 }] });
    await rows.insertMany([
      { _id: 'now', at: new Date().toISOString() },
      { _id: 'later', at: new Date(Date.now() + 90_000) },
      { _id: 'never' },
    ]);
    vi.advanceTimersByTime(60_000);
    await store.ping();
    expect(await rows.count({})).toBe(3);
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(
      async () => expect(await rows.find({}, { projection: { _id: 1 }, sort: { _id: 1 } })).toEqual([{ _id: 'later' }, { _id: 'never' }]),
      { timeout: 15_000 },
    );
  } finally {
    vi.useRealTimers();
    await store.close();
  }
});

test('commits queued writes when the store closes', async () => {
  const file = join(folder, 'closing.db');
  const store = await openSqliteStore({ file });
  const rows = await store.open('rows', { document });
  const write = rows.insertOne({ _id: 'last' });
  await store.close();
  await write;
  const again = await openSqliteStore({ file });
  expect(await (await again.open('rows', { document })).count({})).toBe(1);
  await again.close();
});
