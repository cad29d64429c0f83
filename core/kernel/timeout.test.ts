import { afterEach, expect, test, vi } from 'vitest';
import { withTimeout } from './timeout.ts';

afterEach(() => void vi.useRealTimers());

test('what takes too long is given up on', async () => {
  vi.useFakeTimers();
  const waiting = withTimeout(new Promise(() => undefined), 1000, 'Too slow.');
  const refused = expect(waiting).rejects.toThrow('Too slow.');
  await vi.advanceTimersByTimeAsync(1000);
  await refused;
});

test('what is in time keeps its result and its error, and leaves no timer', async () => {
  vi.useFakeTimers();
  expect(await withTimeout(Promise.resolve(7), 1000, 'Too slow.')).toBe(7);
  await expect(withTimeout(Promise.reject(new Error('no')), 1000, 'Too slow.')).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});
