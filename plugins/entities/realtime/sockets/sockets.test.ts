import type { Actor } from '@sayso/core';
import { expect, it, vi } from 'vitest';
import { stranger, table, user, visitor } from '../../testing/apps.ts';
import { startLive } from '../../testing/live.ts';
import { openSocket } from '../../testing/socket.ts';

const tables = {
  News: table('anonymous', 'all'),
  Post: table('all', 'all'),
  Diary: table('creator', 'all'),
  Closed: table('none', 'all'),
};
const ann = user('app', 'ann');
const bob = user('app', 'bob');
const admin = user('app', 'owner', true);
const at = (entity: string) => ({ appId: 'app', entity });
type Live = Awaited<ReturnType<typeof startLive>>;

/** A client that follows these tables, after their answers. */
async function follow(live: Live, as: Actor, entities: readonly string[], headers = {}) {
  const socket = await live.connect(as, { headers });
  await expect.poll(socket.beats).toBe(1);
  for (const entity of entities) socket.say({ follow: entity });
  await socket.until(entities.length);
  return socket;
}

it('sends the changes of the followed tables that the caller may read, each table on the same connection', async () => {
  await using live = await startLive(tables);
  const everything = ['News', 'Post', 'Diary', 'Closed', 'Gone'];
  const [ofVisitor, ofAnn, ofAdmin, ofStranger] = await Promise.all(
    [visitor, ann, admin, stranger].map((as) => follow(live, as, everything)),
  );
  const refused = (code: string) => (entity: string) => `${entity} refused ${code}`;
  const login = refused('unauthenticated');
  expect(new Set(ofVisitor?.messages)).toEqual(
    new Set(['News ready', 'Post ready', login('Diary'), login('Closed'), refused('not-found')('Gone')]),
  );
  expect(new Set(ofStranger?.messages)).toEqual(new Set(ofVisitor?.messages));
  expect(new Set(ofAnn?.messages).has('Closed refused forbidden')).toBe(true);
  for (const [as, entity, name] of [
    [bob, 'News', 'a'],
    [bob, 'Post', 'b'],
    [bob, 'Diary', 'c'],
    [ann, 'Diary', 'd'],
    [bob, 'News', 'last'],
  ] as const)
    await live.rows.create(as, at(entity), { name });
  const after = async (socket: typeof ofAnn, count: number) => new Set((await socket?.until(5 + count))?.slice(5));
  expect(await after(ofVisitor, 3)).toEqual(new Set(['News created a', 'Post created b', 'News created last']));
  expect(await after(ofAnn, 4)).toEqual(new Set(['News created a', 'Post created b', 'Diary created d', 'News created last']));
  expect(await after(ofAdmin, 5)).toEqual(
    new Set(['News created a', 'Post created b', 'Diary created c', 'Diary created d', 'News created last']),
  );
});

it('stops with `leave`, and starts again', async () => {
  await using live = await startLive(tables);
  const socket = await follow(live, ann, ['News', 'Post']);
  socket.say({ leave: 'News' });
  socket.say({ follow: 'Diary' });
  await socket.until(3);
  await live.rows.create(bob, at('News'), { name: 'unseen' });
  await live.rows.create(bob, at('Post'), { name: 'seen' });
  expect((await socket.until(4)).slice(3)).toEqual(['Post created seen']);
  socket.say({ follow: 'News' });
  expect((await socket.until(5)).at(-1)).toBe('News ready');
});

it('closes when the permissions change, and when the session ends: the client connects again', async () => {
  await using live = await startLive(tables);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const [ofAnn, ofAdmin] = await Promise.all([ann, admin].map((as) => follow(live, as, ['Post'])));
    await live.change({ ...tables, Post: table('admin', 'all') });
    expect(await ofAnn?.closed).toBe(1012);
    await live.rows.create(admin, at('Post'), { name: 'after' });
    expect((await ofAdmin?.until(2))?.at(-1)).toBe('Post created after');
    live.logOut(admin);
    vi.advanceTimersByTime(5000);
    expect(await ofAdmin?.closed).toBe(1012);
  } finally {
    vi.useRealTimers();
  }
});

it('follows no further table once the session has ended', async () => {
  await using live = await startLive(tables);
  const socket = await follow(live, ann, []);
  live.logOut(ann);
  socket.say({ follow: 'Post' });
  expect(await socket.until(1)).toEqual(['Post refused unauthenticated']);
});

it.each<readonly [string, unknown, number]>([
  ['no JSON', '{', 1008],
  ['another first message', { follow: 'News' }, 1008],
  ['a token that has ended', { app: 'app', token: 'stale' }, 4401],
  ['more than it may hold', { app: 'app', token: 'x'.repeat(20_000) }, 1009],
])('closes after %s', async (_name, message, code) => {
  await using live = await startLive(tables);
  const socket = await openSocket(`${live.url.replace('http', 'ws')}/live_api/changes`);
  socket.say(message);
  expect(await socket.closed).toBe(code);
});

it('cuts a client that floods it with messages; others receive everything', async () => {
  await using live = await startLive(tables);
  const [flooding, other] = [await follow(live, ann, []), await follow(live, ann, ['News'])];
  for (let index = 0; index < 700; index++) flooding.say({ leave: 'News' });
  expect(await flooding.closed).toBe(1006);
  await live.rows.create(bob, at('News'), { name: 'a' });
  expect((await other.until(2)).at(-1)).toBe('News created a');
});

it('follows at most 100 tables on one connection', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `T${index}`);
  await using live = await startLive(Object.fromEntries(names.map((name) => [name, tables.News])), { STREAMS_PER_ACCOUNT: 200 });
  const socket = await follow(live, ann, names);
  expect(socket.messages.filter((message) => message.endsWith('refused too-many'))).toHaveLength(1);
});

it('cuts a client that does not read; others receive everything', async () => {
  await using live = await startLive(tables);
  const slow = await follow(live, ann, ['News']);
  const other = await follow(live, bob, ['News']);
  slow.pause();
  const name = 'x'.repeat(100_000);
  const ROWS = 120;
  for (let row = 0; row < ROWS; row++) await live.rows.create(admin, at('News'), { name });
  expect(await other.until(1 + ROWS)).toHaveLength(1 + ROWS);
  slow.resume();
  expect(await slow.closed).toBe(1006);
  expect(slow.messages.length).toBeLessThan(1 + ROWS);
});

it('limits the connections of an address and of the process; a closed one frees its place', async () => {
  await using live = await startLive(tables, { LIVE_SOCKETS: 3, LIVE_SOCKETS_PER_ADDRESS: 2, TRUST_PROXY: 'loopback' });
  const from = (machine: number) => live.connect(visitor, { headers: { 'x-forwarded-for': `198.51.100.${machine}` } });
  const first = await from(1);
  await from(1);
  await expect(from(1)).rejects.toThrow('429');
  await from(2);
  await expect(from(3)).rejects.toThrow('503');
  first.close();
  await first.closed;
  await expect.poll(() => from(3).then(() => 'open', String)).toBe('open');
});

it('closes all connections with the server', async () => {
  await using live = await startLive(tables);
  const [following, idle] = [await follow(live, ann, ['News']), await follow(live, ann, [])];
  await live.close();
  expect([await following.closed, await idle.closed]).toEqual([1012, 1012]);
});

it('answers calls without a WebSocket with a sentence', async () => {
  await using live = await startLive(tables);
  const answer = await fetch(`${live.url}/live_api/changes`);
  expect([answer.status, (await answer.json()).code]).toEqual([426, 'websocket-only']);
});

it('sends the same messages as server-sent events, for clients that no WebSocket reaches', async () => {
  await using live = await startLive(tables);
  const stream = await live.followAll(ann, ['News', 'Closed', 'Gone']);
  const messages = () =>
    stream.events.map(({ data: { entity, event, code, changes = [] } }) => [entity, event, code, ...changes].filter(Boolean));
  await stream.until(4);
  expect(new Set(messages().map((message) => message.join(' ')))).toEqual(
    new Set(['', 'News ready', 'Closed refused forbidden', 'Gone refused not-found']),
  );
  await live.rows.create(bob, at('News'), { name: 'a' });
  expect((await stream.until(5)).at(-1)?.data).toMatchObject({ entity: 'News', changes: [{ event: 'created', row: { name: 'a' } }] });
  expect(stream.headers).toMatchObject({ 'x-accel-buffering': 'no', 'cache-control': 'no-store, no-transform' });
  // A change of permissions ends it: the client asks again, as far as it may.
  await live.change({ ...tables, News: table('admin', 'all') });
  await stream.ended;
  const refused = await live.followAll(visitor, ['Closed']);
  await refused.ended;
  expect(refused.events.at(-1)?.data).toMatchObject({ entity: 'Closed', event: 'refused', code: 'unauthenticated' });
});
