import { expect, it } from 'vitest';
import { ServerBusy } from '../errors.ts';
import { BytesInFlight, type Reservation } from './in-flight.ts';

const small = { isLarge: false };
const large = { isLarge: true };

it('queues lists for bytes in order, and times out those that wait too long', async () => {
  const bytes = new BytesInFlight(1000, 50);
  const held = await Promise.all(['a', 'b'].map((app) => bytes.reserve(app, 500, small)));
  const order: string[] = [];
  const waiting = ['c', 'd'].map(async (app) => {
    const reservation = await bytes.reserve(app, 400, small);
    order.push(app);
    return reservation;
  });
  held[0]?.shrink(100);
  held[1]?.release();
  held[1]?.release();
  const next = await Promise.all(waiting);
  expect(order).toEqual(['c', 'd']);
  await expect(bytes.reserve('e', 101, small)).rejects.toThrow(ServerBusy);
  for (const each of [...held, ...next]) each.release();
  expect(await Promise.all(['f', 'g'].map((app) => bytes.reserve(app, 500, small)))).toHaveLength(2);
});

it('reserves room for small lists and for other apps while others read slowly', async () => {
  const bytes = new BytesInFlight(1000, 20);
  await bytes.reserve('a', 400, large);
  await expect(bytes.reserve('a', 200, small)).rejects.toThrow('too many large lists');
  await bytes.reserve('b', 350, large);
  await expect(bytes.reserve('c', 100, large)).rejects.toThrow(ServerBusy);
  await bytes.reserve('c', 100, small);
});

it('passes the slot of a disconnected client to the next', async () => {
  const bytes = new BytesInFlight(1000, 5000);
  const first = await bytes.reserve('a', 500, small);
  const gone = new AbortController();
  const left = bytes.reserve('a', 500, { isLarge: false, signal: gone.signal });
  const last = bytes.reserve('a', 500, small);
  gone.abort();
  await expect(left).rejects.toThrow(ServerBusy);
  first.release();
  (await last).release();
});

it('never exceeds the budget under a thousand lists', async () => {
  const bytes = new BytesInFlight(1000, 5000);
  let held = 0;
  let most = 0;
  const list = async (n: number): Promise<void> => {
    const reservation: Reservation = await bytes.reserve(`app${n % 7}`, 100, { isLarge: n % 2 === 0 });
    held += 100;
    most = Math.max(most, held);
    await new Promise<void>((resolve) => setImmediate(resolve));
    held -= 100;
    reservation.release();
  };
  await Promise.all(Array.from({ length: 1000 }, (_, n) => list(n)));
  expect(most).toBeLessThanOrEqual(1000);
  expect(held).toBe(0);
});
