import type { DatabaseSync } from 'node:sqlite';

interface Write {
  readonly run: () => unknown;
  /** Several statements, which take effect together or not at all. */
  readonly several: boolean;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/**
 * Group commit: writes of one turn of the event loop share one transaction, and so one fsync. Each is acknowledged after the commit.
 * A failed write does not affect the others.
 */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #beforeCommit: () => () => void;
  #queue: Write[] = [];

  constructor(database: DatabaseSync, beforeCommit: () => () => void) {
    this.#database = database;
    this.#beforeCommit = beforeCommit;
  }

  write<T>(run: () => T, several = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, several, resolve, reject });
      if (this.#queue.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Commits the queued writes synchronously. */
  flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    if (queue.length === 0) return;
    const settle: (() => void)[] = [];
    try {
      this.#rollBack();
      this.#database.exec('BEGIN IMMEDIATE');
      for (const write of queue) settle.push(this.#run(write));
      const committed = this.#beforeCommit();
      this.#database.exec('COMMIT');
      committed();
    } catch (error) {
      for (const write of queue) write.reject(error);
      try {
        this.#rollBack();
      } catch {
        // The rollback may fail like the commit; the next batch starts with a rollback.
      }
      return;
    }
    for (const done of settle) done();
  }

  #rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  /** SQLite rolls back a single failed statement by itself; several statements need a savepoint. */
  #run(write: Write): () => void {
    const database = this.#database;
    if (write.several) database.exec('SAVEPOINT one_write');
    try {
      const value = write.run();
      if (write.several) database.exec('RELEASE one_write');
      return () => write.resolve(value as never);
    } catch (error) {
      // A full disk or a damaged file rolls back the whole transaction: fail the batch.
      if (!database.isTransaction) throw error;
      if (write.several) database.exec('ROLLBACK TO one_write; RELEASE one_write');
      return () => write.reject(error);
    }
  }
}
