import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CheckpointRequests, Checkpoints } from './checkpoints.ts';
import { Statements } from './statements.ts';

/** A text that fills a page. */
const PAGE = 'x'.repeat(4000);

let folder = '';
let checkpoints: Checkpoints;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-checkpoints-'));
  checkpoints = new Checkpoints();
});
afterEach(async () => {
  await checkpoints.close();
  await rm(folder, { recursive: true, force: true });
});

function openLog() {
  const file = join(folder, 'rows.db');
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (text TEXT)');
  const statements = new Statements(database);
  const requested = vi.spyOn(checkpoints, 'request');
  const requests = new CheckpointRequests(file, statements, checkpoints);
  /** Commits about as many pages. */
  const commit = (pages: number): void => {
    statements.get('INSERT INTO t SELECT value FROM json_each(?)').run(JSON.stringify(Array.from({ length: pages }, () => PAGE)));
    requests.committed();
  };
  const counts = () => statements.get('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number };
  return { file, database, requested, commit, counts };
}

test('copies a log of 4,000 pages in its thread, so that the next commit starts the log anew', async () => {
  const { database, requested, commit, counts } = openLog();
  for (let round = 1; round <= 2; round++) {
    commit(2000);
    expect(requested).toHaveBeenCalledTimes(round - 1);
    commit(2100);
    expect(requested).toHaveBeenCalledTimes(round);
    const { log } = counts();
    await vi.waitFor(() => expect(counts()).toMatchObject({ log, checkpointed: log }), { timeout: 15_000 });
    commit(1);
    expect(counts().log).toBeLessThan(100);
  }
  database.close();
});

test('requests a checkpoint that a reader keeps from finishing again only after as many further pages', async () => {
  const { file, database, requested, commit, counts } = openLog();
  commit(10);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM t').get();
  commit(4100);
  const { log } = counts();
  await vi.waitFor(() => expect(counts().checkpointed).toBeGreaterThan(0), { timeout: 15_000 });
  expect(counts().checkpointed).toBeLessThan(log);
  commit(2000);
  commit(1900);
  expect(requested).toHaveBeenCalledTimes(1);
  reader.close();
  commit(200);
  expect(requested).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(counts().checkpointed).toBe(counts().log), { timeout: 15_000 });
  database.close();
});

test('does not create a file that was removed, and goes on with others', async () => {
  const { database, commit, counts } = openLog();
  const gone = join(folder, 'gone.db');
  checkpoints.request(gone);
  commit(4100);
  await vi.waitFor(() => expect(counts().checkpointed).toBe(counts().log), { timeout: 15_000 });
  expect(existsSync(gone)).toBe(false);
  database.close();
});
