import { expect, test } from 'vitest';
import { LiveResults } from './live-results.ts';

/** A stream that the test ends. */
function source() {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* results() {
    yield 'first';
    await promise;
  }
  return { results: results(), end: resolve };
}

/** Whether the promise is still pending after all queued microtasks. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const idle = new Promise((resolve) => setImmediate(resolve, 'idle'));
  return (await Promise.race([promise, idle])) === 'idle';
}

test('holds completed streams open until all have completed and the connections are closed', async () => {
  const live = new LiveResults();
  const [a, b] = [source(), source()];
  const [first, second] = [live.watch(a.results), live.watch(b.results)];
  for (const stream of [first, second]) expect(await stream.next()).toEqual({ done: false, value: 'first' });
  const held = live.hold(60_000);
  const ends = [first.next(), second.next()] as const;
  a.end();
  expect(await isPending(ends[0])).toBe(true);
  expect(await isPending(held)).toBe(true);
  b.end();
  await held;
  expect(await isPending(Promise.race(ends))).toBe(true);
  live.release();
  expect((await Promise.all(ends)).map(({ done }) => done)).toEqual([true, true]);
});

test('ends a completed stream when streams are not held', async () => {
  const live = new LiveResults();
  const { results, end } = source();
  end();
  const seen: unknown[] = [];
  for await (const result of live.watch(results)) seen.push(result);
  expect(seen).toEqual(['first']);
  await live.hold(60_000);
});

test('does not wait for a cancelled stream, nor beyond the timeout for one that does not complete', async () => {
  const live = new LiveResults();
  const gone = live.watch(source().results);
  await gone.return?.();
  await live.hold(60_000);
  const endless = live.watch(source().results);
  void endless.next();
  await live.hold(1);
});
