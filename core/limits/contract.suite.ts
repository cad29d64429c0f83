// Contract tests of limits on every store, run on SQLite in `limits.test.ts` and on MongoDB in the services tests.
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type LimitSpecs, type Limits, newId, TooManyRequests } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import { openLimits } from './limits.ts';

class Full extends TooManyRequests {}

const specs: LimitSpecs = {
  mails: { unit: 'mails', window: 'day', most: 'MAILS', words: 'Mails of a day' },
  bytes: { unit: 'bytes', window: 'none', most: 1000, words: 'Bytes of an app' },
  ideas: { unit: 'ideas', window: 'none', most: 5, words: 'Ideas of an app', refusal: (most) => new Full(`${most} ideas`) },
  runs: { unit: 'runs', window: 'minute', most: 7, words: 'Runs of a minute' },
};

/** What remains counted of a take that may be undone: 0 when it was refused. */
async function used(limits: Limits | undefined, subject: string, { amount, undo }: { amount: number; undo: string }): Promise<number> {
  const taken = await limits?.take('bytes', subject, amount).catch(() => null);
  if (!taken) return 0;
  if (undo === 'keep') return amount;
  if (undo === 'release') await limits?.release('bytes', subject, amount);
  else await taken.refund().then(() => taken.refund());
  return 0;
}

/** `open` returns another connection to the same data, as another node has one; the suite closes it. */
export function describeLimits(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    const opened: Store[] = [];
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });
    /** The limits of a plugin on a node of its own. Each test has a plugin of its own, and so counts of its own. */
    const nodeOf = (plugin: string) => {
      const clock = { now: Date.parse('2026-05-31T23:59:30.000Z') };
      const start = async (MAILS = 10) => {
        const store = await open();
        opened.push(store);
        return openLimits({ store, now: () => clock.now }).of({ name: plugin, specs, config: { MAILS } });
      };
      return { clock, start };
    };
    const passed = (all: readonly PromiseSettledResult<unknown>[]) => all.filter(({ status }) => status === 'fulfilled').length;
    const times = (count: number) => Array.from({ length: count }, (_, n) => n);

    test.each(Object.keys(specs))('lets exactly as many of 100 concurrent takes on two nodes through as fit: %s', async (key) => {
      const { start } = nodeOf(newId());
      const nodes = [await start(), await start()];
      const amount = key === 'bytes' ? 37 : 1;
      const all = await Promise.allSettled(times(100).map((n) => nodes[n % 2]?.take(key, 'ada', amount)));
      const most = nodes[0]?.most(key) ?? 0;
      expect(passed(all)).toBe(Math.floor(most / amount));
      expect((await nodes[1]?.used(key, ['ada', 'bob']))?.get('ada')).toBe(Math.floor(most / amount) * amount);
      expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 429 } });
      await nodes[1]?.take(key, 'bob', 1);
    });

    test('counts to the same as a model, whatever is taken, refunded and released concurrently', async () => {
      const { start } = nodeOf(newId());
      const nodes = [await start(), await start()];
      const step = fc.record({ node: fc.nat(1), amount: fc.nat(400), undo: fc.constantFrom('keep', 'refund', 'release') });
      let subject = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const name = `app-${subject++}`;
          const kept = await Promise.all(steps.map(({ node, ...use }) => used(nodes[node], name, use)));
          const sum = kept.reduce((total, amount) => total + amount, 0);
          expect(sum).toBeLessThanOrEqual(1000);
          expect((await nodes[0]?.used('bytes', [name]))?.get(name) ?? 0).toBe(sum);
        }),
        { numRuns: 25 },
      );
    });

    test('counts one of many takes with the same idempotency key, at the limit too', async () => {
      const { start } = nodeOf(newId());
      const nodes = [await start(), await start()];
      const same = await Promise.all(times(20).map((n) => nodes[n % 2]?.take('ideas', 'app', 1, { idempotencyKey: 'first' })));
      expect(same.filter((taken) => taken?.isNew)).toHaveLength(1);
      const others = await Promise.allSettled(times(20).map((n) => nodes[n % 2]?.take('ideas', 'app', 1, { idempotencyKey: `n${n}` })));
      expect(passed(others)).toBe(4);
      const again = await nodes[0]?.take('ideas', 'app', 1, { idempotencyKey: 'first' });
      expect(again?.isNew).toBe(false);
      await again?.refund();
      await expect(nodes[1]?.take('ideas', 'app', 1)).rejects.toThrow('5 ideas');
    });

    test('releases by the idempotency key, once', async () => {
      const limits = await nodeOf(newId()).start();
      for (const n of times(5)) await limits.take('ideas', 'app', 1, { idempotencyKey: `n${n}` });
      await limits.release('ideas', 'app', 1, { idempotencyKey: 'n2' });
      await limits.release('ideas', 'app', 1, { idempotencyKey: 'n2' });
      await limits.take('ideas', 'app', 1, { idempotencyKey: 'n5' });
      await expect(limits.take('ideas', 'app', 1, { idempotencyKey: 'n6' })).rejects.toThrow(Full);
    });

    test.each([
      ['mails', '2026-06-01T00:00:00.000Z'],
      ['runs', '2026-06-01T00:00:00.000Z'],
    ])('starts again with the next window: %s', async (key, next) => {
      const { start, clock } = nodeOf(newId());
      const limits = await start();
      const last = await limits.take(key, 'ada', limits.most(key));
      await expect(limits.take(key, 'ada', 1)).rejects.toMatchObject({ code: 'limit-reached', status: 429 });
      clock.now = Date.parse(next) - 1;
      await expect(limits.take(key, 'ada', 1)).rejects.toThrow(/^(Mails|Runs) of a/);
      clock.now = Date.parse(next);
      await limits.take(key, 'ada', 1);
      await last.refund();
      expect((await limits.used(key, ['ada'])).get('ada')).toBe(1);
    });

    test('takes of all limits or of none', async () => {
      const limits = await nodeOf(newId()).start();
      const takes = (amount: number) => [
        { key: 'bytes', subject: 'app', amount },
        { key: 'mails', subject: 'ada', amount: 4 },
      ];
      const first = await limits.takeAll(takes(10));
      await limits.takeAll(takes(10));
      await expect(limits.takeAll(takes(10))).rejects.toThrow('Mails of a day');
      expect((await limits.used('bytes', ['app'])).get('app')).toBe(20);
      await first.refund();
      expect((await limits.used('mails', ['ada'])).get('ada')).toBe(4);
    });

    test('takes a lower limit, a refusal of its own, and none where the setting is 0', async () => {
      const { start } = nodeOf(newId());
      const limits = await start(0);
      await limits.take('mails', 'ada', 1_000_000);
      expect((await limits.used('mails', ['ada'])).size).toBe(0);
      await expect(limits.take('mails', 'ada', 3, { most: 2, refusal: (most) => new Full(`only ${most}`) })).rejects.toThrow('only 2');
      await expect(limits.take('ideas', 'app', 1, { most: 0 })).rejects.toThrow('0 ideas');
      await expect(limits.take('ideas', 'app', 0.5)).rejects.toThrow('no whole number');
      await expect(limits.take('other', 'app', 1)).rejects.toThrow('declares no limit "other"');
    });

    test('begins a standing count with what exists, and gives back what is gone before it refuses', async () => {
      const { start, clock } = nodeOf(newId());
      const nodes = [await start(), await start()];
      let ids: readonly string[] = ['a', 'b', 'c'];
      const take = (id: string, n = 0) => nodes[n % 2]?.take('ideas', 'app', 1, { idempotencyKey: id, existing: async () => ids });
      const all = await Promise.allSettled(times(50).map((n) => take(`n${n}`, n)));
      expect(passed(all)).toBe(2);
      const added = all.flatMap(({ status }, n) => (status === 'fulfilled' ? [`n${n}`] : []));
      // Removed without a release: their room is free at once. The two in flight keep theirs.
      ids = ['a'];
      const more = await Promise.allSettled(times(50).map((n) => take(`m${n}`, n)));
      expect(passed(more)).toBe(2);
      ids = ['a', ...added];
      await expect(take('full')).rejects.toThrow(Full);
      clock.now += 700_000;
      const late = await Promise.allSettled(times(50).map((n) => take(`l${n}`, n)));
      expect(passed(late)).toBe(2);
    });

    test('measures a standing amount again once no take of it is in flight', async () => {
      const { start, clock } = nodeOf(newId());
      const limits = await start();
      let stored = 400;
      const existing = async () => stored;
      await limits.take('bytes', 'app', 600, { existing });
      stored = 100;
      await expect(limits.take('bytes', 'app', 1, { existing })).rejects.toThrow('Bytes of an app');
      clock.now += 700_000;
      await limits.take('bytes', 'app', 900, { existing });
      await expect(limits.take('bytes', 'app', 1, { existing })).rejects.toThrow('Bytes of an app');
      await limits.forget('bytes', 'app');
      expect((await limits.used('bytes', ['app'])).size).toBe(0);
    });
  });
}
