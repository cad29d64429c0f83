import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { client, live } from '../base44/clients.ts';
import { openSocket } from '../base44/socket.ts';
import { type Caller, type Data, openWorld, type World } from '../security/world.ts';

const table = (read: string, write: string) => ({
  properties: { text: { type: 'string' } },
  'x-accessControl': { permissions: { read, write } },
});

let world: World;
beforeAll(async () => {
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await openWorld({ COMPAT_SOCKETS_PER_ADDRESS: '30' });
  await give({ Note: table('creator', 'creator'), Sign: table('all', 'admin'), Wall: table('all', 'anonymous') });
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  vi.restoreAllMocks();
});

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function give(entities: object): Promise<void> {
  await world.json('owner', { path: '/api/apps', body: { appId: world.app.id, genApp: { entities } } });
  await world.publish(world.app);
}

const serverUrl = (host: 'builder' | 'runtime') => (host === 'builder' ? world.server.builderUrl : world.server.runtimeUrl);
const tokenOf = (caller: Caller) => world.headers[caller]['authorization']?.replace('Bearer ', '');
const rows = (entity: string, rest = '') => `/api/apps/${world.app.id}/entities/${entity}${rest}`;
const add = (caller: Caller, entity: string, text: string) => world.json(caller, { path: rows(entity), body: { text } });

async function connect(
  caller: Caller,
  { host = 'runtime', headers = {} }: { host?: 'builder' | 'runtime'; headers?: Record<string, string> } = {},
) {
  const made = await openSocket({ serverUrl: serverUrl(host), appId: world.app.id, token: tokenOf(caller), headers });
  open.push(() => made.socket.terminate());
  return made;
}

describe.each(live)('the client %s', (version) => {
  test.each(['builder', 'runtime'] as const)('gets changes of rows on the %s host', async (host) => {
    const made = client(version, { serverUrl: serverUrl(host), appId: world.app.id, token: tokenOf('appUser') });
    open.push(() => made.cleanup());
    const events: Data[] = [];
    // The older client has no `subscribe`: its socket is that of its agents.
    if (version === '0.8.50') made.entities.Note.subscribe((event: Data) => events.push(event));
    else {
      const raw = await connect('appUser', { host });
      raw.join('Note');
      Object.defineProperty(raw.messages, 'push', { value: (message: Data) => events.push(JSON.parse(message[1].data)) });
    }
    // The room is joined once a change arrives.
    await expect
      .poll(async () => {
        await add('appUser', 'Note', 'knock');
        return events.length;
      })
      .toBeGreaterThan(0);
    await add('owner', 'Note', 'not of the user');
    const row = await add('appUser', 'Note', 'mine');
    await world.json('appUser', { method: 'PUT', path: rows('Note', `/${row.id}`), body: { text: 'changed' } });
    await world.json('appUser', { method: 'DELETE', path: rows('Note', `/${row.id}`) });
    await expect.poll(() => events.at(-1)?.type).toBe('delete');
    expect(events.filter(({ id }) => id === row.id).map(({ type }) => type)).toContain('delete');
    expect(events.find(({ id, type }) => id === row.id && type !== 'delete')).toMatchObject({
      data: { id: row.id, created_by: world.people.user.email, created_date: row.created_date },
      timestamp: expect.any(String),
    });
    expect(events.map(({ data }) => data.text)).not.toContain('not of the user');
  });
});

test('shows rows that everyone reads, and the address of their creator to no one else', async () => {
  const [visitor, user] = [await connect('nobody'), await connect('appUser', { host: 'builder' })];
  for (const each of [visitor, user]) each.join('Wall');
  await expect
    .poll(async () => {
      await add('nobody', 'Wall', 'knock');
      return [visitor.messages.length > 0, user.messages.length > 0];
    })
    .toEqual([true, true]);
  const row = await add('appUser', 'Wall', 'signed');
  const seen = ({ messages }: { messages: Data[] }) =>
    messages.map(([, { data }]) => JSON.parse(data)).find(({ id }) => id === row.id)?.data.created_by;
  await expect.poll(() => [seen(visitor), seen(user)]).toEqual([null, world.people.user.email]);
});

test.each([
  ['a visitor', 'nobody', 'Note', undefined, /log in/],
  ['a user of another app', 'otherApp', 'Sign', undefined, /not found/],
  ['an unknown table', 'appUser', 'constructor', undefined, /not found/],
  ['an inherited name', 'appUser', '__proto__', undefined, /not found/],
  ['an unknown app', 'appUser', 'Note', 'none', /not found/],
  ['no room', 'appUser', 'a:b:c', undefined, /no room/],
] as const)('refuses the room to %s', async (_case, caller, entity, appId, message) => {
  const { messages, join, state } = await connect(caller);
  join(entity, appId);
  await expect.poll(() => messages.length).toBe(1);
  expect(messages[0]).toMatchObject(['error', { message: expect.stringMatching(message) }]);
  expect(state.isClosed).toBe(false);
});

test.each(['tampered', 'expired'] as const)('refuses the connection to a token that is %s', async (caller) => {
  expect((await connect(caller)).state).toMatchObject({ isConnected: false, refusal: 'Please log in.' });
});

test('takes no cookie for a token', async () => {
  const { messages, join } = await connect('nobody', { host: 'builder', headers: { cookie: world.people.owner.cookie } });
  join('Note');
  await expect.poll(() => messages[0]?.[0]).toBe('error');
});

test('survives rooms that are no text, and closes connections with large or many messages', async () => {
  const odd = await connect('appUser');
  for (const room of [null, 7, {}, [], { toString: 1 }, 'x'.repeat(5000)]) odd.emit('join', room);
  odd.emit('leave', { a: 1 });
  await expect.poll(() => odd.messages.length).toBe(6);
  odd.join('Note', 'x'.repeat(1_000_000));
  await expect.poll(() => odd.state.isClosed).toBe(true);
  const flood = await connect('appUser');
  for (let index = 0; index < 700; index += 1) flood.join(`T${index}`);
  await expect.poll(() => flood.state.isClosed).toBe(true);
  const many = [];
  for (let index = 0; index < 32; index += 1) many.push(await connect('nobody'));
  expect(many.filter(({ state }) => !state.isConnected).map(({ state }) => state.refusal)).toContainEqual(expect.stringMatching(/429/));
});

test('ends connections when permissions change or the person logs out', async () => {
  const users = [await connect('appUser'), await connect('nobody')] as const;
  for (const each of users) each.join('Wall');
  await expect
    .poll(async () => {
      await add('nobody', 'Wall', 'knock');
      return users.every(({ messages }) => messages.length > 0);
    })
    .toBe(true);
  await give({ Note: table('creator', 'creator'), Sign: table('all', 'admin'), Wall: table('creator', 'creator') });
  await expect.poll(() => users.map(({ state }) => state.isClosed)).toEqual([true, true]);
  const again = await connect('appUser');
  again.join('Note');
  await expect
    .poll(async () => {
      await add('appUser', 'Note', 'knock');
      return again.messages.length;
    })
    .toBeGreaterThan(0);
  await world.request('appUser', { method: 'POST', host: 'runtime', path: `/live_api/apps/${world.app.id}/auth/logout` });
  await expect.poll(() => again.state.isClosed).toBe(true);
});
