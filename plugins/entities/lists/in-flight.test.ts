import { expect, it } from 'vitest';
import { ServerBusy } from '../errors.ts';
import { BytesInFlight, type Reservation } from './in-flight.ts';

it('queues lists for bytes in order, and times out those that wait too long', async () => {
  const bytes = new BytesInFlight(1000, 50);
  const held = await Promise.all(['a', 'b'].map((app) => bytes.reserve({ tenant: app, bytes: 500, isLarge: false })));
  const order: string[] = [];
  const waiting = ['c', 'd'].map(async (app) => {
    const reservation = await bytes.reserve({ tenant: app, bytes: 400, isLarge: false });
    order.push(app);
    return reservation;
  });
  held[0]?.shrink(100);
  held[1]?.release();
  held[1]?.release();
  const next = await Promise.all(waiting);
  expect(order).toEqual(['c', 'd']);
  await expect(bytes.reserve({ tenant: 'e', bytes: 101, isLarge: false })).rejects.toThrow(ServerBusy);
  for (const each of [...held, ...next]) each.release();
  expect(await Promise.all(['f', 'g'].map((app) => bytes.reserve({ tenant: app, bytes: 500, isLarge: false })))).toHaveLength(2);
});

it('reserves room for small lists and for other apps while others read slowly', async () => {
  const bytes = new BytesInFlight(1000, 20);
  await bytes.reserve({ tenant: 'a', bytes: 400, isLarge: true });
  await expect(bytes.reserve({ tenant: 'a', bytes: 200, isLarge: false })).rejects.toThrow('too many large lists');
  await bytes.reserve({ tenant: 'b', bytes: 350, isLarge: true });
  await expect(bytes.reserve({ tenant: 'c', bytes: 100, isLarge: true })).rejects.toThrow(ServerBusy);
  await bytes.reserve({ tenant: 'c', bytes: 100, isLarge: false });
});

it('passes the slot of a disconnected client to the next', async () => {
  const bytes = new BytesInFlight(1000, 5000);
  const first = await bytes.reserve({ tenant: 'a', bytes: 500, isLarge: false });
  const gone = new AbortController();
  const left = bytes.reserve({ tenant: 'a', bytes: 500, isLarge: false }, { signal: gone.signal });
  const last = bytes.reserve({ tenant: 'a', bytes: 500, isLarge: false });
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
    const reservation: Reservation = await bytes.reserve({ tenant: `app${n % 7}`, bytes: 100, isLarge: n % 2 === 0 });
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

it('refuses the lists of a tenant that fill half of the queue, and queues those of others', async () => {
  const bytes = new BytesInFlight(1000, 5000);
  const held = await Promise.all(['a', 'b'].map((tenant) => bytes.reserve({ tenant, bytes: 500, isLarge: false })));
  const asked = Array.from({ length: 600 }, () =>
    bytes.reserve({ tenant: 'a', bytes: 1, isLarge: false }).then(({ release }) => release()),
  );
  const other = bytes.reserve({ tenant: 'c', bytes: 1, isLarge: false });
  for (const { release } of held) release();
  (await other).release();
  const settled = await Promise.allSettled(asked);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(100);
});
