import { appPurges } from '@sayso/apps/ref';
import { type Actor, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import entities from '../index.ts';
import { fakeApps, owner, stranger, table, user, visitor } from '../testing/apps.ts';

type Body = Record<string, unknown>;
interface Change {
  readonly kind: string;
  readonly by: string;
  readonly account: { readonly id: string; readonly name: string } | null;
  readonly fileName: string | null;
  readonly changes: readonly Body[];
}

const fields = { text: { type: 'string' }, n: { type: 'number' } } as const;
const tables = { Note: table('all', 'all', fields), Hidden: table('none', 'all', fields) };

async function start(config: Record<string, number> = {}) {
  const host = await testHost(entities, {
    provide: [fakeApps({ app: { isPublished: true, tables } })],
    config: { RATE_LIMIT: 0, ...config },
  });
  const call = async (method: string, rest: string, body?: unknown, actor: Actor = owner) => {
    const isForm = body instanceof FormData;
    const init =
      body === undefined ? {} : isForm ? { body } : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await host.fetch(`/live_api/apps/app/${rest}`, { method, ...init }, actor);
    return { status: response.status, body: (await response.json()) as Body };
  };
  const add = async (value: string, actor: Actor = owner, rest = '') =>
    (await call('POST', `entities/Note${rest}`, { text: value }, actor)).body['id'] as string;
  const history = async (id: string, rest = '') => (await call('GET', `entities/Note/${id}/history${rest}`)).body['changes'] as Change[];
  const brief = async (id: string) =>
    (await history(id)).map(({ kind, by, changes }) => [kind, by, ...changes.map(({ field, before, after }) => [field, before, after])]);
  return { host, call, add, history, brief, [Symbol.asyncDispose]: () => host.close() };
}

it('records who changed which fields by hand, before and after', async () => {
  await using world = await start();
  const { add, call, history, brief } = world;
  const id = await add('a');
  await call('PUT', `entities/Note/${id}`, { text: 'b', n: 1 });
  await call('PUT', `entities/Note/${id}`, { text: 'b' });
  await call('PATCH', 'entities/Note/update-many', { query: { id }, data: { $inc: { n: 2 }, $unset: { text: '' } } });
  await call('PUT', 'entities/Note/bulk', [{ id, n: 7 }]);
  expect(await brief(id)).toEqual([
    ['updated', 'hand', ['n', { value: 3 }, { value: 7 }]],
    ['updated', 'hand', ['text', { value: 'b' }, {}], ['n', { value: 1 }, { value: 3 }]],
    ['updated', 'hand', ['text', { value: 'a' }, { value: 'b' }], ['n', {}, { value: 1 }]],
    ['created', 'hand'],
  ]);
  expect((await history(id)).at(0)?.account).toEqual({ id: 'owner', name: 'Name of owner' });
});

it('records changes of the assistant and of imports, and none of the app', async () => {
  await using world = await start();
  const { host, add, call, brief, history } = world;
  const byApp = await add('app', user('app', 'ann'));
  await call('PUT', `entities/Note/${byApp}`, { text: 'changed' }, user('app', 'ann'));
  expect(await history(byApp)).toEqual([]);
  const address = { appId: 'app', entity: 'Note', by: 'assistant' } as const;
  const [made] = await host.service().createMany(owner, address, [{ text: 'made' }]);
  await host.service().update(owner, address, made?.id ?? '', { text: 'edited' });
  expect(await brief(made?.id ?? '')).toEqual([
    ['updated', 'assistant', ['text', { value: 'made' }, { value: 'edited' }]],
    ['created', 'assistant'],
  ]);
  const form = new FormData();
  form.set('file', new File(['text\none\ntwo\n'], 'notes.csv'));
  await call('POST', 'entities/Note/import', form);
  const [row] = (await call('GET', `entities/Note?q=${encodeURIComponent('{"text":"two"}')}`)).body as unknown as { id: string }[];
  expect(await history(row?.id ?? '')).toMatchObject([{ kind: 'created', by: 'import', fileName: 'notes.csv', account: { id: 'owner' } }]);
  expect(await history(newId())).toEqual([]);
  expect(await host.context.collections.importedRows.count({})).toBe(1);
});

it('records the deletion of a row with its restoration', async () => {
  await using world = await start();
  const { add, call, brief } = world;
  const id = await add('a');
  await call('DELETE', `entities/Note/${id}`, undefined, user('app', 'ann'));
  await call('POST', 'trash/restore', { ids: [id] });
  expect(await brief(id)).toEqual([
    ['restored', 'hand'],
    ['deleted', 'app'],
    ['created', 'hand'],
  ]);
});

it('keeps so many changes of a row, and the beginning of long values', async () => {
  await using world = await start({ HISTORY_MAX_CHANGES: 3 });
  const { add, call, history, host } = world;
  const id = await add('a');
  for (let n = 0; n < 5; n++) await call('PUT', `entities/Note/${id}`, { n });
  await call('PUT', `entities/Note/${id}`, { text: 'x'.repeat(5000) });
  const [newest, ...older] = await history(id);
  expect(newest?.changes).toEqual([{ field: 'text', before: { value: 'a' }, after: { value: 'x'.repeat(2000), isCut: true } }]);
  expect(older).toHaveLength(2);
  expect(await host.context.collections.history.count({ appId: 'app', rows: 'live' })).toBe(3);
});

it('forgets changes after their days, with rows that are deleted for good, and with the app', async () => {
  await using world = await start();
  const { add, call, history, host } = world;
  const [old, purged, left] = [await add('old'), await add('purged'), await add('left')];
  const { history: changes, importedRows } = host.context.collections;
  const [oldest] = await changes.find({ appId: 'app', rows: 'live', rowId: old });
  await changes.deleteOne({ appId: 'app', rows: 'live', _id: oldest?._id });
  await changes.insertOne({ ...oldest, _id: `00${oldest?._id.slice(2)}` } as never);
  await host.runJob('sweepKept', {});
  expect([await history(old), (await history(purged)).length]).toEqual([[], 1]);
  await call('DELETE', `entities/Note/${purged}`);
  await call('DELETE', 'trash', { ids: [purged] });
  expect([await history(purged), (await history(left)).length]).toEqual([[], 1]);
  for (const purge of host.additions(appPurges)) await purge.remove('app');
  expect([await changes.count({ appId: 'app' }), await importedRows.count({})]).toEqual([0, 0]);
});

it('keeps the changes of draft rows apart', async () => {
  await using world = await start();
  const id = await world.add('draft', owner, '?rows=draft');
  expect([await world.history(id), (await world.history(id, '?rows=draft')).length]).toEqual([[], 1]);
});

it.each([
  ['a visitor', visitor, 'Note', 401],
  ['a stranger', stranger, 'Note', 404],
  ['a user of the app', user('app', 'ann', true), 'Note', 403],
  ['the owner, for a table whose permissions let no user read', owner, 'Hidden', 403],
  ['the owner, for a table that is missing', owner, 'None', 404],
])('refuses %s', async (_who, actor, entity, status) => {
  await using world = await start();
  expect((await world.call('GET', `entities/${entity}/${newId()}/history`, undefined, actor)).status).toBe(status);
});
