import { randomUUID } from 'node:crypto';
import type { AppFiles } from '@sayso/apps/ref';
import { newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { rowFiles } from '@sayso/entities/ref';
import { MongoClient } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { openMongoStore } from '../../core/store/index.ts';
import { migrations } from '../../plugins/entities/migrations.ts';
import { fakeApps, table } from '../../plugins/entities/testing/apps.ts';

const uri = process.env.MONGODB_URI ?? '';
if (uri === '') throw new Error('MONGODB_URI is missing: the services tests need a real MongoDB.');
const database = `sayso_addresses_${randomUUID()}`;
const ROWS = 600;
const TIME = '2026-01-01T00:00:00.000Z';
const ADDRESS = 'http://old.test/api/files/';

afterAll(async () => {
  const client = new MongoClient(uri);
  await client.db(database).dropDatabase();
  await client.close();
});

it('replaces the addresses of files in rows of earlier releases on MongoDB, also after it was interrupted', {
  timeout: 120_000,
}, async () => {
  const store = await openMongoStore({ uri, database });
  const Pet = table('all', 'all', { image: { type: 'string', format: 'image' } });
  const seen: string[] = [];
  const interruption = new AbortController();
  const files: AppFiles = {
    stored: async (appId, value) => {
      seen.push(appId);
      if (seen.length === ROWS) interruption.abort();
      return value === undefined ? value : JSON.parse(JSON.stringify(value).replaceAll(ADDRESS, '/api/files/'));
    },
    sought: async (_appId, value) => value,
    served: (_appId, value) => value,
    current: async (_appId, value) => value,
  };
  await using host = await testHost(entities, {
    provide: [fakeApps({ one: { isPublished: true, tables: { Pet } }, two: { isPublished: true, tables: { Pet } } })],
    additions: [[rowFiles, [files]]],
    wrap: (engines) => ({
      ...engines,
      store: { ...store, close: () => Promise.all([store.close(), engines.store.close()]).then(() => undefined) },
    }),
  });
  const { rows, drafts, addressed } = host.context.collections;
  const made = (appId: string, image: string) => ({
    ...{ _id: newId(), appId, entity: 'Pet', createdAt: TIME, updatedAt: TIME, creatorId: null, data: { image } },
  });
  for (const appId of ['one', 'two']) {
    for (const collection of [rows, drafts])
      await collection.insertMany(Array.from({ length: ROWS / 2 }, (_, at) => made(appId, `${ADDRESS}${appId}/${at}/a.png`)));
  }
  await rows.insertMany([made('one', 'https://example.org/a.png')]);
  const context = { ...host.context, drop: async () => undefined };
  await migrations.at(-1)?.run({ ...context, signal: new AbortController().signal });
  expect((await addressed.find({})).map(({ _id }) => _id).sort()).toEqual(['draft/one', 'draft/two', 'live/one', 'live/two']);

  const job = entities.jobs?.settleFiles;
  const run = (signal: AbortSignal) =>
    job?.run(
      {},
      { service: host.service(), id: 'job', attempt: 1, signal, progress: async () => undefined, permit: async () => undefined },
    );
  await expect(run(interruption.signal)).rejects.toThrow();
  expect(await addressed.count({})).toBeGreaterThan(0);
  await run(new AbortController().signal);
  expect(await addressed.count({})).toBe(0);
  for (const appId of ['one', 'two']) {
    for (const collection of [rows, drafts]) {
      const stored = await collection.find({ appId, entity: 'Pet' });
      const images = stored.map(({ data }) => String(data['image']));
      expect(images.filter((image) => image.startsWith(`/api/files/${appId}/`))).toHaveLength(ROWS / 2);
      expect(images.filter((image) => image.includes('old.test'))).toEqual([]);
      expect(stored.every(({ updatedAt }) => updatedAt === TIME)).toBe(true);
    }
  }
  expect(await rows.count({ appId: 'one', 'data.image': 'https://example.org/a.png' })).toBe(1);
});
