import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { StoreClock } from './store-clock.ts';

const MINUTE = 60_000;
const SERVER = Date.UTC(2030, 0, 1);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A store whose clock a test sets, and this node's clock by it. */
async function opened({ latencyMs = 0, everyMs = 5000 } = {}) {
  const begun = performance.now();
  const server = { aheadMs: 0, isGone: false, latencyMs };
  const read = async () => {
    if (server.isGone) throw new Error('no server');
    const time = SERVER + performance.now() - begun + server.aheadMs;
    vi.advanceTimersByTime(server.latencyMs);
    return Math.floor(time);
  };
  const clock = await StoreClock.open({ read, log: createLogger('silent'), everyMs });
  const error = () => clock.now() - (SERVER + performance.now() - begun + server.aheadMs);
  return { clock, server, error, [Symbol.asyncDispose]: () => clock.stop() };
}

it.each([0, 2 * MINUTE, -2 * MINUTE, 400 * 24 * 60 * MINUTE])(
  'has the time of the store on a machine that is %d ms ahead',
  async (skew) => {
    vi.setSystemTime(SERVER + skew);
    await using node = await opened({ latencyMs: 40 });
    expect(Math.abs(node.error())).toBeLessThan(25);
    expect(Math.abs(node.clock.skewMs - skew)).toBeLessThan(250);
  },
);

it('goes on evenly when the clock of the machine jumps', async () => {
  await using node = await opened();
  for (const jump of [MINUTE, -3 * MINUTE, 24 * 60 * MINUTE]) {
    vi.setSystemTime(Date.now() + jump);
    await vi.advanceTimersByTimeAsync(1000);
    expect(Math.abs(node.error())).toBeLessThan(5);
  }
});

it('makes up what the store is ahead at half a second a second, so that renewed leases hold', async () => {
  await using node = await opened();
  node.server.aheadMs = MINUTE;
  await node.clock.measure();
  const before = node.clock.now();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(node.clock.now() - before).toBeCloseTo(45_000, -2);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(Math.abs(node.error())).toBeLessThan(5);
});

it('does not go back when the store does', async () => {
  await using node = await opened();
  node.server.aheadMs = -10 * MINUTE;
  await node.clock.measure();
  for (let last = node.clock.now(), at = 0; at < 100; at++, last = node.clock.now()) {
    await vi.advanceTimersByTimeAsync(1000);
    expect(node.clock.now()).toBeGreaterThan(last);
  }
  await vi.advanceTimersByTimeAsync(11 * MINUTE);
  expect(Math.abs(node.error())).toBeLessThan(5);
});

it.each([6 * MINUTE, -25 * 60 * MINUTE])('follows a store that has jumped by %d ms at once', async (jump) => {
  await using node = await opened();
  node.server.aheadMs = jump;
  await node.clock.measure();
  expect(Math.abs(node.error())).toBeLessThan(5);
});

it('keeps the offset while the store cannot be reached', async () => {
  await using node = await opened();
  node.server.isGone = true;
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(Math.abs(node.error())).toBeLessThan(5);
});

it('stays within the bounds that an answer gives, however long it took', async () => {
  await using node = await opened({ everyMs: MINUTE });
  node.server.latencyMs = 20_000;
  await node.clock.measure();
  expect(Math.abs(node.error())).toBeLessThan(5);
});
