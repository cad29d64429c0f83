// The log loses its newest batches, as MongoDB does when the primary crashes before it has journaled and replicated them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Collection, Logger } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import { openSqliteStore } from '../store/index.ts';
import { type Delivery, type Events, openEvents, sharedLog } from './index.ts';
import { batchId } from './log-entry.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const never = new AbortController().signal;
const MISSED = 'missed';

interface Node {
  readonly events: Events;
  /** What a subscriber received: payloads, or `missed`. */
  readonly received: unknown[];
  /** While true, this node's reads of the log fail. */
  isBlind: boolean;
  /** The driver reports that the primary has changed. */
  reportLoss(): void;
}

let store: Store;
let entries: Collection<{ _id: string; events: string; lost: boolean }>;
const nodes: Node[] = [];
beforeEach(async () => {
  // Nodes compare the log with what they have read only when a test advances the time.
  vi.useFakeTimers({ toFake: ['Date'] });
  store = await openSqliteStore({ file: ':memory:' });
  entries = await store.open('events', { document: undefined as never });
});
afterEach(async () => {
  for (const { events } of nodes.splice(0)) await events.close();
  await store.close();
  vi.useRealTimers();
});

async function openNode(nodeId: string): Promise<Node> {
  const made = { received: [] as unknown[], isBlind: false, reportLoss(): void {} };
  const ofNode: Store = {
    ...store,
    async openVolatile(name, spec, onLoss) {
      const opened = await store.openVolatile(name, spec, onLoss);
      made.reportLoss = onLoss;
      return new Proxy(opened, {
        get(target, key) {
          if (key === 'find' && made.isBlind) return () => Promise.reject(new Error('the store is away'));
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
  const events = await openEvents({ log, upstream: sharedLog({ store: ofNode, log, nodeId }) });
  const node = Object.assign(made, { events });
  nodes.push(node);
  void collect(events.subscribe('x.happened', never), made.received);
  return node;
}

async function collect(deliveries: AsyncIterable<Delivery>, into: unknown[]): Promise<void> {
  for await (const delivery of deliveries) into.push('missed' in delivery ? MISSED : delivery.payload);
}

/** Removes the batches from a number on. */
async function lose(from: number): Promise<void> {
  await entries.deleteMany({ _id: { $gte: batchId(from), $lt: 'a' } });
}

function receives(node: Node, expected: readonly unknown[]): Promise<void> {
  return expect.poll(() => node.received).toEqual(expected);
}

describe('a change of the primary', () => {
  it.each([
    { title: 'that the other node has read', isRead: true },
    { title: 'that no other node has read', isRead: false },
  ])('with the loss of a batch $title: both nodes miss it, and receive each later one', async ({ isRead }) => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    b.isBlind = !isRead;
    await a.events.emit('x.happened', 1);
    if (isRead) await receives(b, [1]);
    await lose(1);
    for (const node of [a, b]) node.reportLoss();
    b.isBlind = false;
    await receives(a, [1, MISSED]);
    await expect.poll(() => b.received).toContain(MISSED);
    await a.events.emit('x.happened', 2);
    await b.events.emit('x.happened', 3);
    await receives(a, [1, MISSED, 2, 3]);
    // Twice when it has not read the other node's report of lost batches before it found the loss itself.
    const withoutRepeats = (received: unknown[]) => received.filter((each, index) => each !== MISSED || received.indexOf(MISSED) === index);
    await expect.poll(() => withoutRepeats(b.received).length).toBe(isRead ? 4 : 3);
    expect(withoutRepeats(b.received).slice(0, isRead ? 2 : 1)).toEqual(isRead ? [1, MISSED] : [MISSED]);
    expect(b.received).toEqual(expect.arrayContaining([2, 3]));
  });

  it('is reported once by a node that has written nothing, and not to the others', async () => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    b.reportLoss();
    await receives(b, [MISSED]);
    await b.events.emit('x.happened', 1);
    await receives(a, [1]);
    expect(b.received).toEqual([MISSED, 1]);
    expect(await entries.count({ lost: true })).toBe(0);
  });

  it('delivers each later batch once when nothing is lost', async () => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    await a.events.emit('x.happened', 1);
    await receives(b, [1]);
    a.reportLoss();
    await receives(b, [1, MISSED]);
    await a.events.emit('x.happened', 2);
    await receives(b, [1, MISSED, 2]);
    await receives(a, [1, MISSED, 2]);
  });

  it('is found by nodes that the driver does not notify', async () => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    await a.events.emit('x.happened', 1);
    await receives(b, [1]);
    await lose(1);
    vi.setSystemTime(Date.now() + 2000);
    await expect.poll(() => a.received).toContain(MISSED);
    await expect.poll(() => b.received).toContain(MISSED);
  });

  it('is found by a node whose last number has another batch', async () => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    await a.events.emit('x.happened', 1);
    await receives(b, [1]);
    await lose(1);
    b.reportLoss();
    await receives(b, [1, MISSED]);
    await b.events.emit('x.happened', 2);
    // At number 1 again, which the other node has read.
    expect(await entries.count({ _id: batchId(1), events: '[["x.happened",2]]' })).toBe(1);
    vi.setSystemTime(Date.now() + 2000);
    await expect.poll(() => a.received).toEqual([1, MISSED]);
    await receives(b, [1, MISSED, 2, MISSED]);
    await b.events.emit('x.happened', 3);
    await receives(a, [1, MISSED, 3]);
  });

  it('is found by the next batch, which names another predecessor', async () => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    await a.events.emit('x.happened', 1);
    await receives(b, [1]);
    await lose(1);
    b.reportLoss();
    await receives(b, [1, MISSED]);
    await b.events.emit('x.happened', 2);
    await b.events.emit('x.happened', 3);
    // Number 1 has another batch than this node has read, and number 2 follows that one.
    await receives(a, [1, MISSED, 3]);
  });

  it('with a batch that fills a gap behind other readers: its writer reports the loss', async () => {
    const [stale, moved, reader] = [await openNode('stale'), await openNode('moved'), await openNode('reader')];
    moved.isBlind = true;
    reader.isBlind = true;
    await stale.events.emit('x.happened', 1);
    await lose(1);
    // This node appends with the number after the lost one: its driver has retried the write on the new primary.
    await stale.events.emit('x.happened', 2);
    reader.isBlind = false;
    await receives(reader, [MISSED, 2]);
    // Has not read on, and finds the lost number free.
    await moved.events.emit('x.happened', 3);
    moved.isBlind = false;
    await receives(moved, [3, MISSED, 2]);
    await receives(reader, [MISSED, 2, MISSED]);
  });

  it('is reported once when only the saved number of the last batch is lost', async () => {
    const heads = await store.open<{ _id: string; seq: number }>('events', { document: undefined as never });
    const head = async () => (await heads.findOne({ _id: 'head' }))?.seq;
    const a = await openNode('a');
    await a.events.emit('x.happened', 1);
    vi.setSystemTime(Date.now() + 15 * 60_000);
    await expect.poll(head).toBe(1);
    await heads.updateOne({ _id: 'head' }, { $set: { seq: 0 } });
    vi.setSystemTime(Date.now() + 25 * 60_000);
    await receives(a, [1, MISSED]);
    vi.setSystemTime(Date.now() + 2000);
    await a.events.emit('x.happened', 2);
    expect(a.received).toEqual([1, MISSED, 2]);
  });

  it('is reported when the store can be read again, not before', async () => {
    const a = await openNode('a');
    a.isBlind = true;
    a.reportLoss();
    await expect(a.events.emit('x.happened', 1)).resolves.toBeUndefined();
    expect(a.received).toEqual([1]);
    a.isBlind = false;
    await receives(a, [1, MISSED]);
  });
});
