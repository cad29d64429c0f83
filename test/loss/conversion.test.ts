import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../core/contract/id.ts';
import { openConversionWorld, type Task, type Versions } from './conversion-world.ts';

const child = join(import.meta.dirname, 'conversion.child.ts');
/** Before these writes of successive attempts the process is killed. */
const KILLS = [1, 2, 3, 5, 89];
const TIMEOUT = 120_000;
/** More than a batch of a conversion. */
const ROWS = 230;
const TIME = '2026-01-01T00:00:00.000Z';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-conversion-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function rowOf(data: Record<string, unknown>, _id = newId()) {
  return { _id, appId: 'app', entity: 'Task', createdAt: TIME, updatedAt: TIME, creatorId: 'ann', data };
}

/** Runs the job in processes that are killed, then in one that is not. The number of kills. */
function runKilled(task: Omit<Task, 'kill' | 'folder'>): number {
  let killed = 0;
  for (const kill of [...KILLS, 0]) {
    const { signal, status, stderr } = spawnSync(process.execPath, [child, JSON.stringify({ ...task, folder, kill })], {
      encoding: 'utf8',
    });
    if (signal === 'SIGKILL') killed++;
    else expect([status, stderr]).toEqual([0, '']);
    if (signal === null && kill === 0) break;
  }
  return killed;
}

async function inWorld<T>(versions: Versions, work: (world: Awaited<ReturnType<typeof openConversionWorld>>) => Promise<T>): Promise<T> {
  await using world = await openConversionWorld(folder, versions);
  return await work(world);
}

it('a conversion of columns and its undo continue after kills at any write, with each row whole', { timeout: TIMEOUT }, async () => {
  const made = Array.from({ length: ROWS }, (_, n) =>
    rowOf({ name: `${n}`, due: `${n}`, level: n % 50 === 7 ? 'high' : `0${n}`, note: 'x' }),
  );
  await inWorld({ current: 'v1', published: 'v1' }, async ({ rows, follow }) => {
    await rows.insertMany(made);
    await follow();
  });
  const after = { current: 'v2', published: 'v2' } as const;
  expect(runKilled({ ...after, job: 'convert' })).toBe(KILLS.length);
  const converted = made.map((row) => {
    const { name, due: until, level } = row.data as Record<string, string>;
    return { ...row, data: { name, level: level === 'high' ? level : Number(level), until } };
  });
  expect(await inWorld(after, ({ live }) => live())).toEqual(converted);
  const undone = { current: 'v3', published: 'v3' } as const;
  expect(runKilled({ ...undone, job: 'convert' })).toBe(KILLS.length);
  expect(await inWorld(undone, ({ live }) => live())).toEqual(made);
});

it('a copy of rows continues after kills at any write, with each row whole, and the trash has those of before', {
  timeout: TIMEOUT,
}, async () => {
  const draft = Array.from({ length: 2 * ROWS }, (_, n) => rowOf({ name: `${n}`, until: `${n}`, level: n }));
  const replaced = draft.filter((_row, n) => n % 3 === 0).map(({ _id, data }) => rowOf({ name: `old ${data['name']}` }, _id));
  const removed = [rowOf({ name: 'only live' })];
  const versions = { current: 'v2', published: 'v1' } as const;
  await inWorld({ current: 'v1', published: 'v1' }, async ({ rows, follow }) => {
    await follow();
    await rows.insertMany([...replaced, ...removed]);
  });
  await inWorld(versions, async ({ drafts, host, startCopy }) => {
    await host.runJob('convertRows', { appId: 'app', set: 'draft' });
    await drafts.insertMany(draft);
    await startCopy();
  });
  expect(runKilled({ ...versions, job: 'copy' })).toBe(KILLS.length);
  const expected = draft.map((row) => ({
    ...row,
    data: { name: row.data['name'], due: row.data['until'], level: `${row.data['level']}` },
  }));
  await inWorld(versions, async ({ live, drafts, trash }) => {
    expect(await live()).toEqual(expected);
    expect(await drafts.find({ appId: 'app', entity: 'Task' }, { sort: { _id: 1 } })).toEqual(draft);
    const kept = [...replaced, ...removed].map(({ _id, data }) => `${_id} ${JSON.stringify(data)}`);
    expect(await trash()).toEqual(kept.toSorted());
  });
});

it('a snapshot and a restore of its rows continue after kills at any write, with all rows whole', { timeout: TIMEOUT }, async () => {
  const made = Array.from({ length: 6 * ROWS }, (_, n) => rowOf({ name: `${n}`, due: `${n}`, level: `0${n}`, note: 'x' }));
  await inWorld({ current: 'v1', published: 'v1' }, async ({ drafts, follow }) => {
    await drafts.insertMany(made);
    await follow();
  });
  expect(runKilled({ current: 'v2', published: 'v1', job: 'convertDrafts' })).toBe(KILLS.length);
  const restored = { current: 'v3', published: 'v1' } as const;
  await inWorld(restored, async ({ convertDrafts, drafts, startRestore }) => {
    await drafts.updateMany({ appId: 'app', entity: 'Task' }, { $set: { 'data.name': 'changed' } });
    await drafts.deleteMany({ appId: 'app', entity: 'Task', _id: made[0]?._id ?? '' });
    await drafts.insertMany([rowOf({ name: 'added' })]);
    await convertDrafts();
    await startRestore();
  });
  expect(runKilled({ ...restored, job: 'restoreRows' })).toBeGreaterThan(3);
  expect(await inWorld(restored, ({ draft }) => draft())).toEqual(made);
});
