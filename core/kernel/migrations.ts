import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import {
  type Blobs,
  type Collection,
  type CollectionSpec,
  DuplicateKey,
  InvalidInput,
  type Logger,
  type Migration,
  newId,
  storeTime,
} from '../contract/index.ts';
import type { Adapters, AnyPlugin } from './adapters.ts';
import { openCollection } from './context.ts';
import { BootFailure, type BootProblem, isOfStorage, messageOf } from './errors.ts';

const LEASE_MS = 30_000;
const LEASE_ID = 'lease';

/** A started step; `endedAt` is null until it has completed. The id is `<plugin>/<step>`. */
const step = z.object({ _id: z.string(), begunAt: z.iso.datetime(), endedAt: z.iso.datetime().nullable() });
/** Held by the node that migrates. */
const lease = z.object({ _id: z.literal(LEASE_ID), holder: z.string(), until: z.iso.datetime() });
type Entry = z.output<typeof step> | z.output<typeof lease>;
const journal: CollectionSpec<Entry> = { document: z.union([lease, step]) };

interface MigrateOptions {
  /** In start order. */
  readonly plugins: readonly AnyPlugin[];
  readonly store: Adapters['store'];
  readonly blobs: Adapters['blobs'];
  readonly log: Logger;
  /** Duration of the lease in ms: after a node dies, the others wait this long. Default 30,000. */
  readonly leaseMs?: number;
}

interface Step {
  readonly id: string;
  readonly plugin: AnyPlugin;
  readonly migration: Migration<Record<string, CollectionSpec>>;
}

/**
 * Runs the pending steps, each once in the cluster: one node holds the lease, the others wait. Throws `BootFailure` when a step fails, and
 * when the data records steps that these plugins do not have (data of a newer release).
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { plugins, store, log, leaseMs = LEASE_MS } = options;
  const entries = await store.open('core_migrations', journal);
  const steps = plugins.flatMap((plugin) =>
    ((plugin.migrations ?? []) as Step['migration'][]).map((migration) => ({ id: `${plugin.name}/${migration.name}`, plugin, migration })),
  );
  const pending = async (): Promise<Step[]> => {
    const seen = await entries.find({ _id: { $ne: LEASE_ID } });
    refuseNewer(seen, plugins, new Set(steps.map(({ id }) => id)));
    const done = new Set(seen.flatMap((entry) => ('endedAt' in entry && entry.endedAt !== null ? [entry._id] : [])));
    return steps.filter(({ id }) => !done.has(id));
  };
  const holder = newId();
  let isWaiting = false;
  while ((await pending()).length > 0) {
    if (await take(entries, holder, leaseMs)) {
      await withLease({ entries, holder, leaseMs }, async (signal) => {
        // Another node may have run some of them before this one took the lease.
        for (const each of await pending()) await run(each, entries, options, signal);
      });
      return;
    }
    if (!isWaiting) log.info({}, 'Waiting for another node that migrates the data');
    isWaiting = true;
    await pause(Math.min(leaseMs / 4, 500));
  }
}

/** Ignores the steps of plugins that are not loaded: an operator may add the plugin again. */
function refuseNewer(seen: readonly Entry[], plugins: readonly AnyPlugin[], known: ReadonlySet<string>): void {
  const loaded = new Set(plugins.map(({ name }) => name));
  const problems = seen.flatMap(({ _id }): BootProblem[] => {
    const [plugin = ''] = _id.split('/');
    if (known.has(_id) || !loaded.has(plugin)) return [];
    const problem = `The data comes from a newer release: it has seen the migration "${_id}", which this one does not know.`;
    return [{ plugin, problem, remedy: 'Install the newer release again, or restore a backup from before the upgrade.' }];
  });
  if (problems.length > 0) throw new BootFailure(problems);
}

async function run(
  { id, plugin, migration }: Step,
  entries: Collection<Entry>,
  options: MigrateOptions,
  signal: AbortSignal,
): Promise<void> {
  const { store, blobs, log } = options;
  const begunAt = storeTime();
  await entries.replaceOne({ _id: id }, { _id: id, begunAt, endedAt: null }, { upsert: true });
  try {
    const collections: Record<string, Collection<{ _id: string }>> = {};
    // Without the indexes of this release: a step may have to remove duplicates before a unique index.
    for (const [name, { document, partition }] of Object.entries((plugin.collections ?? {}) as Record<string, CollectionSpec>)) {
      const spec = { document, ...(partition === undefined ? {} : { partition }) };
      collections[name] = await openCollection(store, `${plugin.name}_${name}`, spec);
    }
    // A new installation has nothing to migrate: its first start logs no migrations. Partitions cannot be read all at once.
    const whole = Object.entries(collections).filter(([name]) => plugin.collections?.[name]?.partition === undefined);
    const found = await Promise.all(whole.map(([, collection]) => collection.findOne({})));
    const level = found.every((document) => document === null) ? 'debug' : 'info';
    log[level]({ plugin: plugin.name, migration: migration.name }, 'Migrating the data');
    const drop = async (name: string): Promise<void> => {
      if (name in collections) throw new InvalidInput(`The collection "${name}" is declared: only one of an earlier release is dropped.`);
      await store.drop(`${plugin.name}_${name}`);
    };
    const scope: Blobs = blobs.scope(plugin.name);
    await migration.run({ collections, drop, blobs: scope, log, signal });
    signal.throwIfAborted();
  } catch (error) {
    // Runs again at the next start, once there is room.
    if (isOfStorage(error)) throw error;
    log.error({ plugin: plugin.name, migration: migration.name, err: error }, 'A migration failed');
    const problem = `Its migration "${migration.name}" failed: ${messageOf(error)}`;
    const remedy = 'It runs again at the next start; the log line before this one has the details.';
    throw new BootFailure([{ plugin: plugin.name, problem, remedy }], { cause: error });
  }
  await entries.replaceOne({ _id: id }, { _id: id, begunAt, endedAt: storeTime() });
}

interface Lease {
  readonly entries: Collection<Entry>;
  readonly holder: string;
  readonly leaseMs: number;
}

/** Acquires the lease when it is free or has expired. */
async function take(entries: Collection<Entry>, holder: string, leaseMs: number): Promise<boolean> {
  const change = { holder, until: storeTime(leaseMs) };
  try {
    await entries.insertOne({ _id: LEASE_ID, ...change });
    return true;
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
  }
  return (await entries.updateOne({ _id: LEASE_ID, until: { $lt: storeTime() } }, { $set: change })) > 0;
}

/** Renews the lease while the work is in flight; aborts the work's signal when another node has taken the lease. */
async function withLease({ entries, holder, leaseMs }: Lease, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const until = storeTime(leaseMs);
    const held = await entries.updateOne({ _id: LEASE_ID, holder }, { $set: { until } });
    if (held === 0) lost.abort(new Error('Another node has taken the lease of the migrations.'));
  };
  // The next tick retries a failed renewal; while the store is unreachable, the steps cannot write either.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseMs / 3);
  try {
    await work(lost.signal);
  } finally {
    clearInterval(timer);
    await entries.deleteOne({ _id: LEASE_ID, holder });
  }
}
