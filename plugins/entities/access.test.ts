import { type Actor, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from './index.ts';
import { fakeApps, owner, stranger, table, user, visitor } from './testing/apps.ts';

const tables = {
  Form: table('admin', 'anonymous'),
  News: table('anonymous', 'admin'),
  Menu: table('all', 'admin'),
  Post: table('all', 'creator'),
  Diary: table('creator', 'creator'),
  Secret: table('admin', 'admin'),
  Board: table('all', 'all'),
  Closed: table('none', 'none'),
  User: table('all', 'all'),
};
const apps = fakeApps({ live: { isPublished: true, tables }, draft: { isPublished: false, tables } });
const start = () => testHost(entities, { provide: [apps] });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const path = (app: string, entity: string, rest = '') => `/live_api/apps/${app}/entities/${entity}${rest}`;

/** A row of another creator, inserted without a permission check. */
async function rowOf(creatorId: string | null, appId: string, entity: string): Promise<string> {
  const _id = newId();
  const now = '2026-01-01T00:00:00.000Z';
  await host.context.collections.rows.insertOne({ _id, appId, entity, createdAt: now, updatedAt: now, creatorId, data: { name: 'a' } });
  return _id;
}

const callers = (appId: string): readonly Actor[] => [
  visitor,
  user(appId, null),
  user(appId, 'ann'),
  stranger,
  user(appId, 'owner', true),
  owner,
];

describe('permissions', () => {
  // visitor, visitor with a token, signed in to the app, account of another builder, admin's token, owner on the builder host
  const rows: readonly (readonly [
    app: string,
    table: string,
    list: number[],
    create: number[],
    getOthers: number[],
    updateOthers: number[],
  ])[] = [
    [
      'live',
      'Form',
      [401, 401, 403, 401, 200, 200],
      [200, 200, 200, 200, 200, 200],
      [404, 404, 404, 404, 200, 200],
      [404, 404, 404, 404, 200, 200],
    ],
    [
      'live',
      'News',
      [200, 200, 200, 200, 200, 200],
      [401, 401, 403, 401, 200, 200],
      [200, 200, 200, 200, 200, 200],
      [401, 401, 403, 401, 200, 200],
    ],
    [
      'live',
      'Menu',
      [200, 200, 200, 200, 200, 200],
      [401, 401, 403, 401, 200, 200],
      [200, 200, 200, 200, 200, 200],
      [401, 401, 403, 401, 200, 200],
    ],
    [
      'live',
      'Post',
      [200, 200, 200, 200, 200, 200],
      [401, 401, 200, 401, 200, 200],
      [200, 200, 200, 200, 200, 200],
      [401, 401, 403, 401, 200, 200],
    ],
    [
      'live',
      'Diary',
      [401, 401, 200, 401, 200, 200],
      [401, 401, 200, 401, 200, 200],
      [404, 404, 404, 404, 200, 200],
      [404, 404, 404, 404, 200, 200],
    ],
    [
      'live',
      'Secret',
      [401, 401, 403, 401, 200, 200],
      [401, 401, 403, 401, 200, 200],
      [404, 404, 404, 404, 200, 200],
      [404, 404, 404, 404, 200, 200],
    ],
    [
      'live',
      'Board',
      [200, 200, 200, 200, 200, 200],
      [401, 401, 200, 401, 200, 200],
      [200, 200, 200, 200, 200, 200],
      [401, 401, 200, 401, 200, 200],
    ],
    [
      'live',
      'Closed',
      [401, 401, 403, 401, 403, 403],
      [401, 401, 403, 401, 403, 403],
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
    ],
    [
      'live',
      'User',
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
    ],
    [
      'live',
      'Gone',
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
    ],
    [
      'draft',
      'Board',
      [404, 404, 404, 404, 200, 200],
      [404, 404, 404, 404, 200, 200],
      [404, 404, 404, 404, 200, 200],
      [404, 404, 404, 404, 200, 200],
    ],
    [
      'none',
      'Board',
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404],
    ],
  ];
  it.each(rows)('%s %s', async (app, entity, list, create, getOthers, updateOthers) => {
    const seen = {
      list: [] as number[],
      count: [] as number[],
      aggregate: [] as number[],
      create: [] as number[],
      get: [] as number[],
      update: [] as number[],
      remove: [] as number[],
    };
    for (const as of callers(app)) {
      const id = await rowOf('somebody', app, entity);
      seen.list.push((await host.fetch(path(app, entity), {}, as)).status);
      seen.count.push((await host.fetch(path(app, entity, '/count'), {}, as)).status);
      seen.aggregate.push((await host.fetch(path(app, entity, '/aggregate'), json({ groupBy: 'name' }), as)).status);
      seen.create.push((await host.fetch(path(app, entity), json({ name: 'new' }), as)).status);
      seen.get.push((await host.fetch(path(app, entity, `/${id}`), {}, as)).status);
      seen.update.push((await host.fetch(path(app, entity, `/${id}`), json({ name: 'b' }, 'PUT'), as)).status);
      seen.remove.push((await host.fetch(path(app, entity, `/${id}`), { method: 'DELETE' }, as)).status);
      const left = await host.context.collections.rows.findOne({ appId: app, entity, _id: id });
      expect(left === null).toBe(seen.remove.at(-1) === 200);
      expect(left === null || (left.data['name'] === 'b') === (seen.update.at(-1) === 200)).toBe(true);
    }
    expect(seen).toEqual({ list, count: list, aggregate: list, create, get: getOthers, update: updateOthers, remove: updateOthers });
  });

  it('limits users to their own rows with the permission "creator"', async () => {
    const ann = user('live', 'ann');
    const bob = user('live', 'bob');
    const made = (await (await host.fetch(path('live', 'Diary'), json({ name: 'mine', creatorId: 'bob', id: 'x' }), ann)).json()) as {
      id: string;
    };
    expect(made).toMatchObject({ name: 'mine', creatorId: 'ann' });
    const listed = async (as: Actor) => {
      const answer = await host.fetch(path('live', 'Diary', `?q=${encodeURIComponent('{"creatorId":{"$exists":true}}')}`), {}, as);
      return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
    };
    const counted = async (as: Actor) =>
      await (await host.fetch(path('live', 'Diary', `/count?q=${encodeURIComponent('{"name":"mine"}')}`), {}, as)).json();
    expect(await listed(ann)).toContain(made.id);
    expect(await listed(bob)).not.toContain(made.id);
    expect([await counted(ann), await counted(bob)]).toEqual([{ count: 1 }, { count: 0 }]);
    const totals = { query: { name: 'mine' }, groupBy: 'creatorId', min: 'name' };
    const grouped = async (as: Actor) => (await host.fetch(path('live', 'Diary', '/aggregate'), json(totals), as)).json();
    expect([await grouped(ann), await grouped(bob)]).toEqual([
      { rows: [{ creatorId: 'ann', count: 1, min_name: 'mine' }], truncated: false },
      { rows: [], truncated: false },
    ]);
    expect((await host.fetch(path('live', 'Diary', `/${made.id}`), json({ name: 'changed' }, 'PUT'), ann)).status).toBe(200);
    const everything = json({ q: {} }, 'DELETE');
    expect(await (await host.fetch(path('live', 'Diary'), everything, bob)).json()).toMatchObject({ deleted: 0 });
    expect((await host.fetch(path('live', 'Diary'), everything, visitor)).status).toBe(401);
    const all = json({ query: {}, data: { name: 'stolen' } }, 'PATCH');
    expect(await (await host.fetch(path('live', 'Diary', '/update-many'), all, bob)).json()).toMatchObject({ updated: 0 });
    expect((await host.fetch(path('live', 'Diary', '/update-many'), all, visitor)).status).toBe(401);
    expect((await host.fetch(path('live', 'Diary', '/bulk'), json([{ id: made.id, name: 'stolen' }], 'PUT'), bob)).status).toBe(404);
    const upsert = json({ records: [{ name: 'changed', done: true }], key: 'name' });
    expect(await (await host.fetch(path('live', 'Diary', '/upsert'), upsert, bob)).json()).toMatchObject({ created: 1, updated: 0 });
    expect(await (await host.fetch(path('live', 'Diary', '/upsert'), upsert, ann)).json()).toMatchObject({ created: 0, updated: 1 });
    expect((await host.fetch(path('live', 'Diary', '/upsert'), upsert, visitor)).status).toBe(401);
    expect((await host.fetch(path('live', 'Form', '/upsert'), upsert, ann)).status).toBe(403);
    const post = (await (await host.fetch(path('live', 'Post'), json({ name: 'hers' }), ann)).json()) as { id: string };
    const hers = json({ records: [{ name: 'unwritten' }, { name: 'hers', done: true }], key: 'name' });
    expect((await host.fetch(path('live', 'Post', '/upsert'), hers, bob)).status).toBe(403);
    expect((await host.fetch(path('live', 'Post', '/bulk'), json([{ id: post.id, done: true }], 'PUT'), bob)).status).toBe(403);
    expect(await host.context.collections.rows.count({ appId: 'live', entity: 'Post', 'data.name': 'unwritten' })).toBe(0);
    expect(await listed(ann)).toContain(made.id);
  });

  it('pages after a row of another creator as after a missing one', async () => {
    const [ann, bob] = [user('live', 'ann'), user('live', 'bob')];
    const mine = (await (await host.fetch(path('live', 'Diary'), json({ name: 'm' }), ann)).json()) as { id: string };
    const theirs = (await (await host.fetch(path('live', 'Diary'), json({ name: 'a' }), bob)).json()) as { id: string };
    const missing = newId();
    const pageAfter = async (id: string, sort: string) => {
      const answer = await host.fetch(path('live', 'Diary', `?sort=${sort}&after=${id}`), {}, ann);
      return [answer.status, (await answer.text()).replaceAll(id, 'id')];
    };
    for (const sort of ['name', '-name', '-createdAt', 'updatedAt', 'creatorId'])
      expect([sort, await pageAfter(theirs.id, sort)]).toEqual([sort, await pageAfter(missing, sort)]);
    expect((await pageAfter(mine.id, 'name'))[0]).toBe(200);
  });

  it('treats an account on the builder host as a visitor of the apps of others', async () => {
    expect((await host.fetch(path('live', 'Diary'), {}, stranger)).status).toBe(401);
    const row = (await (await host.fetch(path('live', 'Form'), json({ name: 'b' }), stranger)).json()) as { creatorId: string | null };
    expect(row.creatorId).toBeNull();
  });

  it('rejects the token of another app', async () => {
    expect((await host.fetch(path('live', 'Menu'), {}, user('other', 'ann', true))).status).toBe(404);
  });

  it('allows any origin on the runtime host, errors included, and answers an expired token with 401', async () => {
    const preflight = await host.fetch(path('live', 'Menu', '/x'), { method: 'OPTIONS', host: 'runtime' }, visitor);
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('authorization'),
    ]);
    const refused = await host.fetch(path('live', 'Secret'), { host: 'runtime' }, visitor);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
    const stale = await host.fetch(path('live', 'Menu'), { host: 'runtime', headers: { authorization: 'Bearer stale' } }, visitor);
    expect(stale.status).toBe(401);
    expect((await host.fetch(path('live', 'Menu'), { host: 'runtime' }, visitor)).status).toBe(200);
  });
});
