import { describe, expect, it, vi } from 'vitest';
import { type Cluster, input, type Node } from './cluster.suite.ts';

/** Recurring jobs. */
export function describeSchedules(cluster: Cluster): void {
  const { isState, node, until } = cluster;

  describe('schedules', () => {
    it('runs a recurring job once per scheduled time in the cluster', async () => {
      const at: number[] = [];
      const all: Node[] = [];
      for (const k of [0, 1, 2]) all.push(await node(async () => void at.push(all[k]?.clock.now() ?? 0), { cron: '*/5 * * * *' }));
      await until(() => at.length >= 3, all, 2000);
      expect(await cluster.documents.count({ name: cluster.job })).toBe(1);
      const minutes = at.slice(0, 3).map((time) => Math.floor((time - Date.UTC(2030, 0, 1, 12)) / 60_000));
      expect(minutes).toEqual([5, 10, 15]);
    });

    it('applies a changed schedule, and deletes a removed one', async () => {
      const a = await node(async () => undefined, { cron: '0 0 1 1 *' });
      await until(async () => (await cluster.documents.count({ name: cluster.job })) === 1);
      const ran = vi.fn(async () => undefined);
      const b = await node(ran, { cron: '* * * * *' });
      await until(() => ran.mock.calls.length > 0, [b], 2000);
      await Promise.all([a.jobs.close(), b.jobs.close()]);
      const c = await node(ran);
      await until(async () => (await cluster.documents.count({ name: cluster.job })) === 0, [c], 2000);
    });

    it('schedules a recurring job again after its last attempt failed', async () => {
      let runs = 0;
      const a = await node(() => Promise.reject(new Error(`run ${++runs}`)), { cron: '* * * * *', attempts: 2 });
      await until(() => runs >= 4, [a], 2000);
      await until(async () => (await a.jobs.state('test', `cron.${cluster.job}`))?.status === 'queued', [a]);
      expect(a.log.error).toHaveBeenCalled();
    });

    it('applies a schedule that changed during a run after the run', async () => {
      const gate = Promise.withResolvers<void>();
      const a = await node(() => gate.promise, { cron: '* * * * *' });
      await until(isState(a, `cron.${cluster.job}`, 'running'), [a], 2000);
      const b = await node(async () => undefined, { cron: '0 0 1 1 *' });
      const start = b.clock.now();
      await until(() => b.clock.now() > start + 3000, [b], 500);
      gate.resolve();
      await until(async () => (await cluster.documents.count({ name: cluster.job, status: 'queued', cron: '0 0 1 1 *' })) === 1, [b]);
      expect(await cluster.documents.findOne({ name: cluster.job })).toMatchObject({ dueAt: '2031-01-01T00:00:00.000Z' });
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

    it.each([
      ['which ends', true],
      ['which goes on', false],
    ])('resumes what was planned by a clock of a node, %s, that was days ahead', async (_node, ends) => {
      const DAY = 24 * 3600_000;
      const ran: string[] = [];
      const work = async (_input: unknown, _run: unknown) => void ran.push('once');
      const a = await node(work, { cron: '* * * * *' });
      a.clock.advance(3 * DAY);
      await until(() => ran.length > 0, [a], 2000);
      const planned = async () => Date.parse((await cluster.documents.findOne({ name: cluster.job }))?.dueAt ?? '');
      await until(async () => (await planned()) > a.clock.now(), [a]);
      if (ends) await a.jobs.close();
      const next = ends ? await node(work, { cron: '* * * * *' }, { start: false }) : a;
      next.clock.advance(-3 * DAY);
      next.jobs.start();
      const ranBefore = ran.length;
      const begun = next.clock.now();
      await until(() => ran.length > ranBefore, [next], 2000);
      expect(next.clock.now() - begun).toBeLessThan(2 * 60_000);
    });

    it('leaves the plan of a node whose clock is less than a time of the schedule ahead', async () => {
      let runs = 0;
      const a = await node(async () => void runs++, { cron: '*/5 * * * *' });
      await until(() => runs === 1, [a], 2000);
      await until(async () => (await cluster.documents.count({ name: cluster.job, status: 'queued' })) === 1, [a]);
      const before = await cluster.documents.findOne({ name: cluster.job });
      const b = await node(async () => void runs++, { cron: '*/5 * * * *' }, { start: false });
      b.clock.advance(Date.parse(before?.dueAt ?? '') - 5 * 60_000 - 1000 - b.clock.now());
      b.jobs.start();
      const start = b.clock.now();
      await until(() => b.clock.now() > start + 30_000, [b], 1000);
      expect(runs).toBe(1);
      expect(await cluster.documents.findOne({ name: cluster.job })).toMatchObject({ dueAt: before?.dueAt });
    });

    it.each(['* * * *', '* * * * * *', 'every day', '61 * * * *'])('refuses the schedule %j at its declaration', async (cron) => {
      const a = await node(async () => undefined);
      expect(() => a.jobs.define('test.bad', { input, cron, run: async () => undefined }, () => undefined)).toThrow();
    });
  });
}
