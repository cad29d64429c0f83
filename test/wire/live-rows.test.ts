import { connection, createEntity, type RowEvent } from '@sayso/runtime/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CuttingProxy, openCuttingProxy } from '../cutting-proxy.ts';
import { openWorld, type World } from '../security/world.ts';

/** The client of apps, as a page has it, over a network that can be cut. */
const Note = createEntity('Note', { read: false, write: false });
const Sign = createEntity('Sign', { read: true, write: false });
let world: World;
let network: CuttingProxy;
let stop: () => void;
beforeAll(async () => {
  world = await openWorld();
  network = await openCuttingProxy(world.server.runtimeUrl);
}, 60_000);
afterAll(async () => {
  await network[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const tokenOf = (caller: 'appUser' | 'otherApp') => world.headers[caller]['authorization']?.replace('Bearer ', '') ?? null;
beforeEach(() => {
  Object.assign(connection, { appId: world.app.id, apiUrl: network.url, token: tokenOf('appUser'), renew: null });
  return () => stop();
});

const posted = (caller: 'appUser' | 'owner', entity: string, body: unknown) =>
  world.json(caller, { host: 'runtime', path: `/live_api/apps/${world.app.id}/entities/${entity}`, body });
/** Follows a table; resolves when the changes of others are received. */
async function follow(entity: typeof Note) {
  const events: RowEvent[] = [];
  let ready = 0;
  stop = entity.subscribe((event) => events.push(event), { onReady: () => (ready += 1) });
  await expect.poll(() => ready).toBe(1);
  const texts = () => events.map(({ type, data }) => `${type} ${data?.['text'] ?? ''}`.trim());
  return { events, texts, ready: () => ready };
}

test('tells the changes of this page and of others, each once', async () => {
  const followed = await follow(Note);
  const own = await Note.create({ text: 'mine' });
  const other = await posted('appUser', 'Note', { text: 'on my phone' });
  await expect.poll(followed.texts).toEqual(['create mine', 'create on my phone']);
  await Note.update(own.id, { text: 'changed' });
  await Note.delete(other.id);
  await posted('appUser', 'Note', { text: 'last' });
  await expect.poll(() => followed.texts().at(-1)).toBe('create last');
  expect(followed.texts()).toEqual(['create mine', 'create on my phone', 'update changed', 'delete', 'create last']);
});

test('tells nothing of rows that the user may not read', async () => {
  const followed = await follow(Note);
  await posted('owner', 'Note', { text: 'of the owner' });
  await posted('appUser', 'Note', { text: 'mine' });
  await expect.poll(followed.texts).toEqual(['create mine']);
});

test('follows as a visitor without a token, and again when a user signs in', async () => {
  connection.token = null;
  const followed = await follow(Sign);
  await posted('owner', 'Sign', { text: 'to all' });
  await expect.poll(followed.texts).toEqual(['create to all']);
  connection.token = tokenOf('appUser');
  await expect.poll(followed.ready).toBe(2);
});

test('tells many changes as one', async () => {
  const followed = await follow(Note);
  await posted(
    'appUser',
    'Note/bulk',
    Array.from({ length: 30 }, (_, index) => ({ text: `${index}` })),
  );
  await expect.poll(() => followed.events).toEqual([{ type: 'update', id: null, data: null }]);
});

test('tells that changes were missed in an interruption', async () => {
  const events: RowEvent[] = [];
  stop = Note.subscribe((event) => events.push(event));
  // Until the connection is open, changes of others are not seen.
  await expect.poll(async () => (await posted('appUser', 'Note', { text: 'before' })) && events.length).toBeGreaterThan(0);
  network.cutNow();
  await posted('appUser', 'Note', { text: 'during' });
  await expect.poll(() => events.at(-1)).toEqual({ type: 'update', id: null, data: null });
  await posted('appUser', 'Note', { text: 'after' });
  await expect.poll(() => events.at(-1)?.data?.['text']).toBe('after');
});

test('renews a token that has ended, and goes on', async () => {
  let renewed = 0;
  Object.assign(connection, {
    token: `${tokenOf('appUser')}x`,
    renew: async () => {
      renewed += 1;
      connection.token = tokenOf('appUser');
      return true;
    },
  });
  const followed = await follow(Note);
  await posted('appUser', 'Note', { text: 'seen' });
  await expect.poll(followed.texts).toEqual(['create seen']);
  expect(renewed).toBe(1);
});

test('closes the connection when nothing is followed', async () => {
  const followed = await follow(Note);
  stop();
  await posted('appUser', 'Note', { text: 'unseen' });
  expect(followed.events).toEqual([]);
});
