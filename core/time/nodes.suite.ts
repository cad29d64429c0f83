import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../contract/index.ts';
import { type Jobs, openJobs } from '../jobs/index.ts';
import { createLogger } from '../logger.ts';
import type { Store } from '../ports/store.ts';
import { onNode, skewDates } from './skewed-dates.suite.ts';
import { StoreClock } from './store-clock.ts';

const SKEWS = [0, 2 * 60_000, -2 * 60_000];
const LEASE_MS = 1500;
const log = createLogger('silent');

interface Started {
  readonly jobs: Jobs;
  readonly clock: StoreClock;
}

/** Three nodes whose clocks are minutes apart, over one store. `read` is the time of that store. */
export function describeNodes(name: string, open: () => Promise<{ readonly store: Store; readonly read: () => Promise<number> }>): void {
  describe(name, () => declareNodes(open));
}

function declareNodes(open: () => Promise<{ readonly store: Store; readonly read: () => Promise<number> }>): void {
  let store: Store;
  let nodes: Started[] = [];
  let undo = (): void => undefined;
  const ran: { readonly job: string; readonly n: number; readonly at: number }[] = [];
  const prefix = `test.${newId()}`;

  const start = async (skewMs: number, at: number): Promise<Started> => {
    const opened = await open();
    store = opened.store;
    const clock = await StoreClock.open({ read: opened.read, log });
    const timers = { now: () => clock.now(), after: (ms: number, call: () => void) => stopOf(setTimeout(call, ms)) };
    const jobs = await openJobs({ store, log, nodeId: `skewed-${at}`, run: true, clock: timers });
    const input = z.object({ n: z.number() });
    const define = (job: string, work: (n: number, signal: AbortSignal) => Promise<void>, spec = {}): void =>
      jobs.define(
        `${prefix}.${job}`,
        {
          input: job === 'tick' ? z.object({}) : input,
          leaseMs: LEASE_MS,
          ...spec,
          run: async (given, { signal }) => {
            ran.push({ job, n: (given as { n?: number }).n ?? 0, at: performance.now() });
            await work((given as { n?: number }).n ?? 0, signal);
          },
        },
        () => skewMs,
      );
    define('long', () => pause(3 * LEASE_MS));
    define('short', () => pause(5), { concurrency: 20 });
    define('later', async () => undefined);
    jobs.start();
    return { jobs, clock };
  };

  beforeAll(async () => {
    undo = skewDates();
    nodes = await Promise.all(SKEWS.map((skewMs, at) => onNode(skewMs, () => start(skewMs, at))));
  });
  afterAll(async () => {
    await Promise.all(nodes.map(({ jobs, clock }) => Promise.all([jobs.close(), clock.stop()])));
    await store.close();
    undo();
  });
  const each = <T>(work: (node: Started, at: number) => Promise<T>) =>
    Promise.all(nodes.map((node, at) => onNode(SKEWS[at] ?? 0, () => work(node, at))));
  const runsOf = (job: string) => ran.filter((one) => one.job === job);

  it('agrees on the time', async () => {
    const times = nodes.map(({ clock }) => clock.now());
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(500);
    expect(nodes.map(({ clock }, at) => onNode(SKEWS[at] ?? 0, () => Math.round(clock.skewMs / 60_000) + 0))).toEqual([0, 2, -2]);
  });

  it('runs work that is longer than its lease once', async () => {
    await each(({ jobs }, n) => jobs.enqueue(`${prefix}.long`, { n }));
    await expect.poll(() => runsOf('long').length).toBe(SKEWS.length);
    await pause(4 * LEASE_MS);
    expect(
      runsOf('long')
        .map(({ n }) => n)
        .sort(),
    ).toEqual([0, 1, 2]);
  });

  it('runs each of 90 jobs once, though all nodes enqueue all of them', async () => {
    const all = Array.from({ length: 90 }, (_, n) => n);
    await each(({ jobs }) => Promise.all(all.map((n) => jobs.enqueue(`${prefix}.short`, { n }, { key: String(n) }))));
    await expect.poll(() => runsOf('short').length, { timeout: 45_000 }).toBeGreaterThanOrEqual(all.length);
    await pause(LEASE_MS);
    expect(
      runsOf('short')
        .map(({ n }) => n)
        .sort((one, other) => one - other),
    ).toEqual(all);
  }, 60_000);

  it('starts what is not due yet at its time, whichever node enqueued it', async () => {
    const begun = performance.now();
    await each(({ jobs, clock }, n) => jobs.enqueue(`${prefix}.later`, { n }, { runAt: new Date(clock.now() + 3000) }));
    await expect.poll(() => runsOf('later').length).toBe(SKEWS.length);
    for (const { at } of runsOf('later')) {
      expect(at - begun).toBeGreaterThan(2900);
      expect(at - begun).toBeLessThan(60_000);
    }
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const stopOf = (timer: NodeJS.Timeout) => () => clearTimeout(timer.unref());
