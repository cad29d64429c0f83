import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairQueue, type FairQueueOptions, type Place, type Tenant } from './fair-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = (options: Partial<FairQueueOptions> = {}) =>
  new FairQueue({ places: 2, waiting: 10, deadlineMs: 1000, refusal: () => new Error('busy'), ...options });
const of = (...keys: string[]): Tenant[] => keys.map((key) => ({ key }));
const settled = () => vi.advanceTimersByTimeAsync(0);

/** The names of callers in the order in which they got a place, each of which they keep. */
function entering(queue: FairQueue) {
  const got: { name: string; place: Place }[] = [];
  const refused: string[] = [];
  const enter = (name: string, tenants = of(name.slice(0, 1))) => {
    queue.enter(tenants).then(
      (place) => got.push({ name, place }),
      () => refused.push(name),
    );
  };
  return { got, refused, enter, names: () => got.map(({ name }) => name) };
}

test('gives a free place to the tenant that holds the fewest, then to the one that was served longest ago', async () => {
  const queue = open();
  const { got, enter, names } = entering(queue);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) enter(name);
  await settled();
  expect(names()).toEqual(['a1', 'a2']);
  for (const at of [0, 1, 2, 3]) {
    got[at]?.place.leave();
    await settled();
  }
  expect(names()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  expect([queue.held, queue.waiting]).toEqual([2, 0]);
});

test('refuses after the deadline, and when the caller leaves', async () => {
  const queue = open({ places: 1 });
  const place = await queue.enter(of('a'));
  const stop = new AbortController();
  const left = queue.enter(of('b'), stop.signal).catch((error: unknown) => error);
  const late = queue.enter(of('c')).catch((error: Error) => error.message);
  stop.abort(new Error('left'));
  expect(await left).toMatchObject({ message: 'left' });
  await vi.advanceTimersByTimeAsync(1000);
  expect([await late, queue.waiting]).toEqual(['busy', 0]);
  place.leave();
  place.leave();
  expect(queue.held).toBe(0);
  await expect(queue.enter(of('b'), stop.signal)).rejects.toThrow('left');
});

test('a full queue makes room for a tenant with fewer callers in it', async () => {
  const queue = open({ places: 1, waiting: 4 });
  const { refused, enter } = entering(queue);
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'b1', 'a5', 'b2', 'b3']) enter(name);
  await settled();
  expect(refused.sort()).toEqual(['a3', 'a4', 'a5', 'b3']);
  expect(queue.waiting).toBe(4);
});

test('a tenant has at most its places, and leaves the others free', async () => {
  const queue = open({ places: 4 });
  const { enter, names } = entering(queue);
  const mine = [{ key: 'a', most: 2 }];
  for (const name of ['a1', 'a2', 'a3']) enter(name, mine);
  enter('b1');
  await settled();
  expect(names()).toEqual(['a1', 'a2', 'b1']);
});

test('takes the place of a tenant with more, where it may', async () => {
  const queue = open({ places: 4, preempts: true, deadlineMs: 0 });
  const { got, refused, enter, names } = entering(queue);
  // One caller in the apps of four owners.
  for (const [at, owner] of ['o1', 'o2', 'o3', 'o4'].entries()) enter(`a${at}`, of('caller', owner));
  enter('a4', of('caller', 'o5'));
  enter('b1', of('other', 'o6'));
  enter('c1', of('third', 'o1'));
  await settled();
  expect(refused).toEqual(['a4']);
  expect(names()).toEqual(['a0', 'a1', 'a2', 'a3', 'b1', 'c1']);
  expect(got.map(({ place }) => place.signal.aborted)).toEqual([false, false, true, true, false, false]);
  expect(got[3]?.place.signal.reason).toMatchObject({ message: 'busy' });
  for (const { place } of got) place.leave();
  expect(queue.held).toBe(0);
});

test('never exceeds its places, keeps none back, and serves every tenant of a flood', async () => {
  const call = fc.record({ tenant: fc.nat(3), owner: fc.nat(2), takes: fc.integer({ min: 1, max: 50 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), async (calls, places) => {
      const queue = open({ places, waiting: 100, deadlineMs: 100_000 });
      let most = 0;
      const all = calls.map(({ tenant, owner, takes }) =>
        queue.run(of(`t${tenant}`, `o${owner}`), async () => {
          most = Math.max(most, queue.held);
          await new Promise((resolve) => setTimeout(resolve, takes));
        }),
      );
      await vi.runAllTimersAsync();
      await Promise.all(all);
      expect(most).toBe(Math.min(places, calls.length));
      expect([queue.held, queue.waiting]).toEqual([0, 0]);
    }),
  );
});

test('one caller of a new tenant waits for one place at most, however many others wait', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 4 }), async (flood, places) => {
      const queue = open({ places, waiting: 100, deadlineMs: 100_000 });
      const { got, enter, names } = entering(queue);
      for (let n = 0; n < flood + places; n++) enter(`a${n}`);
      enter('b');
      await settled();
      got[0]?.place.leave();
      await settled();
      expect(names()).toContain('b');
    }),
  );
});
