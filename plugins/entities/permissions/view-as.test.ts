import { type Actor, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, stranger, table, user, visitor } from '../testing/apps.ts';

const tables = {
  Form: table('admin', 'anonymous'),
  News: table('anonymous', 'admin'),
  Post: table('all', 'creator'),
  Diary: table('creator', 'creator'),
  Closed: table('none', 'none'),
};
const start = () => testHost(entities, { provide: [fakeApps({ live: { isPublished: true, tables } })] });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
  for (const entity of Object.keys(tables))
    for (const creatorId of ['ann', 'ben', null]) {
      const now = '2026-01-01T00:00:00.000Z';
      const row = { _id: newId(), appId: 'live', entity, createdAt: now, updatedAt: now, creatorId, data: { name: `${creatorId}` } };
      await host.context.collections.rows.insertOne(row);
    }
});
afterAll(() => host.close());

const at = (entity: string, rest = '') => `/live_api/apps/live/entities/${entity}${rest}`;
async function read(path: string, actor: Actor, init: RequestInit = {}) {
  const response = await host.fetch(path, init, actor);
  return { status: response.status, body: (await response.json()) as unknown };
}

it.each(Object.keys(tables).flatMap((entity) => ['visitor', 'user', 'user:ann'].map((as) => [entity, as] as const)))(
  'reads %s as %s as they do',
  async (entity, as) => {
    const viewed = as === 'visitor' ? visitor : user('live', as === 'user' ? 'nobody' : 'ann');
    const all = (await host.context.collections.rows.find({ appId: 'live', entity })).map(({ _id }) => _id);
    const aggregate = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ count: true }) };
    expect(await read(at(entity, `?as=${as}`), owner)).toEqual(await read(at(entity), viewed));
    expect(await read(at(entity, `/count?as=${as}`), owner)).toEqual(await read(at(entity, '/count'), viewed));
    expect(await read(at(entity, `/aggregate?as=${as}`), owner, aggregate)).toEqual(
      await read(at(entity, '/aggregate'), viewed, aggregate),
    );
    for (const id of all) expect(await read(at(entity, `/${id}?as=${as}`), owner)).toEqual(await read(at(entity, `/${id}`), viewed));
  },
);

it.each([
  ['a visitor', visitor],
  ['a signed-in user', user('live', 'ann')],
  ['an admin with a token of the app', user('live', 'owner', true)],
  ['another builder', stranger],
])('%s cannot read as another user', async (_name, actor) => {
  for (const rest of ['?as=user:ann', '/count?as=user:ann', '/some-id?as=user:ann'])
    expect((await read(at('Diary', rest), actor)).status).toBe(403);
});

it.each(['', 'admin', 'user:', 'owner', `user:${'a'.repeat(201)}`])('refuses to read as "%s"', async (as) => {
  for (const rest of ['', '/count', '/some-id']) expect((await read(at('Diary', `${rest}?as=${as}`), owner)).status).toBe(400);
});
