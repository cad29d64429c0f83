import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '../../../contract/logger.ts';
import type { PartitionedCollection, PartitionSpec } from '../../../contract/store.ts';
import { Digest } from './digest.ts';
import { MoveSource } from './source.ts';
import { checkSpace, returnSpace } from './space.ts';

const LOG_MS = 2000;

/** The files of a collection's partitions in a folder. */
export interface MoveTarget {
  readonly rows: Pick<PartitionedCollection<{ _id: string }>, 'insertMany' | 'stream'>;
  close(): Promise<void>;
}

/** The steps of a move, in order; those from `copied` to `marked` for each partition. */
export type MoveStep = 'begun' | 'copied' | 'verified' | 'synced' | 'renamed' | 'marked' | 'moved' | 'dropped' | 'vacuumed' | 'ended';

export interface MoveOptions {
  /** The store's database, in a connection of its own. */
  readonly database: DatabaseSync;
  readonly name: string;
  readonly spec: PartitionSpec;
  /** Of the partitions' files. */
  readonly folder: string;
  fileName(key: string): string;
  open(folder: string): MoveTarget;
  readonly log?: Logger | undefined;
  /** Runs after each step. */
  onStep?(step: MoveStep): void;
}

/**
 * Moves the documents of a collection that has become partitioned from its table to one file for each partition. A file is built in another
 * folder, compared with its source, and renamed when it is on the disk; the table is dropped when all partitions have their file. So an
 * interrupted move loses nothing, and the next one completes it. Nothing else may use the collection meanwhile.
 */
export async function movePartitions(options: MoveOptions): Promise<void> {
  const { database, name, spec, folder, log } = options;
  const source = new MoveSource(database, name, spec);
  if (!source.isPending) return;
  const step = (done: MoveStep): void => options.onStep?.(done);
  const startedAt = performance.now();
  const building = `${folder}.new`;
  if (source.hasRows) {
    source.begin();
    step('begun');
    const keys = source.keys();
    const moved = source.moved();
    const left = keys.filter((key) => !moved.has(key));
    mkdirSync(folder, { recursive: true });
    checkSpace(folder, { bytes: source.bytesLeft(), partitions: left.length });
    let loggedAt = startedAt;
    for (const [at, key] of left.entries()) {
      if (at === 0 || performance.now() - loggedAt > LOG_MS) {
        loggedAt = performance.now();
        log?.info({ collection: name, moved: keys.length - left.length + at, of: keys.length }, 'Moving rows to one file for each app');
      }
      await movePartition({ ...options, building }, source, key);
      source.mark(key);
      step('marked');
    }
    rmSync(building, { recursive: true, force: true });
    step('moved');
    source.drop();
    step('dropped');
    log?.info(
      { collection: name, apps: keys.length, ms: Math.round(performance.now() - startedAt) },
      'Moved the rows to one file for each app',
    );
  }
  const returned = returnSpace(database, folder);
  step('vacuumed');
  source.end();
  step('ended');
  if (returned > 0) log?.info({ bytes: returned }, 'Returned the space of the rows to the disk');
}

async function movePartition(
  { spec, folder, building, fileName, open, onStep }: MoveOptions & { readonly building: string },
  source: MoveSource,
  key: string,
): Promise<void> {
  const file = join(folder, fileName(key));
  const wanted = new Digest(spec);
  if (existsSync(file)) {
    // Renamed before it was marked, unless someone put it there.
    for (const batch of source.documents(key)) for (const document of batch) wanted.add(document);
    if (`${await digestOf(open(folder), spec, key)}` === `${wanted}`) return;
    throw new Error(`${file} exists, but has other rows than sayso.db. Move one of the two away, and start again.`);
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(building, fileName(key)) + suffix, { force: true });
  mkdirSync(building, { recursive: true });
  const target = open(building);
  try {
    for (const batch of source.documents(key)) {
      for (const document of batch) wanted.add(document);
      await target.rows.insertMany(batch as { _id: string }[]);
      // Timers run, such as the one that renews the lease of the migration.
      await turn();
    }
  } finally {
    await target.close();
  }
  onStep?.('copied');
  const written = await digestOf(open(building), spec, key);
  if (`${written}` !== `${wanted}`) throw new Error(`The rows of "${key}" were not copied exactly: ${wanted} became ${written}.`);
  onStep?.('verified');
  const built = join(building, fileName(key));
  if (existsSync(`${built}-wal`)) throw new Error(`${built} is in use by another process. End it, and start again.`);
  sync(built);
  onStep?.('synced');
  renameSync(built, file);
  sync(dirname(file));
  onStep?.('renamed');
}

/** Closes the target: its files are whole without their logs then. */
async function digestOf(target: MoveTarget, spec: PartitionSpec, key: string): Promise<Digest> {
  try {
    const digest = new Digest(spec);
    for await (const document of target.rows.stream({ [spec.key]: key })) digest.add(document as never);
    return digest;
  } finally {
    await target.close();
  }
}

function sync(path: string): void {
  // Windows has no fsync of a folder, and needs write access for that of a file.
  if (process.platform === 'win32' && !path.endsWith('.db')) return;
  const descriptor = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
