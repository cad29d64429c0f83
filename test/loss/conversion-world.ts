import { join } from 'node:path';
import { type App, type AppsApi, appsRef } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import type { Store } from '../../core/ports/store.ts';
import { openSqliteStore } from '../../core/store/index.ts';

const owner: Actor = { kind: 'account', id: 'owner', admin: false, builder: true };
const WRITES = new Set([
  ...['insertOne', 'insertMany', 'updateOne', 'updateMany', 'findOneAndUpdate', 'replaceOne', 'deleteOne', 'deleteMany'],
]);

const tableOf = (properties: object) => ({
  Task: {
    ...{ name: 'Task', type: 'object', properties, required: [] },
    'x-accessControl': { permissions: { read: 'all', write: 'all' } },
  },
});
const before = tableOf({ name: { type: 'string' }, due: { type: 'string' }, level: { type: 'string' }, note: { type: 'string' } });
const renamed = { until: { type: 'string', 'x-formerNames': ['due'] }, level: { type: 'number' } };
/** A column is renamed, one gets another type, and one is deleted; then that is undone. */
const schemas = { v1: before, v2: tableOf({ name: { type: 'string' }, ...renamed }), v3: before };

export interface Versions {
  readonly current: keyof typeof schemas;
  readonly published: keyof typeof schemas;
}

/** What a child does with the rows of the app, and the number of the write before which it kills itself; 0: none. */
export type Task = Versions & {
  readonly folder: string;
  readonly job: 'convert' | 'convertDrafts' | 'copy' | 'restoreRows';
  readonly kill: number;
};

/** The rows of an app with these versions, on the files of a folder. `onWrite` is called before each write from `arm` on. */
export async function openConversionWorld(folder: string, { current, published }: Versions, onWrite: () => void = () => undefined) {
  const store = await openSqliteStore({ file: join(folder, 'sayso.db') });
  let isArmed = false;
  const watched = <T extends object>(collection: T): T =>
    new Proxy(collection, {
      get(target, name) {
        const member = Reflect.get(target, name, target) as unknown;
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          if (isArmed && WRITES.has(String(name))) onWrite();
          return member.apply(target, given) as unknown;
        };
      },
    });
  const app = { id: 'app', ownerId: 'owner', currentVersionId: current, published: { versionId: published, buildId: 'b', at: '' } } as App;
  const apps: Partial<AppsApi> = {
    find: async () => app,
    get: async () => app,
    isAppAdmin: (actor) => actor.kind === 'account',
    isAppViewer: () => false,
    accountNames: async () => new Map(),
    schemas: async (_id, version) => schemas[(version ?? current) as keyof typeof schemas] as never,
    version: async (appId, id) => ({ id, appId, parentId: id === 'v1' ? null : 'v1' }) as never,
  };
  const host = await testHost(entities, {
    provide: [[appsRef, apps]],
    wrap: (engines) => {
      const files: Store = {
        open: async (name, spec) => watched(await store.open(name, spec)),
        openPartitioned: async (name, spec) => watched(await store.openPartitioned(name, spec)),
        drop: (name) => store.drop(name),
        ping: () => store.ping(),
        close: async () => {
          await store.close();
          await engines.store.close();
        },
      };
      return { ...engines, store: files };
    },
  });
  const { rows, drafts } = host.context.collections;
  const job = { id: 'job', attempt: 1, signal: new AbortController().signal, progress: async () => undefined };
  const service = host.service();
  return {
    host,
    rows,
    drafts,
    arm: () => {
      isArmed = true;
    },
    /** Follows the version of a set, without rows to convert. */
    follow: () => service.conversions.appChanged('app'),
    convert: () => service.conversions.run({ appId: 'app', set: 'live' }, job),
    convertDrafts: () => service.conversions.run({ appId: 'app', set: 'draft' }, job),
    /** Begins to restore the draft rows that the first snapshot has. */
    async startRestore() {
      const snapshot = await host.context.collections.snapshots.findOne({ nextVersionId: 'v2' });
      await service.copies.restore(owner, 'app', [{ name: 'Task', snapshotId: snapshot?._id ?? '' }]);
    },
    async restoreRows() {
      const found = await host.context.collections.copies.findOne({ _id: 'app/draft' });
      await service.copies.run({ copyId: 'app/draft', id: found?.id ?? '' }, job);
    },
    startCopy: async () => (await service.copies.start(owner, 'app', { from: 'draft', to: 'live' })).id,
    async copy() {
      const found = await host.context.collections.copies.findOne({ _id: 'app/live' });
      await service.copies.run({ copyId: 'app/live', id: found?.id ?? '' }, job);
    },
    /** Fields of deleted and replaced rows by row id, each once. */
    async trash() {
      const found = await host.context.collections.trash.find({ appId: 'app', rows: 'live' }, { sort: { rowId: 1 } });
      return [...new Set(found.map(({ rowId, content }) => `${rowId} ${content}`))];
    },
    draft: () => drafts.find({ appId: 'app', entity: 'Task' }, { sort: { _id: 1 } }),
    live: () => rows.find({ appId: 'app', entity: 'Task' }, { sort: { _id: 1 } }),
    [Symbol.asyncDispose]: () => host.close(),
  };
}
