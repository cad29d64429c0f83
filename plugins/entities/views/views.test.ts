import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, stranger, table, user } from '../testing/apps.ts';

const start = () =>
  testHost(entities, {
    provide: [fakeApps({ app: { isPublished: true, tables: { Note: table('all', 'all'), Task: table('all', 'all') } } })],
  });
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

const plain = { order: [], hidden: [], pinned: [], widths: {}, sort: '-createdAt', conditions: { match: 'all', conditions: [] } };
const open = {
  ...plain,
  hidden: ['text'],
  widths: { text: 200 },
  conditions: { match: 'any', conditions: [{ field: 'text', operator: 'contains', text: 'a', options: [] }] },
};

interface Answer {
  readonly status: number;
  readonly body: { readonly id: string; readonly message?: string; readonly views?: readonly { readonly name: string }[] };
}
async function call(method: string, path: string, body?: unknown, as: Actor = owner): Promise<Answer> {
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await host.fetch(`/live_api/apps/app/entities/${path}`, init, as);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
const names = async (entity: string) => (await call('GET', `${entity}/views`)).body.views?.map(({ name }) => name);

it('saves, lists, renames, changes and deletes views of one table', async () => {
  const made = await call('POST', 'Note/views', { name: ' Open ', arrangement: open });
  expect(made).toMatchObject({ status: 200, body: { name: 'Open', arrangement: open } });
  await call('POST', 'Note/views', { name: 'All', arrangement: plain });
  expect(await names('Note')).toEqual(['All', 'Open']);
  expect(await names('Task')).toEqual([]);
  const id = made.body.id;
  expect(await call('PUT', `Note/views/${id}`, { name: 'Closed' })).toMatchObject({ body: { name: 'Closed', arrangement: open } });
  expect(await call('PUT', `Note/views/${id}`, { arrangement: plain })).toMatchObject({ body: { name: 'Closed', arrangement: plain } });
  expect((await call('PUT', `Task/views/${id}`, { name: 'x' })).status).toBe(404);
  expect((await call('DELETE', `Note/views/${id}`)).status).toBe(200);
  expect((await call('DELETE', `Note/views/${id}`)).status).toBe(404);
  expect(await names('Note')).toEqual(['All']);
});

it('refuses a second view of one name, without regard to case', async () => {
  const { body } = await call('POST', 'Task/views', { name: 'Mine', arrangement: plain });
  const other = await call('POST', 'Task/views', { name: 'Other', arrangement: plain });
  const message = 'There is a view "MINE" already.';
  expect(await call('POST', 'Task/views', { name: 'MINE', arrangement: plain })).toMatchObject({ status: 409, body: { message } });
  expect(await call('PUT', `Task/views/${other.body.id}`, { name: 'MINE' })).toMatchObject({ status: 409, body: { message } });
  expect((await call('PUT', `Task/views/${body.id}`, { name: 'mine' })).status).toBe(200);
});

it.each<readonly [string, unknown]>([
  ['an empty name', { name: '  ', arrangement: plain }],
  ['a long name', { name: 'a'.repeat(101), arrangement: plain }],
  ['no arrangement', { name: 'a' }],
  ['unknown properties', { name: 'a', arrangement: { ...plain, columns: [] } }],
  ['1,000 columns', { name: 'a', arrangement: { ...plain, order: Array.from({ length: 1000 }, String) } }],
])('refuses %s', async (_name, body) => {
  expect((await call('POST', 'Note/views', body)).status).toBe(400);
});

it('keeps at most 50 views of a table', async () => {
  await host.context.collections.views.deleteMany({});
  for (let n = 0; n < 50; n++) await call('POST', 'Note/views', { name: `View ${n}`, arrangement: plain });
  expect(await call('POST', 'Note/views', { name: 'more', arrangement: plain })).toMatchObject({
    status: 409,
    body: { code: 'quota-reached' },
  });
});

it.each([
  ['another builder', stranger, 404],
  ['a user of the app', user('app', 'ann'), 403],
])('hides views from %s', async (_name, actor, status) => {
  const { body } = await call('POST', 'Task/views', { name: 'Secret', arrangement: plain });
  expect((await call('GET', 'Task/views', undefined, actor)).status).toBe(status);
  expect((await call('PUT', `Task/views/${body.id}`, { name: 'x' }, actor)).status).toBe(status);
  expect((await call('DELETE', `Task/views/${body.id}`, undefined, actor)).status).toBe(status);
  await call('DELETE', `Task/views/${body.id}`);
});

it('has no views of a table that does not exist, and forgets those of a purged app', async () => {
  expect((await call('POST', 'Gone/views', { name: 'a', arrangement: plain })).status).toBe(404);
  await host.service().removeApp('app');
  expect(await host.context.collections.views.count({})).toBe(0);
});
