// Contract tests of events: over the log of every store (on SQLite in `events.test.ts`, on MongoDB in the services tests), and between
// the processes of one machine in `hub.test.ts`.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import { type Delivery, type Events, openEvents, sharedLog } from './index.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const never = new AbortController().signal;

async function take(count: number, deliveries: AsyncIterable<Delivery>): Promise<Delivery[]> {
  const taken: Delivery[] = [];
  for await (const delivery of deliveries) if (taken.push(delivery) === count) break;
  return taken;
}

/** `open` returns the store of one node over the data of all; the suite closes it. */
export function describeEvents(name: string, open: () => Promise<Store>): void {
  describeProcesses(name, () => async (nodeId) => {
    const store = await open();
    const events = await openEvents({ log, upstream: sharedLog({ store, log, nodeId }) });
    return {
      ...events,
      async close() {
        await events.close();
        await store.close();
      },
    };
  });
}

/** For each test `begin` returns a function that opens the events of one more process; the suite closes them, the first one last. */
export function describeProcesses(name: string, begin: () => (id: string) => Promise<Events>): void {
  describe(name, () => {
    const opened: Events[] = [];
    let open: (id: string) => Promise<Events>;
    beforeEach(() => {
      open = begin();
    });
    afterEach(async () => {
      for (const events of opened.splice(0).reverse()) await events.close();
    });
    async function node(id: string): Promise<Events> {
      const events = await open(id);
      opened.push(events);
      return events;
    }

    it('reach the subscribers of their name on all nodes', async () => {
      const [a, b] = [await node('a'), await node('b')];
      const received = [a, b].map((events) => take(2, events.subscribe('x.happened', never)));
      await a.emit('y.happened', 'not this');
      await a.emit('x.happened', { n: 1, text: 'ü', list: [null, { 'a.b': '$c' }] });
      await a.emit('x.happened', undefined);
      const expected = [{ payload: { n: 1, text: 'ü', list: [null, { 'a.b': '$c' }] } }, { payload: null }];
      expect(await Promise.all(received)).toEqual([expected, expected]);
    });

    it('are delivered only from the subscription on', async () => {
      const [a, b] = [await node('a'), await node('b')];
      await a.emit('x.happened', 'before');
      const c = await node('c');
      const received = [b, c].map((events) => take(1, events.subscribe('x.before', never)));
      const late = take(1, c.subscribe('x.happened', never));
      await a.emit('x.happened', 'after');
      await a.emit('x.before', 1);
      expect(await late).toEqual([{ payload: 'after' }]);
      await Promise.all(received);
    });

    it('report a loss to the subscribers of every event on all nodes, once', async () => {
      const [a, b] = [await node('a'), await node('b')];
      const received = [a, b].flatMap((events) => ['x.happened', 'y.happened'].map((event) => take(2, events.subscribe(event, never))));
      await a.reportLoss();
      await Promise.all([a.emit('x.happened', 1), a.emit('y.happened', 1)]);
      for (const deliveries of await Promise.all(received)) expect(deliveries).toEqual([{ missed: true }, { payload: 1 }]);
    });

    it('arrive on all nodes exactly once, in order per emitter, under concurrent emits', async () => {
      const all = [await node('a'), await node('b'), await node('c')];
      const each = 120;
      const received = all.map((events) => take(all.length * each, events.subscribe('x.counted', never)));
      await Promise.all(
        all.map(async (events, from) => {
          for (let n = 0; n < each; n += 4) await Promise.all([0, 1, 2, 3].map((k) => events.emit('x.counted', [from, n + k])));
        }),
      );
      for (const deliveries of await Promise.all(received)) {
        const payloads = deliveries.map((delivery) => ('payload' in delivery ? (delivery.payload as [number, number]) : [-1, -1]));
        for (const from of all.keys()) {
          expect(payloads.filter((payload) => payload[0] === from).map((payload) => payload[1])).toEqual(
            Array.from({ length: each }, (_, n) => n),
          );
        }
      }
    });
  });
}
