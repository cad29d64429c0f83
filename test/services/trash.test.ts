import { randomUUID } from 'node:crypto';
import { appPurges } from '@sayso/apps/ref';
import { testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { openMongoStore } from '../../core/store/index.ts';
import { fakeApps, owner, table } from '../../plugins/entities/testing/apps.ts';

const uri = process.env.MONGODB_URI ?? '';
if (uri === '') throw new Error('MONGODB_URI is missing: the services tests need a real MongoDB.');
const database = `sayso_trash_${randomUUID()}`;

afterAll(async () => {
  const client = new MongoClient(uri);
  await client.db(database).dropDatabase();
  await client.close();
});

it('keeps deleted rows and the changes of rows on MongoDB', async () => {
  const store = await openMongoStore({ uri, database });
  const note = table('all', 'all', { text: { type: 'string' } });
  await using host = await testHost(entities, {
    provide: [fakeApps({ app: { isPublished: true, tables: { Note: note } } })],
    config: { RATE_LIMIT: 0, TRASH_MAX_ROWS: 40, HISTORY_MAX_CHANGES: 3 },
    wrap: (engines) => ({
      ...engines,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await host.fetch(`/live_api/apps/app/${path}`, init, owner);
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return (await answer.json()) as never;
  };
  const history = async (id: string) => (await call('GET', `entities/Note/${id}/history`)) as { changes: { kind: string }[] };

  const row = (await call('POST', 'entities/Note', { text: 'a' })) as { id: string };
  for (const text of ['b', 'c', 'd']) await call('PUT', `entities/Note/${row.id}`, { text });
  expect((await history(row.id)).changes).toMatchObject([
    { kind: 'updated', changes: [{ field: 'text', before: { value: 'c' }, after: { value: 'd' } }] },
    { kind: 'updated' },
    { kind: 'updated' },
  ]);
  const before = await call('GET', `entities/Note/${row.id}`);
  await call('DELETE', `entities/Note/${row.id}`);
  expect(await call('GET', 'trash?entity=Note')).toMatchObject({ rows: [{ id: row.id, by: 'hand', data: { text: 'd' } }], next: null });
  expect(await call('GET', 'trash/tables')).toEqual({ tables: [{ entity: 'Note', rows: 1 }] });
  expect(await call('POST', 'trash/restore', { ids: [row.id] })).toEqual({ restored: 1, problems: [], unconverted: [] });
  expect(await call('GET', `entities/Note/${row.id}`)).toEqual(before);
  expect((await history(row.id)).changes.slice(0, 2)).toMatchObject([{ kind: 'restored' }, { kind: 'deleted' }]);

  const rows = Array.from({ length: 100 }, (_, at) => ({ text: `${at}` }));
  await call('POST', 'entities/Note/bulk', rows);
  expect(await call('DELETE', 'entities/Note', { q: {} })).toMatchObject({ deleted: 101 });
  const kept = ((await call('GET', 'trash?limit=200')) as { rows: { id: string }[] }).rows;
  expect(kept).toHaveLength(36);
  expect(await call('DELETE', 'trash', { ids: [kept[0]?.id] })).toMatchObject({ deleted: 1 });
  await host.runJob('sweepKept', {});
  expect(await call('GET', 'trash/tables')).toEqual({ tables: [{ entity: 'Note', rows: 35 }] });
  const drafts = async () => (await call('GET', 'entities/Note?rows=draft')) as { id: string; text: string }[];
  const copy = async () => {
    const { id } = (await call('POST', 'rows/copy', { from: 'live', to: 'draft' })) as { id: string };
    await host.runJob('copyRows', { copyId: 'app/draft', id });
  };
  await call('POST', 'entities/Note', { text: 'live' });
  const liveId = ((await call('GET', 'entities/Note')) as { id: string }[])[0]?.id;
  await copy();
  await call('PUT', `entities/Note/${liveId}?rows=draft`, { text: 'draft' });
  await copy();
  const former = ((await call('GET', 'trash?rows=draft')) as { rows: { id: string }[] }).rows;
  expect(former).toMatchObject([{ rowId: liveId, isReplaced: true, data: { text: 'draft' } }]);
  expect(await call('POST', 'trash/restore?rows=draft', { ids: [former[0]?.id] })).toEqual({ restored: 1, problems: [], unconverted: [] });
  expect(await drafts()).toMatchObject([{ id: liveId, text: 'draft' }]);
  expect(await call('GET', 'trash?rows=draft')).toMatchObject({ rows: [{ rowId: liveId, isReplaced: true, data: { text: 'live' } }] });

  for (const purge of host.additions(appPurges)) await purge.remove('app');
  const { trash, history: changes } = host.context.collections;
  expect([await trash.count({ appId: 'app' }), await changes.count({ appId: 'app' })]).toEqual([0, 0]);
});
