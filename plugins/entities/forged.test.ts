import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import entities from './index.ts';
import { fakeApps, owner, table, user, visitor } from './testing/apps.ts';

const fields = { name: { type: 'string' }, n: { type: 'number' } } as const;
const open = (name: string) => ({ ...table('all', 'all', fields)(name), additionalProperties: true });
const tables = { Note: table('all', 'all', fields), Open: open, Diary: table('creator', 'creator', fields) };
const start = () =>
  testHost(entities, { provide: [fakeApps({ app: { isPublished: true, tables } })], config: { RATE_LIMIT: 0, APP_RATE_LIMIT: 0 } });
let host: Awaited<ReturnType<typeof start>> | undefined;
const [ann, bob] = [user('app', 'ann'), user('app', 'bob')];
beforeEach(async () => {
  host ??= await start();
  await host.context.collections.rows.deleteMany({ appId: 'app' });
});
afterAll(() => host?.close());

async function call(method: string, path: string, body?: unknown, actor: Actor = ann) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: text };
  const answer = await (host as NonNullable<typeof host>).fetch(`/live_api/apps/app/entities/${path}`, init, actor);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & Record<string, unknown>[] };
}
const stored = (entity: string) => (host as NonNullable<typeof host>).context.collections.rows.find({ appId: 'app', entity });
const FORGED = { id: 'forged', creatorId: 'bob', createdAt: '2000-01-01T00:00:00.000Z', updatedAt: '2000-01-01T00:00:00.000Z' };

describe.each(['Note', 'Open'])('the fields of the server in rows of %s', (entity) => {
  it.each<[string, (id: string, forged: object) => [method: string, path: string, body: unknown]]>([
    ['a create', (_id, forged) => ['POST', '', { name: 'new', ...forged }]],
    ['a bulk create', (_id, forged) => ['POST', '/bulk', [{ name: 'new', ...forged }]]],
    ['a batch', (_id, forged) => ['POST', '/bulk?batch=a-random-name-1234', [{ name: 'new', ...forged }]]],
    ['an upsert that adds', (_id, forged) => ['POST', '/upsert', { key: 'name', records: [{ name: 'new', ...forged }] }]],
    ['an update', (id, forged) => ['PUT', `/${id}`, { n: 2, ...forged }]],
    ['a bulk update', (id, forged) => ['PUT', '/bulk', [{ n: 2, ...forged, id }]]],
    ['an upsert that changes', (_id, forged) => ['POST', '/upsert', { key: 'name', records: [{ name: 'first', n: 2, ...forged }] }]],
  ])('are not taken from %s', async (_what, write) => {
    const { body: first } = await call('POST', entity, { name: 'first', n: 1 });
    const [method, path, body] = write(String(first['id']), FORGED);
    expect((await call(method, `${entity}${path}`, body)).status).toBe(200);
    for (const row of await stored(entity)) {
      expect(row).toMatchObject({ appId: 'app', entity, creatorId: 'ann' });
      expect(row._id).not.toBe('forged');
      expect(row.createdAt > '2026').toBe(true);
      expect(row.updatedAt >= row.createdAt).toBe(true);
      expect(Object.keys(row.data).toSorted()).toEqual(row.data['n'] === undefined ? ['name'] : ['n', 'name']);
    }
    for (const name of ['_id', 'appId', 'entity', 'data']) {
      const [, , other] = write(String(first['id']), { [name]: 'forged' });
      const { status } = await call(method, `${entity}${path}`, other);
      expect([name, status]).toEqual([name, entity === 'Open' ? 200 : 400]);
    }
    for (const row of await stored(entity)) expect(row).toMatchObject({ appId: 'app', entity, creatorId: 'ann' });
    expect((await call('GET', `${entity}/forged`)).status).toBe(404);
  });

  it.each(['id', 'creatorId', 'createdAt', 'updatedAt'])('%s is not set by a change of many rows', async (name) => {
    await call('POST', entity, { name: 'first', n: 1 });
    for (const data of [{ [name]: 'x' }, { $set: { [name]: 'x' } }, { $unset: { [name]: '' } }, { $min: { [name]: 'x' } }])
      expect((await call('PATCH', `${entity}/update-many`, { query: {}, data })).status).toBe(400);
    expect(await stored(entity)).toMatchObject([{ creatorId: 'ann', data: { name: 'first', n: 1 } }]);
  });
});

const FILTERS: readonly unknown[] = [
  { $where: 'true' },
  { $expr: { $eq: [1, 1] } },
  { name: { $where: 'true' } },
  { name: { $function: { body: 'x', args: [], lang: 'js' } } },
  { $and: [{ $or: [{ $where: 'true' }] }] },
  { $jsonSchema: {} },
  { $comment: 'x' },
  { $text: { $search: 'x' } },
  { name: { $regex: '(a+)+$' } },
  { name: { $regex: 'a|b' } },
  { name: { $regex: 'a', $options: 'xms' } },
  { name: { $not: { $regex: '(a|a)*$' } } },
  { name: { $eq: { $gt: '' } } },
  { name: { $in: [{ $gt: '' }] } },
  { appId: 'other' },
  { entity: 'Diary' },
  { 'data.name': 'x' },
  { _id: 'x' },
];

it.each(FILTERS.map((filter) => [JSON.stringify(filter)]))('refuses the filter %s in all calls', async (text) => {
  await call('POST', 'Note', { name: 'first' });
  const filter = JSON.parse(text) as unknown;
  const encoded = encodeURIComponent(text);
  const answers = [
    await call('GET', `Note?q=${encoded}`),
    await call('GET', `Note/count?q=${encoded}`),
    await call('POST', 'Note/aggregate', { query: filter, count: true }),
    await call('PATCH', 'Note/update-many', { query: filter, data: { n: 2 } }),
    await call('DELETE', 'Note', { q: filter }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect((await stored('Note')).map(({ data }) => data)).toEqual([{ name: 'first' }]);
});

it.each([
  'limit=-1',
  'limit=0',
  'limit=1001',
  'limit=1e9',
  'limit=NaN',
  'limit=Infinity',
  'limit=1.5',
  'limit=',
  'skip=-1',
  'skip=1e9',
  'skip=NaN',
])('refuses the page %s', async (page) => {
  const { status, body } = await call('GET', `Note?${page}`);
  expect([page, status]).toEqual([page, page === 'limit=' && status === 200 ? 200 : 400]);
  expect(Array.isArray(body)).toBe(status === 200);
});

it('tells by no filter, sort, page, count or change what the rows of others hold', async () => {
  const { body: secret } = await call('POST', 'Diary', { name: 'secret', n: 7 }, bob);
  await call('POST', 'Diary', { name: 'own', n: 1 });
  const of = async (path: string) => (await call('GET', `Diary${path}`)).body;
  for (const q of [
    { creatorId: 'bob' },
    { $or: [{ name: 'secret' }, { creatorId: { $ne: 'ann' } }] },
    { id: secret['id'] },
    { n: { $gt: 1 } },
  ]) {
    const text = encodeURIComponent(JSON.stringify(q));
    expect([await of(`?q=${text}`), await of(`/count?q=${text}`)]).toEqual([[], { count: 0 }]);
    expect((await call('PATCH', 'Diary/update-many', { query: q, data: { n: 9 } })).body).toMatchObject({ updated: 0 });
    expect((await call('DELETE', 'Diary', { q })).body).toMatchObject({ deleted: 0 });
  }
  for (const sort of ['n', '-n', 'name', 'creatorId']) {
    const answerFor = async (after: string) => {
      const { status, body } = await call('GET', `Diary?sort=${sort}&after=${after}`);
      return [status, JSON.stringify(body).replaceAll(after, 'it')];
    };
    expect(await answerFor(String(secret['id']))).toEqual(await answerFor('made-up'));
  }
  expect((await of('?sort=-n')).map(({ name }) => name)).toEqual(['own']);
  expect((await call('GET', `Diary/${secret['id']}`)).body).toEqual((await call('GET', 'Diary/made-up')).body);
  expect((await call('PUT', `Diary/${secret['id']}`, { n: 9 })).body).toEqual((await call('PUT', 'Diary/made-up', { n: 9 })).body);
  const { body: upserted } = await call('POST', 'Diary/upsert', { key: 'name', records: [{ name: 'secret', n: 9 }] });
  expect(upserted).toMatchObject({ created: 1, updated: 0 });
  expect((await stored('Diary')).filter(({ creatorId }) => creatorId === 'bob').map(({ data }) => data)).toEqual([
    { name: 'secret', n: 7 },
  ]);
});

it.each(['', '/bulk', '/upsert', '/aggregate'])('refuses a body of more than 10 MB: POST %s', async (path) => {
  expect((await call('POST', `Note${path}`, `{"name":"${'x'.repeat(10_100_000)}"}`)).status).toBe(413);
});

it.each<[string, Actor, number]>([
  ['a visitor', visitor, 401],
  ['a user of the app', ann, 403],
  ['an admin of the app with its token', user('app', 'owner', true), 403],
])('shows %s no history and no trash', async (_who, actor, status) => {
  const { body } = await call('POST', 'Note', { name: 'first' }, owner);
  expect((await call('GET', `Note/${body['id']}/history`, undefined, actor)).status).toBe(status);
  expect((await call('GET', '../trash', undefined, actor)).status).toBe(status);
  expect((await call('POST', '../trash/restore', { ids: [body['id']] }, actor)).status).toBe(status);
});
