import { storeNow } from '@sayso/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { allow, type Host, have, host, owner, runsOf, start, world } from '../testing/world.ts';
import { runKey } from './rows.ts';

const MINUTE = 60_000;

describe('a schedule', () => {
  const report =
    "export const schedule = '0 9 * * *'; export const timeZone = 'Europe/Berlin'; export default (_, { entities }) => entities.Order.create({ a: 1 });";
  const enqueued = (host_: Host = host) => host_.context.collections.functions.find({ appId: 'app' });

  test('starts the function as the app once it is allowed, and once for each due time', async () => {
    have({ daily: report });
    await allow('daily', {});
    expect(await enqueued()).toMatchObject([{ schedule: '0 9 * * *', nextAt: null }]);
    const { nextAt } = await allow('daily', { asApp: true });
    expect(new Date(nextAt ?? '').toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })).toBe('09:00:00');
    const due = new Date(Date.parse(nextAt ?? '') + 1000);
    const { triggers } = host.service();
    await triggers.startDue(new Date(Date.parse(nextAt ?? '') - 1000));
    expect(await enqueued()).toMatchObject([{ nextAt }]);
    await Promise.all([triggers.startDue(due), triggers.startDue(due)]);
    const [{ nextAt: later } = { nextAt: null }] = await enqueued();
    expect(Date.parse(later ?? '')).toBeGreaterThan(due.getTime());
    await host.runJob('run', { appId: 'app', name: 'daily', trigger: 'schedule', input: { event: 'schedule' } });
    expect(world.rowCalls).toMatchObject([{ actor: { kind: 'app', id: null, appId: 'app', admin: true }, options: { a: 1 } }]);
    expect(await runsOf('daily')).toMatchObject([{ trigger: 'schedule', outcome: 'done', isDraft: false, callerId: null }]);
  });

  test('does not start a paused function, nor one that is not published', async () => {
    have({ daily: report });
    await allow('daily', { asApp: true, isPaused: true });
    expect(await enqueued()).toMatchObject([{ nextAt: null }]);
    const { nextAt } = await allow('daily', { isPaused: false });
    expect(nextAt).not.toBeNull();
    world.isPublished = false;
    await host.emit('apps.changed', { appId: 'app', ownerId: 'owner', currentVersionId: null });
    await vi.waitFor(async () => expect(await enqueued()).toMatchObject([{ schedule: null, nextAt: null }]), { timeout: 15_000 });
    await host.runJob('run', { appId: 'app', name: 'daily', trigger: 'schedule', input: {} });
    expect(await runsOf('daily')).toEqual([]);
  });

  test.each([
    ['* * * * *', 60 * MINUTE, true],
    ['*/30 * * * *', 120 * MINUTE, true],
    // Another time of today would repeat what has run.
    ['0 9 * * *', 24 * 60 * MINUTE, false],
    ['* * * * *', MINUTE, false],
  ])('%s that is planned %d ms ahead, by a clock that was set back since, is planned anew: %s', async (schedule, aheadMs, isPlanned) => {
    have({ daily: report.replace('0 9 * * *', schedule).replace('Europe/Berlin', 'UTC') });
    await allow('daily', { asApp: true });
    const now = new Date('2030-01-01T08:30:30.000Z');
    const nextAt = new Date(now.getTime() + aheadMs).toISOString();
    await using restarted = await start();
    const { functions } = restarted.context.collections;
    const [known] = await enqueued();
    await functions.insertOne({ ...known, nextAt } as never);
    await restarted.service().triggers.startDue(now);
    const [planned] = await enqueued(restarted);
    expect(planned?.nextAt === nextAt).toBe(!isPlanned);
    if (isPlanned) expect(Date.parse(planned?.nextAt ?? '') - now.getTime()).toBeLessThanOrEqual(30 * MINUTE);
  });

  test('that is no schedule is named', async () => {
    have({ odd: "export const schedule = 'every day'; export default () => 1;" });
    expect(await host.service().list(owner, 'app')).toMatchObject([
      { name: 'odd', schedule: 'every day', isScheduleValid: false, wantsApp: true },
    ]);
    expect(await allow('odd', { asApp: true })).toMatchObject({ nextAt: null });
  });
});

describe('changed rows', () => {
  const changed = <More extends object>(more: More = {} as More) => ({
    appId: 'app',
    entity: 'Order',
    id: 'r1',
    change: 'created' as const,
    rows: 'live' as const,
    ...more,
  });

  test('start the functions that ask for them, and no others', async () => {
    have({ onOrder: "export const on = ['Order.created']; export default (input) => { console.log(JSON.stringify(input)); };" });
    await allow('onOrder', { asApp: true });
    await using worker = await testHostWithJobs();
    await worker.emit('entities.rowChanged', changed({ rows: 'draft' }));
    await worker.emit('entities.rowChanged', changed({ change: 'updated' }));
    await worker.emit('entities.rowChanged', changed({ entity: 'Note' }));
    const at = storeNow();
    await worker.emit('entities.rowChanged', changed({ id: 'r9', at }));
    // The same change in another process.
    await worker.emit('entities.rowChanged', changed({ id: 'r9', at }));
    await vi.waitFor(async () => expect(await worker.context.collections.runs.count({ appId: 'app' })).toBe(1), { timeout: 10_000 });
    const [run] = await worker.context.collections.runs.find({ appId: 'app' });
    expect(run).toMatchObject({ trigger: 'row', name: 'onOrder', outcome: 'done' });
    expect(JSON.parse(run?.logs[0]?.text ?? '')).toEqual({ event: 'Order.created', entity: 'Order', change: 'created', id: 'r9' });
  });

  test.each([0, 1, 999, 1999, 2000, 3999])('start one run of a change, whenever a process sees it (%d ms into its window)', (offset) => {
    const row = changed({ change: 'updated', at: 1_900_000_000_000 + offset });
    const seen = [-120_000, -1, 0, 1, 2000, 120_000].map((late) => {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(row.at + late);
      const key = runKey('onOrder', row);
      clock.mockRestore();
      return key;
    });
    expect(new Set(seen).size).toBe(1);
  });

  test.each(['created', 'updated', 'deleted'] as const)('start another run for a row that is %s again later', (change) => {
    const at = 1_900_000_000_000;
    expect(runKey('onOrder', changed({ change, at }))).not.toBe(runKey('onOrder', changed({ change, at: at + 60_000 })));
  });

  async function testHostWithJobs(): Promise<Host> {
    const made = await start({ ROLE: 'all' });
    const [known] = await host.context.collections.functions.find({ appId: 'app' });
    if (known !== undefined) await made.context.collections.functions.insertOne(known);
    return made;
  }

  test('keep half of the places free for runs of other apps', async () => {
    have({ onOrder: "export const on = ['Order.created']; export default () => 1;" });
    await allow('onOrder', { asApp: true });
    await using worker = await testHostWithJobs();
    const { functions, runs } = worker.context.collections;
    const [known] = await functions.find({ appId: 'app' });
    await functions.insertOne({ ...known, _id: 'other onOrder', appId: 'other' } as never);
    world.appIds = ['app', 'other'];
    const gate = Promise.withResolvers<void>();
    world.gates = { 'functions app': gate.promise };
    for (let at = 0; at < 10; at += 1) await worker.emit('entities.rowChanged', changed({ id: `r${at}` }));
    await worker.emit('entities.rowChanged', changed({ appId: 'other' }));
    await vi.waitFor(async () => expect(await runs.count({ appId: 'other' })).toBe(1), { timeout: 10_000 });
    expect(await runs.count({ appId: 'app' })).toBe(0);
    gate.resolve();
    await vi.waitFor(async () => expect(await runs.count({ appId: 'app' })).toBe(10), { timeout: 10_000 });
  });

  test('start only so many runs in a minute', async () => {
    await using small = await start({ FUNCTION_ROW_RUNS_PER_MINUTE: 3 });
    have({ onMany: "export const on = ['Order.updated']; export default () => 1;" });
    await small.service().allow(owner, { appId: 'app', name: 'onMany', asApp: true });
    for (let at = 0; at < 6; at += 1) await small.runJob('run', { appId: 'app', name: 'onMany', trigger: 'row', input: {} });
    // Six jobs may meet the turn of a minute.
    const ran = await small.context.collections.runs.count({ appId: 'app' });
    expect([3, 4, 5, 6]).toContain(ran);
    const counted = await small.context.limits.used('rowRuns', ['app onMany']);
    expect(counted.get('app onMany') ?? 0).toBeLessThanOrEqual(3);
  });
});

describe('a run whose server ends', () => {
  const task = { appId: 'app', name: 'daily', trigger: 'schedule', input: {} } as const;
  const job = (signal: AbortSignal = new AbortController().signal) => ({ id: 'job 1', signal });
  beforeEach(async () => {
    have({ daily: "export const schedule = '0 9 * * *'; export default (_, { entities }) => entities.Order.create({ a: 1 });" });
    await allow('daily', { asApp: true });
    await host.context.collections.begun.deleteMany({});
  });

  /** Runs of the app wait for `until`. Resolves when one does. */
  const holdAtGate = (until: Promise<void>): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    until.catch(() => undefined);
    world.gates = {
      get 'functions app'() {
        resolve();
        return until;
      },
    };
    return promise;
  };

  test('is not repeated by the next attempt, which records it once', async () => {
    const kill = Promise.withResolvers<void>();
    const held = holdAtGate(kill.promise);
    const killed = host.service().runTriggered(task, job());
    await held;
    world.gates = {};
    for (let attempt = 2; attempt < 4; attempt++) await host.service().runTriggered(task, job());
    expect(world.rowCalls).toEqual([]);
    expect(await runsOf('daily')).toMatchObject([
      {
        trigger: 'schedule',
        outcome: 'stopped',
        error: { message: expect.stringContaining('The server ended while the function "daily" ran.') },
      },
    ]);
    kill.reject(new Error('killed'));
    await expect(killed).rejects.toThrow('killed');
  });

  test('is completed in a shutdown, and neither repeated nor recorded again where its job is released', async () => {
    const gate = Promise.withResolvers<void>();
    const held = holdAtGate(gate.promise);
    const draining = new AbortController();
    const run = host.service().runTriggered(task, job(draining.signal));
    await held;
    const drained = host.service().drain();
    draining.abort('draining');
    gate.resolve();
    await Promise.all([run, drained]);
    await host.service().runTriggered(task, job());
    expect(world.rowCalls).toHaveLength(1);
    expect(await runsOf('daily')).toMatchObject([{ outcome: 'done' }]);
  });

  test('starts in the next attempt when the server failed before it began', async () => {
    void holdAtGate(Promise.reject(new Error('No process could be started.')));
    await expect(host.service().runTriggered(task, job())).rejects.toThrow('No process could be started.');
    world.gates = {};
    await host.service().runTriggered(task, job());
    expect(world.rowCalls).toHaveLength(1);
    expect(await runsOf('daily')).toMatchObject([{ outcome: 'done' }]);
  });
});

test('what another node allowed or paused is known after its event, and without it after some seconds', async () => {
  have({ onOrder: "export const on = ['Order.created']; export default () => 1;" });
  await allow('onOrder', { asApp: true });
  await using other = await start();
  const row = { appId: 'app', entity: 'Order', change: 'created' } as const;
  const { functions } = other.context.collections;
  const [known] = await host.context.collections.functions.find({ appId: 'app' });
  const enqueued = vi.spyOn(other.context, 'enqueue');
  // The other node reads a list without the function.
  await other.service().triggers.rowChanged({ ...row, id: 'r1' });
  await functions.insertOne(known as never);
  await other.service().triggers.rowChanged({ ...row, id: 'r2' });
  expect(enqueued).not.toHaveBeenCalled();
  await other.emit('functions.changed', { appId: 'app' });
  await vi.waitFor(
    async () => {
      await other.service().triggers.rowChanged({ ...row, id: 'r3' });
      expect(enqueued).toHaveBeenCalled();
    },
    { timeout: 4000 },
  );
  // Without the event of the pause.
  await functions.updateOne({ _id: 'app onOrder' }, { $set: { isPaused: true } });
  await vi.waitFor(
    async () => {
      enqueued.mockClear();
      await other.service().triggers.rowChanged({ ...row, id: 'r4' });
      expect(enqueued).not.toHaveBeenCalled();
    },
    { timeout: 15_000, interval: 500 },
  );
});
