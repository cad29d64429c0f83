import { type App, type AppsApi, appsRef } from '@sayso/apps/ref';
import { testHost } from '@sayso/core/testing';
import { expect, test } from 'vitest';
import entities from '../index.ts';
import { table, user } from '../testing/apps.ts';

const versions = {
  v1: { Task: table('creator', 'creator', { name: { type: 'string' } })('Task') },
  v2: { Task: table('all', 'creator', { title: { type: 'string' } })('Task') },
};

test('asks for the same parameters again as the caller and the version of the app allow', async () => {
  let versionId: keyof typeof versions = 'v1';
  const apps: Pick<AppsApi, 'find' | 'isAppAdmin' | 'isAppViewer' | 'schemas'> = {
    find: async (id) => ({ id, ownerId: 'owner', currentVersionId: versionId, published: { versionId, buildId: 'b', at: '' } }) as App,
    isAppAdmin: () => false,
    isAppViewer: () => false,
    schemas: async (_id, version) => versions[version as keyof typeof versions],
  };
  await using host = await testHost(entities, { provide: [[appsRef, apps]] });
  const path = '/live_api/apps/app/entities/Task';
  const [ann, bob] = [user('app', 'ann'), user('app', 'bob')];
  for (const [caller, name] of [
    [ann, 'of Ann'],
    [bob, 'of Bob'],
  ] as const) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) };
    expect((await host.fetch(path, init, caller)).status).toBe(200);
  }
  const list = async (caller: typeof ann) => {
    const response = await host.fetch(`${path}?sort=name&limit=10`, {}, caller);
    const rows: unknown = await response.json();
    return Array.isArray(rows) ? rows.map(({ name }) => name) : response.status;
  };
  for (let call = 0; call < 3; call++) expect([await list(ann), await list(bob)]).toEqual([['of Ann'], ['of Bob']]);
  versionId = 'v2';
  await host.emit('apps.changed', { appId: 'app', ownerId: 'owner', currentVersionId: versionId });
  expect([await list(ann), await list(bob)]).toEqual([400, 400]);
});
