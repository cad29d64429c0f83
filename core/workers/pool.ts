import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Logger, WorkerSpec } from '../contract/index.ts';
import { moduleOf } from '../ports/modules.ts';
import { threadMs, whenSpent } from '../ports/processor-time.ts';
import { WorkerFailed, WorkerTimeout } from './errors.ts';
import { Slots } from './slots.ts';
import { type Answer, type Signal, type Task, unpackError } from './wire.ts';

/** Timeout for starting a thread and importing the module, before the run's own `timeoutMs` starts. */
const LOAD_LIMIT_MS = 30_000;
/** Grace period after an abort: the pool terminates the thread of a run that has not settled by then. */
const ABORT_GRACE_MS = 200;
/** A thread holds the garbage of its last run, which may be a large file, and starts within 50 ms. */
const IDLE_MS = 2_000;
/** Size of a thread's young generation: the garbage that it keeps until it is collected. */
const YOUNG_MB = 16;

/** The thread pool of one worker module: one run per thread at a time, at most one thread per core. */
export class Pool {
  readonly #spec: WorkerSpec;
  readonly #log: Logger;
  readonly #threads: Piscina<Task, Answer>;
  // Queues runs here instead of in Piscina, which does not replace a dead thread while others are alive.
  readonly #slots: Slots;

  constructor(spec: WorkerSpec, log: Logger) {
    const size = Math.max(1, availableParallelism());
    this.#spec = spec;
    this.#log = log;
    this.#slots = new Slots(size);
    this.#threads = new Piscina({
      // `.ts` in the workspace, `.js` in the published package.
      filename: fileURLToPath(moduleOf(new URL(`./thread${extname(import.meta.url)}`, import.meta.url))),
      // A run that arrives while the only thread is starting would start a second one.
      minThreads: 0,
      maxThreads: size,
      idleTimeout: IDLE_MS,
      // Aborts arrive as messages, which a thread blocked in `Atomics.wait` would not receive.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: spec.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
      // Isolated from the flags and the environment (which has secrets) of the process.
      execArgv: [],
      env: {},
      recordTiming: false,
    });
    this.#threads.on('error', (error: unknown) => log.error({ err: error, worker: spec.url.href }, 'a worker thread ended while idle'));
  }

  async run(input: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const release = await this.#slots.take(signal);
    if (signal?.aborted) {
      release();
      throw signal.reason;
    }
    const run = new Run(this.#threads, this.#spec, input);
    // Release the slot when the thread is free, which may be after the caller's promise has settled.
    void run.ended.then(release);
    const onAbort = () => run.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await run.answer;
    } catch (error) {
      if (error instanceof WorkerTimeout || error instanceof WorkerFailed)
        this.#log.warn({ err: error, worker: this.#spec.url.href }, 'a worker run ended with its thread');
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    this.#slots.close(new WorkerFailed('The server is shutting down.'));
    await this.#threads.destroy();
  }
}

/** One run on one thread. */
class Run {
  readonly answer: Promise<unknown>;
  /** Resolves when the thread is idle or terminated. */
  readonly ended: Promise<void>;
  readonly #kill = new AbortController();
  readonly #channel = new MessageChannel();
  readonly #reject: (error: unknown) => void;
  #cancelLimit: () => void;

  constructor(threads: Piscina<Task, Answer>, spec: WorkerSpec, input: unknown) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.answer = promise;
    this.#reject = reject;
    const { port1, port2 } = this.#channel;
    this.#cancelLimit = after(LOAD_LIMIT_MS, () => this.#end(new WorkerFailed('The worker did not start in time.')));
    port1.on('message', (signal: Signal) => {
      if (signal.kind !== 'loaded' || this.#kill.signal.aborted) return;
      this.#cancelLimit();
      const thread = threads.threads.find(({ threadId }) => threadId === signal.threadId);
      this.#cancelLimit = whenSpent(
        () => (thread ? threadMs(thread) : null),
        spec.timeoutMs,
        () => this.#end(new WorkerTimeout(spec.timeoutMs)),
      );
    });
    const task: Task = { url: runnable(moduleOf(spec.url)).href, input, port: port2 };
    this.ended = threads
      .run(task, { transferList: [port2], signal: this.#kill.signal })
      .then(
        (answer) => (answer.ok ? resolve(answer.value) : reject(unpackError(answer.error))),
        (cause: unknown) => reject(failure(spec, cause)),
      )
      .finally(() => {
        this.#cancelLimit();
        port1.close();
      });
  }

  /** Rejects the caller at once; the thread gets a grace period to stop by itself. */
  abort(reason: unknown): void {
    this.#reject(reason);
    this.#channel.port1.postMessage({ kind: 'abort', reason: String(reason) } satisfies Signal);
    this.#cancelLimit();
    this.#cancelLimit = after(ABORT_GRACE_MS, () => this.#kill.abort());
  }

  #end(error: Error): void {
    this.#reject(error);
    this.#kill.abort();
  }
}

/** Returns a function that cancels it. */
function after(ms: number, end: () => void): () => void {
  const timer = setTimeout(end, ms);
  return () => clearTimeout(timer);
}

function failure(spec: WorkerSpec, cause: unknown): WorkerFailed {
  const code = (cause as { code?: unknown } | null)?.code;
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new WorkerFailed(`This needed more than ${spec.memoryMb} MB of memory and was stopped.`, cause)
    : new WorkerFailed('The worker stopped unexpectedly.', cause);
}

/** Plugins refer to a worker by its `.ts` source; the compiler does not rewrite URLs, so a built plugin needs `.js`. */
function runnable(url: URL): URL {
  if (url.protocol !== 'file:' || !url.href.endsWith('.ts') || existsSync(url)) return url;
  return new URL(url.href.replace(/\.ts$/, '.js'));
}
