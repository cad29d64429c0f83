// Contract tests of migrations on every store, run on SQLite in `migrations.test.ts` and on MongoDB in the services tests.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Blobs, Collections, Logger, MigrationContext } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import type { AnyPlugin } from './adapters.ts';
import { migrate } from './migrations.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const id = z.object({ _id: z.string() });
const collections = {
  rows: { document: z.object({ _id: z.string(), name: z.string() }), indexes: [{ keys: { name: 1 }, unique: true }] },
} satisfies Collections;
type Context = MigrationContext<typeof collections>;
type Steps = readonly (readonly [name: string, run: (context: Context) => Promise<void> | void])[];

const plugin = (name: string, steps: Steps): AnyPlugin => ({
  name,
  contract: 1,
  collections,
  migrations: steps.map(([step, run]) => ({ name: step, run: async (context: Context) => run(context) })),
  start: () => undefined,
});

/** `open` returns an exclusive store; the suite closes it. */
export function describeMigrations(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
      for (const name of ['core_migrations', 'a_rows']) await (await store.open(name, { document: id })).deleteMany({});
    });
    afterEach(() => store.close());
    const blobs = { scope: () => ({}) as Blobs } as never;
    const run = (plugins: readonly AnyPlugin[], leaseMs = 300) => migrate({ plugins, store, blobs, log, leaseMs });
    const recorded = async () => (await store.open('core_migrations', { document: id })).find({});

    it('run in order, each once', async () => {
      const seen: string[] = [];
      const steps = (...names: string[]): Steps => names.map((step) => [step, () => void seen.push(step)]);
      await run([plugin('a', steps('one', 'two')), plugin('b', steps('one'))]);
      await run([plugin('a', steps('one', 'two', 'three')), plugin('b', steps('one'))]);
      expect(seen).toEqual(['one', 'two', 'one', 'three']);
      expect((await recorded()).map(({ _id }) => _id).sort()).toEqual(['a/one', 'a/three', 'a/two', 'b/one']);
    });

    it('run once when nodes start concurrently, and all nodes wait for them', async () => {
      const seen: string[] = [];
      let done = 0;
      const steps = ['one', 'two', 'three'].map((step) => {
        const slow = async (): Promise<void> => {
          seen.push(step);
          await new Promise((resolve) => setTimeout(resolve, 150));
          done++;
        };
        return [step, slow] as const;
      });
      // Together the steps take longer than the lease, so the holder has to renew it.
      await Promise.all(['x', 'y', 'z'].map(() => run([plugin('a', steps)]).then(() => expect(done).toBe(3))));
      expect(seen).toEqual(['one', 'two', 'three']);
    });

    it('run before the indexes of this release are created', async () => {
      const rows = await store.open('a_rows', { document: collections.rows.document });
      await rows.insertMany([1, 2, 3].map((n) => ({ _id: String(n), name: 'same' })));
      const unique = async ({ collections }: Context): Promise<void> => {
        for await (const { _id } of collections.rows.stream({ name: 'same' })) {
          await collections.rows.updateOne({ _id }, { $set: { name: `row ${_id}` } });
        }
      };
      await run([plugin('a', [['unique-names', unique]])]);
      const opened = await store.open('a_rows', collections.rows);
      expect((await opened.find({}, { sort: { _id: 1 } })).map((row) => row.name)).toEqual(['row 1', 'row 2', 'row 3']);
    });

    it('drop collections of an earlier release, but not declared ones', async () => {
      const spec = { document: id, indexes: [{ keys: { key: 1 as const }, unique: true }] };
      for (const name of ['a_counters', 'b_counters']) {
        const counters = await store.open(name, spec);
        await counters.insertOne({ _id: 'x' }).catch(() => undefined);
      }
      const drop = async (context: Context): Promise<void> => {
        // Idempotent: a killed run may have dropped it already.
        for (let round = 0; round < 2; round++) await context.drop('counters');
        await expect(context.drop('rows')).rejects.toThrow('The collection "rows" is declared');
      };
      await run([plugin('a', [['drop-counters', drop]])]);
      expect(await (await store.open('a_counters', spec)).count({})).toBe(0);
      expect(await (await store.open('b_counters', spec)).count({})).toBe(1);
    });

    it('resume at the failed step after a failure', async () => {
      const seen: string[] = [];
      let isBroken = true;
      const steps: Steps = [
        ['one', () => void seen.push('one')],
        [
          'two',
          () => {
            seen.push('two');
            if (isBroken) throw new Error('the disk is full');
          },
        ],
        ['three', () => void seen.push('three')],
      ];
      await expect(run([plugin('a', steps)])).rejects.toThrow('Plugin "a": Its migration "two" failed: the disk is full');
      isBroken = false;
      await run([plugin('a', steps)]);
      expect(seen).toEqual(['one', 'two', 'two', 'three']);
    });

    it('take over the lease of a node that died during a step', async () => {
      const entries = await store.open<{ _id: string; [key: string]: unknown }>('core_migrations', { document: z.any() });
      const begunAt = new Date().toISOString();
      const until = new Date(Date.now() + 200).toISOString();
      await entries.insertMany([
        { _id: 'lease', holder: 'dead', until },
        { _id: 'a/one', begunAt, endedAt: begunAt },
        { _id: 'a/two', begunAt, endedAt: null },
      ]);
      const seen: string[] = [];
      const steps = ['one', 'two'].map((step) => [step, () => void seen.push(step)] as const);
      await run([plugin('a', steps)]);
      expect(seen).toEqual(['two']);
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
    });

    it('refuse data of a newer release of a loaded plugin', async () => {
      const steps = (...names: string[]): Steps => names.map((step) => [step, () => undefined]);
      await run([plugin('a', steps('one', 'two')), plugin('b', steps('one'))]);
      await expect(run([plugin('a', steps('one'))])).rejects.toThrow(
        'Plugin "a": The data comes from a newer release: it has seen the migration "a/two", which this one does not know. Install the newer release again, or restore a backup from before the upgrade.',
      );
      await run([plugin('a', steps('one', 'two'))]);
    });
  });
}
