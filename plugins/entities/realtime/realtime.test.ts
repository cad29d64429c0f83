import type { Actor } from '@sayso/core';
import { describe, expect, it, vi } from 'vitest';
import { owner, stranger, table, user, visitor } from '../testing/apps.ts';
import { startLive } from '../testing/live.ts';
import type { StreamEvent } from '../testing/stream.ts';

const tables = {
  News: table('anonymous', 'all'),
  Post: table('all', 'all'),
  Diary: table('creator', 'all'),
  Secret: table('admin', 'all'),
  Closed: table('none', 'all'),
  User: table('all', 'all'),
};
const ann = user('app', 'ann');
const bob = user('app', 'bob');
const admin = user('app', 'owner', true);
const at = (entity: string, appId = 'app') => ({ appId, entity });
const brief = (events: readonly StreamEvent[]) => events.map(({ event, data }) => `${event} ${data.name ?? data.id ?? ''}`.trim());

describe('permissions', () => {
  // visitor, visitor with a token, ann, account of another builder, admin's token, owner on the builder host
  it.each<readonly [entity: string, seen: readonly (number | 'all' | 'own')[]]>([
    ['News', ['all', 'all', 'all', 'all', 'all', 'all']],
    ['Post', ['all', 'all', 'all', 'all', 'all', 'all']],
    ['Diary', [401, 401, 'own', 401, 'all', 'all']],
    ['Secret', [401, 401, 403, 401, 'all', 'all']],
    ['Closed', [401, 401, 403, 401, 403, 403]],
    ['User', [404, 404, 404, 404, 404, 404]],
    ['Gone', [404, 404, 404, 404, 404, 404]],
  ])('%s', async (entity, expected) => {
    await using live = await startLive(tables);
    const callers: readonly Actor[] = [visitor, user('app', null), ann, stranger, admin, owner];
    const streams = await Promise.all(callers.map((as) => live.follow(as, entity)));
    expect(streams.map(({ status }) => status)).toEqual(expected.map((one) => (typeof one === 'number' ? one : 200)));
    if (!expected.includes('all')) return;
    const ofBob = await live.rows.create(bob, at(entity), { name: 'of bob' });
    const ofAnn = await live.rows.create(ann, at(entity), { name: 'of ann' });
    await live.rows.update(owner, at(entity), ofBob.id, { name: 'changed' });
    for (const { id } of [ofBob, ofAnn]) await live.rows.remove(owner, at(entity), id);
    const seen = {
      all: ['ready', 'created of bob', 'created of ann', 'updated changed', `deleted ${ofBob.id}`, `deleted ${ofAnn.id}`],
      own: ['ready', 'created of ann', `deleted ${ofAnn.id}`],
    };
    for (const [index, stream] of streams.entries()) {
      const scope = expected[index];
      if (typeof scope === 'string') expect(brief(await stream.until(seen[scope].length))).toEqual(seen[scope]);
    }
  });

  it.each([
    ['with the event', false],
    ['also when the event is missed', true],
  ])('end for each person by themselves, %s, whoever was first', async (_name, isMissed) => {
    await using live = await startLive(tables);
    const second = user('app', 'second', true);
    const [ofFirst, ofSecond] = [await live.follow(admin, 'Secret'), await live.follow(second, 'Secret')];
    await live.remove('second', isMissed);
    await ofSecond.ended;
    await live.rows.create(admin, at('Secret'), { name: 'after' });
    expect(brief(await ofFirst.until(2))).toEqual(['ready', 'created after']);
    expect(brief(ofSecond.events)).toEqual(['ready']);
  });

  it('sends the row as a read by id answers it, on both hosts to any origin', async () => {
    await using live = await startLive(tables);
    const stream = await live.follow(ann, 'Post');
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    const row = await live.rows.create(ann, at('Post'), { name: 'line\nbreak', done: true });
    await live.rows.update(ann, at('Post'), row.id, { done: false });
    const events = await stream.until(3);
    expect(events[1]).toEqual({ event: 'created', data: row });
    expect(events[2]).toEqual({ event: 'updated', data: await live.rows.get(ann, at('Post'), row.id) });
  });

  it.each<readonly [string, Actor, string, number]>([
    ['the token of another app', user('other', 'ann', true), 'app', 404],
    ['a user of an unpublished app', user('draft', 'ann'), 'draft', 404],
    ['the owner of an unpublished app', owner, 'draft', 200],
    ['an app that does not exist', owner, 'none', 404],
  ])('%s', async (_name, as, appId, status) => {
    await using live = await startLive(tables);
    expect((await live.follow(as, 'Post', { appId })).status).toBe(status);
  });

  it('refuses an expired token', async () => {
    await using live = await startLive(tables);
    expect((await live.follow(visitor, 'Post', { headers: { authorization: 'Bearer stale' } })).status).toBe(401);
  });

  it('separates tables and apps', async () => {
    await using live = await startLive(tables);
    const stream = await live.follow(ann, 'Post');
    await live.rows.create(ann, at('News'), { name: 'another table' });
    await live.rows.create(user('other', 'ann'), at('Post', 'other'), { name: 'another app' });
    await live.rows.create(ann, at('Post'), { name: 'this' });
    expect(brief(await stream.until(2))).toEqual(['ready', 'created this']);
  });
});

describe('many rows at once', () => {
  const many = (name: string) => Array.from({ length: 21 }, () => ({ name }));

  it('asks those who see the rows to read again', async () => {
    await using live = await startLive(tables);
    const [ofAnn, ofBob, ofAdmin] = await Promise.all([ann, bob, admin].map((as) => live.follow(as, 'Diary')));
    await live.rows.createMany(ann, at('Diary'), many('a'));
    await live.rows.create(bob, at('Diary'), { name: 'b' });
    expect(brief((await ofAnn?.until(2)) ?? [])).toEqual(['ready', 'reset']);
    expect(brief((await ofBob?.until(2)) ?? [])).toEqual(['ready', 'created b']);
    expect(brief((await ofAdmin?.until(3)) ?? [])).toEqual(['ready', 'reset', 'created b']);
    // Rows of several creators.
    expect(await live.rows.removeMany(owner, at('Diary'), {})).toBe(22);
    expect(brief((await ofAnn?.until(3)) ?? []).at(-1)).toBe('reset');
    expect(brief((await ofBob?.until(3)) ?? []).at(-1)).toBe('reset');
  });

  it('asks a client that connects again to read again', async () => {
    await using live = await startLive(tables);
    const stream = await live.follow(ann, 'Post', { headers: { 'last-event-id': '0' } });
    expect(brief(await stream.until(2))).toEqual(['ready', 'reset']);
  });
});

describe('a change of the app', () => {
  // What the table becomes, and the status with which visitor, user and admin connect again; null: the stream stays open.
  it.each<readonly [string, typeof tables.Post | null, readonly (number | null)[]]>([
    ['stays readable', table('anonymous', 'admin'), [null, null, null]],
    ['is limited to own rows', table('creator', 'all'), [401, 200, null]],
    ['is limited to admins', table('admin', 'all'), [401, 403, null]],
    ['is closed', table('none', 'all'), [401, 403, 403]],
    ['is removed', null, [404, 404, 404]],
  ])('ends the streams of a table that %s', async (_name, next, expected) => {
    await using live = await startLive(tables);
    const callers = [visitor, ann, admin];
    const streams = await Promise.all(callers.map((as) => live.follow(as, 'Post')));
    await Promise.all(streams.map((stream) => stream.until(1)));
    const { Post: _post, ...others } = tables;
    await live.change(next === null ? others : { ...others, Post: next });
    if (next !== null && expected.includes(null)) await live.rows.create(owner, at('Post'), { name: 'after' });
    for (const [index, stream] of streams.entries()) {
      const status = expected[index];
      if (status === null) expect(brief(await stream.until(2))).toEqual(['ready', 'created after']);
      else {
        await stream.ended;
        expect(brief(stream.events)).toEqual(['ready']);
        expect((await live.follow(callers[index] ?? visitor, 'Post')).status).toBe(status);
      }
    }
  });

  it('keeps the streams while the permissions cannot be read', async () => {
    await using live = await startLive(tables);
    const stream = await live.follow(ann, 'Post');
    live.setUnreachable(true);
    await live.change(tables);
    expect((await live.follow(ann, 'Post')).status).toBe(500);
    live.setUnreachable(false);
    await live.rows.create(bob, at('Post'), { name: 'after' });
    expect(brief(await stream.until(2))).toEqual(['ready', 'created after']);
  });

  it('widened access ends the stream, too: the client reads the other rows', async () => {
    await using live = await startLive(tables);
    const stream = await live.follow(ann, 'Diary');
    await live.change({ ...tables, Diary: table('all', 'all') });
    await stream.ended;
    const again = await live.follow(ann, 'Diary', { headers: { 'last-event-id': '0' } });
    await live.rows.create(bob, at('Diary'), { name: 'of bob' });
    expect(brief(await again.until(3))).toEqual(['ready', 'reset', 'created of bob']);
  });
});

describe('the life of a stream', () => {
  it('ends with the session of its caller, and sends heartbeats until then', async () => {
    await using live = await startLive(tables);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const [ofAnn, ofBob] = await Promise.all([live.follow(ann, 'Post'), live.follow(bob, 'Post')]);
      vi.advanceTimersByTime(30_000);
      await expect.poll(() => ofBob.beats()).toBe(1);
      live.logOut(ann);
      vi.advanceTimersByTime(5_000);
      await ofAnn.ended;
      await live.rows.create(bob, at('Post'), { name: 'after' });
      expect(brief(await ofBob.until(2))).toEqual(['ready', 'created after']);
      expect(brief(ofAnn.events)).toEqual(['ready']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('disconnects a client that reads too slowly, while others get every change', async () => {
    await using live = await startLive(tables);
    const [slow, quick] = await Promise.all([live.follow(ann, 'Post'), live.follow(bob, 'Post')]);
    await slow.until(1);
    slow.pause();
    const name = 'x'.repeat(400_000);
    const rows = 60;
    for (let n = 0; n < rows; n++) await live.rows.create(ann, at('Post'), { name: `${n} ${name}` });
    const seen = (await quick.until(rows + 1)).slice(1).map(({ data }) => Number.parseInt(data.name, 10));
    expect(seen).toEqual(Array.from({ length: rows }, (_, n) => n));
    slow.resume();
    await slow.ended;
    expect(slow.events.length).toBeLessThan(rows);
  });

  it.each<readonly [string, Record<string, number>, readonly Actor[], number, string]>([
    ['an account', { STREAMS_PER_ACCOUNT: 2 }, [ann, ann, bob, ann], 429, 'Too many live streams are open. Please close some first.'],
    ['an address', { STREAMS_PER_ADDRESS: 1 }, [ann, visitor, user('app', null)], 429, 'Too many live streams are open.'],
    ['an app', { STREAMS_PER_APP: 2 }, [ann, bob, visitor], 503, 'No more people can follow this app live right now.'],
  ])('limits the streams of %s', async (_name, config, callers, status, message) => {
    await using live = await startLive(tables, config);
    const streams = [];
    for (const as of callers) streams.push(await live.follow(as, 'Post'));
    expect(streams.map((stream) => stream.status)).toEqual([...callers.slice(1).map(() => 200), status]);
    const refused = streams.at(-1);
    await refused?.ended;
    expect(JSON.parse(refused?.text() ?? '').message).toContain(message);
    for (const stream of streams) stream.close();
    await expect.poll(async () => (await live.follow(callers.at(-1) ?? visitor, 'Post')).status).toBe(200);
  });

  it('ends when the server stops, after the last changes', async () => {
    await using live = await startLive(tables);
    const stream = await live.follow(ann, 'Post');
    await Promise.all([live.rows.create(ann, at('Post'), { name: 'last' }), stream.until(1)]);
    const closing = live.close();
    await stream.ended;
    await closing;
    expect(brief(stream.events)).toEqual(['ready', 'created last']);
  });
});

it('a thousand subscribers get each change exactly once, in order', async () => {
  await using live = await startLive(tables, { STREAMS_PER_ADDRESS: 2000 });
  const streams = await Promise.all(Array.from({ length: 1000 }, () => live.follow(visitor, 'Post')));
  const expected = Array.from({ length: 20 }, (_, n) => `created ${n}`);
  for (let n = 0; n < 20; n++) await live.rows.create(ann, at('Post'), { name: String(n) });
  for (const stream of streams) expect(brief(await stream.until(21))).toEqual(['ready', ...expected]);
});
