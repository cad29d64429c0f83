import { describe, expect, it } from 'vitest';
import { type Cluster, input } from './cluster.suite.ts';

/** Jobs of tenants that share the places of a node. */
export function describeTenants(cluster: Cluster): void {
  const { isState, node, until } = cluster;
  const tenantOf = ({ n }: { n: number }) => `tenant-${n}`;
  const running = () => cluster.documents.count({ status: 'running' });

  describe('tenants', () => {
    it('runs jobs of one tenant in half of the places, so that a queue of them delays no other tenant', async () => {
      const gate = Promise.withResolvers<void>();
      const a = await node(({ n }) => (n === 1 ? gate.promise : Promise.resolve()), { concurrency: 4, tenant: tenantOf });
      const slow: string[] = [];
      for (let k = 0; k < 40; k++) slow.push(await a.jobs.enqueue(cluster.job, { n: 1 }));
      expect(a.jobs.hasCapacity(cluster.job)).toBe(false);
      for (const n of [2, 3, 4]) await until(isState(a, await a.jobs.enqueue(cluster.job, { n }), 'done'));
      expect(await running()).toBe(2);
      gate.resolve();
      for (const id of slow) await until(isState(a, id, 'done'));
    });

    it('lets tenants take turns, whatever is queued before', async () => {
      const started: number[] = [];
      const gates: (() => void)[] = [];
      const handler = ({ n }: { n: number }) =>
        new Promise<void>((resolve) => {
          started.push(n);
          gates.push(resolve);
        });
      const a = await node(handler, { concurrency: 2, tenant: tenantOf }, { start: false });
      for (const n of [1, 1, 1, 1, 2, 2, 2, 2, 3]) await a.jobs.enqueue(cluster.job, { n }, { runAt: new Date(a.clock.now() - 10 + n) });
      a.jobs.start();
      for (let at = 0; at < 9; at++) {
        await until(() => gates.length > at);
        gates[at]?.();
      }
      await until(async () => (await cluster.documents.count({ status: 'done' })) === 9);
      expect(started.slice(0, 3)).toEqual([1, 2, 3]);
      expect(started.slice(3, 7).toSorted()).toEqual([1, 1, 2, 2]);
    });

    it('counts the places of a tenant by job, and keeps the tenant over a retry', async () => {
      const seen: number[] = [];
      const a = await node(
        async ({ n }, { attempt }) => {
          seen.push(n);
          if (attempt === 1) throw new Error('once more');
        },
        { concurrency: 4, tenantConcurrency: 1, tenant: tenantOf },
      );
      a.jobs.define(`${cluster.job}.other`, { input, run: async () => undefined }, () => undefined);
      const ids = await Promise.all([1, 1, 2].map((n) => a.jobs.enqueue(cluster.job, { n })));
      const other = await a.jobs.enqueue(`${cluster.job}.other`, { n: 1 });
      for (const id of [...ids, other]) await until(isState(a, id, 'done'), [a]);
      expect(seen.toSorted()).toEqual([1, 1, 1, 1, 2, 2]);
      expect(await cluster.documents.find({ tenant: 'tenant-1' })).toHaveLength(2);
    });
  });
}
