import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DomainError, InvalidInput, type Logger, worker } from '../contract/index.ts';
import type { Order } from './fixtures/sample.worker.ts';
import { openWorkers, WorkerFailed, type Workers, WorkerTimeout } from './index.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const opened: Workers[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workers) => workers.close()));
});

function sample(limits: { timeoutMs?: number; memoryMb?: number } = {}) {
  const workers = openWorkers({ log });
  opened.push(workers);
  const url = new URL('./fixtures/sample.worker.ts', import.meta.url);
  return { workers, run: workers.pool(worker<Order, unknown>(url, { timeoutMs: 20_000, memoryMb: 128, ...limits })) };
}
/** A shared number, and a function that waits until a thread sets it to 1. */
function start() {
  const started = new Int32Array(new SharedArrayBuffer(4));
  return { started, underway: async () => void (await Atomics.waitAsync(started, 0, 0).value) };
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it resolved'),
    (error: unknown) => error as Error & Record<string, unknown>,
  );

describe('worker threads', () => {
  it('run a TypeScript module and return its value', async () => {
    const { run } = sample();
    expect(await run({ do: 'add', numbers: [1, 2, 39] })).toBe(42);
    expect(await Promise.all(Array.from({ length: 20 }, (_, n) => run({ do: 'add', numbers: [n, 1] })))).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  });

  it('have an empty environment', async () => {
    expect(await sample().run({ do: 'environment' })).toEqual([]);
  });

  it.each([
    ['domain', DomainError, { name: 'OutOfPaper', message: 'The printer is out of paper.', code: 'out-of-paper', status: 409, tray: 2 }],
    ['contract', InvalidInput, { name: 'InvalidInput', code: 'invalid-input', issues: [{ path: 'name', message: 'too long' }] }],
    ['type', Error, { name: 'TypeError', message: 'x is not a function' }],
    ['text', Error, { message: 'plain text' }],
  ] as const)('preserve a thrown %s error', async (what, type, fields) => {
    const error = await failureOf(sample().run({ do: 'throw', what }));
    expect(error).toBeInstanceOf(type);
    expect(error instanceof DomainError).toBe(type !== Error);
    expect(error).toMatchObject(fields);
  });

  it('terminate a run that times out, and accept the next', async () => {
    const { run } = sample({ timeoutMs: 50 });
    const error = await failureOf(run({ do: 'spin' }));
    expect(error).toBeInstanceOf(WorkerTimeout);
    expect(error).toMatchObject({ code: 'worker-timeout', status: 504, message: 'This took longer than 0.05 seconds and was stopped.' });
    expect(await run({ do: 'add', numbers: [1] })).toBe(1);
  });

  it('run queued calls after all earlier threads were terminated', async () => {
    const { run } = sample({ timeoutMs: 50 });
    const stuck = Array.from({ length: 6 }, () => failureOf(run({ do: 'spin' })));
    const waiting = run({ do: 'add', numbers: [7] });
    expect(await waiting).toBe(7);
    for (const error of await Promise.all(stuck)) expect(error).toBeInstanceOf(WorkerTimeout);
  });

  it('replace a thread that runs out of memory', async () => {
    const { run } = sample({ memoryMb: 32 });
    const error = await failureOf(run({ do: 'hoard' }));
    expect(error).toBeInstanceOf(WorkerFailed);
    expect(error).toMatchObject({ code: 'worker-failed', message: 'This needed more than 32 MB of memory and was stopped.' });
    expect(await run({ do: 'add', numbers: [1] })).toBe(1);
  });

  it.each(['exit', 'crash', 'uncloneable'] as const)('replace a thread that dies by %s', async (how) => {
    const { run } = sample();
    expect(await failureOf(run({ do: how }))).toBeInstanceOf(WorkerFailed);
    expect(await run({ do: 'add', numbers: [1] })).toBe(1);
  });

  it('keep the thread of a run that stops on abort', async () => {
    const { run } = sample();
    const before = await run({ do: 'identify' });
    const controller = new AbortController();
    const { started, underway } = start();
    const obeying = failureOf(run({ do: 'obey', started }, controller.signal));
    await underway();
    controller.abort(new Error('enough'));
    expect((await obeying).message).toBe('enough');
    await vi.waitFor(async () => expect(await run({ do: 'identify' })).toBe(before), { timeout: 15_000 });
  });

  it('terminate the thread of a run that ignores its abort signal', async () => {
    const { run } = sample();
    const controller = new AbortController();
    const { started, underway } = start();
    const spinning = failureOf(run({ do: 'spin', started }, controller.signal));
    await underway();
    controller.abort(new Error('enough'));
    expect((await spinning).message).toBe('enough');
    expect(await run({ do: 'add', numbers: [1] })).toBe(1);
  });

  it('do not start runs that are aborted before the call or while queued', async () => {
    const { run } = sample({ timeoutMs: 100 });
    expect((await failureOf(run({ do: 'identify' }, AbortSignal.abort(new Error('before'))))).message).toBe('before');
    const stuck = Array.from({ length: availableParallelism() }, () => failureOf(run({ do: 'spin' })));
    const { started } = start();
    const controller = new AbortController();
    const waiting = failureOf(run({ do: 'spin', started }, controller.signal));
    controller.abort(new Error('while it waited'));
    expect((await waiting).message).toBe('while it waited');
    await Promise.all(stuck);
    expect(await run({ do: 'add', numbers: [1] })).toBe(1);
    expect(started[0]).toBe(0);
  });

  it('reject runs in flight and later calls when they are closed', async () => {
    const { workers, run } = sample();
    const running = failureOf(run({ do: 'spin' }));
    await workers.close();
    expect(await running).toBeInstanceOf(WorkerFailed);
    expect(await failureOf(run({ do: 'identify' }))).toBeInstanceOf(WorkerFailed);
  });
});
