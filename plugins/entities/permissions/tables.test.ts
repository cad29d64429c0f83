import type { App, AppsApi, EntitySchema } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { owner, preview, table, user } from '../testing/apps.ts';
import { changeable, creatable, readable } from './permissions.ts';
import { AppTables } from './tables.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const versions: Readonly<Record<string, Record<string, EntitySchema>>> = {
  v1: { Task: table('all', 'all')('Task') },
  v2: { Task: table('creator', 'admin')('Task') },
};

/** An app whose published version the test changes. */
function changingApp(isAdmin = false, isViewer = false) {
  const app = { versionId: 'v1' as string | null };
  const find = vi.fn(async (id: string) => {
    const published = app.versionId === null ? null : { versionId: app.versionId, buildId: 'b', at: '' };
    return id === 'one' ? ({ id, ownerId: 'owner', currentVersionId: 'v2', published } as App) : null;
  });
  const schemas = async (_id: string, versionId = '') => versions[versionId] ?? {};
  const tables = new AppTables(
    { find, schemas, isAppAdmin: () => isAdmin, isAppViewer: () => isViewer } as unknown as AppsApi,
    async () => undefined,
  );
  const read = async (appId = 'one') => (await tables.open(user(appId, 'ann'), { appId, entity: 'Task' })).permissions.read;
  return { app, find, tables, read };
}

test('reads an app once until it changes', async () => {
  const { app, find, tables, read } = changingApp();
  for (let call = 0; call < 20; call++) expect(await read()).toBe('all');
  expect(find).toHaveBeenCalledOnce();
  app.versionId = 'v2';
  tables.changed('one');
  expect(await read()).toBe('creator');
  app.versionId = null;
  tables.changed('one');
  await expect(read()).rejects.toThrow('The app');
});

test('does not cache an app that changes while it is read', async () => {
  const { app, find, tables, read } = changingApp();
  const reading = read();
  app.versionId = 'v2';
  tables.changed('one');
  expect(await reading).toBe('all');
  expect(await read()).toBe('creator');
  expect(find).toHaveBeenCalledTimes(2);
});

test('reads an app again within seconds, in case its change was missed', async () => {
  const { app, read } = changingApp();
  expect(await read()).toBe('all');
  app.versionId = 'v2';
  vi.advanceTimersByTime(5_000);
  expect(await read()).toBe('creator');
});

test('does not cache missing apps', async () => {
  const { find, read } = changingApp();
  for (let call = 0; call < 2; call++) await expect(read('two')).rejects.toThrow('The app');
  expect(find).toHaveBeenCalledTimes(2);
});

test('lets viewers of the app read what its admins read, and write nothing', async () => {
  const { tables } = changingApp(false, true);
  for (const actor of [owner, preview('one')]) {
    const { permissions, caller } = await tables.open(actor, { appId: 'one', entity: 'Task', rows: 'draft' });
    expect(permissions.read).toBe('creator');
    expect([readable(permissions, caller), creatable(permissions, caller), changeable(permissions, caller)]).toEqual([{}, null, null]);
    expect(creatable({ read: 'all', write: 'anonymous' }, caller)).toBeNull();
    expect(readable({ read: 'none', write: 'none' }, caller)).toBeNull();
  }
});

test('gives admins the published version in the published app, and the current one in its preview and the builder', async () => {
  const { tables } = changingApp(true);
  const opened = async (actor: Actor) => (await tables.open(actor, { appId: 'one', entity: 'Task' })).permissions.read;
  expect(await opened(user('one', 'owner', true))).toBe('all');
  expect(await opened(preview('one'))).toBe('creator');
  expect(await opened(owner)).toBe('creator');
});
