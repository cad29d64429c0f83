import { appPurges } from '@sayso/apps/ref';
import { type Actor, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, preview, stranger, table, user, visitor } from '../testing/apps.ts';

const Note = table('all', 'all', { text: { type: 'string' } });

async function start(config: Record<string, number> = {}) {
  const apps = fakeApps({ app: { isPublished: true, tables: { Note } }, secret: { isPublished: false, tables: { Note } } });
  const host = await testHost(entities, { provide: [apps], config });
  const call = async (actor: Actor, method: string, rest: string, body?: unknown) => {
    const init = body === undefined ? {} : json(body);
    const response = await host.fetch(`/live_api/apps/${rest}`, { method, ...init }, actor);
    return { status: response.status, body: (await response.json()) as never };
  };
  return { host, call, [Symbol.asyncDispose]: () => host.close() };
}

const json = (body: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const csv = () => {
  const form = new FormData();
  form.set('file', new File(['text\nfrom a file\n'], 'a.csv'));
  return form;
};

it('keeps draft rows and live rows apart in each call', async () => {
  await using world = await start();
  const { call, host } = world;
  const path = 'app/entities/Note';
  const { id } = (await call(owner, 'POST', `${path}?rows=draft`, { text: 'draft' })).body as { id: string };
  expect(await call(owner, 'GET', `${path}/${id}?rows=draft`)).toMatchObject({ status: 200, body: { text: 'draft' } });
  for (const rest of [`/${id}`, `/${id}?rows=live`]) expect((await call(owner, 'GET', `${path}${rest}`)).status).toBe(404);
  for (const method of ['PUT', 'DELETE']) expect((await call(owner, method, `${path}/${id}`, {})).status).toBe(404);
  await call(owner, 'POST', path, { text: 'live' });
  await call(owner, 'POST', `${path}/bulk?rows=draft`, [{ text: 'more' }]);
  await host.fetch(`/live_api/apps/${path}/import?rows=draft`, { method: 'POST', body: csv() }, owner);
  expect((await call(owner, 'PUT', `${path}/${id}?rows=draft`, { text: 'changed' })).body).toMatchObject({ text: 'changed' });
  const texts = async (rest: string) =>
    ((await call(owner, 'GET', `${path}${rest}`)).body as { text: string }[]).map(({ text }) => text).sort();
  expect(await texts('')).toEqual(['live']);
  expect(await texts('?rows=live')).toEqual(['live']);
  expect(await texts('?rows=draft')).toEqual(['changed', 'from a file', 'more']);
  expect((await call(owner, 'GET', `${path}/count?rows=draft`)).body).toEqual({ count: 3 });
  expect((await call(owner, 'POST', `${path}/aggregate?rows=draft`, {})).body).toMatchObject({ rows: [{ count: 3 }] });
  expect((await call(owner, 'DELETE', `${path}/${id}?rows=draft`)).status).toBe(200);
  expect((await call(owner, 'DELETE', `${path}?rows=draft`, { q: {} })).body).toMatchObject({ deleted: 2 });
  expect(await texts('')).toEqual(['live']);
  const sets = host.emitted('entities.rowChanged').map(({ rows }) => rows);
  expect(sets.filter((set) => set === 'live')).toHaveLength(1);
  expect(sets.length).toBeGreaterThan(4);
});

it('gives the token of a preview draft rows only, and other tokens live rows only', async () => {
  await using world = await start();
  const { call, host } = world;
  const path = 'app/entities/Note';
  const asked = async (actor: Actor, method: string, rest = '', body?: unknown) => {
    const answers = [await call(actor, method, `${path}${rest}`, body)];
    const init = { method, host: 'runtime' as const, ...(body === undefined ? {} : json(body)) };
    const response = await host.fetch(`/live_api/apps/${path}${rest}`, init, actor);
    return [...answers, { status: response.status, body: (await response.json()) as never }];
  };
  for (const { body } of await asked(preview('app'), 'POST', '', { text: 'draft' })) {
    const { id } = body as { id: string };
    expect((await asked(preview('app'), 'GET', `/${id}`)).map(({ status }) => status)).toEqual([200, 200]);
    for (const actor of [visitor, user('app', 'ann'), user('app', 'owner', true)])
      expect((await asked(actor, 'GET', `/${id}`)).map(({ status }) => status)).toEqual([404, 404]);
  }
  const live = (await call(user('app', 'owner', true), 'POST', path, { text: 'live' })).body as { id: string };
  const isText = (text: string) => (answer: { readonly body: never }) =>
    (answer.body as { text: string }[]).length > 0 && (answer.body as { text: string }[]).every((row) => row.text === text);
  expect((await asked(preview('app'), 'GET')).map(isText('draft'))).toEqual([true, true]);
  expect((await asked(preview('app'), 'GET', '?rows=draft')).map(isText('draft'))).toEqual([true, true]);
  expect((await asked(visitor, 'GET')).map(isText('live'))).toEqual([true, true]);
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await asked(preview('app'), method, `/${live.id}`, method === 'PUT' ? {} : undefined))[0]?.status).toBe(404);
  for (const rest of ['?rows=live', '/count?rows=live', `/${live.id}?rows=live`])
    expect((await asked(preview('app'), 'GET', rest)).map(({ status }) => status)).toEqual([403, 403]);
  const other = await call(preview('secret'), 'GET', path);
  expect(other.status).toBe(404);
  expect(host.emitted('entities.rowChanged').map(({ rows }) => rows)).toEqual(['draft', 'draft', 'live']);
});

it('shows draft rows to admins of the app with a session, and to its preview', async () => {
  await using world = await start();
  const callers: readonly (readonly [Actor, number])[] = [
    [visitor, 403],
    [stranger, 403],
    [user('app', null), 403],
    [user('app', 'ann'), 403],
    [user('app', 'owner', true), 403],
    [owner, 200],
    [preview('app'), 200],
  ];
  const rows = 'app/entities/Note';
  for (const [actor, status] of callers) {
    for (const rest of ['?rows=draft', '/count?rows=draft', '/schema?rows=draft']) {
      expect([rest, (await world.call(actor, 'GET', `${rows}${rest}`)).status]).toEqual([rest, status]);
    }
    expect((await world.call(actor, 'POST', `${rows}?rows=draft`, { text: 'x' })).status).toBe(status);
    expect((await world.call(actor, 'GET', `${rows}/${newId()}?rows=draft`)).status).toBe(status === 200 ? 404 : status);
  }
  expect((await world.call(stranger, 'GET', 'secret/entities/Note?rows=draft')).status).toBe(404);
  for (const rest of ['?rows=other', '/one?rows=other']) expect((await world.call(owner, 'GET', `${rows}${rest}`)).status).toBe(400);
});

it('applies the limits to each set, and purges both with their app', async () => {
  await using world = await start({ MAX_ROWS_PER_TABLE: 2 });
  const { call, host } = world;
  for (const rest of ['', '?rows=draft']) {
    const add = async () => (await call(owner, 'POST', `app/entities/Note${rest}`, { text: 'x' })).status;
    expect([await add(), await add(), await add()]).toEqual([200, 200, 409]);
  }
  const { rows, drafts, usage } = host.context.collections;
  for (const purge of host.additions(appPurges)) await purge.remove('app');
  const counts = await Promise.all([rows.count({ appId: 'app' }), drafts.count({ appId: 'app' }), usage.count({})]);
  expect(counts).toEqual([0, 0, 0]);
});
