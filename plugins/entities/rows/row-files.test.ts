import type { AppFiles } from '@sayso/apps/ref';
import { type Actor, newId } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import type { RowDocument } from '../collections.ts';
import entities from '../index.ts';
import { migrations } from '../migrations.ts';
import { rowFiles } from '../ref.ts';
import { fakeApps, owner, table } from '../testing/apps.ts';

const Pet = table('all', 'all', { image: { type: 'string', format: 'image' }, more: { type: 'array', items: { type: 'string' } } });
const OLD = 'http://old.test/api/files/gone/1/a.png';
const PATH = '/api/files/1/a.png';
const NOW = 'http://now.test/api/files/app/1/a.png';
const TIME = '2026-01-01T00:00:00.000Z';

/** Files of which one is known, at any host; `taken` has the apps that got it. */
function fakeFiles() {
  const taken = new Set<string>();
  const replaced = <T>(value: T, from: RegExp, to: string): T => JSON.parse(JSON.stringify(value).replace(from, to)) as T;
  const toPath = <T>(value: T) =>
    value === undefined ? value : replaced(value, /http:\/\/(?:old|now)\.test\/api\/files\/[a-z]+\/1\//g, '/api/files/1/');
  const files: AppFiles = {
    stored: async (appId, value, from) => {
      if (JSON.stringify(value ?? '').includes('/1/a.png')) taken.add(`${appId}${from === undefined ? '' : ` from ${from}`}`);
      return toPath(value);
    },
    sought: async (_appId, value) => toPath(value),
    current: async (_appId, value) => value,
    served: (appId, value) => replaced(value, /(?<![a-z])\/api\/files\/1\//g, `http://now.test/api/files/${appId}/1/`),
  };
  return { files, taken };
}

async function start() {
  const { files, taken } = fakeFiles();
  const apps = fakeApps({ app: { isPublished: true, tables: { Pet } } });
  const host = await testHost(entities, { provide: [apps], additions: [[rowFiles, [files]]], runJobs: true });
  const { rows, drafts } = host.context.collections;
  const stored = async () => (await rows.find({ appId: 'app', entity: 'Pet' }, { sort: { _id: 1 } })).map(({ data }) => data);
  const call = async (method: string, path: string, body?: unknown, actor: Actor = owner) => {
    const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await host.fetch(`/live_api/apps/app/entities/Pet${path}`, { method, ...init }, actor);
    return response.json();
  };
  return { host, rows, drafts, stored, call, taken, [Symbol.asyncDispose]: () => host.close() };
}
const asked = (filter: object) => `?rows=live&q=${encodeURIComponent(JSON.stringify(filter))}`;

it.each([
  ['is added', (world: World) => world.call('POST', '?rows=live', { image: OLD, more: [OLD] })],
  ['is added with others', (world: World) => world.call('POST', '/bulk?rows=live', [{ image: OLD, more: [OLD] }])],
  [
    'is changed',
    async (world: World) => {
      const { id } = await world.call('POST', '?rows=live', {});
      await world.call('PUT', `/${id}?rows=live`, { image: OLD, more: [OLD] });
    },
  ],
  [
    'is changed with others, each in its way',
    async (world: World) => {
      const { id } = await world.call('POST', '?rows=live', {});
      await world.call('PUT', '/bulk?rows=live', [{ id, image: OLD, more: [OLD] }]);
    },
  ],
])('a row that %s has files as paths, and is answered with their addresses', async (_how, write) => {
  await using world = await start();
  await write(world);
  expect(await world.stored()).toEqual([{ image: PATH, more: [PATH] }]);
  expect([...world.taken]).toEqual(['app']);
  const listed = await world.call('GET', '?rows=live');
  expect(listed).toMatchObject([{ image: NOW, more: [NOW] }]);
  expect(await world.call('GET', `/${listed[0].id}?rows=live`)).toMatchObject({ image: NOW });
  for (const image of [OLD, NOW, PATH]) {
    expect(await world.call('GET', asked({ image })), image).toHaveLength(1);
    expect(await world.call('GET', asked({ image: { $in: [image] } })), image).toHaveLength(1);
  }
  // A client sends back what it got.
  await world.call('PUT', `/${listed[0].id}?rows=live`, { image: NOW });
  expect(await world.stored()).toEqual([{ image: PATH, more: [PATH] }]);
  await world.call('DELETE', `/${listed[0].id}?rows=live`);
  const trash = await (await world.host.fetch('/live_api/apps/app/trash?rows=live', {}, owner)).json();
  expect(trash).toMatchObject({ rows: [{ data: { image: NOW } }] });
});
type World = Awaited<ReturnType<typeof start>>;

it('a migration and its job store the paths in rows of earlier releases, once, and touch nothing else', async () => {
  await using world = await start();
  const made = (appId: string, data: object): RowDocument => ({
    ...{ _id: newId(), appId, entity: 'Pet', createdAt: TIME, updatedAt: TIME, creatorId: null, data: data as RowDocument['data'] },
  });
  const named = made('app', { image: OLD, more: ['x', OLD] });
  const other = made('app', { image: 'https://example.org/a.png' });
  await world.rows.insertMany([named, other]);
  await world.drafts.insertMany([made('app', { image: OLD })]);
  const { host } = world;
  const context = { ...host.context, signal: new AbortController().signal, drop: async () => undefined };
  for (let time = 0; time < 2; time++) {
    await migrations.at(-1)?.run(context);
    expect(await host.context.collections.addressed.count({})).toBe(2);
    await host.runJob('settleFiles', {});
    expect(await host.context.collections.addressed.count({})).toBe(0);
    expect(await world.rows.find({ appId: 'app', entity: 'Pet' }, { sort: { _id: 1 } })).toMatchObject([
      { updatedAt: TIME, data: { image: PATH, more: ['x', PATH] } },
      { updatedAt: TIME, data: other.data },
    ]);
    expect(await world.drafts.find({ appId: 'app', entity: 'Pet' })).toMatchObject([{ updatedAt: TIME, data: { image: PATH } }]);
  }
});
