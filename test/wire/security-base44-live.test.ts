import { connect } from 'node:net';
import type { Actor } from '@sayso/core';
import { startTestServer } from '@sayso/core/testing';
import { entitiesRef } from '@sayso/entities/ref';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { openSocket } from '../base44/socket.ts';
import { allPlugins, type Caller, openWorld, type World } from '../security/world.ts';

const table = (read: string, write: string) => ({
  properties: { text: { type: 'string' } },
  'x-accessControl': { permissions: { read, write } },
});
/** As many as an app may have, with `Wall`. */
const MANY = ['Note', 'Sign', ...Array.from({ length: 97 }, (_, index) => `T${index}`)];

let world: World;
beforeAll(async () => {
  world = await openWorld({ STREAMS_PER_ACCOUNT: '150', RATE_LIMIT: '0', APP_RATE_LIMIT: '0' });
  await give({ Wall: table('all', 'anonymous'), ...Object.fromEntries(MANY.map((name) => [name, table('all', 'all')])) });
}, 60_000);
afterAll(() => world?.server.close());

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function give(entities: object): Promise<void> {
  await world.json('owner', { path: '/api/apps', body: { appId: world.app.id, genApp: { entities } } });
  await world.publish(world.app);
}
const tokenOf = (caller: Caller) => world.headers[caller]['authorization']?.replace('Bearer ', '');
async function socketOf(caller: Caller, { serverUrl = world.server.runtimeUrl, token = tokenOf(caller) } = {}) {
  const made = await openSocket({ serverUrl, appId: world.app.id, token });
  open.push(() => made.socket.terminate());
  return made;
}
type Live = Awaited<ReturnType<typeof socketOf>>;
const rows = (rest = '') => `/api/apps/${world.app.id}/entities/Wall${rest}`;
const texts = (live: Live) => live.changes().map(({ data }) => data.text);

/** Joins the room of the table; `knock` makes a row there until one arrives. */
async function joined(live: Live, knock: Caller = 'nobody'): Promise<Live> {
  live.join('Wall');
  await expect
    .poll(async () => {
      await world.json(knock, { path: rows(), body: { text: 'knock' } });
      return live.changes().length;
    })
    .toBeGreaterThan(0);
  return live;
}

test('a token of an app joins no public room of another one', async () => {
  const live = await socketOf('appUser');
  live.join('Sign', world.foreign.id);
  await expect.poll(() => live.messages).toEqual([['error', { message: expect.stringMatching(/not found/), room: expect.any(String) }]]);
  const visitor = await socketOf('nobody');
  visitor.join('Sign', world.foreign.id);
  const path = `/api/apps/${world.foreign.id}/entities/Sign`;
  await expect
    .poll(async () => {
      await world.json('stranger', { path, body: { text: 'seen by visitors' } });
      return visitor.changes().length;
    })
    .toBeGreaterThan(0);
  expect(live.changes()).toEqual([]);
});

test('a preview gets changes of draft rows, a published app those of live rows', async () => {
  const preview = await joined(await socketOf('appOwner'), 'appOwner');
  const published = await joined(await socketOf('appUser'));
  await world.json('appOwner', { path: rows(), body: { text: 'draft' } });
  await world.json('appUser', { path: rows(), body: { text: 'live' } });
  await expect.poll(() => [texts(preview).at(-1), texts(published).at(-1)]).toEqual(['draft', 'live']);
  expect([texts(preview).includes('live'), texts(published).includes('draft')]).toEqual([false, false]);
});

test('a connection joins up to 100 rooms, and an account up to its streams', async () => {
  const first = await socketOf('owner');
  for (const name of [...MANY, 'Wall']) first.join(name);
  first.join('Sign', world.foreign.id);
  await expect.poll(() => first.messages.length).toBe(1);
  expect(first.messages[0]).toEqual(['error', { message: 'Too many rooms are joined.', room: `entities:${world.foreign.id}:Sign` }]);
  const second = await socketOf('owner');
  for (const name of MANY.slice(0, 90)) second.join(name);
  // The account has 50 streams left.
  await expect.poll(() => second.messages.length).toBe(40);
  expect(new Set(second.messages.map(([, { message }]) => message))).toEqual(
    new Set(['Too many live streams are open. Please close some first.']),
  );
  first.socket.terminate();
  const third = await socketOf('owner');
  await expect
    .poll(async () => {
      third.join('Wall');
      await world.json('nobody', { path: rows(), body: { text: 'knock' } });
      return third.changes().length;
    })
    .toBeGreaterThan(0);
});

test('a thousand rooms end the connection, and harm no other', async () => {
  const other = await joined(await socketOf('nobody'));
  const flood = await socketOf('appUser');
  for (let index = 0; index < 1000; index += 1) flood.join(`X${index}`);
  await expect.poll(() => flood.state.isClosed).toBe(true);
  await world.json('nobody', { path: rows(), body: { text: 'after' } });
  await expect.poll(() => texts(other).at(-1)).toBe('after');
});

/** The first line of the answer to a raw handshake; empty when the connection is only closed. */
const handshake = (target: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(world.server.runtimeUrl).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
      socket.end();
    });
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? '')).on('error', reject);
    const lines = ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='];
    socket.write([`GET ${target} HTTP/1.1`, 'host: localhost', ...lines, '', ''].join('\r\n'));
  });

test('refuses huge handshakes, other transports and other protocols', async () => {
  const path = '/ws-user-apps/socket.io/';
  expect(await handshake(`${path}?EIO=4&transport=websocket&token=${'x'.repeat(100_000)}`)).toContain('431');
  for (const query of ['?EIO=4&transport=polling', '?EIO=4&transport=websocket&sid=guess', ''])
    expect([query, await handshake(path + query)]).toEqual([query, expect.stringContaining('400')]);
  const old = new WebSocket(`${world.server.runtimeUrl.replace('http', 'ws')}${path}?EIO=3&transport=websocket`);
  // It is answered after the upgrade, by what is no frame.
  old.on('error', () => undefined);
  await expect.poll(() => old.readyState).toBe(WebSocket.CLOSED);
  const { state } = await socketOf('nobody', { token: `${tokenOf('appUser')}${'x'.repeat(9000)}` });
  expect(state).toMatchObject({ isConnected: false, refusal: 'Please log in.' });
  const large = await socketOf('nobody');
  large.socket.send(`42["join","${'x'.repeat(20_000)}"]`);
  await expect.poll(() => large.state.isClosed).toBe(true);
  const binary = await socketOf('nobody');
  for (const packet of ['451-["join",{"_placeholder":true,"num":0}]', '429999999999999999999["x"]', '42{', '4', '9', '43'])
    binary.socket.send(packet);
  await expect.poll(() => binary.state.isClosed).toBe(true);
  expect((await socketOf('appUser')).state.isConnected).toBe(true);
});

test('cuts a client that does not read; others receive everything', async () => {
  const slow = await joined(await socketOf('appUser'));
  const other = await joined(await socketOf('nobody'));
  slow.socket.pause();
  const actor: Actor = { kind: 'account', id: world.people.owner.id, admin: false, builder: true };
  const entities = world.server.service(entitiesRef);
  const text = 'x'.repeat(100_000);
  const ids: string[] = [];
  for (let row = 0; row < 120; row += 1) ids.push((await entities.create(actor, { appId: world.app.id, entity: 'Wall' }, { text })).id);
  const seen = (live: Live) => new Set(live.changes().map(({ id }) => id));
  await expect.poll(() => ids.filter((id) => !seen(other).has(id))).toEqual([]);
  slow.socket.resume();
  await expect.poll(() => slow.state.isClosed).toBe(true);
  expect(ids.some((id) => !seen(slow).has(id))).toBe(true);
}, 60_000);

test('a change at one node reaches the sockets of another one, and a change of permissions ends them', async () => {
  const config = { ROLE: 'builder,runtime', RATE_LIMIT: '0', APP_RATE_LIMIT: '0' };
  const other = await startTestServer(await allPlugins(), config, { dataDir: world.server.dataDir });
  open.push(() => other.close());
  const sockets = await Promise.all([
    socketOf('nobody', { serverUrl: other.runtimeUrl }),
    socketOf('appUser', { serverUrl: other.builderUrl }),
    socketOf('appUser'),
  ]);
  for (const live of sockets) await joined(live);
  const { id } = await world.json('appUser', { path: rows(), body: { text: 'from the first node' } });
  await world.json('appUser', { method: 'PUT', path: rows(`/${id}`), body: { text: 'changed' } });
  const of = (live: Live) => live.changes().filter((change) => change.id === id);
  await expect
    .poll(() => sockets.map((live) => of(live).map(({ data }) => data.text)))
    .toEqual(sockets.map(() => ['from the first node', 'changed']));
  await give({ Wall: table('creator', 'creator') });
  await expect.poll(() => sockets.map(({ state }) => state.isClosed)).toEqual([true, true, true]);
}, 60_000);
