import { appPurges } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, stranger, table, user, visitor } from '../testing/apps.ts';

type Body = Record<string, unknown>;
interface Deleted {
  readonly id: string;
  readonly by: string;
  readonly deletedBy: { readonly id: string; readonly name: string | null } | null;
  readonly data: Body;
}

const text = { text: { type: 'string' } } as const;
const tables = { Note: table('all', 'all', text), Task: table('all', 'admin', text), Hidden: table('none', 'none', text) };

async function start(config: Record<string, number> = {}) {
  const apps: Record<string, Parameters<typeof fakeApps>[0][string]> = { app: { isPublished: true, tables } };
  const host = await testHost(entities, { provide: [fakeApps(apps)], config: { RATE_LIMIT: 0, ...config } });
  const call = async (method: string, rest: string, body?: unknown, actor: Actor = owner) => {
    const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await host.fetch(`/live_api/apps/app/${rest}`, { method, ...init }, actor);
    return { status: response.status, body: (await response.json()) as Body };
  };
  const add = async (value: string, actor: Actor = owner, rest = 'entities/Note') =>
    (await call('POST', rest, { text: value }, actor)).body;
  const trash = async (query = '') => (await call('GET', `trash${query}`)).body as { rows: Deleted[]; next: string | null };
  const texts = async (query = '') => (await trash(query)).rows.map(({ data }) => data['text']);
  return { host, call, add, trash, texts, [Symbol.asyncDispose]: () => host.close() };
}

it('keeps deleted rows, newest first, and says who deleted them', async () => {
  await using world = await start();
  const { add, call, trash, host } = world;
  const first = await add('first');
  const second = await add('second', user('app', 'ann'));
  const [third, fourth] = [await add('third'), await add('fourth')];
  await call('DELETE', `entities/Note/${first['id']}`);
  await call('DELETE', `entities/Note/${second['id']}`, undefined, user('app', 'ann'));
  await call('DELETE', 'entities/Note', { q: { text: 'third' } }, user('app', null));
  await host.service().removeMany(owner, { appId: 'app', entity: 'Note', by: 'assistant' }, { id: fourth['id'] });
  const { rows, next } = await trash();
  expect(rows.map(({ id, by, deletedBy, data }) => [id, by, deletedBy?.name, data])).toEqual([
    [fourth['id'], 'assistant', 'Name of owner', { text: 'fourth' }],
    [second['id'], 'app', 'Name of ann', { text: 'second' }],
    [first['id'], 'hand', 'Name of owner', { text: 'first' }],
  ]);
  expect(next).toBeNull();
  expect(await call('GET', `entities/Note/${third['id']}`)).toMatchObject({ status: 200 });
});

it('restores rows as they were, once', async () => {
  await using world = await start();
  const { add, call, trash, host } = world;
  const row = await add('a', user('app', 'ann'));
  await call('DELETE', `entities/Note/${row['id']}`);
  const restore = { ids: [row['id'], 'unknown'] };
  const problem = { id: 'unknown', message: 'This row is not in the trash.' };
  expect((await call('POST', 'trash/restore', restore)).body).toEqual({ restored: 1, problems: [problem], unconverted: [] });
  expect((await call('GET', `entities/Note/${row['id']}`)).body).toEqual(row);
  expect(host.emitted('entities.rowChanged').map(({ change }) => change)).toEqual(['created', 'deleted', 'created']);
  expect((await trash()).rows).toEqual([]);
  expect((await call('POST', 'trash/restore', restore)).body).toMatchObject({ restored: 0 });
});

it('pages, by table, and counts the rows of each', async () => {
  await using world = await start();
  const { add, call, trash, texts } = world;
  const names = Array.from({ length: 7 }, (_, at) => `note ${at}`);
  for (const name of names) await call('DELETE', `entities/Note/${(await add(name))['id']}`);
  await call('DELETE', `entities/Task/${(await add('task', owner, 'entities/Task'))['id']}`);
  expect(await texts('?entity=Task')).toEqual(['task']);
  expect((await call('GET', 'trash/tables')).body).toEqual({
    tables: [
      { entity: 'Note', rows: 7 },
      { entity: 'Task', rows: 1 },
    ],
  });
  const seen: unknown[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: Awaited<ReturnType<typeof trash>> = await trash(`?entity=Note&limit=3${next === '' ? '' : `&after=${next}`}`);
    seen.push(...page.rows.map(({ data }) => data['text']));
    next = page.next;
  }
  expect(seen).toEqual(names.toReversed());
});

it('keeps large deletions whole, and restores them', async () => {
  await using world = await start();
  const { call } = world;
  const rows = Array.from({ length: 1000 }, (_, at) => ({ text: `${at}` }));
  const ids: unknown[] = [];
  for (let bulk = 0; bulk < 2; bulk++)
    ids.push(...((await call('POST', 'entities/Note/bulk', rows)).body as unknown as Body[]).map(({ id }) => id));
  expect((await call('DELETE', 'entities/Note', { q: {} })).body).toMatchObject({ deleted: 2000 });
  expect((await call('GET', 'trash/tables')).body).toEqual({ tables: [{ entity: 'Note', rows: 2000 }] });
  expect((await call('POST', 'trash/restore', { ids: ids.slice(0, 1000) })).body).toEqual({
    restored: 1000,
    problems: [],
    unconverted: [],
  });
  expect((await call('POST', 'trash/restore', { ids: ids.slice(1000) })).body).toEqual({ restored: 1000, problems: [], unconverted: [] });
  expect((await call('GET', 'entities/Note/count')).body).toEqual({ count: 2000 });
  expect((await call('GET', 'trash/tables')).body).toEqual({ tables: [] });
});

it('hides the entry of a row that a crash did not remove, and drops it with a restoration', async () => {
  await using world = await start();
  const { add, call, texts, host } = world;
  const row = await add('a');
  await call('DELETE', `entities/Note/${row['id']}`);
  const { rows } = host.context.collections;
  const { id, createdAt, updatedAt, creatorId } = row as Record<string, string>;
  const document = { _id: id ?? '', appId: 'app', entity: 'Note', createdAt: createdAt ?? '', updatedAt: updatedAt ?? '' };
  await rows.insertOne({ ...document, creatorId: creatorId ?? null, data: { text: 'a' } });
  expect(await texts()).toEqual([]);
  expect((await call('POST', 'trash/restore', { ids: [id] })).body).toEqual({ restored: 1, problems: [], unconverted: [] });
  expect((await call('GET', 'entities/Note/count')).body).toEqual({ count: 1 });
  expect(await host.context.collections.trash.count({ appId: 'app', rows: 'live' })).toBe(0);
});

it('says which rows cannot be restored, and keeps them', async () => {
  await using world = await start({ MAX_ROWS_PER_TABLE: 2 });
  const { add, call, texts, host } = world;
  const upsert = () => call('POST', 'entities/Note/upsert', { records: [{ text: 'key' }], key: 'text' });
  const [{ id: again } = {}] = (await upsert()).body['records'] as Body[];
  await call('DELETE', `entities/Note/${again}`);
  const gone = await add('gone', owner, 'entities/Task');
  await call('DELETE', `entities/Task/${gone['id']}`);
  const { trash } = host.context.collections;
  await trash.updateMany({ appId: 'app', rows: 'live', rowId: gone['id'] }, { $set: { entity: 'Former' } });
  await trash.updateMany({ appId: 'app', rows: 'live', rowId: again }, { $set: { createdAt: '2026-01-01T00:00:00.000Z' } });
  await upsert();
  const full = await add('full');
  await call('DELETE', `entities/Note/${full['id']}`);
  await add('another');
  const { body } = await call('POST', 'trash/restore', { ids: [again, gone['id'], full['id']] });
  expect(body['restored']).toBe(0);
  expect(new Map((body['problems'] as { id: string; message: string }[]).map(({ id, message }) => [id, message]))).toEqual(
    new Map([
      [again, 'The table Note has room for 2 rows, and has 2. Remove some first.'],
      [full['id'], 'The table Note has room for 2 rows, and has 2. Remove some first.'],
      [gone['id'], 'The table "Former" was not found.'],
    ]),
  );
  await call('DELETE', 'entities/Note', { q: { text: 'another' } });
  expect((await call('POST', 'trash/restore', { ids: [again] })).body).toEqual({
    restored: 0,
    problems: [{ id: again, message: 'There is a row with this id again.' }],
    unconverted: [],
  });
  expect((await texts()).toSorted()).toEqual(['another', 'full', 'gone', 'key']);
});

it('keeps the trash of draft rows apart', async () => {
  await using world = await start();
  const { add, call, texts } = world;
  const row = await add('draft', owner, 'entities/Note?rows=draft');
  await call('DELETE', `entities/Note/${row['id']}?rows=draft`);
  expect([await texts(), await texts('?rows=draft')]).toEqual([[], ['draft']]);
  expect((await call('POST', 'trash/restore', { ids: [row['id']] })).body).toMatchObject({ restored: 0 });
  expect((await call('POST', 'trash/restore?rows=draft', { ids: [row['id']] })).body).toMatchObject({ restored: 1 });
  expect((await call('GET', `entities/Note/${row['id']}?rows=draft`)).body).toEqual(row);
});

it.each<[what: string, body: (ids: readonly unknown[]) => Body, left: readonly string[]]>([
  ['rows', ([first]) => ({ ids: [first] }), ['b', 'c']],
  ['the rows of a table', () => ({ entity: 'Task' }), ['a', 'b']],
  ['all rows', () => ({ all: true }), []],
])('deletes %s for good', async (_what, body, left) => {
  await using world = await start();
  const { add, call, texts } = world;
  const rows = [await add('a'), await add('b'), await add('c', owner, 'entities/Task')];
  for (const [at, { id }] of rows.entries()) await call('DELETE', `entities/${at < 2 ? 'Note' : 'Task'}/${id}`);
  expect((await call('DELETE', 'trash', body(rows.map(({ id }) => id)))).body).toEqual({ success: true, deleted: 3 - left.length });
  expect((await texts()).toSorted()).toEqual(left);
});

it('keeps at most so many rows and bytes of an app, the newest ones', async () => {
  await using world = await start({ TRASH_MAX_ROWS: 10, TRASH_MAX_BYTES: 200 });
  const { add, call, texts } = world;
  for (let at = 0; at < 11; at++) await call('DELETE', `entities/Note/${(await add(`${at}`))['id']}`);
  expect((await texts()).at(0)).toBe('10');
  expect((await texts()).length).toBeLessThanOrEqual(10);
  await call('DELETE', `entities/Note/${(await add('x'.repeat(250)))['id']}`);
  expect(await texts()).toEqual([]);
});

it('removes rows after their days, and all with their app', async () => {
  await using world = await start();
  const { add, call, host, texts } = world;
  for (const name of ['old', 'new']) await call('DELETE', `entities/Note/${(await add(name))['id']}`);
  const { trash, keptApps } = host.context.collections;
  const [old] = await trash.find({ appId: 'app', rows: 'live' }, { sort: { _id: 1 }, limit: 1 });
  await trash.deleteOne({ appId: 'app', rows: 'live', _id: old?._id });
  await trash.insertOne({ ...old, _id: `00${old?._id.slice(2)}` } as never);
  await host.runJob('sweepKept', {});
  expect(await texts()).toEqual(['new']);
  for (const purge of host.additions(appPurges)) await purge.remove('app');
  expect([await trash.count({ appId: 'app' }), await keptApps.count({})]).toEqual([0, 0]);
});

it.each([
  ['a visitor', visitor, 401],
  ['a stranger', stranger, 404],
  ['a user of the app', user('app', 'ann', true), 403],
])('refuses %s', async (_who, actor, status) => {
  await using world = await start();
  const { call } = world;
  const answers = [
    await call('GET', 'trash', undefined, actor),
    await call('GET', 'trash/tables', undefined, actor),
    await call('POST', 'trash/restore', { ids: ['a'] }, actor),
    await call('DELETE', 'trash', { all: true }, actor),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status]);
});

it('hides the rows of tables whose permissions let no user read', async () => {
  await using world = await start();
  const { add, call, texts, host } = world;
  const row = await add('a');
  await call('DELETE', `entities/Note/${row['id']}`);
  await host.context.collections.trash.updateMany({ appId: 'app', rows: 'live' }, { $set: { entity: 'Hidden' } });
  expect([await texts(), await texts('?entity=Hidden')]).toEqual([[], []]);
  expect((await call('GET', 'trash/tables')).body).toEqual({ tables: [] });
  expect((await call('POST', 'trash/restore', { ids: [row['id']] })).body).toMatchObject({ restored: 0, problems: [{ id: row['id'] }] });
});

it.each([
  ['DELETE', 'trash', {}],
  ['DELETE', 'trash', { ids: [] }],
  ['POST', 'trash/restore', { ids: Array.from({ length: 1001 }, () => 'a') }],
])('refuses an invalid call: %s %s', async (method, rest, body) => {
  await using world = await start();
  expect((await world.call(method, rest, body)).status).toBe(400);
});
