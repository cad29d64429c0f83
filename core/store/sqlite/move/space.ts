import { statfsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const MB = 1_000_000;
/** A file of a partition with its tables and indexes, when it has few documents. */
const FILE_BYTES = 100_000;
/** Documents with their indexes, and the log of a transaction. */
const GROWTH = 3;
/** Returning less is not worth its time. */
const LEAST_FREE = 16 * MB;
const LEAST_SHARE = 0.25;
/** Writing what remains takes about a second for 200 MB, and no event is handled meanwhile. */
const MOST_REMAINING = 2000 * MB;

/** Throws when the disk has no room for the files; nothing has been changed then. */
export function checkSpace(folder: string, documents: { readonly bytes: number; readonly partitions: number }): void {
  const needed = documents.bytes * GROWTH + documents.partitions * FILE_BYTES;
  const free = freeBytes(folder);
  if (free >= needed) return;
  const [needs, has] = [needed, free].map((bytes) => `${Math.ceil(bytes / MB)} MB`);
  throw new Error(
    `Moving the rows to one file for each app needs ${needs} on the disk of ${folder}, which has ${has} left. Free some, and start again.`,
  );
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Returns the free pages of the database to the disk if they are many and the rest is quickly written; otherwise later documents use them.
 * Returns the number of bytes. `VACUUM` writes the rest anew; incremental vacuuming would need a file that was made for it.
 */
export function returnSpace(database: DatabaseSync, folder: string): number {
  const pragma = (name: string): number => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  const size = pragma('page_size');
  const free = pragma('freelist_count') * size;
  const remaining = pragma('page_count') * size - free;
  if (free < LEAST_FREE || free < LEAST_SHARE * (free + remaining) || remaining > MOST_REMAINING) return 0;
  if (freeBytes(folder) < 2 * remaining) return 0;
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  return free;
}
