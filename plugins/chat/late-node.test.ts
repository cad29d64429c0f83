import { type TestHostOptions, testHost } from '@sayso/core/testing';
import { expect, test, vi } from 'vitest';
import plugin from './index.ts';
import { chatRef } from './ref.ts';
import { appsGraph } from './testing/apps-graph.ts';
import { ada, neighbours } from './testing/fakes.ts';

type Engines = Parameters<NonNullable<TestHostOptions['wrap']>>[0];

const READS = new Set<string | symbol>(['find', 'findOne', 'count']);

/** The store of another node, whose reads of the chat's collections are delayed. */
function readLate(store: Engines['store'], wait: () => Promise<unknown>): Engines['store'] {
  return {
    ...store,
    open: async (name, spec) => {
      const collection = await store.open(name, spec);
      if (!name.startsWith('chat_')) return collection;
      return new Proxy(collection, {
        get(target, key) {
          const method = Reflect.get(target, key);
          if (!READS.has(key)) return typeof method === 'function' ? method.bind(target) : method;
          return async (...given: unknown[]) => {
            await wait();
            return method.apply(target, given);
          };
        },
      });
    },
  };
}

/** A node that works on turns, and one that only serves, and reads the log only once this many turns are settled. */
async function openNodes(turnsToCome: number) {
  const fakes = neighbours();
  const options = { provide: [...fakes.provide], plugins: [appsGraph] };
  let engines: Engines | undefined;
  const worker = await testHost(plugin, { ...options, runJobs: true, wrap: (opened) => (engines = opened) });
  const { turns } = worker.context.collections;
  const areOver = async () => (await turns.count({ status: 'ready' })) === turnsToCome;
  const late = await testHost(plugin, {
    ...options,
    wrap: (own) => {
      if (!engines) throw new Error('The first node is not open.');
      const { store, events } = engines;
      // A subscription that is acknowledged only after its first read does not wait for turns that begin later.
      const wait = () => vi.waitUntil(areOver, { timeout: 1000, interval: 5 }).catch(() => undefined);
      return {
        ...own,
        store: { ...readLate(store, wait), close: () => own.store.close() },
        events: { ...own.events, subscribe: (event, signal) => events.subscribe(event, signal) },
      };
    },
  });
  return {
    ...fakes,
    worker,
    late,
    async [Symbol.asyncDispose]() {
      await late.close();
      await worker.close();
    },
  };
}

test.each([0, 1])('a node with delayed reads sends a subscriber all events of a turn after %i others', async (before) => {
  await using nodes = await openNodes(before + 1);
  const { worker, late, models } = nodes;
  models.scripts.push(...Array.from({ length: before + 1 }, () => ['Hello ', 'there.']));
  const { turns } = worker.context.collections;
  const send = async (content: string) => {
    const id = await worker.service(chatRef).send(ada, { appId: 'app-1', content, clientId: content });
    await expect.poll(async () => (await turns.findOne({ _id: id }))?.status).toBe('ready');
    return (await turns.findOne({ _id: id }))!;
  };
  for (let turn = 1; turn <= before; turn++) await send(`Turn ${turn}`);

  const subscription = 'subscription { turnEvents(appId: "app-1") { turnId seq turn { status } } }';
  const news = await late.subscribe(subscription, {}, ada, AbortSignal.timeout(15_000));
  const first = news.next();
  const { _id, lastSeq } = await send('Hi');
  const received = [(await first).value?.data?.turnEvents];
  while (received.length < lastSeq) received.push((await news.next()).value?.data?.turnEvents);
  await news.return?.();
  expect(received.map((one) => `${one?.turnId} ${one?.seq}`)).toEqual(Array.from({ length: lastSeq }, (_, index) => `${_id} ${index + 1}`));
  expect([received[0].turn.status, received.at(-1).turn.status]).toEqual(['queued', 'ready']);
});
