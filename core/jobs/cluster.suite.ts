import { afterAll, afterEach, beforeAll, beforeEach, expect, type Mock, vi } from 'vitest';
import { z } from 'zod';
import { type Collection, type Logger, newId } from '../contract/index.ts';
import type { EngineJob } from '../ports/jobs.ts';
import type { Store } from '../ports/store.ts';
import { type Jobs, openJobs } from './index.ts';
import { ManualClock } from './manual-clock.ts';

export type Handler = (input: { n: number }, job: Parameters<EngineJob['run']>[1]) => Promise<void>;
export const input = z.object({ n: z.number() });
export const never = new Promise<void>(() => undefined);
export const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** One process with its own clock: stopping the clock of one node simulates a crash. */
export interface Node {
  readonly jobs: Jobs;
  readonly clock: ManualClock;
  readonly log: { readonly [K in keyof Logger]: Mock<Logger[K]> };
}

type StoredJobs = Collection<{ _id: string; dueAt?: string | undefined }>;

/** Nodes that share a store. Each test has its own job; its nodes are closed, and the jobs deleted, when it ends. */
export interface Cluster {
  readonly store: Store;
  readonly documents: StoredJobs;
  /** Name of the test's job. */
  readonly job: string;
  /** Starts a node that runs the test's job with this handler. */
  node(run: Handler, spec?: Partial<Omit<EngineJob, 'input' | 'run'>>, changed?: { store?: Store; start?: boolean }): Promise<Node>;
  /** Advances the clocks until the condition holds. */
  until(condition: () => boolean | Promise<boolean>, turning?: readonly Node[], stepMs?: number): Promise<void>;
  isState(from: Node, id: string, status: string): () => Promise<boolean>;
  /** The store with some calls of a node replaced. */
  replacing(calls: (real: StoredJobs) => Record<string, unknown>): Store;
}

/** Registers the set-up of each test with Vitest. The cluster is usable within tests. */
export function openCluster(open: () => Promise<Store>): Cluster {
  let store: Store;
  let documents: StoredJobs;
  let nodes: Node[] = [];
  let job: string;
  beforeAll(async () => {
    store = await open();
    documents = await store.open('jobs', { document: z.object({ _id: z.string(), dueAt: z.string().optional() }) });
  });
  beforeEach(() => {
    job = `test.${newId()}`;
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.jobs.close()));
    nodes = [];
    await documents.deleteMany({});
  });
  afterAll(() => store.close());

  return {
    get store() {
      return store;
    },
    get documents() {
      return documents;
    },
    get job() {
      return job;
    },
    async node(run, spec = {}, changed = {}) {
      const clock = new ManualClock(nodes[0]?.clock.now());
      const log = {
        debug: vi.fn<Logger['debug']>(),
        info: vi.fn<Logger['info']>(),
        warn: vi.fn<Logger['warn']>(),
        error: vi.fn<Logger['error']>(),
      };
      const jobs = await openJobs({ store: changed.store ?? store, log, nodeId: `node-${nodes.length}`, run: true, clock });
      const made = { jobs, clock, log };
      nodes.push(made);
      jobs.define(
        job,
        { input: spec.cron ? z.object({}) : input, ...spec, run: (given, each) => run(given as { n: number }, each) },
        () => 'the service',
      );
      if (changed.start !== false) jobs.start();
      return made;
    },
    async until(condition, turning = [], stepMs = 100) {
      await vi.waitFor(
        async () => {
          for (const each of turning) each.clock.advance(stepMs);
          // Wait for the store, so that no lease expires while its renewal is in flight.
          await documents.findOne({ _id: 'none' });
          expect(await condition()).toBe(true);
        },
        { timeout: 15_000, interval: 2 },
      );
    },
    isState: (from, id, status) => async () => (await from.jobs.state('test', id))?.status === status,
    replacing: (calls) => ({
      ...store,
      async open(name, spec) {
        const real = await store.open(name, spec);
        const changed = calls(real as never);
        return new Proxy(real, {
          get(target, key) {
            const value: unknown = changed[String(key)] ?? Reflect.get(target, key);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        });
      },
      drop: (name) => store.drop(name),
      ping: () => store.ping(),
      close: () => store.close(),
    }),
  };
}
