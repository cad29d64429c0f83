import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import { openSqliteStore } from '../store/index.ts';
import { describeProcesses } from './contract.suite.ts';
import { type FakeWire, fakeWires } from './fake-wires.ts';
import { type Delivery, type EventHub, type Events, joinMain, openEvents, sharedLog } from './index.ts';
import type { EventBatch } from './wire.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const never = new AbortController().signal;
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
function closing<T extends { close(): Promise<void> }>(each: T): T {
  open.push(each);
  return each;
}

async function mainProcess(store?: Store, nodeId = 'node'): Promise<EventHub> {
  return closing(await openEvents(store ? { log, upstream: sharedLog({ store, log, nodeId }) } : { log }));
}

interface Joined {
  readonly events: Events;
  /** The ends of the connection: the main process's and the member's. */
  readonly main: FakeWire;
  readonly member: FakeWire;
  cut(): void;
}

async function join(to: EventHub): Promise<Joined> {
  const wires = fakeWires();
  to.join(wires.main);
  return { ...wires, events: closing(await openEvents({ log, upstream: joinMain(wires.member) })) };
}

async function take(count: number, deliveries: AsyncIterable<Delivery>): Promise<Delivery[]> {
  const taken: Delivery[] = [];
  for await (const delivery of deliveries) if (taken.push(delivery) === count) break;
  return taken;
}

/** Whether the promise settles within some turns of the event loop. */
async function settles(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  return settled;
}

const batches = (wire: FakeWire): EventBatch[] => wire.sent.filter((message) => message.kind === 'events');

describeProcesses('events of a main process and its members', () => {
  let main: EventHub | null = null;
  return async () => {
    if (main) return (await join(main)).events;
    main = await openEvents({ log });
    return main;
  };
});

describeProcesses('events of two nodes with members', () => {
  let first: Promise<EventHub> | null = null;
  const begin = async () => {
    const store = closing(await openSqliteStore({ file: ':memory:' }));
    await join(await mainProcess(store, 'other'));
    return await mainProcess(store, 'one');
  };
  return async (id) => {
    first ??= begin();
    const { events } = await join(await first);
    // The processes of the suite: two members of one node, and its main process.
    return id === 'c' ? { ...(await first), close: () => events.close() } : events;
  };
});

describe('events between the processes of a machine', () => {
  it('reach the processes of other nodes, once', async () => {
    const store = closing(await openSqliteStore({ file: ':memory:' }));
    const mains = [await mainProcess(store, 'one'), await mainProcess(store, 'two')] as const;
    const members = [await join(mains[0]), await join(mains[0]), await join(mains[1])] as const;
    const received = [...mains, ...members.map(({ events }) => events)].map((events) => take(4, events.subscribe('x.happened', never)));
    await members[0].events.emit('x.happened', 1);
    await mains[0].emit('x.happened', 2);
    await members[1].events.emit('x.happened', 3);
    await expect.poll(() => batches(members[2].main).flatMap(({ events }) => events)).toHaveLength(6);
    await members[2].events.emit('x.happened', 4);
    for (const deliveries of await Promise.all(received)) {
      const payloads = deliveries.map((delivery) => ('payload' in delivery ? delivery.payload : null));
      expect(payloads.sort()).toEqual([1, 2, 3, 4]);
    }
  });

  it('report a loss of a member to the processes of all nodes, once', async () => {
    const store = closing(await openSqliteStore({ file: ':memory:' }));
    const mains = [await mainProcess(store, 'one'), await mainProcess(store, 'two')] as const;
    const members = [await join(mains[0]), await join(mains[0]), await join(mains[1])] as const;
    const received = [...mains, ...members.map(({ events }) => events)].map((events) => take(2, events.subscribe('x.happened', never)));
    await members[0].events.reportLoss();
    await members[0].events.emit('x.happened', 1);
    for (const deliveries of await Promise.all(received)) expect(deliveries).toEqual([{ missed: true }, { payload: 1 }]);
  });

  it('share a message when they are of one turn of the event loop, with the payload as its emitter wrote it', async () => {
    const main = await mainProcess();
    const [one, other] = [await join(main), await join(main)];
    await Promise.all([1, 2, 3].map((n) => one.events.emit('x.happened', { n })));
    const message = { kind: 'events', events: [1, 2, 3].flatMap((n) => ['x.happened', `{"n":${n}}`]), lost: false, id: null };
    expect(one.member.sent).toEqual([{ kind: 'events-join' }, message]);
    await vi.waitFor(() => expect(batches(other.main)).toEqual([message]), { timeout: 15_000 });
    expect(batches(one.main)).toEqual([]);
  });

  it('are split into messages of at most 500 events', async () => {
    const { events, member } = await join(await mainProcess());
    await Promise.all(Array.from({ length: 1200 }, (_, n) => events.emit('x.happened', n)));
    expect(batches(member).map((batch) => batch.events.length / 2)).toEqual([500, 500, 200]);
  });

  it('are parsed only by processes with a subscriber', async () => {
    const main = await mainProcess();
    const [one, other] = [await join(main), await join(main)];
    const parse = vi.spyOn(JSON, 'parse');
    try {
      await one.events.emit('x.happened', { marked: 1 });
      await vi.waitFor(() => expect(batches(other.main)).toHaveLength(1), { timeout: 15_000 });
      const last = take(1, other.events.subscribe('y.happened', never));
      await one.events.emit('y.happened', { marked: 2 });
      expect(await last).toEqual([{ payload: { marked: 2 } }]);
      expect(parse.mock.calls.map(([text]) => text)).toEqual(['{"marked":2}']);
    } finally {
      parse.mockRestore();
    }
  });

  it('are delivered in their own process before another has them, and only then is the emit settled', async () => {
    const { events, member } = await join(await mainProcess());
    const release = member.hold();
    const first = take(1, events.subscribe('x.happened', never));
    const emitted = events.emit('x.happened', 1);
    expect(await first).toEqual([{ payload: 1 }]);
    expect(await settles(emitted)).toBe(false);
    release();
    await emitted;
  });

  it('cost a main process without a log and members nothing but the local delivery', async () => {
    const main = await mainProcess();
    const order: string[] = [];
    const emitted = main.emit('x.happened', 1).then(() => order.push('emitted'));
    setImmediate(() => order.push('next turn'));
    await emitted;
    expect(order).toEqual(['emitted']);
  });

  it('of a member are settled when the log has them, or after the first attempt', async () => {
    const store = closing(await openSqliteStore({ file: ':memory:' }));
    const waiting: PromiseWithResolvers<void>[] = [];
    const slow: Store = {
      ...store,
      async open(name, spec) {
        const entries = await store.open(name, spec);
        return new Proxy(entries, {
          get(target, key) {
            const value: unknown = Reflect.get(target, key);
            if (typeof value !== 'function') return value;
            if (key !== 'insertOne') return value.bind(target) as unknown;
            return async (document: never) => {
              const attempt = Promise.withResolvers<void>();
              waiting.push(attempt);
              await attempt.promise;
              return await target.insertOne(document);
            };
          },
        });
      },
    };
    const { events } = await join(await mainProcess(slow));
    const emitted = events.emit('x.happened', 1);
    await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 15_000 });
    expect(await settles(emitted)).toBe(false);
    waiting[0]?.resolve();
    await emitted;
    const failing = events.emit('x.happened', 2);
    await vi.waitFor(() => expect(waiting).toHaveLength(2), { timeout: 15_000 });
    expect(await settles(events.drain())).toBe(false);
    waiting[1]?.reject(new Error('the store is away'));
    await failing;
    await vi.waitFor(() => expect(waiting).toHaveLength(3), { timeout: 15_000 });
    waiting[2]?.resolve();
  });

  it('are bounded while another process takes none, which then learns that it missed some', async () => {
    const main = await mainProcess();
    const [slow, fast] = [await join(main), await join(main)];
    const release = slow.main.hold();
    const missing = slow.events.subscribe('x.happened', never);
    const [missed, marks] = [take(3, slow.events.subscribe('y.happened', never)), take(2, fast.events.subscribe('y.happened', never))];
    void main.emit('y.happened', 'first');
    // This message is on its way.
    await vi.waitFor(() => expect(batches(slow.main)).toHaveLength(1), { timeout: 15_000 });
    for (let n = 0; n < 10_200; n++) {
      void main.emit('x.happened', n);
      if (n % 1000 === 0) await vi.waitFor(() => expect(batches(fast.main).at(-1)?.events.at(-1)).toBe(`${n}`), { timeout: 15_000 });
    }
    void main.emit('y.happened', 'last');
    release();
    expect(await marks).toEqual([{ payload: 'first' }, { payload: 'last' }]);
    expect(await missed).toEqual([{ payload: 'first' }, { missed: true }, { payload: 'last' }]);
    expect(await take(1, missing)).toEqual([{ missed: true }]);
    const numbers = batches(slow.main).flatMap(({ events }) => events.filter((_, at) => at % 2 === 1).map((text) => JSON.parse(text)));
    // The first message was on its way; of those behind it the oldest 500 are lost.
    expect(numbers).toEqual(['first', ...Array.from({ length: 9700 }, (_, n) => n + 500), 'last']);
    expect(batches(fast.main).some(({ lost }) => lost)).toBe(false);
  });

  it('that a member cannot hand over are missed by the processes of all nodes', async () => {
    const store = closing(await openSqliteStore({ file: ':memory:' }));
    const mains = [await mainProcess(store, 'one'), await mainProcess(store, 'two')] as const;
    const [slow, other] = [await join(mains[0]), await join(mains[0])];
    const received = [...mains, other.events].map((events) => take(2, events.subscribe('y.happened', never)));
    const own = take(1, slow.events.subscribe('y.happened', never));
    const release = slow.member.hold();
    for (let n = 0; n < 10_600; n++) void slow.events.emit('x.happened', n);
    void slow.events.emit('y.happened', 'last');
    release();
    for (const deliveries of await Promise.all(received)) expect(deliveries).toEqual([{ missed: true }, { payload: 'last' }]);
    expect(await own).toEqual([{ payload: 'last' }]);
  });

  it('that a member has handed over are delivered after its death; no more are sent to it', async () => {
    const main = await mainProcess();
    const [dead, other] = [await join(main), await join(main)];
    const received = [main, other.events].map((events) => take(2, events.subscribe('x.happened', never)));
    await dead.events.emit('x.happened', 1);
    dead.cut();
    await main.reportLoss();
    expect(await received[0]).toEqual([{ payload: 1 }, { missed: true }]);
    const sent = dead.main.sent.length;
    await main.emit('y.happened', 1);
    const next = await join(main);
    const fresh = take(1, next.events.subscribe('x.happened', never));
    await main.emit('x.happened', 2);
    expect(await fresh).toEqual([{ payload: 2 }]);
    expect(dead.main.sent).toHaveLength(sent);
  });

  it('reach a member from its first subscription on', async () => {
    const main = await mainProcess();
    const wires = fakeWires();
    main.join(wires.main);
    const release = wires.member.hold();
    const opening = openEvents({ log, upstream: joinMain(wires.member) });
    await main.emit('x.happened', 'before');
    expect(await settles(opening)).toBe(false);
    release();
    const events = closing(await opening);
    const received = take(1, events.subscribe('x.happened', never));
    await main.emit('x.happened', 'after');
    expect(await received).toEqual([{ payload: 'after' }]);
    expect(batches(wires.main).flatMap((batch) => batch.events)).toEqual(['x.happened', '"after"']);
  });

  it('are handed over before a member closes, and handled before the main process does', async () => {
    const main = await mainProcess();
    const member = await join(main);
    const handled: unknown[] = [];
    main.on('x.happened', async (payload) => void handled.push(payload));
    for (let n = 0; n < 3; n++) void member.events.emit('x.happened', n);
    await member.events.close();
    await main.drain();
    expect(handled).toEqual([0, 1, 2]);
  });

  it('do not keep a member open whose main process is gone', async () => {
    const store = closing(await openSqliteStore({ file: ':memory:' }));
    const member = await join(await mainProcess(store));
    member.member.hold();
    const emitted = member.events.emit('x.happened', 1);
    member.cut();
    await emitted;
    await member.events.emit('x.happened', 2);
    await member.events.drain();
    await member.events.close();
  });
});
