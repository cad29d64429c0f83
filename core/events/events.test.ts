import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Collection, Logger } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import { openSqliteStore } from '../store/index.ts';
import { describeEvents } from './contract.suite.ts';
import { type Delivery, type Events, openEvents, sharedLog } from './index.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function memory(): Promise<Store> {
  const store = await openSqliteStore({ file: ':memory:' });
  open.push(store);
  return store;
}
async function node(store: Store, nodeId = 'a', log = quiet): Promise<Events> {
  const events = await openEvents({ log, upstream: sharedLog({ store, log, nodeId }) });
  open.push(events);
  return events;
}
async function take(count: number, deliveries: AsyncIterable<Delivery>): Promise<Delivery[]> {
  const taken: Delivery[] = [];
  for await (const delivery of deliveries) if (taken.push(delivery) === count) break;
  return taken;
}
const never = new AbortController().signal;

/** The store with some calls of the events collection replaced. */
function tampered(store: Store, change: (entries: Collection<{ _id: string }>) => Partial<Collection<{ _id: string }>>): Store {
  return {
    ...store,
    open: async (name, spec) => {
      const entries = await store.open(name, spec);
      const changed = change(entries as unknown as Collection<{ _id: string }>) as Record<string, unknown>;
      return new Proxy(entries, {
        get(target, key) {
          const value: unknown = changed[String(key)] ?? Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
    drop: (name) => store.drop(name),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

describe('events in the log of a store', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sayso-events-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  describeEvents('of several nodes', () => openSqliteStore({ file: join(folder, 'log.db'), durable: false }));
});

describe('events in one process', () => {
  it('are delivered locally before the emit is stored', async () => {
    const events = await node(await memory());
    const first = take(1, events.subscribe('a.happened', never));
    const emitted = events.emit('a.happened', { n: 1 });
    expect(await first).toEqual([{ payload: { n: 1 } }]);
    await emitted;
  });

  it('are written in batches', async () => {
    const store = await memory();
    const insertOne = vi.fn();
    const counting = tampered(store, (entries) => ({
      insertOne: (document) => {
        insertOne();
        return entries.insertOne(document);
      },
    }));
    const events = await node(counting);
    await Promise.all(Array.from({ length: 400 }, (_, n) => events.emit('a.happened', n)));
    expect(insertOne.mock.calls.length).toBeLessThan(4);
  });

  it('report missed events to a slow subscriber', async () => {
    const events = await node(await memory());
    const slow = events.subscribe('a.happened', never);
    for (let n = 0; n < 1005; n++) void events.emit('a.happened', n);
    await events.drain();
    expect(await take(6, slow)).toEqual([{ missed: true }, ...[1000, 1001, 1002, 1003, 1004].map((payload) => ({ payload }))]);
  });

  it('isolate subscribers and the emitter from changes of a payload', async () => {
    const events = await node(await memory());
    const payload = { list: [1] };
    const both = [take(1, events.subscribe('a.happened', never)), take(1, events.subscribe('a.happened', never))];
    await events.emit('a.happened', payload);
    const [one, two] = (await Promise.all(both)).map(([delivery]) => (delivery as { payload: typeof payload }).payload);
    expect(() => one?.list.push(2)).toThrow(TypeError);
    payload.list.push(3);
    expect([one, two]).toEqual([{ list: [1] }, { list: [1] }]);
  });

  it('run a handler sequentially, also after it throws', async () => {
    const error = vi.fn();
    const events = await node(await memory(), 'a', { ...quiet, error });
    const seen: unknown[] = [];
    const off = events.on('a.happened', async (payload) => {
      seen.push(`begin ${payload}`);
      await Promise.resolve();
      if (payload === 2) throw new Error('two is too much');
      seen.push(`end ${payload}`);
    });
    for (const n of [1, 2, 3]) await events.emit('a.happened', n);
    await events.drain();
    off();
    await events.emit('a.happened', 4);
    await events.drain();
    expect(seen).toEqual(['begin 1', 'end 1', 'begin 2', 'begin 3', 'end 3']);
    expect(error).toHaveBeenCalledOnce();
  });

  it('end a subscription on abort and on close', async () => {
    const events = await node(await memory());
    const controller = new AbortController();
    const waiting = take(1, events.subscribe('a.happened', controller.signal));
    controller.abort();
    expect(await waiting).toEqual([]);
    expect(await take(1, events.subscribe('a.happened', controller.signal))).toEqual([]);
    const open = take(1, events.subscribe('a.happened', never));
    await events.close();
    expect(await open).toEqual([]);
    expect(await take(1, events.subscribe('a.happened', never))).toEqual([]);
    await expect(events.emit('a.happened', 1)).rejects.toThrow('after closing');
  });

  it('deliver pending payloads when subscriptions end; handlers continue', async () => {
    const events = await node(await memory());
    const waiting = take(2, events.subscribe('a.happened', never));
    const slow = events.subscribe('a.happened', never);
    const handled: unknown[] = [];
    events.on('a.happened', async (payload) => void handled.push(payload));
    await events.emit('a.happened', 1);
    events.endSubscriptions();
    expect(await waiting).toEqual([{ payload: 1 }]);
    expect(await take(2, slow)).toEqual([{ payload: 1 }]);
    expect(await take(1, events.subscribe('a.happened', never))).toEqual([]);
    await events.emit('a.happened', 2);
    await events.drain();
    expect(handled).toEqual([1, 2]);
  });

  it('refuse a payload that is too large', async () => {
    const events = await node(await memory());
    await expect(events.emit('a.happened', 'x'.repeat(1_000_001))).rejects.toThrow('at most 1000000 are allowed');
  });
});

describe('events of other nodes', () => {
  it('continue the sequence after all batches have expired', async () => {
    const store = await memory();
    const first = await node(store, 'a');
    await first.emit('a.happened', 1);
    const entries = await store.open('events', { document: undefined as never });
    // Opening a second node saves the head.
    await node(store, 'b');
    await entries.deleteMany({ _id: { $lt: 'a' } });
    const third = await node(store, 'c');
    const received = take(1, first.subscribe('a.happened', never));
    await third.emit('a.happened', 2);
    expect(await received).toEqual([{ payload: 2 }]);
  });

  it('report missed events when batches expired before they were read', async () => {
    const store = await memory();
    const events = await node(store);
    const received = take(2, events.subscribe('a.happened', never));
    const entries = await store.open<{ _id: string }>('events', { document: undefined as never });
    const batch = { origin: 'other', batch: 'x', events: '[["a.happened",9]]', lost: false, at: new Date().toISOString() };
    await entries.insertOne({ _id: String(5).padStart(16, '0'), ...batch });
    expect(await received).toEqual([{ missed: true }, { payload: 9 }]);
  });

  it('recover when a node was disconnected for longer than batches are kept', async () => {
    const store = await memory();
    let isAway = false;
    const cut = tampered(store, (entries) => ({
      find: (...of) => (isAway ? Promise.reject(new Error('the store is away')) : entries.find(...of)),
      insertOne: (...of) => (isAway ? Promise.reject(new Error('the store is away')) : entries.insertOne(...of)),
    }));
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const [offline, online] = [await node(cut, 'a'), await node(store, 'b')];
      const missed = take(2, offline.subscribe('a.happened', never));
      isAway = true;
      for (let n = 0; n < 3; n++) await online.emit('a.happened', n);
      vi.setSystemTime(Date.now() + 15 * 60_000);
      const entries = await store.open<{ _id: string; seq?: number }>('events', { document: undefined as never });
      // The other node saves the head periodically.
      await expect.poll(async () => (await entries.findOne({ _id: 'head' }))?.seq).toBe(3);
      vi.setSystemTime(Date.now() + 2 * 3600_000);
      await entries.deleteMany({ _id: { $lt: 'a' } });
      const received = take(1, online.subscribe('a.happened', never));
      isAway = false;
      await offline.emit('a.happened', 'back');
      expect(await received).toEqual([{ payload: 'back' }]);
      expect(await missed).toEqual([{ payload: 'back' }, { missed: true }]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('arrive exactly once after a failed write and after a lost response', async () => {
    const store = await memory();
    const trouble = ['before', 'after'];
    const flaky = tampered(store, (entries) => ({
      insertOne: async (document) => {
        const when = trouble.shift();
        if (when === 'before') throw new Error('the store is away');
        await entries.insertOne(document);
        if (when === 'after') throw new Error('the answer was lost');
      },
    }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const error = vi.fn();
      const sender = await node(flaky, 'a', { ...quiet, error });
      const receiver = await node(store, 'b');
      const received = take(2, receiver.subscribe('a.happened', never));
      await sender.emit('a.happened', 1);
      const drained = sender.drain();
      await vi.advanceTimersByTimeAsync(5000);
      await drained;
      await sender.emit('a.happened', 2);
      await vi.advanceTimersByTimeAsync(5000);
      expect(await received).toEqual([{ payload: 1 }, { payload: 2 }]);
      expect(error).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
