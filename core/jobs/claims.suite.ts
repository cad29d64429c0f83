import { describe, expect, it, vi } from 'vitest';
import { InvalidInput } from '../contract/index.ts';
import { type Cluster, type Handler, input, never } from './cluster.suite.ts';
import { openJobs } from './index.ts';

/** Which node runs a job, when, and how often. */
export function describeClaims(cluster: Cluster): void {
  const { isState, node, replacing, until } = cluster;

  describe('claims', () => {
    it('runs a job enqueued on this node without waiting for a poll', async () => {
      const seen: unknown[] = [];
      const a = await node(async (value, run) => void seen.push([value, run.service, run.attempt, run.signal.aborted]));
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
      await until(isState(a, id, 'done'));
      expect(seen).toEqual([[{ n: 1 }, 'the service', 1, false]]);
      expect(await a.jobs.state('test', id)).toEqual({ id, status: 'done', attempt: 1, progress: null, error: null });
      expect(await a.jobs.state('test', 'unknown')).toBeNull();
    });

    it('claims a job in the write that stores it up to its concurrency, and queues the rest', async () => {
      const gate = Promise.withResolvers<void>();
      const a = await node(() => gate.promise, { concurrency: 2 });
      const ids: string[] = [];
      const capacities: boolean[] = [];
      for (let n = 0; n < 3; n++) {
        capacities.push(a.jobs.hasCapacity(cluster.job));
        ids.push(await a.jobs.enqueue(cluster.job, { n }));
      }
      const states = () => Promise.all(ids.map(async (id) => (await a.jobs.state('test', id))?.status));
      expect(await states()).toEqual(['running', 'running', 'queued']);
      expect(capacities).toEqual([true, true, false]);
      gate.resolve();
      await until(async () => (await states()).every((status) => status === 'done'));
      await a.jobs.close();
    });

    it('releases a job at once when the response to its claiming write was lost', async () => {
      const ran = vi.fn(async () => undefined);
      let isAway = true;
      const away = replacing((real) => ({
        async insertOne(...of: Parameters<typeof real.insertOne>) {
          await real.insertOne(...of);
          if (isAway) throw new Error('The answer was lost.');
        },
      }));
      const a = await node(ran, {}, { store: away });
      await expect(a.jobs.enqueue(cluster.job, { n: 1 }, { key: 'once' })).rejects.toThrow('The answer was lost.');
      isAway = false;
      const id = await a.jobs.enqueue(cluster.job, { n: 1 }, { key: 'once' });
      await until(isState(a, id, 'done'));
      expect(ran).toHaveBeenCalledOnce();
    });

    it('runs a job on another node when the enqueuing node runs none', async () => {
      const ran = vi.fn(async () => undefined);
      const b = await node(ran);
      const a = await openJobs({ store: cluster.store, log: b.log, nodeId: 'web', run: false, clock: b.clock });
      a.define(cluster.job, { input, run: () => Promise.reject(new Error('not here')) }, () => undefined);
      a.start();
      expect(a.hasCapacity(cluster.job)).toBe(false);
      const id = await a.enqueue(cluster.job, { n: 1 });
      await until(isState(b, id, 'done'), [b]);
      expect(ran).toHaveBeenCalledOnce();
    });

    it('runs each job exactly once across nodes', async () => {
      const counts = new Map<number, number>();
      const handler: Handler = async ({ n }) => void counts.set(n, (counts.get(n) ?? 0) + 1);
      const all = await Promise.all([0, 1, 2].map(() => node(handler)));
      await Promise.all(Array.from({ length: 60 }, (_, n) => all[n % 3]?.jobs.enqueue(cluster.job, { n })));
      await until(async () => (await cluster.documents.count({ status: 'done' })) === 60, all);
      expect([...counts.values()]).toEqual(Array(60).fill(1));
    });

    it('respects the concurrency of a job', async () => {
      const gates: (() => void)[] = [];
      let [open, most] = [0, 0];
      const handler = async () => {
        most = Math.max(most, ++open);
        await new Promise<void>((resolve) => gates.push(resolve));
        open--;
      };
      const a = await node(handler, { concurrency: 2 });
      for (let n = 0; n < 5; n++) await a.jobs.enqueue(cluster.job, { n });
      const count = (status: string) => cluster.documents.count({ status });
      for (const done of [0, 1, 2, 3]) {
        // A job is stored as running before its handler is called.
        await until(async () => (await count('done')) === done && (await count('running')) === 2 && gates.length >= 2 + done);
        expect([gates.length, open]).toEqual([2 + done, 2]);
        gates[done]?.();
      }
      gates[4]?.();
      await until(async () => (await count('done')) === 5);
      expect(most).toBe(2);
    });

    it('returns the same job for the same key', async () => {
      const ran = vi.fn(async () => undefined);
      const a = await node(ran);
      const ids = await Promise.all([1, 2, 3].map((n) => a.jobs.enqueue(cluster.job, { n }, { key: 'once' })));
      const other = await a.jobs.enqueue(cluster.job, { n: 4 }, { key: 'twice' });
      await until(isState(a, other, 'done'));
      await until(isState(a, ids[0] ?? '', 'done'));
      expect(new Set(ids).size).toBe(1);
      expect(await a.jobs.enqueue(cluster.job, { n: 5 }, { key: 'once' })).toBe(ids[0]);
      expect(ran).toHaveBeenCalledTimes(2);
    });

    it('runs a delayed job at its planned time', async () => {
      const at: number[] = [];
      const a = await node(async () => void at.push(a.clock.now()));
      const planned = a.clock.now() + 60_000;
      await a.jobs.enqueue(cluster.job, { n: 1 }, { runAt: new Date(planned) });
      await until(() => at.length === 1, [a], 500);
      expect(at[0]).toBeGreaterThanOrEqual(planned);
      expect(at[0]).toBeLessThan(planned + 30_000);
    });

    it('refuses invalid input and undeclared jobs', async () => {
      const a = await node(async () => undefined);
      await expect(a.jobs.enqueue(cluster.job, { n: 'one' })).rejects.toThrow(InvalidInput);
      await expect(a.jobs.enqueue('test.unknown', {})).rejects.toThrow('There is no job "test.unknown"');
      expect(await cluster.documents.count({})).toBe(0);
    });

    it('counts claims in flight towards the concurrency', async () => {
      const [taking, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = replacing((real) => ({
        async findOneAndUpdate(...of: Parameters<typeof real.findOneAndUpdate>) {
          taking.resolve();
          await taken.promise;
          return real.findOneAndUpdate(...of);
        },
      }));
      const web = await openJobs({
        store: cluster.store,
        log: (await node(() => never, {}, { start: false })).log,
        nodeId: 'web',
        run: false,
      });
      web.define(cluster.job, { input, run: () => never }, () => undefined);
      await web.enqueue(cluster.job, { n: 1 }, { runAt: new Date(0) });
      const a = await node(() => never, { concurrency: 1 }, { store: slow });
      await taking.promise;
      await a.jobs.enqueue(cluster.job, { n: 2 });
      taken.resolve();
      await until(async () => (await cluster.documents.count({ status: 'running' })) > 0);
      expect(await cluster.documents.count({ status: 'queued' })).toBe(1);
    });

    it('runs a job directly with `runNow`', async () => {
      const seen: unknown[] = [];
      const a = await node(async (value, run) => {
        await run.progress(1, 1);
        seen.push([value, run.attempt]);
        if (value.n === 2) throw new Error('as it was thrown');
      });
      await a.jobs.runNow(cluster.job, { n: 1 });
      await expect(a.jobs.runNow(cluster.job, { n: 2 })).rejects.toThrow('as it was thrown');
      await expect(a.jobs.runNow(cluster.job, {})).rejects.toThrow(InvalidInput);
      expect(seen).toEqual([
        [{ n: 1 }, 1],
        [{ n: 2 }, 1],
      ]);
      expect(await cluster.documents.count({})).toBe(0);
    });
  });
}
