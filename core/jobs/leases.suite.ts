import { describe, expect, it, vi } from 'vitest';
import { type Cluster, input, never, untilAborted } from './cluster.suite.ts';
import { openJobs } from './index.ts';

/** What happens to the jobs of a node that dies, hangs or drains. */
export function describeLeases(cluster: Cluster): void {
  const { isState, node, replacing, until } = cluster;

  describe('leases', () => {
    it('claims the jobs of a dead node at once, and waits for the lease of any other node', async () => {
      const ran: [number, number][] = [];
      const dead = await node(() => new Promise(() => undefined));
      const ids = [await dead.jobs.enqueue(cluster.job, { n: 1 }), await dead.jobs.enqueue(cluster.job, { n: 2 })];
      await until(async () => (await cluster.documents.count({ status: 'running' })) === 2);
      await cluster.documents.updateOne({ _id: ids[1] }, { $set: { node: 'alive' } });
      const b = await openJobs({
        store: cluster.store,
        log: dead.log,
        nodeId: 'next',
        run: true,
        clock: dead.clock,
        isGone: (name) => name !== 'alive',
      });
      b.define(cluster.job, { input, run: async ({ n }, { attempt }) => void ran.push([n, attempt]) }, () => undefined);
      b.start();
      await until(async () => (await b.state('test', ids[0] ?? ''))?.status === 'done');
      expect(ran).toEqual([[1, 2]]);
      expect((await b.state('test', ids[1] ?? ''))?.status).toBe('running');
      await b.close();
    });

    it('renews the lease of a long job', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const [first, second] = [vi.fn(() => promise), vi.fn(() => promise)];
      const a = await node(first, { leaseMs: 9000 });
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
      await until(isState(a, id, 'running'));
      const draining = a.jobs.drain(10_000);
      const waiting = await a.jobs.enqueue(cluster.job, { n: 2 });
      resolve();
      await draining;
      expect((await a.jobs.state('test', id))?.status).toBe('done');
      expect((await a.jobs.state('test', waiting))?.status).toBe('queued');
      expect(ran).toHaveBeenCalledOnce();
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
      await a.jobs.enqueue(cluster.job, { n: 1 });
      await until(async () => (await cluster.documents.count({ status: 'running' })) === 1);
      isStuck = true;
      await until(() => reasons.length === 1, [a], 1000);
      // Let the requests in flight fail: a node waits for them before it closes.
      isStuck = false;
      away.reject(new Error('the store is away'));
      expect(reasons).toEqual(['lease-lost']);
    });
  });
}
