import type { DatabaseSync } from 'node:sqlite';
import { StoreBusy } from '../../contract/errors.ts';
import { isOfDisk, Writability } from './writability.ts';

interface Write {
  readonly run: () => unknown;
  /** Several statements, which take effect together or not at all. */
  readonly several: boolean;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/** Work of the database's owner in the same transaction as the writes. */
export interface CommitHooks {
  /** Runs before the first write. */
  begin(): void;
  /** Runs after the last write. Returns what runs after the commit. */
  beforeCommit(): () => void;
}

export interface CommitOptions {
  /** How long writes wait for the write lock of another process, without blocking. Default 10 s. */
  readonly waitMs?: number;
  /** Receives the outcome of each commit. */
  readonly writability?: Writability;
}

const BUSY = 5;
/** How long reads and direct statements wait for a lock, blocking the event loop: locks that block these are rare and short. */
export const BUSY_TIMEOUT_MS = 5000;
const WAIT_MS = 10_000;
const RETRY_MS = 1;
const RETRY_JITTER_MS = 2;

/**
 * Group commit: writes of one turn of the event loop share one transaction, and so one fsync. Each is acknowledged after the commit.
 * A failed write does not affect the others. While another process holds the write lock, the writes wait and further ones join them.
 */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #hooks: CommitHooks;
  readonly #waitMs: number;
  readonly #writability: Writability;
  #queue: Write[] = [];

  constructor(database: DatabaseSync, hooks: CommitHooks, { waitMs = WAIT_MS, writability = new Writability() }: CommitOptions = {}) {
    this.#database = database;
    this.#hooks = hooks;
    this.#waitMs = waitMs;
    this.#writability = writability;
  }

  /** Rejects with `StoreBusy` when other processes hold the write lock for too long. */
  write<T>(run: () => T, several = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, several, resolve, reject });
      if (this.#queue.length === 1) setImmediate(() => this.#commit(performance.now() + this.#waitMs));
    });
  }

  /** Resolves when the writes queued so far are settled. */
  async settled(): Promise<void> {
    if (this.#queue.length > 0) await this.write(() => undefined).catch(() => undefined);
  }

  #commit(deadline: number): void {
    const settle: (() => void)[] = [];
    try {
      this.#rollBack();
      if (!this.#begin()) {
        this.#wait(deadline);
        return;
      }
      this.#hooks.begin();
      for (const write of this.#queue) settle.push(this.#run(write));
      const committed = this.#hooks.beforeCommit();
      this.#database.exec('COMMIT');
      committed();
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#queue = [];
    this.#writability.succeeded();
    for (const done of settle) done();
  }

  /** False when another process holds the write lock. */
  #begin(): boolean {
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      // The extended code of a recovery or a snapshot has more bits.
      if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) === BUSY) return false;
      throw error;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  #wait(deadline: number): void {
    if (performance.now() > deadline) this.#fail(new StoreBusy());
    else setTimeout(() => this.#commit(deadline), RETRY_MS + Math.random() * RETRY_JITTER_MS);
  }

  #fail(error: unknown): void {
    const queue = this.#queue;
    this.#queue = [];
    const reason = this.#writability.failed(error);
    for (const write of queue) write.reject(reason);
    try {
      this.#rollBack();
    } catch {
      // The rollback may fail like the commit; the next batch starts with a rollback.
    }
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
      // A full disk or a damaged file may roll back the whole transaction, and fails the other writes as well.
      if (!database.isTransaction || isOfDisk(error)) throw error;
      if (write.several) database.exec('ROLLBACK TO one_write; RELEASE one_write');
      return () => write.reject(error);
    }
  }
}
