import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { moduleOf } from '../../../ports/modules.ts';
import type { Checkpoints } from '../checkpoints.ts';
import { errorOf, type FromThread, type InsertTask, type ToThread } from './insert-wire.ts';

/** `.ts` in the workspace, `.js` in the published package. */
const MODULE = new URL(`./insert.thread${extname(import.meta.url)}`, import.meta.url);
/** The thread has the files open meanwhile, and up to 16 MB of their pages for each. */
const IDLE_MS = 10_000;
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

type Pending = PromiseWithResolvers<boolean>;

/**
 * Inserts of many documents, in a thread of its own: they take milliseconds of SQLite's time for each batch, for which requests would wait.
 * To the other connections the thread is one more process. It starts on demand and ends when idle.
 */
export class InsertThread {
  readonly #checkpoints: Pick<Checkpoints, 'request'>;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #nextId = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(checkpoints: Pick<Checkpoints, 'request'>) {
    this.#checkpoints = checkpoints;
  }

  /** Resolves when the documents are durable; false when the partition has no such table. */
  insert(task: InsertTask): Promise<boolean> {
    if (this.#isClosed) return Promise.reject(new Error('The store is closed.'));
    clearTimeout(this.#timer);
    this.#worker ??= this.#start();
    const pending = Promise.withResolvers<boolean>();
    const id = this.#nextId++;
    this.#pending.set(id, pending);
    this.#worker.postMessage({ kind: 'insert', id, task } satisfies ToThread);
    return pending.promise;
  }

  /** Resolves when the inserts that are running have ended, and the thread has closed its files. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (worker === null) return;
    const ended = once(worker, 'exit');
    this.#end();
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(moduleOf(MODULE), { resourceLimits: HEAP, execArgv: [], env: {} });
    worker.unref();
    worker.on('message', (message: FromThread) => this.#receive(message));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('The thread that inserts documents ended.')));
    return worker;
  }

  #receive(message: FromThread): void {
    if (message.kind === 'checkpoint') {
      this.#checkpoints.request(message.file);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === 'inserted') pending?.resolve(message.hasTable);
    else pending?.reject(errorOf(message.failure));
    if (this.#pending.size === 0 && !this.#isClosed) this.#timer = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #end(): void {
    this.#worker?.postMessage({ kind: 'close' } satisfies ToThread);
    if (!this.#isClosed) this.#worker = null;
  }

  /** A thread that has ended by itself takes its inserts with it; the next one starts another. */
  #fail(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = null;
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}
