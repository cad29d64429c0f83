import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, preview, stranger, table, user, visitor } from '../testing/apps.ts';

const text = { type: 'string' } as const;
const Note = table('all', 'all', { name: text, team: { type: 'string', 'x-reference': 'Team' } });
const Team = table('all', 'all', { name: text });
const Diary = table('creator', 'creator', { name: text });
const Secret = table('admin', 'admin', { name: text });
const apps = fakeApps({
  app: { isPublished: true, tables: { Note, Team, Diary, Secret } },
  other: { isPublished: true, tables: { Note } },
});
const start = () => testHost(entities, { provide: [apps], config: { RATE_LIMIT: 0, APP_RATE_LIMIT: 0 } });
let host: Awaited<ReturnType<typeof start>>;
const ids = { live: '', draft: '' };
const teams = { live: '', draft: '' };
beforeAll(async () => {
  host = await start();
  for (const set of ['live', 'draft'] as const) {
    teams[set] = JSON.parse((await call(owner, 'POST', `/entities/Team?rows=${set}`, { name: set })).text).id;
    ids[set] = JSON.parse((await call(owner, 'POST', `/entities/Note?rows=${set}`, { name: set, team: teams[set] })).text).id;
  }
});
afterAll(() => host.close());

async function call(actor: Actor, method: string, path: string, body?: unknown, on: 'builder' | 'runtime' = 'builder') {
  const isForm = body instanceof FormData;
  const sent = isForm ? { body } : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const init = { method, host: on, ...(body === undefined ? {} : sent) };
  const answer = await host.fetch(`/live_api/apps/app${path}`, init, actor);
  return { status: answer.status, text: await answer.text() };
}

const file = () => {
  const form = new FormData();
  form.set('file', new File(['name\nfrom a file\n'], 'a.csv'));
  return form;
};
const REFUSED = [401, 403, 404];
const callers: readonly (readonly ['draft' | 'live', Actor])[] = [
  ['draft', visitor],
  ['draft', stranger],
  ['draft', user('app', null)],
  ['draft', user('app', 'ann')],
  ['draft', user('app', 'owner', true)],
  ['live', preview('app')],
  ['live', user('other', 'owner', true)],
  ['draft', preview('other')],
];

/** `:id` is a row of the set. */
describe('rows of another set, or of another app', () => {
  it.each<[string, string, (() => unknown)?]>([
    ['GET', '/entities/Note'],
    ['GET', '/entities/Note/count'],
    ['GET', '/entities/Note/schema'],
    ['GET', '/entities/Note?expand=team'],
    ['GET', '/entities/Note/:id'],
    ['POST', '/entities/Note', () => ({ name: 'x' })],
    ['PUT', '/entities/Note/:id', () => ({ name: 'x' })],
    ['POST', '/entities/Note/bulk', () => [{ name: 'x' }]],
    ['POST', '/entities/Note/bulk?batch=0123456789abcdef', () => [{ name: 'x' }]],
    ['PUT', '/entities/Note/bulk', () => [{ id: ':id', name: 'x' }]],
    ['PATCH', '/entities/Note/update-many', () => ({ query: {}, data: { name: 'x' } })],
    ['POST', '/entities/Note/upsert', () => ({ records: [{ name: 'x' }], key: 'name' })],
    ['POST', '/entities/Note/aggregate', () => ({ groupBy: 'name' })],
    ['POST', '/entities/Note/import', file],
    ['GET', '/entities/Note/events'],
    ['GET', '/entities/Note/:id/history'],
    ['GET', '/trash?entity=Note'],
    ['GET', '/trash/tables'],
    ['POST', '/trash/restore', () => ({ ids: ['x'] })],
    ['DELETE', '/trash', () => ({ ids: ['x'] })],
    ['DELETE', '/entities/Note/:id'],
    ['DELETE', '/entities/Note', () => ({ q: {} })],
  ])('%s %s', async (method, path, body) => {
    const before = await stored();
    for (const on of ['builder', 'runtime'] as const)
      for (const [set, actor] of callers) expect(REFUSED, JSON.stringify([on, set, actor])).toContain(await statusOf(set, actor, on));
    expect(await stored()).toEqual(before);
    // The calls are right: those who may make them can. A stream would not end.
    if (!path.endsWith('/events')) for (const set of ['draft', 'live'] as const) expect(await statusOf(set, owner)).toBe(200);

    async function statusOf(set: 'draft' | 'live', actor: Actor, on: 'builder' | 'runtime' = 'builder') {
      const asked = `${path.replace(':id', ids[set])}${path.includes('?') ? '&' : '?'}rows=${set}`;
      const sent = body?.();
      const given = sent === undefined || sent instanceof FormData ? sent : JSON.parse(JSON.stringify(sent).replace(':id', ids[set]));
      return (await call(actor, method, asked, given, on)).status;
    }
  });
});

it('expands no reference into the other set', async () => {
  const row = { _id: 'crossing', appId: 'app', entity: 'Note', createdAt: '', updatedAt: '', creatorId: null };
  for (const [set, rows] of [
    ['live', host.context.collections.rows],
    ['draft', host.context.collections.drafts],
  ] as const) {
    const there = set === 'live' ? 'draft' : 'live';
    await rows.insertOne({ ...row, data: { name: 'crossing', team: teams[there] } });
    const query = `?rows=${set}&expand=team&q=${JSON.stringify({ name: 'crossing' })}`;
    for (const actor of set === 'live' ? [owner, visitor, user('app', 'ann')] : [owner, preview('app')])
      expect(JSON.parse((await call(actor, 'GET', `/entities/Note${query}`)).text)).toMatchObject([{ id: 'crossing', team_row: null }]);
    expect((await call(owner, 'POST', `/entities/Note?rows=${set}`, { team: teams[there] })).status).toBe(400);
  }
});

it('aggregates no row that the caller may not read', async () => {
  const [ann, bob] = [user('app', 'ann'), user('app', 'bob')];
  for (const actor of [ann, ann, bob]) await call(actor, 'POST', '/entities/Diary', { name: `of ${(actor as { id: string }).id}` });
  await call(owner, 'POST', '/entities/Secret', { name: 'secret' });
  const all = [{}, { query: { $or: [{}, { creatorId: 'bob' }] } }, { query: { $nor: [{ name: 'x' }] } }];
  for (const options of all)
    expect(JSON.parse((await call(ann, 'POST', '/entities/Diary/aggregate', { ...options, groupBy: ['name', 'creatorId'] })).text)).toEqual(
      {
        rows: [{ name: 'of ann', creatorId: 'ann', count: 2 }],
        truncated: false,
      },
    );
  for (const [actor, status] of [
    [visitor, 401],
    [ann, 403],
    [preview('other'), 404],
  ] as const)
    for (const options of [{ groupBy: 'name' }, { min: 'name' }, { count: false, countDistinct: 'name' }])
      expect((await call(actor, 'POST', '/entities/Secret/aggregate', options)).status).toBe(status);
});

async function stored() {
  const { rows, drafts } = host.context.collections;
  const of = async (collection: typeof rows) => (await collection.find({ appId: 'app', entity: 'Note' })).map(({ data }) => data);
  return [await of(rows), await of(drafts)];
}
