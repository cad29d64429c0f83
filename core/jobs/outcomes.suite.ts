import { describe, expect, it, vi } from 'vitest';
import { NotFound } from '../contract/index.ts';
import { type Cluster, never, untilAborted } from './cluster.suite.ts';

/** How a run ends: done, retried, dead or cancelled. */
export function describeOutcomes(cluster: Cluster): void {
  const { isState, node, replacing, until } = cluster;

  describe('outcomes', () => {
    it('retries with backoff, and keeps the dead letter', async () => {
      const at: number[] = [];
      const a = await node(
        async () => {
          at.push(a.clock.now());
          throw at.length < 3 ? new Error('secret detail') : new NotFound('The file');
        },
        { attempts: 3 },
      );
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
      await cluster.documents.updateOne({ _id: id }, { $set: { input: '{"n":"one"}' } });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 }, { runAt: new Date(a.clock.now() + 5000) });
      await a.jobs.cancel('test', id);
      expect((await a.jobs.state('test', id))?.status).toBe('cancelled');
      const later = await a.jobs.enqueue(cluster.job, { n: 2 }, { runAt: new Date(a.clock.now() + 6000) });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
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
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
      await until(isState(a, id, 'running'));
      await cluster.documents.updateOne({ _id: id }, { $set: { cancelled: true } });
      reject(new Error('failed'));
      await until(isState(a, id, 'cancelled'));
    });

    it('retries storing the outcome of a job', async () => {
      let failures = 2;
      const flaky = replacing((real) => ({
        async updateOne(...of: Parameters<typeof real.updateOne>) {
          if (failures-- > 0) throw new Error('the store is away');
          return real.updateOne(...of);
        },
      }));
      const ran = vi.fn(async () => undefined);
      const a = await node(ran, {}, { store: flaky });
      const id = await a.jobs.enqueue(cluster.job, { n: 1 });
      await until(isState(a, id, 'done'), [a]);
      expect(ran).toHaveBeenCalledOnce();
      expect(a.log.error).toHaveBeenCalledTimes(2);
    });
  });
}
