import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** Makes commits durable that the database has written, but not synced. */
export interface CommitSync {
  /** Resolves when everything that was committed before the call is on the disk. */
  sync(): Promise<void>;
  /**
   * Within a write transaction, after `sync` has failed. The system may have marked the pages as written, so that a further sync succeeds
   * without them; later commits would follow a gap, where recovery stops.
   */
  restore(): void;
}

/** Of the sixteen threads of libuv's pool (`core/threads.mjs`), four remain for reads of files, DNS and hashes. */
const MAX_RUNNING = 12;
const CHUNK = 1 << 20;

const datasync = promisify(fdatasync);

/** Turns of the thread pool for the syncs of all files of this process. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_RUNNING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

const turns = new Turns();

/**
 * Syncs the write-ahead log of a database file outside of the thread that commits. With `synchronous = NORMAL`, a commit appends to the log
 * and SQLite syncs only where consistency needs it (https://sqlite.org/pragma.html#pragma_synchronous). A commit is durable after a sync
 * that began later: the log was not overwritten before, because a checkpoint syncs the log, then the database file, and only then may a
 * writer restart the log, whose new header it syncs (`walCheckpoint` and `sqlite3WalFrames` in wal.c). The first header of a new log is
 * synced with its folder. SQLite deletes the log when the last connection closes, so the descriptor is of the right file as long as the
 * database is open in this mode. SQLite holds no POSIX lock on the log, which closing a descriptor would release.
 */
export class LogSync implements CommitSync {
  readonly #file: string;
  #descriptor: number | null = null;

  /** `database`: the path of the database file, which is open and in WAL mode. */
  constructor(database: string) {
    this.#file = `${database}-wal`;
  }

  sync(): Promise<void> {
    return turns.take(() => datasync(this.#open()));
  }

  /** Writes what readers see once more, so that it is synced in any case. */
  restore(): void {
    const descriptor = this.#open();
    const { size } = fstatSync(descriptor);
    const chunk = Buffer.alloc(Math.min(CHUNK, size));
    for (let at = 0; at < size; ) {
      const length = readSync(descriptor, chunk, 0, chunk.length, at);
      if (length === 0) break;
      for (let written = 0; written < length; ) written += writeSync(descriptor, chunk, written, length - written, at + written);
      at += length;
    }
    fdatasyncSync(descriptor);
  }

  /** Before the database closes or leaves the WAL mode, which deletes the log. A later sync opens it again. */
  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  /** Windows flushes only files that are open for writing. */
  #open(): number {
    this.#descriptor ??= openSync(this.#file, 'r+');
    return this.#descriptor;
  }
}
