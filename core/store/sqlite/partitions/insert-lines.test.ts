import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DuplicateKey } from '../../../contract/errors.ts';
import { newId } from '../../../contract/id.ts';
import type { PartitionedCollection } from '../../../contract/store.ts';
import type { Store } from '../../../ports/store.ts';
import { openSqliteStore } from '../../index.ts';
import { partitionedSpec } from '../../partitions.suite.ts';

type Rows = PartitionedCollection<{ _id: string; data: Record<string, unknown> }>;

let folder = '';
const opened: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-lines-'));
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(durable = false): Promise<{ readonly store: Store; readonly rows: Rows }> {
  const store = await openSqliteStore({ file: join(folder, 'sayso.db'), durable });
  opened.push(store);
  return { store, rows: (await store.openPartitioned('rows', partitionedSpec)) as unknown as Rows };
}
const task = { appId: 'app', entity: 'Task' };
const linesOf = (count: number, ids = Array.from({ length: count }, () => newId())) => ({
  ...{ key: 'app', table: 'Task', columns: { createdAt: null, creatorId: null } },
  ids,
  lines: Buffer.from(ids.map((_id, n) => `${JSON.stringify({ n })}\n`).join('')),
});

test('inserts none of the documents when one of their ids is taken', async () => {
  const { rows } = await open();
  const first = linesOf(1);
  await rows.insertLines(first);
  const others = Array.from({ length: 999 }, () => newId());
  await expect(rows.insertLines(linesOf(1000, [...others, ...first.ids]))).rejects.toThrow(DuplicateKey);
  expect(await rows.count(task)).toBe(1);
  expect(await rows.count({ ...task, 'data.n': 5 })).toBe(0);
});

test.each([false, true])('completes the inserts that are running when the store closes, durable: %s', async (durable) => {
  const { store, rows } = await open(durable);
  await rows.insertLines(linesOf(1));
  const running = Array.from({ length: 5 }, () => rows.insertLines(linesOf(500)));
  // The inserts reach the thread within this turn, since the table exists.
  await store.close();
  await Promise.all(running);
  expect(await (await open()).rows.count(task)).toBe(2501);
});

test('removes the file of a purged partition after lines were inserted', async () => {
  const { store, rows } = await open();
  await rows.insertLines(linesOf(300));
  expect(await rows.deleteMany({ appId: 'app' })).toBe(300);
  expect(await rows.find(task)).toEqual([]);
  await store.close();
  expect(await readdir(join(folder, 'apps'))).toEqual([]);
});
