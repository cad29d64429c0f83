import { afterEach, expect, test, vi } from 'vitest';
import { withTimeout } from './timeout.ts';

afterEach(() => void vi.useRealTimers());

test('rejects when the work times out', async () => {
  vi.useFakeTimers();
  const waiting = withTimeout(new Promise(() => undefined), 1000, 'Too slow.');
  const refused = expect(waiting).rejects.toThrow('Too slow.');
  await vi.advanceTimersByTimeAsync(1000);
  await refused;
});

test('passes on the result or the error of work in time, and clears the timer', async () => {
  vi.useFakeTimers();
  expect(await withTimeout(Promise.resolve(7), 1000, 'Too slow.')).toBe(7);
  await expect(withTimeout(Promise.reject(new Error('no')), 1000, 'Too slow.')).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});
