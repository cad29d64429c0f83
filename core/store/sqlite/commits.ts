import type { DatabaseSync } from 'node:sqlite';
import { StoreBusy } from '../../contract/errors.ts';
import type { CommitSync } from './log-sync.ts';
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
  /** Runs before several statements that take effect together or not at all. Returns what runs when they are rolled back. */
  savepoint?(): () => void;
  /** Runs after the last write. Returns what runs after the commit. */
  beforeCommit(): () => void;
}

export interface CommitOptions {
  /** How long writes wait for the write lock of another process, without blocking. Default 10 s. */
  readonly waitMs?: number;
  /** Receives the outcome of each commit. */
  readonly writability?: Writability;
  /** Makes commits durable. Default: the database does, or need not. */
  readonly sync?: CommitSync | undefined;
}

const BUSY = 5;
/** How long reads and direct statements wait for a lock, blocking the event loop: locks that block these are rare and short. */
export const BUSY_TIMEOUT_MS = 5000;
const WAIT_MS = 10_000;
/** A lock is held for a commit, well below a millisecond, so the first retries follow each turn of the event loop. A checkpoint takes longer. */
const EAGER_MS = 2;
const RETRY_MS = 1;

/**
 * Group commit: writes of one turn of the event loop share one transaction, and so one sync. Each is acknowledged when the commit is
 * durable; further writes queue until then, since their sync could not begin earlier. Readers see the rows from the commit on.
 * A failed write does not affect the others. While another process holds the write lock, the writes wait and further ones join them.
 */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #hooks: CommitHooks;
  readonly #waitMs: number;
  readonly #writability: Writability;
  readonly #sync: CommitSync | undefined;
  #queue: Write[] = [];
  #isSyncing = false;
  /** A sync has failed since the last one that succeeded. */
  #hasGap = false;

  constructor(database: DatabaseSync, hooks: CommitHooks, options: CommitOptions = {}) {
    this.#database = database;
    this.#hooks = hooks;
    this.#waitMs = options.waitMs ?? WAIT_MS;
    this.#writability = options.writability ?? new Writability();
    this.#sync = options.sync;
  }

  /** Rejects with `StoreBusy` when other processes hold the write lock for too long. */
  write<T>(run: () => T, several = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, several, resolve, reject });
      if (this.#queue.length === 1 && !this.#isSyncing) this.#start();
    });
  }

  /** Whether writes are not settled. */
  get isBusy(): boolean {
    return this.#queue.length > 0 || this.#isSyncing;
  }

  /** Resolves when the writes queued so far are settled. */
  async settled(): Promise<void> {
    if (this.isBusy) await this.write(() => undefined).catch(() => undefined);
  }

  #start(): void {
    setImmediate(() => this.#commit(performance.now() + this.#waitMs));
  }

  #commit(deadline: number): void {
    const settle: (() => void)[] = [];
    try {
      this.#rollBack();
      if (!this.#begin()) {
        this.#wait(deadline);
        return;
      }
      this.#closeGap();
      this.#hooks.begin();
      for (const write of this.#queue) settle.push(this.#run(write));
      const committed = this.#hooks.beforeCommit();
      this.#database.exec('COMMIT');
      committed();
    } catch (error) {
      this.#fail(error);
      return;
    }
    const writes = this.#queue;
    this.#queue = [];
    if (this.#sync === undefined) this.#acknowledge(settle);
    else void this.#acknowledgeSynced(this.#sync, writes, settle);
  }

  #acknowledge(settle: readonly (() => void)[]): void {
    this.#writability.succeeded();
    for (const done of settle) done();
  }

  async #acknowledgeSynced(sync: CommitSync, writes: readonly Write[], settle: readonly (() => void)[]): Promise<void> {
    this.#isSyncing = true;
    try {
      await sync.sync();
      this.#acknowledge(settle);
    } catch (error) {
      // The rows are in the file, but may vanish with the machine: their writers must not rely on them.
      this.#hasGap = true;
      const reason = this.#writability.failed(error);
      for (const write of writes) write.reject(reason);
      // Other processes may append as well, so the gap is closed at once; failing that, by the next write.
      void this.write(() => undefined).catch(() => undefined);
    } finally {
      this.#isSyncing = false;
      if (this.#queue.length > 0) this.#start();
    }
  }

  #closeGap(): void {
    if (!this.#hasGap) return;
    this.#sync?.restore();
    this.#hasGap = false;
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
    const now = performance.now();
    if (now > deadline) this.#fail(new StoreBusy());
    else if (now < deadline - this.#waitMs + EAGER_MS) setImmediate(() => this.#commit(deadline));
    else setTimeout(() => this.#commit(deadline), RETRY_MS);
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
    const undo = write.several ? this.#hooks.savepoint?.() : undefined;
    if (write.several) database.exec('SAVEPOINT one_write');
    try {
      const value = write.run();
      if (write.several) database.exec('RELEASE one_write');
      return () => write.resolve(value as never);
    } catch (error) {
      // A full disk or a damaged file may roll back the whole transaction, and fails the other writes as well.
      if (!database.isTransaction || isOfDisk(error)) throw error;
      if (write.several) database.exec('ROLLBACK TO one_write; RELEASE one_write');
      undo?.();
      return () => write.reject(error);
    }
  }
}
