import { Worker } from 'node:worker_threads';
import type { Statements } from './statements.ts';

/** Pages in the log that are not yet in the database file, from which a checkpoint is due: the more, the fewer are copied twice. */
const DUE_PAGES = 4000;
const MODULE = new URL('./checkpoints.worker.mjs', import.meta.url);
const IDLE_MS = 60_000;
const HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

/**
 * Copies the logs of database files into them, in a thread of its own: a checkpoint writes thousands of pages and syncs two files, which takes
 * milliseconds, and SQLite would run it within a commit. Writers wait for its lock as for that of another process. The thread starts on
 * demand and ends when idle.
 */
export class Checkpoints {
  readonly #queue = new Set<string>();
  #worker: Worker | null = null;
  #running: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Requests a checkpoint of a database file; those that are queued or in progress are not repeated. */
  request(file: string): void {
    if (this.#isClosed || this.#running === file) return;
    this.#queue.add(file);
    this.#next();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.clear();
    clearTimeout(this.#timer);
    await this.#worker?.terminate();
  }

  #next(): void {
    const [file] = this.#queue;
    if (this.#running !== null || file === undefined) return;
    clearTimeout(this.#timer);
    this.#queue.delete(file);
    this.#running = file;
    this.#worker ??= this.#start();
    this.#worker.postMessage(file);
  }

  #start(): Worker {
    const worker = new Worker(MODULE, { resourceLimits: HEAP, execArgv: [] });
    worker.unref();
    worker.on('message', () => this.#done());
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#done();
    });
    return worker;
  }

  #done(): void {
    this.#running = null;
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#end(), IDLE_MS).unref();
    this.#next();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }
}

/** Requests the checkpoints of one database file: again only after as many further pages, since readers may keep one from finishing. */
export class CheckpointRequests {
  readonly #file: string;
  readonly #statements: Statements;
  readonly #checkpoints: Pick<Checkpoints, 'request'>;
  #pages = 0;
  #requestedAt = 0;

  constructor(file: string, statements: Statements, checkpoints: Pick<Checkpoints, 'request'>) {
    this.#file = file;
    this.#statements = statements;
    this.#checkpoints = checkpoints;
  }

  /** After a commit; takes microseconds. */
  committed(): void {
    const counts = this.#counts();
    if (counts === null) return;
    const { log, checkpointed } = counts;
    if (log < this.#pages) this.#requestedAt = 0;
    this.#pages = log;
    if (log - Math.max(checkpointed, this.#requestedAt) < DUE_PAGES) return;
    this.#requestedAt = log;
    this.#checkpoints.request(this.#file);
  }

  /** Null while another statement of the connection reads. */
  #counts(): { readonly log: number; readonly checkpointed: number } | null {
    try {
      return this.#statements.get('PRAGMA wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number };
    } catch {
      return null;
    }
  }
}
