import { type App, type AppsApi, appBranches, appPurges, appsRef, type EntitySchema, type MergedTable } from '@sayso/apps/ref';
import { type Actor, NotFound, newCopyId, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterEach, expect, it } from 'vitest';
import type { RowDocument } from '../collections.ts';
import entities from '../index.ts';
import { owner, stranger, table } from '../testing/apps.ts';
import type { RowMergePreview } from './state.ts';

const text = { type: 'string' } as const;
const Note = (properties: Record<string, typeof text>) => table('all', 'all', properties)('Note');
const Sealed = table('none', 'all', { text })('Sealed');
const BEFORE = '2026-01-01T00:00:00.000Z';
const BEGUN = '2026-01-02T00:00:00.000Z';
const all: Omit<MergedTable, 'name'> = { added: true, changed: true, removed: true, conflicts: 'target', rows: [] };

let host: { close(): Promise<unknown> } | undefined;
afterEach(() => host?.close());

interface Side {
  versionId: string;
  schemas: Record<string, Record<string, EntitySchema>>;
}

/** An app and a branch of it, with fake versions, on a real store. */
async function start(base: readonly string[] = ['one', 'two', 'three', 'four']) {
  const branchId = newCopyId();
  const first = { Note: Note({ text, mood: text }), Sealed };
  const sides: Record<string, Side> = {
    app: { versionId: 'a1', schemas: { a1: first } },
    [branchId]: { versionId: 'b1', schemas: { b1: first } },
  };
  const find = async (id: string) => {
    const side = sides[id];
    if (side === undefined) return null;
    const branch = id === 'app' ? {} : { branch: { appId: 'app', name: 'Idea', baseVersionId: 'a1', mainPage: null } };
    return { id, ownerId: 'owner', currentVersionId: side.versionId, published: null, ...branch } as unknown as App;
  };
  const isAppAdmin: AppsApi['isAppAdmin'] = (actor) => actor.kind === 'account' && actor.id === 'owner';
  const api: Partial<AppsApi> = {
    ...{ find, isAppAdmin, isAppViewer: () => false, accountNames: async () => new Map() },
    async get(actor, id) {
      const app = await find(id);
      if (app === null || !isAppAdmin(actor, app)) throw new NotFound('The app');
      return app;
    },
    schemas: async (id, versionId) => sides[id]?.schemas[versionId ?? sides[id]?.versionId ?? ''] ?? {},
    version: async (appId, id) => ({ id, appId, parentId: null, createdAt: BEFORE }) as never,
  };
  const started = await testHost(entities, { provide: [[appsRef, api] as const] });
  host = started;
  const { drafts } = started.context.collections;
  const ids = base.map(() => newId());
  const rowOf = (appId: string, _id: string, data: RowDocument['data'], at = BEFORE): RowDocument => ({
    ...{ _id, appId, entity: 'Note', createdAt: at, updatedAt: at, creatorId: 'person', data },
  });
  await drafts.insertMany(base.map((each, at) => rowOf('app', ids[at] ?? '', { text: each })));
  const [branches] = started.additions(appBranches);
  const app = (await find('app')) as App;
  const branch = (await find(branchId)) as App;
  await branches?.copy(app, branch);
  await started.runJob('keepBase', { branchId });
  const call = async (method: string, path: string, body?: unknown, as: Actor = owner) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await started.fetch(`/live_api/apps/${path}`, { method, ...sent }, as);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const change = async (id: string, at: number, data: object) => {
    expect((await call('PUT', `${id}/entities/Note/${ids[at]}?rows=draft`, data)).status).toBe(200);
  };
  const remove = (id: string, at: number) => call('DELETE', `${id}/entities/Note/${ids[at]}?rows=draft`);
  const add = async (id: string, data: object) => String((await call('POST', `${id}/entities/Note?rows=draft`, data)).body['id']);
  const textsOf = async (id: string) =>
    (await drafts.find({ appId: id, entity: 'Note' }, { sort: { _id: 1 } })).map(({ data }) => data['text']);
  const preview = async () => (await call('GET', `${branchId}/rows/merge`)).body as unknown as RowMergePreview;
  const run = async (id: string) => {
    const copy = await started.context.collections.copies.findOne({ appId: 'app', id });
    await started.runJob('copyRows', { copyId: copy?._id ?? '', id });
    return (await call('GET', `app/rows/copy/${id}`)).body as { state: string; undo: string | null; error: string | null };
  };
  const merge = async (tables: readonly MergedTable[] = [{ name: 'Note', ...all }]) => {
    const begin = await branches?.planMerge?.(owner, (await find(branchId)) as App, tables);
    return run((await begin?.(app)) ?? '');
  };
  const follow = async (id: string, versionId: string, schemas: Record<string, EntitySchema>) => {
    const side = sides[id] as Side;
    side.schemas[versionId] = schemas;
    side.versionId = versionId;
    started.service().appChanged(id);
    await started.service().conversions.appChanged(id);
    await started.runJob('convertRows', { appId: id, set: 'draft' });
  };
  await follow('app', 'a1', first);
  await follow(branchId, 'b1', first);
  return { host: started, branchId, drafts, ids, rowOf, call, change, remove, add, textsOf, preview, merge, run, follow, first, branch };
}

it('takes along rows that were added, changed and deleted in the idea, and undoes that', async () => {
  const { add, branchId, call, change, merge, preview, remove, run, textsOf } = await start();
  await add(branchId, { text: 'new' });
  await change(branchId, 0, { text: 'ONE' });
  await remove(branchId, 1);
  await add('app', { text: 'of the app' });
  await change('app', 2, { text: 'THREE' });
  await remove('app', 3);
  const before = await textsOf('app');
  expect(await preview()).toEqual({
    tables: [{ name: 'Note', isNew: false, added: 1, changed: 1, removed: 1, conflicts: 0, rows: [], isPartial: false }],
  });
  const { state, undo } = await merge();
  expect(state).toBe('done');
  expect((await textsOf('app')).sort()).toEqual(['ONE', 'THREE', 'new', 'of the app']);
  expect(await textsOf(branchId)).toEqual(['ONE', 'three', 'four', 'new']);
  const trash = (await call('GET', 'app/trash?rows=draft')).body['rows'] as { data: unknown }[];
  expect(trash.map(({ data }) => data)).toEqual(expect.arrayContaining([{ text: 'one' }, { text: 'two' }]));
  expect(await preview()).toEqual({ tables: [] });
  const { body } = await call('POST', 'app/rows/restore', { tables: [{ name: 'Note', snapshotId: undo }] });
  expect((await run(String(body['id']))).state).toBe('done');
  expect(await textsOf('app')).toEqual(before);
});

it('takes what is chosen of a table only', async () => {
  const { add, branchId, change, merge, remove, textsOf } = await start();
  await add(branchId, { text: 'new' });
  await change(branchId, 0, { text: 'ONE' });
  await remove(branchId, 1);
  await merge([{ name: 'Note', ...all, added: false, removed: false }]);
  expect(await textsOf('app')).toEqual(['ONE', 'two', 'three', 'four']);
  await merge([{ name: 'Note', ...all, added: false }]);
  expect(await textsOf('app')).toEqual(['ONE', 'three', 'four']);
  await merge([{ name: 'Note', ...all, changed: false }]);
  expect(await textsOf('app')).toEqual(['ONE', 'three', 'four', 'new']);
});

it('keeps the chosen side of rows that both changed, merges their other fields, and names them before', async () => {
  const { branchId, change, ids, merge, preview, remove, textsOf, drafts } = await start();
  await change(branchId, 0, { text: 'idea' });
  await change('app', 0, { text: 'app' });
  await change(branchId, 1, { mood: 'calm' });
  await change('app', 1, { text: 'TWO' });
  await remove(branchId, 2);
  await change('app', 2, { text: 'app' });
  await change(branchId, 3, { text: 'idea' });
  await remove('app', 3);
  const { tables } = await preview();
  expect(tables[0]).toMatchObject({ added: 0, changed: 1, removed: 0, conflicts: 3 });
  expect(new Set(tables[0]?.rows)).toEqual(
    new Set([
      { id: ids[0], app: { text: 'app' }, idea: { text: 'idea' }, fields: ['text'] },
      { id: ids[2], app: { text: 'app' }, idea: null, fields: [] },
      { id: ids[3], app: null, idea: { text: 'idea' }, fields: [] },
    ]),
  );
  await merge();
  expect(await textsOf('app')).toEqual(['app', 'TWO', 'app']);
  expect((await drafts.findOne({ appId: 'app', entity: 'Note', _id: ids[1] ?? '' }))?.data).toEqual({ text: 'TWO', mood: 'calm' });
  await merge([{ name: 'Note', ...all, conflicts: 'source', rows: [{ id: ids[0] ?? '', side: 'target' }] }]);
  expect(await textsOf('app')).toEqual(['app', 'TWO', 'idea']);
});

it('compares by the columns of the idea, and merges into those of the app', async () => {
  const { branchId, change, follow, merge, preview, drafts } = await start();
  await change('app', 0, { text: 'ONE' });
  const renamed = { title: { ...text, 'x-formerNames': ['text'] }, mood: text } as never;
  await follow(branchId, 'b2', { Note: Note(renamed), Sealed });
  expect(await preview()).toEqual({ tables: [] });
  await change(branchId, 1, { title: 'TWO' });
  await change(branchId, 0, { mood: 'calm' });
  expect((await preview()).tables[0]).toMatchObject({ changed: 2, conflicts: 0 });
  await follow('app', 'a2', { Note: Note(renamed), Sealed });
  expect(await merge()).toMatchObject({ state: 'done' });
  const rows = await drafts.find({ appId: 'app', entity: 'Note' }, { sort: { _id: 1 } });
  expect(rows.map(({ data }) => data)).toEqual([{ title: 'ONE', mood: 'calm' }, { title: 'TWO' }, { title: 'three' }, { title: 'four' }]);
});

it('takes along the rows of a table that the idea added, and none when the merge left the table out', async () => {
  const { branchId, call, first, follow, host, merge, preview } = await start();
  const Idea = table('all', 'all', { text })('Idea');
  await follow(branchId, 'b2', { ...first, Idea });
  await call('POST', `${branchId}/entities/Idea?rows=draft`, { text: 'x' });
  expect((await preview()).tables).toEqual([expect.objectContaining({ name: 'Idea', isNew: true, added: 1 })]);
  expect(await merge([{ name: 'Idea', ...all }])).toMatchObject({ state: 'done' });
  const { drafts } = host.context.collections;
  expect(await drafts.count({ appId: 'app', entity: 'Idea' })).toBe(0);
  await follow('app', 'a2', { ...first, Idea });
  const { state, undo } = await merge([{ name: 'Idea', ...all }]);
  expect([state, await drafts.count({ appId: 'app', entity: 'Idea' })]).toEqual(['done', 1]);
  expect(undo).not.toBeNull();
});

it('does not take a row for changed or deleted that changed before its state was kept', async () => {
  const { branchId, change, host, ids, merge, preview, remove, textsOf } = await start();
  const { branchRows, drafts } = host.context.collections;
  await change(branchId, 0, { text: 'ONE' });
  await remove(branchId, 1);
  const state = await branchRows.findOne({ _id: branchId });
  await drafts.deleteMany({ appId: state?.baseId ?? '' });
  // As an earlier release began it.
  await branchRows.updateOne({ _id: branchId }, { $set: { baseId: null, since: BEGUN } });
  await host.runJob('keepBase', { branchId });
  expect((await preview()).tables[0]).toMatchObject({ changed: 0, removed: 0, conflicts: 1, rows: [{ id: ids[0] }] });
  await merge();
  expect(await textsOf('app')).toEqual(['one', 'two', 'three', 'four']);
});

it('keeps the rows that an idea began with before the first of them changes, also when their job has not run', async () => {
  const { branchId, change, host, ids, preview, remove } = await start();
  const { branchRows, drafts } = host.context.collections;
  const state = await branchRows.findOne({ _id: branchId });
  await drafts.deleteMany({ appId: state?.baseId ?? '' });
  await branchRows.updateOne({ _id: branchId }, { $set: { baseId: null } });
  await Promise.all([change(branchId, 0, { text: 'ONE' }), change(branchId, 1, { text: 'TWO' }), remove(branchId, 2)]);
  expect((await preview()).tables).toMatchObject([{ added: 0, changed: 2, removed: 1, conflicts: 0 }]);
  const { baseId } = (await branchRows.findOne({ _id: branchId })) ?? {};
  const kept = await drafts.find({ appId: baseId, entity: 'Note' }, { sort: { _id: 1 } });
  expect(kept.map(({ _id, data }) => [_id, data['text']])).toEqual(['one', 'two', 'three', 'four'].map((text, at) => [ids[at], text]));
});

it.each([-2, 2].map((minutes) => minutes * 60_000))('takes rows whose times are %d ms off, and those with times of a file', async (off) => {
  const { branchId, host, ids, merge, preview, textsOf } = await start();
  const { drafts } = host.context.collections;
  const at = new Date(Date.now() + off).toISOString();
  const row = { appId: branchId, entity: 'Note', creatorId: null };
  await drafts.updateOne({ appId: branchId, entity: 'Note', _id: ids[0] }, { $set: { 'data.text': 'ONE', updatedAt: at } });
  await drafts.updateOne({ appId: branchId, entity: 'Note', _id: ids[1] }, { $set: { 'data.text': 'TWO', updatedAt: BEFORE } });
  await drafts.insertMany([BEFORE, at].map((time) => ({ ...row, _id: newId(), createdAt: time, updatedAt: time, data: { text: 'new' } })));
  expect((await preview()).tables).toMatchObject([{ added: 2, changed: 2, removed: 0, conflicts: 0 }]);
  expect(await merge()).toMatchObject({ state: 'done' });
  expect(await textsOf('app')).toEqual(['ONE', 'TWO', 'three', 'four', 'new', 'new']);
});

it('goes on after a crash, merges each row once, and merges again what changes meanwhile', async () => {
  const { add, branchId, branch, change, host, merge, textsOf, ids } = await start(Array.from({ length: 1200 }, (_, n) => `row ${n}`));
  for (let n = 0; n < 20; n++) await add(branchId, { text: `new ${n}` });
  for (const at of [0, 600, 1199]) await change(branchId, at, { text: 'changed' });
  const begin = await host.additions(appBranches)[0]?.planMerge?.(owner, branch, [{ name: 'Note', ...all }]);
  const id = (await begin?.({ id: 'app' } as App)) ?? '';
  const stopped = new AbortController();
  let batches = 0;
  const progress = async () => {
    if (++batches === 2) stopped.abort('draining');
  };
  const task = { copyId: 'app/draft', id };
  await expect(host.service().copies.run(task, { attempt: 1, signal: stopped.signal, progress })).rejects.toBe('draining');
  await change('app', 600, { text: 'of the app' });
  await host.runJob('copyRows', task);
  const texts = await textsOf('app');
  expect(texts).toHaveLength(1220);
  expect([texts[0], texts[ids.length - 1], texts.filter((each) => String(each).startsWith('new')).length]).toEqual([
    'changed',
    'changed',
    20,
  ]);
  expect(texts[600]).toBe('of the app');
  expect(await merge()).toMatchObject({ state: 'done' });
  expect(await textsOf('app')).toEqual(texts);
});

it('waits until the app follows the merged schemas', async () => {
  const { branch, host } = await start();
  const begin = await host.additions(appBranches)[0]?.planMerge?.(owner, branch, [{ name: 'Note', ...all }]);
  const id = (await begin?.({ id: 'app' } as App)) ?? '';
  const { rowVersions } = host.context.collections;
  await rowVersions.updateOne({ _id: 'app/draft' }, { $set: { versionId: 'a0' } });
  const job = { attempt: 1, signal: new AbortController().signal, progress: async () => undefined };
  await expect(host.service().copies.run({ copyId: 'app/draft', id }, job)).rejects.toThrow('The rows of this app are being converted.');
});

it('is for those who may change the app, of tables whose rows they may change, and goes with a purged branch', async () => {
  const { branch, branchId, call, drafts, host } = await start();
  expect((await call('GET', `${branchId}/rows/merge`, undefined, stranger)).status).toBe(404);
  expect((await call('GET', 'app/rows/merge')).status).toBe(400);
  const [branches] = host.additions(appBranches);
  await expect(branches?.planMerge?.(stranger, branch, [{ name: 'Note', ...all }])).rejects.toThrow('The app');
  for (const name of ['Sealed', 'Other', 'User', '__proto__'])
    await expect(branches?.planMerge?.(owner, branch, [{ name, ...all }])).rejects.toThrow('cannot be merged');
  const { branchRows } = host.context.collections;
  const baseId = (await branchRows.findOne({ _id: branchId }))?.baseId ?? '';
  expect(await drafts.count({ appId: baseId, entity: 'Note' })).toBe(4);
  await host.additions(appPurges)[0]?.remove(branchId);
  for (const appId of [baseId, branchId]) expect(await drafts.count({ appId, entity: 'Note' })).toBe(0);
  expect(await branchRows.count({})).toBe(0);
});
