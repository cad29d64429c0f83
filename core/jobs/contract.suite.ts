// Contract tests of the job queue on every store, run on SQLite in `jobs.test.ts` and on MongoDB in the services tests.
// Longer than 500 lines, because all tests share the setup of nodes, clocks and faults at its top.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { z } from 'zod';
import { type Collection, InvalidInput, type JobRun, type JobSpec, type Logger, NotFound, newId } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import { type Jobs, openJobs } from './index.ts';
import { ManualClock } from './manual-clock.ts';

type Handler = (input: { n: number }, job: JobRun<unknown>) => Promise<void>;
const input = z.object({ n: z.number() });
const never = new Promise<void>(() => undefined);
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** One process with its own clock: stopping the clock of one node simulates a crash. */
interface Node {
  readonly jobs: Jobs;
  readonly clock: ManualClock;
  readonly log: { readonly [K in keyof Logger]: Mock<Logger[K]> };
}

/** `open` returns an exclusive store; the suite closes it. */
export function describeJobs(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    let documents: Collection<{ _id: string }>;
    let nodes: Node[] = [];
    let job: string;
    beforeAll(async () => {
      store = await open();
      documents = await store.open('jobs', { document: z.object({ _id: z.string() }) });
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

    async function node(
      run: Handler,
      spec: Partial<JobSpec<typeof input, unknown>> = {},
      changed: { store?: Store; start?: boolean } = {},
    ): Promise<Node> {
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
      jobs.define(job, { input: spec.cron ? z.object({}) : input, ...spec, run } as JobSpec<z.ZodType, unknown>, () => 'the service');
      if (changed.start !== false) jobs.start();
      return made;
    }
    /** Advances the clocks until the condition holds. */
    async function until(condition: () => boolean | Promise<boolean>, turning: readonly Node[] = [], stepMs = 100): Promise<void> {
      await vi.waitFor(
        async () => {
          for (const each of turning) each.clock.advance(stepMs);
          // Wait for the store, so that no lease expires while its renewal is in flight.
          await documents.findOne({ _id: 'none' });
          expect(await condition()).toBe(true);
        },
        { timeout: 15_000, interval: 2 },
      );
    }
    const isState = (from: Node, id: string, status: string) => async () => (await from.jobs.state('test', id))?.status === status;

    it('runs a job enqueued on this node without waiting for a poll', async () => {
      const seen: unknown[] = [];
      const a = await node(async (value, run) => void seen.push([value, run.service, run.attempt, run.signal.aborted]));
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'done'));
      expect(seen).toEqual([[{ n: 1 }, 'the service', 1, false]]);
      expect(await a.jobs.state('test', id)).toEqual({ id, status: 'done', attempt: 1, progress: null, error: null });
      expect(await a.jobs.state('test', 'unknown')).toBeNull();
    });

    it('claims a job in the write that stores it up to its concurrency, and queues the rest', async () => {
      const gate = Promise.withResolvers<void>();
      const a = await node(() => gate.promise, { concurrency: 2 });
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) {
        ids.push(await a.jobs.enqueue(job, { n }));
      }
      const states = () => Promise.all(ids.map(async (id) => (await a.jobs.state('test', id))?.status));
      expect(await states()).toEqual(['running', 'running', 'queued']);
      gate.resolve();
      await until(async () => (await states()).every((status) => status === 'done'));
      await a.jobs.close();
    });

    it('releases a job at once when the response to its claiming write was lost', async () => {
      const ran = vi.fn(async () => undefined);
      let isAway = true;
      const away: Store = {
        ...store,
        ping: () => store.ping(),
        close: () => store.close(),
        async open(name, spec) {
          const collection = await store.open(name, spec);
          const insertOne: typeof collection.insertOne = async (document) => {
            await collection.insertOne(document);
            if (isAway) throw new Error('The answer was lost.');
          };
          return new Proxy(collection, {
            get: (target, key) =>
              key === 'insertOne' ? insertOne : (target as never as Record<PropertyKey, () => void>)[key]?.bind(target),
          });
        },
      };
      const a = await node(ran, {}, { store: away });
      await expect(a.jobs.enqueue(job, { n: 1 }, { key: 'once' })).rejects.toThrow('The answer was lost.');
      isAway = false;
      const id = await a.jobs.enqueue(job, { n: 1 }, { key: 'once' });
      await until(isState(a, id, 'done'));
      expect(ran).toHaveBeenCalledOnce();
    });

    it('runs a job on another node when the enqueuing node runs none', async () => {
      const ran = vi.fn(async () => undefined);
      const b = await node(ran);
      const a = await openJobs({ store, log: b.log, nodeId: 'web', run: false, clock: b.clock });
      a.define(job, { input, run: () => Promise.reject(new Error('not here')) }, () => undefined);
      a.start();
      const id = await a.enqueue(job, { n: 1 });
      await until(isState(b, id, 'done'), [b]);
      expect(ran).toHaveBeenCalledOnce();
    });

    it('runs each job exactly once across nodes', async () => {
      const counts = new Map<number, number>();
      const handler: Handler = async ({ n }) => void counts.set(n, (counts.get(n) ?? 0) + 1);
      const all = await Promise.all([0, 1, 2].map(() => node(handler)));
      await Promise.all(Array.from({ length: 60 }, (_, n) => all[n % 3]?.jobs.enqueue(job, { n })));
      await until(async () => (await documents.count({ status: 'done' })) === 60, all);
      expect([...counts.values()]).toEqual(Array(60).fill(1));
    });

    it('claims the jobs of a dead node at once, and waits for the lease of any other node', async () => {
      const ran: [number, number][] = [];
      const dead = await node(() => new Promise(() => undefined));
      const ids = [await dead.jobs.enqueue(job, { n: 1 }), await dead.jobs.enqueue(job, { n: 2 })];
      await until(async () => (await documents.count({ status: 'running' })) === 2);
      await documents.updateOne({ _id: ids[1] }, { $set: { node: 'alive' } });
      const b = await openJobs({ store, log: dead.log, nodeId: 'next', run: true, clock: dead.clock, isGone: (name) => name !== 'alive' });
      b.define(job, { input, run: async ({ n }, { attempt }) => void ran.push([n, attempt]) }, () => undefined);
      b.start();
      await until(async () => (await b.state('test', ids[0] ?? ''))?.status === 'done');
      expect(ran).toEqual([[1, 2]]);
      expect((await b.state('test', ids[1] ?? ''))?.status).toBe('running');
      await b.close();
    });

    it('respects the concurrency of a job', async () => {
      const gates: (() => void)[] = [];
      const a = await node(() => new Promise((resolve) => gates.push(resolve)), { concurrency: 2 });
      for (let n = 0; n < 5; n++) await a.jobs.enqueue(job, { n });
      const running = () => documents.count({ status: 'running' });
      for (const done of [0, 1, 2, 3]) {
        await until(async () => (await documents.count({ status: 'done' })) === done && (await running()) === 2);
        expect(gates.length).toBe(2 + done);
        gates[done]?.();
      }
      gates[4]?.();
      await until(async () => (await documents.count({ status: 'done' })) === 5);
    });

    it('returns the same job for the same key', async () => {
      const ran = vi.fn(async () => undefined);
      const a = await node(ran);
      const ids = await Promise.all([1, 2, 3].map((n) => a.jobs.enqueue(job, { n }, { key: 'once' })));
      const other = await a.jobs.enqueue(job, { n: 4 }, { key: 'twice' });
      await until(isState(a, other, 'done'));
      await until(isState(a, ids[0] ?? '', 'done'));
      expect(new Set(ids).size).toBe(1);
      expect(await a.jobs.enqueue(job, { n: 5 }, { key: 'once' })).toBe(ids[0]);
      expect(ran).toHaveBeenCalledTimes(2);
    });

    it('runs a delayed job at its planned time', async () => {
      const at: number[] = [];
      const a = await node(async () => void at.push(a.clock.now()));
      const planned = a.clock.now() + 60_000;
      await a.jobs.enqueue(job, { n: 1 }, { runAt: new Date(planned) });
      await until(() => at.length === 1, [a], 500);
      expect(at[0]).toBeGreaterThanOrEqual(planned);
      expect(at[0]).toBeLessThan(planned + 30_000);
    });

    it('refuses invalid input and undeclared jobs', async () => {
      const a = await node(async () => undefined);
      await expect(a.jobs.enqueue(job, { n: 'one' })).rejects.toThrow(InvalidInput);
      await expect(a.jobs.enqueue('test.unknown', {})).rejects.toThrow('There is no job "test.unknown"');
      expect(await documents.count({})).toBe(0);
    });

    it('retries with backoff, and keeps the dead letter', async () => {
      const at: number[] = [];
      const a = await node(
        async () => {
          at.push(a.clock.now());
          throw at.length < 3 ? new Error('secret detail') : new NotFound('The file');
        },
        { attempts: 3 },
      );
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(async () => (await a.jobs.state('test', id))?.error === 'Something went wrong; the log of the server says what.');
      await until(isState(a, id, 'dead'), [a]);
      expect(await a.jobs.state('test', id)).toEqual({ id, status: 'dead', attempt: 3, progress: null, error: 'The file was not found.' });
      const [first = 0, second = 0, third = 0] = at;
      expect(second - first).toBeGreaterThanOrEqual(500);
      expect(third - second).toBeGreaterThanOrEqual(1000);
      expect(a.log.warn).toHaveBeenCalledTimes(2);
      expect(a.log.error).toHaveBeenCalledOnce();
    });

    it('does not retry when the stored input no longer matches the schema', async () => {
      const ran = vi.fn(async () => undefined);
      const a = await node(ran, {}, { start: false });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await documents.updateOne({ _id: id }, { $set: { input: '{"n":"one"}' } });
      a.jobs.start();
      await until(isState(a, id, 'dead'));
      expect((await a.jobs.state('test', id))?.error).toContain('does not fit: n:');
      expect(ran).not.toHaveBeenCalled();
    });

    it('coalesces progress reports and stores the latest', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const a = await node(async (_, run) => {
        for (let done = 1; done < 50; done++) void run.progress(done, 50);
        await run.progress(50, 50, 'all rows');
        await promise;
      });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(async () => (await a.jobs.state('test', id))?.progress?.done === 50);
      expect(await a.jobs.state('test', id)).toEqual({
        id,
        status: 'running',
        attempt: 1,
        progress: { done: 50, total: 50, note: 'all rows' },
        error: null,
      });
      resolve();
      await until(isState(a, id, 'done'));
    });

    it('never starts a cancelled queued job', async () => {
      const ran = vi.fn(async () => undefined);
      const a = await node(ran);
      const id = await a.jobs.enqueue(job, { n: 1 }, { runAt: new Date(a.clock.now() + 5000) });
      await a.jobs.cancel('test', id);
      expect((await a.jobs.state('test', id))?.status).toBe('cancelled');
      const later = await a.jobs.enqueue(job, { n: 2 }, { runAt: new Date(a.clock.now() + 6000) });
      await until(isState(a, later, 'done'), [a]);
      expect(ran).toHaveBeenCalledOnce();
      await a.jobs.cancel('test', later);
      expect((await a.jobs.state('test', later))?.status).toBe('done');
    });

    it.each(['this', 'the other'])('aborts a running job that is cancelled on %s node', async (where) => {
      const reasons: unknown[] = [];
      const a = await node(async (_, run) => {
        await untilAborted(run.signal).catch((reason: unknown) => reasons.push(reason));
        throw new Error('stopped');
      });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'running'));
      const b = await node(() => never);
      await (where === 'this' ? a : b).jobs.cancel('test', id);
      await until(isState(b, id, 'cancelled'), where === 'this' ? [] : [a]);
      expect(reasons).toEqual(['cancelled']);
      expect((await a.jobs.state('test', id))?.attempt).toBe(1);
    });

    it('cancels a job that fails before it notices the cancellation', async () => {
      const { promise, reject } = Promise.withResolvers<void>();
      const a = await node(() => promise);
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'running'));
      await documents.updateOne({ _id: id }, { $set: { cancelled: true } });
      reject(new Error('failed'));
      await until(isState(a, id, 'cancelled'));
    });

    it('renews the lease of a long job', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const [first, second] = [vi.fn(() => promise), vi.fn(() => promise)];
      const a = await node(first, { leaseMs: 9000 });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'running'));
      const b = await node(second, { leaseMs: 9000 });
      const start = a.clock.now();
      await until(() => a.clock.now() > start + 30_000, [a, b], 200);
      resolve();
      await until(isState(a, id, 'done'), [a, b]);
      expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
      expect((await a.jobs.state('test', id))?.attempt).toBe(1);
    });

    it('takes over the job of a dead node, and fences off its later writes', async () => {
      const reasons: unknown[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      const a = await node(async (_, run) => {
        run.signal.addEventListener('abort', () => reasons.push(run.signal.reason));
        await promise;
      });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'running'));
      const b = await node(async (_, run) => expect(run.attempt).toBe(2));
      await until(isState(b, id, 'done'), [b], 1000);
      // The first node resumes: its renewal finds that it has lost the lease.
      await until(() => reasons.length === 1, [a], 1000);
      expect(reasons).toEqual(['lease-lost']);
      resolve();
      await until(() => a.log.warn.mock.calls.some(([, message]) => message === 'a job was taken over by another node'));
      expect(await a.jobs.state('test', id)).toMatchObject({ status: 'done', attempt: 2 });
    });

    it('marks a job as dead when its node died in the last attempt', async () => {
      const a = await node(() => never, { attempts: 1 });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'running'));
      const again = vi.fn(async () => undefined);
      const b = await node(again, { attempts: 1 });
      await until(isState(b, id, 'dead'), [b], 1000);
      expect(again).not.toHaveBeenCalled();
      expect(await b.jobs.state('test', id)).toMatchObject({ attempt: 1, error: 'The server stopped before this was done.' });
    });

    it.each(['obeys', 'ignores'])('releases a running job when it drains and the job %s the signal', async (how) => {
      const reasons: unknown[] = [];
      const a = await node(async (_, run) => {
        const aborted = untilAborted(run.signal).catch((reason: unknown) => reasons.push(reason));
        await (how === 'obeys' ? aborted : never);
      });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'running'));
      let drained = false;
      const draining = a.jobs.drain(10_000).then(() => {
        drained = true;
      });
      const start = a.clock.now();
      await until(() => drained, [a]);
      await draining;
      expect(reasons).toEqual(['draining']);
      expect(a.clock.now() - start).toBeGreaterThanOrEqual(5000);
      expect(await a.jobs.state('test', id)).toMatchObject({ status: 'queued', attempt: 0 });
      const b = await node(async (_, run) => expect(run.attempt).toBe(1));
      await until(isState(b, id, 'done'), [b]);
    });

    it('waits for running jobs when it drains, and claims no more', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const ran = vi.fn(() => promise);
      const a = await node(ran, { concurrency: 1 });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'running'));
      const draining = a.jobs.drain(10_000);
      const waiting = await a.jobs.enqueue(job, { n: 2 });
      resolve();
      await draining;
      expect((await a.jobs.state('test', id))?.status).toBe('done');
      expect((await a.jobs.state('test', waiting))?.status).toBe('queued');
      expect(ran).toHaveBeenCalledOnce();
    });

    it('runs a recurring job once per scheduled time in the cluster', async () => {
      const at: number[] = [];
      const all: Node[] = [];
      for (const k of [0, 1, 2]) all.push(await node(async () => void at.push(all[k]?.clock.now() ?? 0), { cron: '*/5 * * * *' }));
      await until(() => at.length >= 3, all, 2000);
      expect(await documents.count({ name: job })).toBe(1);
      const minutes = at.slice(0, 3).map((time) => Math.floor((time - Date.UTC(2030, 0, 1, 12)) / 60_000));
      expect(minutes).toEqual([5, 10, 15]);
    });

    it('applies a changed schedule, and deletes a removed one', async () => {
      const a = await node(async () => undefined, { cron: '0 0 1 1 *' });
      await until(async () => (await documents.count({ name: job })) === 1);
      const ran = vi.fn(async () => undefined);
      const b = await node(ran, { cron: '* * * * *' });
      await until(() => ran.mock.calls.length > 0, [b], 2000);
      await Promise.all([a.jobs.close(), b.jobs.close()]);
      const c = await node(ran);
      await until(async () => (await documents.count({ name: job })) === 0, [c], 2000);
    });

    it('schedules a recurring job again after its last attempt failed', async () => {
      let runs = 0;
      const a = await node(() => Promise.reject(new Error(`run ${++runs}`)), { cron: '* * * * *', attempts: 2 });
      await until(() => runs >= 4, [a], 2000);
      await until(async () => (await a.jobs.state('test', `cron.${job}`))?.status === 'queued', [a]);
      expect(a.log.error).toHaveBeenCalled();
    });

    it('applies a schedule that changed during a run after the run', async () => {
      const gate = Promise.withResolvers<void>();
      const a = await node(() => gate.promise, { cron: '* * * * *' });
      await until(isState(a, `cron.${job}`, 'running'), [a], 2000);
      const b = await node(async () => undefined, { cron: '0 0 1 1 *' });
      const start = b.clock.now();
      await until(() => b.clock.now() > start + 3000, [b], 500);
      gate.resolve();
      await until(async () => (await documents.count({ name: job, status: 'queued', cron: '0 0 1 1 *' })) === 1, [b]);
      expect(await documents.findOne({ name: job })).toMatchObject({ dueAt: '2031-01-01T00:00:00.000Z' });
    });

    it('runs a recurring job once per scheduled time when the clock is set back during a run', async () => {
      const minutes: number[] = [];
      const a = await node(
        async () => {
          minutes.push(new Date(a.clock.now()).getUTCMinutes());
          if (minutes.length === 1) a.clock.advance(-5000);
        },
        { cron: '*/5 * * * *' },
      );
      await until(() => minutes.length === 2, [a], 1000);
      expect(minutes).toEqual([5, 10]);
    });

    /** The store with some calls of this node replaced. */
    function replacing(calls: (real: Collection<{ _id: string }>) => Record<string, unknown>): Store {
      return {
        async open(collectionName, spec) {
          const real = await store.open(collectionName, spec);
          const changed = calls(real as never);
          return new Proxy(real, {
            get(target, key) {
              const value: unknown = changed[String(key)] ?? Reflect.get(target, key);
              return typeof value === 'function' ? (value.bind(target) as unknown) : value;
            },
          });
        },
        drop: (collectionName) => store.drop(collectionName),
        ping: () => store.ping(),
        close: () => store.close(),
      };
    }

    it('counts claims in flight towards the concurrency', async () => {
      const [taking, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = replacing((real) => ({
        async findOneAndUpdate(...of: Parameters<typeof real.findOneAndUpdate>) {
          taking.resolve();
          await taken.promise;
          return real.findOneAndUpdate(...of);
        },
      }));
      const web = await openJobs({ store, log: (await node(() => never, {}, { start: false })).log, nodeId: 'web', run: false });
      web.define(job, { input, run: () => never }, () => undefined);
      await web.enqueue(job, { n: 1 }, { runAt: new Date(0) });
      const a = await node(() => never, { concurrency: 1 }, { store: slow });
      await taking.promise;
      await a.jobs.enqueue(job, { n: 2 });
      taken.resolve();
      await until(async () => (await documents.count({ status: 'running' })) > 0);
      expect(await documents.count({ status: 'queued' })).toBe(1);
    });

    it('aborts a job whose lease may have expired while the store is unresponsive', async () => {
      let isStuck = false;
      const away = Promise.withResolvers<never>();
      away.promise.catch(() => undefined);
      const stuck = replacing((real) => ({
        findOneAndUpdate: (...of: Parameters<typeof real.findOneAndUpdate>) => (isStuck ? away.promise : real.findOneAndUpdate(...of)),
      }));
      const reasons: unknown[] = [];
      const a = await node(
        (_, run) => untilAborted(run.signal).catch((reason: unknown) => void reasons.push(reason)),
        {},
        { store: stuck },
      );
      await a.jobs.enqueue(job, { n: 1 });
      await until(async () => (await documents.count({ status: 'running' })) === 1);
      isStuck = true;
      await until(() => reasons.length === 1, [a], 1000);
      // Let the requests in flight fail: a node waits for them before it closes.
      isStuck = false;
      away.reject(new Error('the store is away'));
      expect(reasons).toEqual(['lease-lost']);
    });

    it('retries storing the outcome of a job', async () => {
      let failures = 2;
      const flaky: Store = {
        open: async (collectionName, spec) => {
          const real = await store.open(collectionName, spec);
          return new Proxy(real, {
            get(target, key) {
              const value: unknown = Reflect.get(target, key);
              if (typeof value !== 'function') return value;
              if (key !== 'updateOne') return value.bind(target) as unknown;
              return async (...of: unknown[]) => {
                if (failures-- > 0) throw new Error('the store is away');
                return (await value.apply(target, of)) as unknown;
              };
            },
          });
        },
        drop: (collectionName) => store.drop(collectionName),
        ping: () => store.ping(),
        close: () => store.close(),
      };
      const ran = vi.fn(async () => undefined);
      const a = await node(ran, {}, { store: flaky });
      const id = await a.jobs.enqueue(job, { n: 1 });
      await until(isState(a, id, 'done'), [a]);
      expect(ran).toHaveBeenCalledOnce();
      expect(a.log.error).toHaveBeenCalledTimes(2);
    });

    it('runs a job directly with `runNow`', async () => {
      const seen: unknown[] = [];
      const a = await node(async (value, run) => {
        await run.progress(1, 1);
        seen.push([value, run.attempt]);
        if (value.n === 2) throw new Error('as it was thrown');
      });
      await a.jobs.runNow(job, { n: 1 });
      await expect(a.jobs.runNow(job, { n: 2 })).rejects.toThrow('as it was thrown');
      await expect(a.jobs.runNow(job, {})).rejects.toThrow(InvalidInput);
      expect(seen).toEqual([
        [{ n: 1 }, 1],
        [{ n: 2 }, 1],
      ]);
      expect(await documents.count({})).toBe(0);
    });

    it.each(['* * * *', '* * * * * *', 'every day', '61 * * * *'])('refuses the schedule %j at its declaration', async (cron) => {
      const a = await node(async () => undefined);
      expect(() => a.jobs.define('test.bad', { input, cron, run: async () => undefined }, () => undefined)).toThrow();
    });
  });
}
