import { randomUUID } from 'node:crypto';
import { appsRef } from '@sayso/apps/ref';
import { newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { entitiesRef } from '@sayso/entities/ref';
import { afterAll, expect, it } from 'vitest';
import { openMongoStore } from '../../core/store/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { fakeApps, owner, table } from '../../plugins/entities/testing/apps.ts';
import { versionedApp } from '../../plugins/entities/testing/versioned-app.ts';

const uri = process.env.MONGODB_URI ?? '';
if (uri === '') throw new Error('MONGODB_URI is missing: the services tests need a real MongoDB.');
const database = `sayso_import_${randomUUID()}`;
afterAll(async () => {
  for (const name of [database, `${database}_made`]) await dropDatabase(uri, name);
});

it('keeps ids and times of rows on MongoDB, in each table of each app', async () => {
  const store = await openMongoStore({ uri, database });
  const text = { type: 'string' } as const;
  const tables = { Project: table('all', 'all', { name: text }), Task: table('all', 'all', { name: text, project: text }) };
  const app = { isPublished: true, tables, people: { ann: 'ann@x.org' } };
  await using host = await testHost(entities, {
    provide: [fakeApps({ one: app, two: app })],
    config: { RATE_LIMIT: 0 },
    wrap: (engines) => ({
      ...engines,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
  const rows = host.service(entitiesRef);
  const base = (appId: string, entity: string) => `/live_api/apps/${appId}/entities/${entity}/imports`;
  const importRows = async (appId: string, entity: string, lines: readonly string[], existing = 'fail') => {
    const columns = (lines[0] ?? '').split(',').map((field, index) => ({ index, field }));
    const form = new FormData();
    form.set('options', JSON.stringify({ columns, existing }));
    form.set('file', new File([lines.join('\n')], 'a.csv'));
    const { id } = (await (await host.fetch(base(appId, entity), { method: 'POST', body: form }, owner)).json()) as { id: string };
    await host.runJob('import', { importId: id });
    return (await (await host.fetch(`${base(appId, entity)}/${id}`, {}, owner)).json()) as { id: string };
  };
  const ID = '65f0c0ffee65f0c0ffee65f';
  const projects = ['id,createdAt,creatorId,name', `${ID}1,2024-02-01,ann@x.org,late`, `${ID}2,2024-01-01,,early`, '7,2023-01-01,,first'];
  const tasks = ['id,createdAt,name,project', `7,2024-01-01,task,${ID}1`];
  for (const appId of ['one', 'two']) {
    expect(await importRows(appId, 'Project', projects)).toMatchObject({ state: 'done', stored: 3 });
    expect(await importRows(appId, 'Task', tasks)).toMatchObject({ state: 'done', stored: 1 });
  }
  const one = { appId: 'one', entity: 'Project' };
  const names = async (options: object) => (await rows.list(owner, one, options)).map(({ name }) => name);
  expect(await names({})).toEqual(['late', 'early', 'first']);
  expect(await names({ sort: 'createdAt', limit: 2 })).toEqual(['first', 'early']);
  expect(await names({ sort: '-createdAt', after: `${ID}1` })).toEqual(['early', 'first']);
  expect(await names({ filter: { id: { $in: ['7', `${ID}2`] } }, sort: 'id' })).toEqual(['early', 'first']);
  expect(await rows.get(owner, one, `${ID}1`)).toMatchObject({ id: `${ID}1`, creatorId: 'ann', createdAt: '2024-02-01T00:00:00.000Z' });
  expect(await rows.list(owner, { appId: 'one', entity: 'Task' }, { expand: ['project'] }).catch(() => 'no reference')).toBe(
    'no reference',
  );
  const again = await importRows('one', 'Project', ['id,name', '7,replaced', '8,new'], 'replace');
  expect(again).toMatchObject({ stored: 2, replaced: 1 });
  expect(await rows.get(owner, { ...one, appId: 'two' }, '7')).toMatchObject({ name: 'first' });
  expect((await host.fetch(`${base('one', 'Project')}/${again.id}/undo`, { method: 'POST' }, owner)).status).toBe(200);
  await host.runJob('undoImport', { importId: again.id });
  expect(await names({})).toEqual(['late', 'early', 'first']);
  await rows.remove(owner, one, `${ID}1`);
  expect(await names({})).toEqual(['early', 'first']);
  expect(await importRows('one', 'Project', projects, 'skip')).toMatchObject({ stored: 1, skipped: 2 });
  // Ids of this product are taken as long as the rows that they were given to are there.
  const own = ['id,name', `${newId()},own`];
  expect(await importRows('one', 'Project', own)).toMatchObject({ state: 'done', stored: 1 });
  const refused = await importRows('two', 'Project', own);
  expect(refused).toMatchObject({ state: 'failed', stored: 0, error: expect.stringContaining('again without keeping ids') });
});

it('takes the columns of imports without a row back on MongoDB', async () => {
  const store = await openMongoStore({ uri, database: `${database}_made` });
  const app = versionedApp({ name: { type: 'string' } });
  await using host = await testHost(entities, {
    provide: [[appsRef, app.api] as const],
    wrap: (engines) => ({
      ...engines,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
  const base = '/live_api/apps/app/entities/Task/imports';
  const options = {
    columns: [
      { index: 0, field: 'name' },
      { index: 1, field: 'size' },
    ],
    fields: { size: { type: 'number' } },
  };
  const begin = async (text: string): Promise<string> => {
    const form = new FormData();
    form.set('options', JSON.stringify(options));
    form.set('file', new File([text], 'a.csv'));
    return ((await (await host.fetch(base, { method: 'POST', body: form }, owner)).json()) as { id: string }).id;
  };
  const fields = () => Object.keys(JSON.parse(app.current()['entities/Task.json'] ?? '{}').properties);
  const state = async (id: string) => (await host.fetch(`${base}/${id}`, {}, owner)).json();
  const failed = await begin('name,size\na,one');
  await host.runJob('import', { importId: failed });
  expect([await state(failed), fields()]).toMatchObject([{ state: 'done', stored: 0, failed: 1 }, ['name']]);
  // The process ends after it made the column.
  const { rows } = host.context.collections;
  const insert = rows.insertLines.bind(rows);
  const killed = await begin('name,size\na,1');
  rows.insertLines = async () => {
    throw new Error('The store is gone.');
  };
  await expect(host.runJob('import', { importId: killed })).rejects.toThrow('The store is gone.');
  rows.insertLines = insert;
  expect(fields()).toEqual(['name', 'size']);
  await host.fetch(`${base}/${killed}`, { method: 'DELETE' }, owner);
  await host.runJob('import', { importId: killed });
  expect([await state(killed), fields(), await rows.count({ appId: 'app' })]).toMatchObject([
    { state: 'cancelled', stored: 0 },
    ['name'],
    0,
  ]);
  const kept = await begin('name,size\na,1');
  await host.runJob('import', { importId: kept });
  expect([await state(kept), fields(), await rows.count({ appId: 'app' })]).toMatchObject([
    { state: 'done', stored: 1 },
    ['name', 'size'],
    1,
  ]);
});
