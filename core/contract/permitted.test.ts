import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Forbidden } from './errors.ts';
import { PERMISSION_CHECK_MS, PermittedStream } from './permitted.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A source whose items the test gives, and a permission that it takes away. */
function start(freshMs = 0) {
  let error: Error | null = null;
  const check = vi.fn(() => {
    if (error !== null) throw error;
  });
  const stream = new PermittedStream({ check, signal: new AbortController().signal, freshMs });
  const items: number[] = [];
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  async function* source() {
    stream.signal.addEventListener('abort', notify);
    while (!stream.signal.aborted) {
      for (const item of items.splice(0)) yield item;
      if (items.length === 0 && !stream.signal.aborted) await changed.promise;
    }
  }
  const give = (item: number) => {
    items.push(item);
    notify();
  };
  const fail = (given: Error | null) => {
    error = given;
  };
  return { stream, check, give, fail, all: stream.pass(source()) };
}

test('checks before each item, and passes none after a refusal', async () => {
  const { all, give, fail, stream } = start();
  give(1);
  expect(await all.next()).toEqual({ done: false, value: 1 });
  fail(new Forbidden('No more.'));
  give(2);
  await expect(all.next()).rejects.toThrow('No more.');
  expect([await all.next(), stream.signal.aborted]).toEqual([{ done: true, value: undefined }, true]);
});

test('ends an idle stream with the next check', async () => {
  const { all, fail } = start();
  const next = all.next();
  const refused = expect(next).rejects.toThrow('No more.');
  await vi.advanceTimersByTimeAsync(PERMISSION_CHECK_MS);
  fail(new Forbidden('No more.'));
  await vi.advanceTimersByTimeAsync(PERMISSION_CHECK_MS);
  await refused;
});

test('goes on while the permission cannot be read', async () => {
  const { all, give, fail } = start();
  fail(new Error('The store is unreachable.'));
  give(1);
  expect(await all.next()).toEqual({ done: false, value: 1 });
  fail(null);
  give(2);
  expect(await all.next()).toEqual({ done: false, value: 2 });
});

test('checks many items within a time once', async () => {
  const { all, give, check } = start(500);
  for (const item of [1, 2, 3]) {
    give(item);
    await all.next();
  }
  expect(check).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(500);
  give(4);
  await all.next();
  expect(check).toHaveBeenCalledTimes(2);
});

test('does not begin for a caller who is refused', async () => {
  const { stream, fail } = start();
  fail(new Forbidden('No.'));
  await expect(stream.begin()).rejects.toThrow('No.');
  expect(stream.signal.aborted).toBe(true);
});
