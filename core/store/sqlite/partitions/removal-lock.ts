import { DatabaseSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS } from '../commits.ts';

/**
 * Keeps processes from opening a file while another one removes it: SQLite finds the log of a file by its name, so that a process with the
 * removed file would use the log of the next file of that name. SQLite's own locks, because they end with their process.
 */
export class RemovalLock {
  readonly #path: string;
  #database: DatabaseSync | null = null;

  /** The file is created when missing, and stays empty. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Runs work that opens files, beside that of other processes. About 15 µs. */
  opening<T>(work: () => T): T {
    return this.#within('BEGIN; SELECT 1 FROM sqlite_schema', work);
  }

  /** Runs work that removes files. */
  removing<T>(work: () => T): T {
    return this.#within('BEGIN EXCLUSIVE', work);
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
  }

  #within<T>(begin: string, work: () => T): T {
    this.#database ??= new DatabaseSync(this.#path, { timeout: BUSY_TIMEOUT_MS });
    try {
      this.#database.exec(begin);
      return work();
    } finally {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    }
  }
}
