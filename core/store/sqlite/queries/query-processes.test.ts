import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { platform } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { BudgetExceeded, QueriesBusy } from '../../../contract/errors.ts';
import { FairQueue } from './fair-queue.ts';
import { QueryNotStarted } from './query-process.ts';
import { QueryProcesses, type QueryProcessesOptions } from './query-processes.ts';

interface Input {
  readonly act?: 'spin' | 'crash' | 'fail';
  readonly value?: unknown;
}
interface Output {
  readonly value: unknown;
  readonly pid: number;
}

const module = new URL('./fixture.child.ts', import.meta.url);
const slowModule = new URL('./slow-start.child.ts', import.meta.url);
const opened: QueryProcesses<Input, Output>[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function open(options: Partial<QueryProcessesOptions> = {}) {
  const queries = new QueryProcesses<Input, Output>({ module, processes: 1, ...options });
  opened.push(queries);
  return queries;
}
const long = { tenant: 'a', timeoutMs: 20_000 };
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('serves tenants in turn and each tenant in order', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item.slice(0, 1), item);
  queue.remove('c', 'c1');
  queue.remove('c', 'c1');
  const served = Array.from({ length: 6 }, () => queue.next());
  expect(served).toEqual(['a1', 'b1', 'c2', 'a2', 'a3', undefined]);
  expect([queue.size, queue.waitingOf('a')]).toEqual([0, 0]);
});

it('keeps one process for several queries', async () => {
  const queries = open();
  const [one, two] = await Promise.all([queries.run({ value: 1 }, long), queries.run({ value: { text: 'ü' } }, long)]);
  expect([one.value, two.value]).toEqual([1, { text: 'ü' }]);
  expect(one.pid).toBe(two.pid);
  expect(one.pid).not.toBe(process.pid);
});

it('kills a query at its deadline, and only that one', async () => {
  const queries = open();
  const { pid } = await queries.run({}, long);
  const slow = queries.run({ act: 'spin' }, { tenant: 'a', timeoutMs: 50 });
  const next = queries.run({ value: 'next' }, long);
  await expect(slow).rejects.toEqual(new BudgetExceeded('time'));
  expect((await next).value).toBe('next');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

it.runIf(platform() === 'linux')('counts the processor time of a query, not the time in which others have the processor', async () => {
  const queries = open();
  const { pid } = await queries.run({}, long);
  process.kill(pid, 'SIGSTOP');
  const timeoutMs = 400;
  const paused = queries.run({ value: 'done' }, { tenant: 'a', timeoutMs });
  const begun = performance.now();
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(timeoutMs * 2);
  process.kill(pid, 'SIGCONT');
  expect((await paused).value).toBe('done');
  process.kill(pid, 'SIGSTOP');
  // It never gets the processor again.
  await expect(queries.run({ value: 'never' }, { tenant: 'a', timeoutMs })).rejects.toEqual(new BudgetExceeded('time'));
});

it('fails only the query whose process crashes or that throws', async () => {
  const queries = open();
  const crashing = queries.run({ act: 'crash' }, long);
  const failing = queries.run({ act: 'fail' }, long);
  const next = queries.run({ value: 'next' }, long);
  await expect(crashing).rejects.toThrow('The query process ended (SIGKILL).');
  await expect(failing).rejects.toThrow('TypeError: no such table');
  expect((await next).value).toBe('next');
});

it('refuses queries that wait for too long, and removes aborted ones', async () => {
  const queries = open({ waitMs: 30 });
  const controller = new AbortController();
  const slow = queries.run({ act: 'spin' }, { tenant: 'a', timeoutMs: 1500 });
  const aborted = queries.run({ value: 1 }, { ...long, tenant: 'b', signal: controller.signal });
  controller.abort(new Error('The client has left.'));
  await expect(aborted).rejects.toThrow('The client has left.');
  await expect(queries.run({ value: 1 }, long)).rejects.toEqual(new QueriesBusy());
  await expect(slow).rejects.toThrow(BudgetExceeded);
});

it('bounds the queue of one key and of all', async () => {
  const queries = open();
  const settled = Promise.allSettled(Array.from({ length: 102 }, () => queries.run({ act: 'spin' }, long)));
  const other = Promise.allSettled([queries.run({}, { ...long, tenant: 'b' })]);
  queries.close();
  const errors = (await settled).map((result) => (result.status === 'rejected' ? result.reason : null));
  expect(errors.every((error) => error instanceof QueriesBusy)).toBe(true);
  expect((await other)[0]?.status).toBe('rejected');
  await expect(queries.run({}, long)).rejects.toEqual(new QueriesBusy());
});

it('ends idle processes, and starts one again for the next query', async () => {
  const queries = open({ idleMs: 20 });
  const { pid } = await queries.run({}, long);
  await expect.poll(() => isAlive(pid)).toBe(false);
  const again = await queries.run({ value: 2 }, long);
  expect(again.value).toBe(2);
  expect(again.pid).not.toBe(pid);
});

it('does not count the start of a process towards the deadline', async () => {
  const queries = open({ module: slowModule });
  expect((await queries.run({ value: 1 }, { tenant: 'a', timeoutMs: 1000 })).value).toBe(1);
});

it('fails a query whose process is not ready in time', async () => {
  const queries = open({ module: slowModule, startMs: 20 });
  await expect(queries.run({}, long)).rejects.toEqual(new QueryNotStarted());
});

it('starts a process again once a query was killed with its own', async () => {
  let started = 0;
  const count = (): void => void started++;
  subscribe('child_process', count);
  try {
    const queries = open();
    await expect(queries.run({ act: 'spin' }, { tenant: 'a', timeoutMs: 50 })).rejects.toThrow(BudgetExceeded);
    expect(started).toBe(2);
    expect((await queries.run({ value: 1 }, long)).value).toBe(1);
    expect(started).toBe(2);
  } finally {
    unsubscribe('child_process', count);
  }
});
