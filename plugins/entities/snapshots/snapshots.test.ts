import { type App, type AppsApi, appPurges, appsRef, type EntitySchema, type PropertySchema } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterEach, expect, it } from 'vitest';
import type { RowDocument } from '../collections.ts';
import entities from '../index.ts';
import { owner, stranger, table } from '../testing/apps.ts';

const TIME = '2026-01-01T00:00:00.000Z';
const text: PropertySchema = { type: 'string' };
const tablesOf = (properties: Record<string, PropertySchema>, more: Record<string, EntitySchema> = {}) => ({
  Task: table('all', 'admin', properties)('Task'),
  ...more,
});
const Sealed = (properties: Record<string, PropertySchema>) => table('none', 'none', properties)('Sealed');
/** Column `level` is removed, comes back, and is removed again. */
const schemas: Readonly<Record<string, Readonly<Record<string, EntitySchema>>>> = {
  v1: tablesOf({ name: text, level: text }, { Sealed: Sealed({ name: text, code: text }) }),
  v2: tablesOf({ name: text }, { Sealed: Sealed({ name: text }) }),
  v3: tablesOf({ name: text, level: text }, { Sealed: Sealed({ name: text, code: text }) }),
  v4: tablesOf({ name: text }, { Sealed: Sealed({ name: text }), Idea: table('all', 'admin', { name: text })('Idea') }),
};

let host: { close(): Promise<unknown> } | undefined;
afterEach(() => host?.close());

async function start(config: Record<string, number> = {}) {
  const state = { current: 'v1' };
  const find = async (id: string) => ({ id, ownerId: 'owner', currentVersionId: state.current, published: null }) as unknown as App;
  const isAppAdmin: AppsApi['isAppAdmin'] = (actor) => actor.kind === 'account' && actor.id === 'owner';
  const api: Partial<AppsApi> = {
    ...{ find, isAppAdmin, isAppViewer: () => false, accountNames: async () => new Map() },
    async get(actor, id) {
      const app = await find(id);
      if (!isAppAdmin(actor, app)) throw new NotFound('The app');
      return app;
    },
    schemas: async (_app, id) => schemas[id ?? state.current] ?? {},
    async version(appId, id) {
      if (schemas[id] === undefined) throw new NotFound('The version');
      return { id, appId, parentId: null, createdAt: TIME, title: `Version ${id}`, name: null } as never;
    },
  };
  const started = await testHost(entities, { provide: [[appsRef, api] as const], config });
  host = started;
  const { drafts, snapshots, snapshotRows } = started.context.collections;
  const call = async (method: string, path: string, body?: unknown, as: Actor = owner) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await started.fetch(`/live_api/apps/app/${path}`, { method, ...sent }, as);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const follow = async (version: string) => {
    state.current = version;
    started.service().appChanged('app');
    await started.service().conversions.appChanged('app');
    await started.runJob('convertRows', { appId: 'app', set: 'draft' });
  };
  const fill = async (count: number, entity = 'Task', appId = 'app') => {
    const made = Array.from({ length: count }, (_, n): RowDocument => {
      const row = { _id: `${1000 + n}`, appId, entity, createdAt: TIME, updatedAt: TIME, creatorId: `person ${n}` };
      return { ...row, data: { name: `${n}`, level: `level ${n}` } };
    });
    await drafts.insertMany(made);
    return made;
  };
  const stored = (entity = 'Task') => drafts.find({ appId: 'app', entity }, { sort: { _id: 1 } });
  const offered = async (version: string) =>
    (await call('GET', `versions/${version}/effects`)).body['snapshots'] as { snapshotId: string }[];
  const restore = async (tables: readonly object[]) => {
    const { status, body } = await call('POST', 'rows/restore', { tables });
    expect([status, body]).toEqual([200, body]);
    const { id } = body as { id: string };
    const copy = await started.context.collections.copies.findOne({ appId: 'app', id });
    await started.runJob('copyRows', { copyId: copy?._id ?? '', id });
    return (await call('GET', `rows/copy/${id}`)).body as { state: string; undo: string | null };
  };
  await follow('v1');
  return { host: started, drafts, snapshots, snapshotRows, call, follow, fill, stored, offered, restore };
}

it('restores rows as they were before a change of columns, and undoes that', async () => {
  const { drafts, fill, follow, offered, restore, stored } = await start();
  const before = await fill(700);
  await fill(3, 'Sealed');
  await follow('v2');
  await drafts.updateMany({ appId: 'app', entity: 'Task', _id: { $lt: '1100' } }, { $set: { 'data.name': 'changed' } });
  await drafts.deleteMany({ appId: 'app', entity: 'Task', _id: { $gte: '1690' } });
  const [snapshot, ...others] = await offered('v1');
  expect([snapshot, others]).toEqual([{ name: 'Task', snapshotId: expect.any(String), at: expect.any(String), rows: 700 }, []]);
  expect(await offered('v2')).toEqual([]);
  await follow('v3');
  const replaced = await stored();
  expect(replaced).toHaveLength(690);
  const { state, undo } = await restore([{ name: 'Task', snapshotId: snapshot?.snapshotId }]);
  expect(state).toBe('done');
  const withoutTimes = (rows: readonly RowDocument[]) => rows.map(({ updatedAt: _at, ...row }) => row);
  expect(withoutTimes(await stored())).toEqual(withoutTimes(before));
  expect(await restore([{ name: 'Task', snapshotId: undo }])).toMatchObject({ state: 'done' });
  expect(withoutTimes(await stored())).toEqual(withoutTimes(replaced));
  expect(await stored('Sealed')).toHaveLength(3);
});

it('names tables that a version adds or removes, and counts no rows that are hidden', async () => {
  const { call, fill, follow, stored } = await start();
  await fill(2);
  await fill(3, 'Sealed');
  await follow('v4');
  await fill(4, 'Idea');
  const tables = async (version: string) => (await call('GET', `versions/${version}/effects`)).body['tables'];
  const column = { name: 'level', kind: 'added', from: null, values: 2, unconverted: 0 };
  const hidden = { ...column, name: 'code', values: null, unconverted: null };
  expect(await tables('v1')).toEqual([
    { name: 'Idea', kind: 'removed', rows: 4, columns: [], isPartial: false },
    { name: 'Sealed', kind: 'changed', rows: null, columns: [hidden], isPartial: false },
    { name: 'Task', kind: 'changed', rows: 2, columns: [column], isPartial: false },
  ]);
  await follow('v2');
  expect(await stored('Idea')).toHaveLength(4);
  expect(await tables('v4')).toEqual([{ name: 'Idea', kind: 'added', rows: 4, columns: [], isPartial: false }]);
});

it('waits until the rows follow the restored version', async () => {
  const { call, fill, follow, host, offered, snapshots } = await start();
  await fill(2);
  await follow('v2');
  const [snapshot] = await offered('v1');
  const rowVersions = host.context.collections.rowVersions;
  const { body } = await call('POST', 'rows/restore', { tables: [{ name: 'Task', snapshotId: snapshot?.snapshotId }] });
  await rowVersions.updateOne({ _id: 'app/draft' }, { $set: { versionId: 'v1' } });
  const job = { attempt: 1, signal: new AbortController().signal, progress: async () => undefined };
  const run = () => host.service().copies.run({ copyId: 'app/draft', id: String(body['id']) }, job);
  await expect(run()).rejects.toThrow('The rows of this app are being converted.');
  expect(await snapshots.count({ appId: 'app' })).toBe(1);
  await rowVersions.updateOne({ _id: 'app/draft' }, { $set: { versionId: 'v2' } });
  await run();
  expect((await call('GET', `rows/copy/${body['id']}`)).body).toMatchObject({ state: 'done', undo: expect.any(String) });
});

it.each<[name: string, tables: (id: string) => readonly object[], status: number]>([
  ['of another app', () => [{ name: 'Task', snapshotId: 'foreign' }], 404],
  ['that does not exist', () => [{ name: 'Task', snapshotId: 'none' }], 404],
  ['without the table', (snapshotId) => [{ name: 'Idea', snapshotId }], 404],
  ['of a table that no one may change', (snapshotId) => [{ name: 'Sealed', snapshotId }], 400],
  ['of no table', () => [], 400],
])('refuses a snapshot %s', async (_name, tables, status) => {
  const { call, fill, follow, offered, snapshots, stored } = await start();
  await fill(2);
  await fill(1, 'Sealed');
  await follow('v2');
  await follow('v4');
  const found = await snapshots.findOne({ appId: 'app' });
  if (found !== null) await snapshots.insertOne({ ...found, _id: 'foreign', appId: 'other' });
  const id = (await offered('v1'))[0]?.snapshotId ?? '';
  const rows = await stored();
  expect((await call('POST', 'rows/restore', { tables: tables(id) })).status).toBe(status);
  expect((await call('POST', 'rows/restore', { tables: [{ name: 'Task', snapshotId: id }] }, stranger)).status).toBe(404);
  expect(await stored()).toEqual(rows);
});

it('refuses a snapshot whose rows a backup lacks', async () => {
  const { call, fill, follow, offered, snapshotRows, stored } = await start();
  await fill(2);
  await follow('v2');
  const snapshotId = (await offered('v1'))[0]?.snapshotId ?? '';
  await snapshotRows.deleteMany({ appId: snapshotId });
  expect((await call('POST', 'rows/restore', { tables: [{ name: 'Task', snapshotId }] })).status).toBe(400);
  expect(await stored()).toHaveLength(2);
});

it('keeps the newest snapshots of an app, none without rows, and removes old ones and those of a purged app', async () => {
  const { fill, follow, host, snapshotRows, snapshots } = await start({ SNAPSHOTS_PER_APP: 2 });
  await follow('v2');
  expect(await snapshots.count({})).toBe(0);
  await fill(2);
  for (const version of ['v3', 'v4', 'v1']) await follow(version);
  const kept = await snapshots.find({}, { sort: { createdAt: 1 } });
  expect(kept.map(({ nextVersionId }) => nextVersionId)).toEqual(['v4', 'v1']);
  const [oldest, newest] = kept.map(({ _id }) => _id);
  await snapshots.updateOne({ _id: oldest ?? '' }, { $set: { createdAt: '2020-01-01T00:00:00.000Z' } });
  await host.runJob('sweepKept', {});
  expect(await snapshots.find({}, { projection: { _id: 1 } })).toEqual([{ _id: newest }]);
  expect(await snapshotRows.count({ appId: oldest })).toBe(0);
  expect(await snapshotRows.count({ appId: newest })).toBe(2);
  await host.additions(appPurges)[0]?.remove('app');
  expect([await snapshots.count({}), await snapshotRows.count({ appId: newest })]).toEqual([0, 0]);
});

it('lists snapshots of both sets with what restoring replaces, and deletes one', async () => {
  const { call, fill, follow, host, snapshots, snapshotRows } = await start();
  await fill(3);
  await fill(1, 'Sealed');
  const { rows } = host.context.collections;
  const [some] = await host.context.collections.drafts.find({ appId: 'app', entity: 'Task' }, { limit: 1 });
  if (some === undefined) throw new Error('no row');
  await rows.insertMany(['live 1', 'live 2'].map((_id) => ({ ...some, _id })));
  await follow('v2');
  await host.runJob('convertRows', { appId: 'app', set: 'live' });
  await rows.deleteMany({ appId: 'app', entity: 'Task', _id: 'live 2' });
  const list = async () => (await call('GET', 'snapshots')).body['snapshots'] as { id: string; rows: string }[];
  const version = { id: 'v2', title: 'Version v2' };
  const bytes = (count: number) => count * JSON.stringify({ name: '0', level: 'level 0' }).length;
  expect(await list()).toEqual([
    expect.objectContaining({ rows: 'live', version, tables: [{ name: 'Task', rows: 2, bytes: bytes(2), present: 1 }] }),
    expect.objectContaining({ rows: 'draft', version, tables: [{ name: 'Task', rows: 3, bytes: bytes(3), present: 3 }] }),
  ]);
  const [live, draft] = await list();
  for (const [method, path] of [
    ['GET', 'snapshots'],
    ['DELETE', `snapshots/${live?.id}`],
  ] as const)
    expect((await call(method, path, undefined, stranger)).status).toBe(404);
  expect((await call('DELETE', 'snapshots/none')).status).toBe(404);
  const foreign = await snapshots.findOne({ _id: live?.id ?? '' });
  if (foreign !== null) await snapshots.insertOne({ ...foreign, _id: 'foreign', appId: 'other' });
  expect((await call('DELETE', 'snapshots/foreign')).status).toBe(404);
  expect((await call('DELETE', `snapshots/${draft?.id}`)).body).toEqual({ deleted: true });
  expect((await list()).map(({ id }) => id)).toEqual([live?.id]);
  expect(await snapshotRows.count({ appId: draft?.id })).toBe(0);
});

it('restores live rows, which lost a column with a publishing, and undoes that; not together with draft rows', async () => {
  const { call, fill, follow, host, offered, restore } = await start();
  await fill(1);
  const { rows, snapshots } = host.context.collections;
  const [some] = await host.context.collections.drafts.find({ appId: 'app', entity: 'Task' });
  if (some === undefined) throw new Error('no row');
  await rows.insertOne({ ...some, _id: 'live' });
  await follow('v2');
  await host.runJob('convertRows', { appId: 'app', set: 'live' });
  const live = async () => (await rows.find({ appId: 'app', entity: 'Task' }, { sort: { _id: 1 } })).map(({ data }) => data);
  await rows.insertOne({ ...some, _id: 'since', data: { name: 'since' } });
  expect(await live()).toEqual([{ name: '0' }, { name: 'since' }]);
  expect(await offered('v1')).toHaveLength(1);
  const kept = await snapshots.findOne({ appId: 'app', rows: 'live' });
  const draft = await snapshots.findOne({ appId: 'app', rows: 'draft' });
  const both = [
    { name: 'Task', snapshotId: kept?._id },
    { name: 'Idea', snapshotId: draft?._id },
  ];
  await snapshots.updateOne({ _id: draft?._id ?? '' }, { $set: { tables: [{ name: 'Idea', rows: 0, bytes: 0 }] } });
  await follow('v4');
  await host.runJob('convertRows', { appId: 'app', set: 'live' });
  expect((await call('POST', 'rows/restore', { tables: both })).status).toBe(400);
  const { state, undo } = await restore([{ name: 'Task', snapshotId: kept?._id }]);
  expect([state, await live()]).toEqual(['done', [{ name: '0' }]]);
  expect(await restore([{ name: 'Task', snapshotId: undo }])).toMatchObject({ state: 'done' });
  expect(await live()).toEqual([{ name: '0' }, { name: 'since' }]);
});

it('keeps the rows of a table that a version removes, and of empty tables beside it', async () => {
  const { fill, follow, offered, restore, snapshots, stored, drafts } = await start();
  await follow('v4');
  await fill(4, 'Idea');
  await follow('v3');
  const [kept] = await snapshots.find({ appId: 'app' });
  expect(kept?.tables.map(({ name, rows }) => [name, rows])).toEqual([
    ['Task', 0],
    ['Sealed', 0],
    ['Idea', 4],
  ]);
  await drafts.deleteMany({ appId: 'app', entity: 'Idea' });
  await follow('v4');
  const [snapshot] = (await offered('v4')).filter((each) => (each as unknown as { name: string }).name === 'Idea');
  await restore([{ name: 'Idea', snapshotId: snapshot?.snapshotId }]);
  expect(await stored('Idea')).toHaveLength(4);
});
