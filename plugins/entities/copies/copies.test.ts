import { appPurges } from '@sayso/apps/ref';
import { type Actor, NotFound, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import type { RowDocument } from '../collections.ts';
import entities from '../index.ts';
import { fakeApps, owner, preview, stranger, table, user, visitor } from '../testing/apps.ts';

const Note = table('all', 'all', { text: { type: 'string' } });
const Sealed = table('none', 'all', { text: { type: 'string' } });
const TIME = '2026-01-01T00:00:00.000Z';

async function start(config: Record<string, number> = {}, runJobs = true) {
  const apps = fakeApps({ app: { isPublished: true, tables: { Note, Tag: Note, Sealed } } });
  // What the routes ask of apps for admins only.
  Object.assign(apps[1], {
    async get(actor: Actor, id: string) {
      const app = await apps[1].find(id);
      if (app === null || !apps[1].isAppAdmin(actor, app)) throw new NotFound('The app');
      return app;
    },
  });
  const host = await testHost(entities, { provide: [apps], config, runJobs });
  const { rows, drafts } = host.context.collections;
  const collectionOf = { draft: drafts, live: rows };
  const fill = async (set: 'draft' | 'live', entity: string, texts: readonly string[], ids: readonly string[] = []) => {
    const made = texts.map(
      (text, at): RowDocument => ({
        ...{ _id: ids[at] ?? newId(), appId: 'app', entity, createdAt: TIME, updatedAt: TIME, creatorId: `person ${at}`, data: { text } },
      }),
    );
    await collectionOf[set].insertMany(made);
    return made;
  };
  const stored = (set: 'draft' | 'live', entity: string) => collectionOf[set].find({ appId: 'app', entity }, { sort: { _id: 1 } });
  const call = async (actor: Actor, method: string, rest: string, body?: unknown) => {
    const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await host.fetch(`/live_api/apps/app/rows/${rest}`, { method, ...init }, actor);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const copy = async (body: object) => {
    const { status, body: begun } = await call(owner, 'POST', 'copy', body);
    expect([status, begun]).toEqual([200, begun]);
    const state = async () => (await call(owner, 'GET', `copy/${begun['id']}`)).body['state'];
    await expect.poll(state).not.toMatch(/queued|running/);
    return (await call(owner, 'GET', `copy/${begun['id']}`)).body;
  };
  return { host, fill, stored, call, copy, drafts, rows, [Symbol.asyncDispose]: () => host.close() };
}

const many = (count: number, text = 'row') => Array.from({ length: count }, (_, at) => `${text} ${at}`);
const DRAFT_TO_LIVE = { from: 'draft', to: 'live' } as const;

it('replaces the rows of all tables with the same ids, creators and times, and names them before', async () => {
  await using world = await start();
  const { fill, stored, copy, call } = world;
  const drafts = await fill('draft', 'Note', many(1100));
  await fill('live', 'Note', ['changed', 'other'], [drafts[0]?._id ?? '']);
  await fill('live', 'Tag', ['gone']);
  await fill('draft', 'Sealed', ['sealed']);
  const path = 'copies?from=draft&to=live';
  expect((await call(owner, 'GET', path)).body).toEqual({
    tables: [
      { name: 'Note', from: 1100, to: 2 },
      { name: 'Tag', from: 0, to: 1 },
    ],
    copy: null,
  });
  const events = world.host.emitted('entities.rowChanged').length;
  expect(await copy(DRAFT_TO_LIVE)).toMatchObject({ state: 'done', error: null, tables: ['Tag', 'Note'] });
  expect(await stored('live', 'Note')).toEqual(drafts);
  expect(await stored('live', 'Tag')).toEqual([]);
  const { body: trash } = await call(owner, 'GET', '../trash?rows=live');
  expect((trash['rows'] as { data: unknown }[]).map(({ data }) => data)).toEqual([
    { text: 'changed' },
    { text: 'other' },
    { text: 'gone' },
  ]);
  expect(await stored('live', 'Sealed')).toEqual([]);
  expect(await stored('draft', 'Note')).toEqual(drafts);
  const sent = world.host.emitted('entities.rowChanged').slice(events);
  expect(new Set(sent.map(({ rows, id }) => `${rows} ${id}`))).toEqual(new Set(['live *']));
  expect(new Set(sent.map(({ entity }) => entity))).toEqual(new Set(['Note', 'Tag']));
});

it('keeps the former states of replaced rows in the trash, from where they replace the rows again', async () => {
  await using world = await start();
  const { fill, stored, copy, call, host } = world;
  const [same, other] = await fill('draft', 'Note', ['same', 'draft']);
  const ids = [same?._id ?? '', other?._id ?? ''];
  const live = await fill('live', 'Note', ['same', 'live'], ids);
  const trash = async () =>
    ((await call(owner, 'GET', '../trash?rows=live')).body['rows'] as Record<string, unknown>[]).map(({ id, rowId, isReplaced, data }) => ({
      id,
      row: { rowId, isReplaced, data },
    }));
  const states = async () => (await trash()).map(({ row }) => row);
  const former = (text: string) => ({ rowId: ids[1], isReplaced: true, data: { text } });
  await copy(DRAFT_TO_LIVE);
  expect(await states()).toEqual([former('live')]);
  await copy(DRAFT_TO_LIVE);
  expect(await states()).toEqual([former('live')]);
  const restore = async (at: number) =>
    (await call(owner, 'POST', '../trash/restore?rows=live', { ids: [(await trash())[at]?.id] })).body as unknown;
  const events = host.emitted('entities.rowChanged').length;
  expect(await restore(0)).toEqual({ restored: 1, problems: [], unconverted: [] });
  expect(await stored('live', 'Note')).toEqual(live);
  expect(await states()).toEqual([former('draft')]);
  expect(host.emitted('entities.rowChanged').slice(events)).toMatchObject([{ rows: 'live', id: ids[1], change: 'updated' }]);
  const { body: history } = await call(owner, 'GET', `../entities/Note/${ids[1]}/history?rows=live`);
  expect(history).toMatchObject({ changes: [{ kind: 'updated', changes: [{ field: 'text', after: { value: 'live' } }] }] });
  await copy(DRAFT_TO_LIVE);
  // The row is as the other entry has it.
  expect(await states()).toEqual([former('live')]);
  await call(owner, 'DELETE', `../entities/Note/${ids[1]}?rows=live`);
  expect((await states()).slice(1)).toEqual([former('live'), former('draft')]);
  expect(await restore(1)).toEqual({ restored: 1, problems: [], unconverted: [] });
  expect((await stored('live', 'Note'))[1]?.data).toEqual({ text: 'live' });
  expect((await call(owner, 'DELETE', '../trash?rows=live', { ids: [(await trash())[0]?.id] })).body).toMatchObject({ deleted: 1 });
  expect(await states()).toEqual([]);
});

it('keeps a row that is changed while it is replaced as it was last', async () => {
  await using world = await start({}, false);
  const [draft] = await world.fill('draft', 'Note', ['draft']);
  await world.fill('live', 'Note', ['live'], [draft?._id ?? '']);
  const { body } = await world.call(owner, 'POST', 'copy', DRAFT_TO_LIVE);
  const { rows } = world;
  const replaceOne = rows.replaceOne.bind(rows);
  let isChanged = false;
  Object.assign(rows, {
    async replaceOne(...asked: Parameters<typeof replaceOne>) {
      if (!isChanged) await rows.updateOne({ appId: 'app', entity: 'Note' }, { $set: { 'data.text': 'changed', updatedAt: '2026-02-01' } });
      isChanged = true;
      return replaceOne(...asked);
    },
  });
  await world.host.runJob('copyRows', { copyId: 'app/live', id: String(body['id']) });
  expect((await world.stored('live', 'Note')).map(({ data }) => data)).toEqual([{ text: 'draft' }]);
  const { body: trash } = await world.call(owner, 'GET', '../trash?rows=live');
  expect((trash['rows'] as { data: unknown }[])[0]?.data).toEqual({ text: 'changed' });
});

it('copies the tables that are named, in either direction, again and again', async () => {
  await using world = await start();
  const live = await world.fill('live', 'Note', many(3));
  await world.fill('draft', 'Note', ['draft']);
  const tags = await world.fill('draft', 'Tag', ['draft']);
  for (let time = 0; time < 2; time++)
    expect(await world.copy({ from: 'live', to: 'draft', tables: ['Note'] })).toMatchObject({ state: 'done' });
  expect(await world.stored('draft', 'Note')).toEqual(live);
  expect(await world.stored('draft', 'Tag')).toEqual(tags);
});

it('is for admins of the app with a session', async () => {
  await using world = await start();
  for (const [actor, status] of [
    [visitor, 401],
    [user('app', 'ann'), 403],
    [user('app', 'owner', true), 403],
    [preview('app'), 403],
    [stranger, 404],
  ] as const) {
    expect([actor, (await world.call(actor, 'POST', 'copy', DRAFT_TO_LIVE)).status]).toEqual([actor, status]);
    expect([actor, (await world.call(actor, 'GET', 'copies?from=draft&to=live')).status]).toEqual([actor, status]);
    expect([actor, (await world.call(actor, 'GET', 'copy/one')).status]).toEqual([actor, status]);
  }
  const refused = [
    { from: 'live', to: 'live' },
    { ...DRAFT_TO_LIVE, tables: ['Sealed'] },
    { ...DRAFT_TO_LIVE, tables: [] },
    { from: 'x', to: 'live' },
  ];
  for (const body of refused) expect((await world.call(owner, 'POST', 'copy', body)).status).toBe(400);
  expect((await world.call(owner, 'POST', 'copy', { ...DRAFT_TO_LIVE, tables: ['Missing'] })).status).toBe(404);
  expect((await world.call(owner, 'GET', 'copy/one')).status).toBe(404);
});

it('checks the quotas before it replaces anything', async () => {
  await using world = await start({ MAX_ROWS_PER_APP: 10 });
  await world.fill('draft', 'Note', many(8));
  const notes = await world.fill('live', 'Note', ['live']);
  await world.fill('live', 'Tag', many(5));
  const asked = { ...DRAFT_TO_LIVE, tables: ['Note'] };
  expect(await world.call(owner, 'POST', 'copy', asked)).toMatchObject({ status: 409, body: { code: 'quota-reached' } });
  expect(await world.stored('live', 'Note')).toEqual(notes);
  // Together with the rows that it removes there is room.
  expect(await world.copy(DRAFT_TO_LIVE)).toMatchObject({ state: 'done' });
});

it('continues after a crash, and refuses a second copy meanwhile', async () => {
  await using world = await start({}, false);
  const drafts = await world.fill('draft', 'Note', many(1200));
  await world.fill('live', 'Note', many(700, 'old'));
  await world.fill('draft', 'Tag', ['tag']);
  const { body } = await world.call(owner, 'POST', 'copy', DRAFT_TO_LIVE);
  expect((await world.call(owner, 'POST', 'copy', DRAFT_TO_LIVE)).status).toBe(409);
  expect((await world.call(owner, 'GET', 'copies?from=draft&to=live')).body).toMatchObject({ copy: { id: body['id'], state: 'queued' } });
  const task = { copyId: 'app/live', id: String(body['id']) };
  for (let at = 1; at <= 6; at++) {
    const stop = new AbortController();
    let batches = 0;
    const progress = async () => {
      if (++batches === 1) stop.abort('lease-lost');
    };
    const run = world.host.service().copies.run(task, { signal: stop.signal, attempt: at, progress });
    await run.catch((error: unknown) => expect(error).toBe('lease-lost'));
    expect(await world.drafts.count({ appId: 'app', entity: 'Note' })).toBe(1200);
  }
  expect(await world.stored('live', 'Note')).toEqual(drafts);
  await world.host.runJob('copyRows', task);
  expect((await world.call(owner, 'GET', `copy/${task.id}`)).body).toMatchObject({ state: 'done', done: 1901, total: 1901 });
  expect((await world.stored('live', 'Tag')).map(({ data }) => data)).toEqual([{ text: 'tag' }]);
  // A late attempt of the same copy changes nothing.
  await world.rows.deleteMany({ appId: 'app', entity: 'Note' });
  await world.host.runJob('copyRows', task);
  expect(await world.rows.count({ appId: 'app', entity: 'Note' })).toBe(0);
});

it('is purged with its app', async () => {
  await using world = await start();
  await world.copy(DRAFT_TO_LIVE);
  for (const purge of world.host.additions(appPurges)) await purge.remove('app');
  expect(await world.host.context.collections.copies.count({})).toBe(0);
});
