import { appPurges } from '@sayso/apps/ref';
import { newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import type { RowDocument } from '../collections.ts';
import entities from '../index.ts';
import { migrations } from '../migrations.ts';
import { fakeApps, owner, preview, table, visitor } from '../testing/apps.ts';

const Note = table('all', 'all', { text: { type: 'string' } });
const BEFORE = '2026-01-01T00:00:00.000Z';

/** Rows as an earlier release left them: previews and published apps had the same. */
async function start(counts: Readonly<Record<string, number>>) {
  const apps = fakeApps({ app: { isPublished: true, tables: { Note } }, secret: { isPublished: false, tables: { Note } } });
  const host = await testHost(entities, { provide: [apps] });
  const { collections } = host.context;
  for (const [appId, count] of Object.entries(counts)) {
    const made = (at: number): RowDocument => ({
      ...{ _id: newId(), appId, entity: 'Note', createdAt: BEFORE, updatedAt: BEFORE, creatorId: `person ${at}`, data: { text: `${at}` } },
    });
    await collections.rows.insertMany(Array.from({ length: count }, (_, at) => made(at)));
  }
  const log: string[] = [];
  const logger = { info: (_about: object, message: string) => log.push(message) };
  const migrate = (changed: object = {}, signal = new AbortController().signal) =>
    migrations[1]?.run({
      ...host.context,
      collections: { ...collections, ...changed },
      log: logger as never,
      signal,
      drop: async () => undefined,
    });
  const rows = async (set: 'rows' | 'drafts', appId: string) =>
    (await collections[set].find({ appId, entity: 'Note' })).map((row) => JSON.stringify(row)).sort();
  const ask = async (actor: typeof owner, path: string) => (await host.fetch(`/live_api/apps/${path}`, {}, actor)).json();
  return { host, collections, log, migrate, rows, ask, [Symbol.asyncDispose]: () => host.close() };
}

it('copies the rows of all apps to their drafts, and moves those of apps that are not published', async () => {
  await using world = await start({ app: 3, secret: 2, gone: 1 });
  const before = { app: await world.rows('rows', 'app'), secret: await world.rows('rows', 'secret') };
  await world.migrate();
  expect(await world.rows('drafts', 'app')).toEqual(before.app);
  expect(await world.ask(preview('secret'), 'secret/entities/Note')).toHaveLength(2);
  await world.host.runJob('settleRows', {});
  expect(await world.rows('rows', 'app')).toEqual(before.app);
  expect(await world.rows('drafts', 'secret')).toEqual(before.secret);
  expect(await world.rows('rows', 'secret')).toEqual([]);
  expect(await world.ask(visitor, 'app/entities/Note')).toHaveLength(3);
  expect(await world.ask(owner, 'secret/entities/Note?rows=live')).toEqual([]);
  // Of an app that cannot be found, such as a deleted one, both sets stay until it is restored or purged.
  expect([(await world.rows('rows', 'gone')).length, (await world.rows('drafts', 'gone')).length]).toEqual([1, 1]);
  expect(await world.collections.splits.find({})).toMatchObject([{ _id: 'gone' }]);
  for (const purge of world.host.additions(appPurges)) await purge.remove('gone');
  expect(await world.collections.splits.find({})).toEqual([]);
});

it('continues where an earlier run was killed', async () => {
  await using world = await start({ app: 1200, secret: 5 });
  const { drafts } = world.collections;
  let batches = 0;
  const failing = Object.create(drafts, {
    find: { value: drafts.find.bind(drafts) },
    insertMany: {
      value: async (rows: readonly RowDocument[]) => {
        if (++batches === 2) throw new Error('killed');
        await drafts.insertMany(rows);
      },
    },
  });
  await expect(world.migrate({ drafts: failing })).rejects.toThrow('killed');
  expect(await drafts.count({ appId: 'app' })).toBeLessThan(1200);
  const [{ _id, at } = { _id: '', at: '' }] = await world.collections.splits.find({});
  await world.migrate();
  expect(await world.rows('drafts', 'app')).toEqual(await world.rows('rows', 'app'));
  expect(await world.rows('drafts', 'secret')).toEqual(await world.rows('rows', 'secret'));
  expect(await world.collections.splits.findOne({ _id })).toEqual({ _id, at, isCopied: true });
  // A preview deletes a draft row before the last step fails and the migration is repeated.
  const [row] = await drafts.find({ appId: 'app', entity: 'Note' }, { limit: 1 });
  await drafts.deleteOne({ appId: 'app', entity: 'Note', _id: row?._id });
  await world.migrate();
  expect(await drafts.count({ appId: 'app' })).toBe(1199);
});

it('keeps live rows that were added or changed since the copy', async () => {
  await using world = await start({ secret: 3 });
  await world.migrate();
  const [row] = await world.collections.rows.find({ appId: 'secret', entity: 'Note' }, { limit: 1 });
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text: 'changed' }) };
  const at = { ...(await world.collections.splits.findOne({ _id: 'secret' })) }.at ?? '';
  await expect.poll(() => new Date().toISOString() > at).toBe(true);
  await world.host.fetch(`/live_api/apps/secret/entities/Note/${row?._id}`, init, owner);
  await world.host.runJob('settleRows', {});
  expect(await world.ask(owner, 'secret/entities/Note')).toMatchObject([{ id: row?._id, text: 'changed' }]);
  expect(await world.rows('drafts', 'secret')).toHaveLength(3);
});

it('does nothing on a new installation, and for apps without rows', async () => {
  await using world = await start({ app: 1 });
  await world.collections.rows.deleteMany({ appId: 'app', entity: 'Note' });
  await world.migrate();
  expect([world.log, await world.collections.splits.count({})]).toEqual([[], 0]);
});

it('stops when another node has taken over', async () => {
  await using world = await start({ app: 1 });
  await expect(world.migrate({}, AbortSignal.abort(new Error('taken')))).rejects.toThrow('taken');
  expect(await world.collections.drafts.count({ appId: 'app' })).toBe(0);
});
