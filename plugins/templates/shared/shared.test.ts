import { type App, appsRef } from '@sayso/apps/ref';
import { type Actor, DomainError, Forbidden, NotFound } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { entitiesRef, type TableAddress } from '@sayso/entities/ref';
import { runtimeRef } from '@sayso/runtime/ref';
import { expect, test } from 'vitest';
import templates from '../index.ts';
import { templatesRef } from '../ref.ts';
import { appsGraph } from '../testing/apps-graph.ts';

const ada: Actor = { kind: 'account', id: 'ada', admin: false, builder: true };
const bo: Actor = { kind: 'account', id: 'bo', admin: false, builder: true };
const club = { appId: 'club', title: ' Club ', description: 'Members and fees.', withRows: false };
type Values = Readonly<Record<string, unknown>>;

class RowRefused extends DomainError {
  readonly code = 'invalid-input';
  readonly status = 400;
}

async function open() {
  const files: Record<string, string> = { 'pages/Home': 'home' };
  const known = new Map<string, Partial<App>>([
    ['club', { id: 'club', ownerId: 'ada', currentVersionId: 'v1', settings: { mainPage: 'Home' } as App['settings'] }],
    ['idea', { id: 'idea', ownerId: 'ada', currentVersionId: 'v1', branch: {} as NonNullable<App['branch']> }],
    ['empty', { id: 'empty', ownerId: 'ada', currentVersionId: null }],
  ]);
  const rows: Record<string, (Values & { id: string })[]> = {};
  const added: [string, Values][] = [];
  const made: unknown[] = [];
  const apps = {
    get: async (actor: { id: string }, id: string, role: string) => {
      const app = known.get(id);
      if (app === undefined || actor.id === 'stranger') throw new NotFound('The app');
      if (actor.id !== app.ownerId && role === 'own') throw new Forbidden();
      return app;
    },
    find: async (id: string) => known.get(id) ?? null,
    accountNames: async () => new Map([['ada', 'Ada']]),
    files: async () => ({ ...files }),
    schemas: async () => Object.fromEntries(Object.keys(rows).map((name) => [name, {}])),
    picture: async () => ({ bytes: new Uint8Array([137, 80]), type: 'image/png' }),
    create: async (_actor: Actor, input: object) => {
      made.push(input);
      return { id: 'new' };
    },
    updateSettings: async (_actor: Actor, id: string, settings: object) => ({ id, settings }),
    remove: async (_actor: Actor, id: string) => void made.push(['removed', id]),
  };
  const entities = {
    list: async (_actor: Actor, { entity }: TableAddress, { limit }: { limit: number }) => (rows[entity] ?? []).slice(0, limit),
    createMany: async (_actor: Actor, { entity }: TableAddress, some: readonly Values[]) => {
      if (some.some(({ title }) => title === 'unfit')) throw new RowRefused('No.');
      if (some.some(({ title }) => title === 'broken')) throw new Error('The store is gone.');
      return some.map((values) => {
        added.push([entity, { ...values }]);
        return { id: `${entity}-${values['title']}` };
      });
    },
    update: async (_actor: Actor, { entity }: TableAddress, id: string, changes: Values) => void added.push([`${entity} ${id}`, changes]),
  };
  const runtime = { templates: async () => [], template: async () => null, templatePicture: async () => null };
  const provide = [
    [appsRef, apps],
    [entitiesRef, entities],
    [runtimeRef, runtime],
  ] as const;
  const host = await testHost(templates, { provide: provide as never, plugins: [appsGraph] });
  return { host, service: host.service(templatesRef), files, known, rows, added, made, [Symbol.asyncDispose]: () => host.close() };
}

async function keys({ context }: Awaited<ReturnType<typeof open>>['host']): Promise<string[]> {
  const all: string[] = [];
  for await (const key of context.blobs.list('')) all.push(key);
  return all;
}

test('an app is shared, listed with its author, and begun from as it was when it was shared', async () => {
  await using world = await open();
  const template = await world.service.share(ada, club);
  expect(template).toMatchObject({ title: 'Club', description: 'Members and fees.', shared: { author: 'Ada', hasRows: false } });
  expect(await world.service.list()).toEqual([template]);
  world.files['pages/Home'] = 'changed';
  expect(await world.service.createApp(bo, template.name)).toEqual({ id: 'new', settings: { mainPage: 'Home' } });
  expect(world.made).toEqual([{ name: 'Club', description: 'Members and fees.', files: { 'pages/Home': 'home' } }]);
  expect(world.added).toEqual([]);
});

test('its picture is that of the app when it was shared', async () => {
  await using world = await open();
  const { pictureUrl } = await world.service.share(ada, club);
  const answer = await world.host.fetch(String(pictureUrl), {}, bo);
  expect([answer.status, answer.headers.get('content-type'), [...new Uint8Array(await answer.arrayBuffer())]]).toEqual([
    200,
    'image/png',
    [137, 80],
  ]);
});

test('sharing again replaces what was shared, and leaves nothing of it', async () => {
  await using world = await open();
  const { name } = await world.service.share(ada, club);
  world.files['pages/Home'] = 'changed';
  expect(await world.service.share(ada, { ...club, title: 'Society' })).toMatchObject({ name, title: 'Society' });
  expect(await world.service.list()).toHaveLength(1);
  await world.service.createApp(bo, name);
  expect(world.made).toMatchObject([{ name: 'Society', files: { 'pages/Home': 'changed' } }]);
  expect(await keys(world.host)).toHaveLength(2);
});

test('rows come along oldest first, without who made them, and refer to each other', async () => {
  await using world = await open();
  world.rows['Fee'] = [{ id: 'f1', title: 'May', payer: 'm1', tags: ['m2', 'x'], createdAt: '2026', creatorId: 'ada' }];
  world.rows['Member'] = [
    { id: 'm2', title: 'Bo', boss: 'm1' },
    { id: 'm1', title: 'Ann' },
  ];
  const { name } = await world.service.share(ada, { ...club, withRows: true });
  await world.service.createApp(bo, name);
  expect(world.added).toEqual([
    ['Fee', { title: 'May', payer: 'm1', tags: ['m2', 'x'] }],
    ['Member', { title: 'Ann' }],
    ['Member', { title: 'Bo', boss: 'm1' }],
    ['Fee Fee-May', { payer: 'Member-Ann', tags: ['Member-Bo', 'x'] }],
    ['Member Member-Bo', { boss: 'Member-Ann' }],
  ]);
});

test('a table gives its newest 200 rows; rows that do not fit are left out', async () => {
  await using world = await open();
  world.rows['Member'] = Array.from({ length: 300 }, (_, at) => ({ id: `m${at}`, title: at === 5 ? 'unfit' : `n${at}` }));
  const { name } = await world.service.share(ada, { ...club, withRows: true });
  await world.service.createApp(bo, name);
  expect([world.added.length, world.added.at(0), world.added.at(-1)]).toEqual([
    199,
    ['Member', { title: 'n199' }],
    ['Member', { title: 'n0' }],
  ]);
});

test('no app is left when its rows cannot be written', async () => {
  await using world = await open();
  world.rows['Member'] = [{ id: 'm1', title: 'broken' }];
  const { name } = await world.service.share(ada, { ...club, withRows: true });
  await expect(world.service.createApp(bo, name)).rejects.toThrow('The store is gone.');
  expect(world.made.at(-1)).toEqual(['removed', 'new']);
});

test('it is taken back, hidden while its app is deleted, and purged with it', async () => {
  await using world = await open();
  const { name, pictureUrl } = await world.service.share(ada, club);
  const app = world.known.get('club');
  world.known.delete('club');
  expect(await world.service.list()).toEqual([]);
  await expect(world.service.createApp(bo, name)).rejects.toMatchObject({ status: 404 });
  expect((await world.host.fetch(String(pictureUrl), {}, bo)).status).toBe(404);
  world.known.set('club', app ?? {});
  await world.service.unshare(ada, 'club');
  expect([await world.service.list(), await world.service.sharedOf(ada, 'club')]).toEqual([[], null]);
  expect(await keys(world.host)).toEqual([]);
});

test('only owners share, and see or take back what is shared', async () => {
  await using world = await open();
  await world.service.share(ada, club);
  for (const call of [world.service.share(bo, club), world.service.unshare(bo, 'club'), world.service.sharedOf(bo, 'club')])
    await expect(call).rejects.toMatchObject({ status: 403 });
  expect(await world.service.list()).toHaveLength(1);
});

test.each([
  ['no title', { ...club, title: '  ' }, 'Give the template a title.'],
  ['a long title', { ...club, title: 'a'.repeat(101) }, 'At most 100 characters are allowed.'],
  ['a long description', { ...club, description: 'a'.repeat(301) }, 'At most 300 characters are allowed.'],
  ['an idea', { ...club, appId: 'idea' }, 'Share the app itself: this is an idea of it.'],
  ['an app without a version', { ...club, appId: 'empty' }, 'This app has nothing to share yet.'],
])('%s is refused', async (_name, input, message) => {
  await using world = await open();
  await expect(world.service.share(ada, input)).rejects.toThrow(message);
});

test('rows that are too large are refused with what to do', async () => {
  await using world = await open();
  world.rows['Member'] = [{ id: 'm1', title: 'a'.repeat(5_000_001) }];
  await expect(world.service.share(ada, { ...club, withRows: true })).rejects.toThrow('Share the template without rows.');
  expect(await world.service.list()).toEqual([]);
});
