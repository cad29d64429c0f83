import { expect, test } from 'vitest';
import { LiveResults } from './live-results.ts';

/** Results that come when the test says so. */
function source() {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* results() {
    yield 'first';
    await promise;
  }
  return { results: results(), end: resolve };
}

/** Whether the promise stays open when everything else that can happen has happened. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const idle = new Promise((resolve) => setImmediate(resolve, 'idle'));
  return (await Promise.race([promise, idle])) === 'idle';
}

test('streams that are through stay open until all are, and the connections are closed', async () => {
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

test('without a hold a stream ends when it is through', async () => {
  const live = new LiveResults();
  const { results, end } = source();
  end();
  const seen: unknown[] = [];
  for await (const result of live.watch(results)) seen.push(result);
  expect(seen).toEqual(['first']);
  await live.hold(60_000);
});

test('nobody waits for a stream whose reader is gone, nor longer than was said for one that does not end', async () => {
  const live = new LiveResults();
  const gone = live.watch(source().results);
  await gone.return?.();
  await live.hold(60_000);
  const endless = live.watch(source().results);
  void endless.next();
  await live.hold(1);
});
