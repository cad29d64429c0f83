import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../../contract/logger.ts';
import type { PartitionedCollection, PartitionSpec } from '../../../contract/store.ts';
import { BUSY_TIMEOUT_MS } from '../commits.ts';
import { fileName } from '../partitions/files.ts';
import { Partitions } from '../partitions/partitions.ts';
import { Writability } from '../writability.ts';
import { type MoveStep, movePartitions } from './move.ts';

/** The files of a collection's partitions in a folder. */
export interface PartitionTarget {
  readonly rows: PartitionedCollection<{ _id: string }>;
  close(): Promise<void>;
}

/** Writes are not synced: the move syncs whole files. */
export function openTarget(name: string, spec: PartitionSpec, folder: string): PartitionTarget {
  const partitions = new Partitions({ file: join(dirname(folder), 'sayso.db'), durable: false, writability: new Writability() });
  return { rows: partitions.open(name, { ...spec, folder: basename(folder) }), close: () => partitions.close() };
}

export interface EarlierRows {
  /** The store's file. */
  readonly file: string;
  readonly name: string;
  readonly spec: PartitionSpec;
  readonly log?: Logger | undefined;
  readonly onStep?: (step: MoveStep) => void;
}

/** Moves the documents of a release in which the collection had one table. */
export async function moveEarlierRows({ file, name, spec, log, onStep }: EarlierRows): Promise<void> {
  if (file === ':memory:' || !existsSync(file)) return;
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec('PRAGMA synchronous = FULL');
    const folder = join(dirname(file), spec.folder);
    const open = (into: string): PartitionTarget => openTarget(name, spec, into);
    await movePartitions({ database, name, spec, folder, fileName, open, log, ...(onStep === undefined ? {} : { onStep }) });
  } finally {
    database.close();
  }
}
