import { availableParallelism } from 'node:os';
import { BudgetExceeded, QueriesBusy } from '../../../contract/errors.ts';
import { FairQueue } from './fair-queue.ts';
import { QueryProcess, type Run } from './query-process.ts';

const IDLE_MS = 60_000;
/** How long a query waits for a process. */
const WAIT_MS = 10_000;
const MAX_WAITING = 1000;
/** The largest share of the queue of one tenant. */
const MAX_WAITING_PER_TENANT = 100;

export interface QueryOptions {
  /** Queries of other tenants take turns with this one's. */
  readonly tenant: string;
  /** The query is killed after this time, in which the start of a process does not count. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface QueryProcessesOptions {
  /** A module that calls `answerQueries`. */
  readonly module: URL;
  /** Default: one less than there are cores, at least one. */
  readonly processes?: number;
  readonly idleMs?: number;
  readonly waitMs?: number;
  readonly startMs?: number;
}

interface Waiting<Input, Output> {
  readonly run: Run<Input, Output>;
  readonly leave: () => void;
}

/**
 * Runs queries that no index answers in processes of their own, where they can be killed: a synchronous query would block the event loop,
 * and a thread that runs one cannot be terminated. Processes start on demand; one stays ready until no
 * query has come for a while.
 */
export class QueryProcesses<Input, Output> {
  readonly #queue = new FairQueue<Waiting<Input, Output>>();
  readonly #processes: readonly QueryProcess<Input, Output>[];
  readonly #idleMs: number;
  readonly #waitMs: number;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ module, startMs, ...options }: QueryProcessesOptions) {
    const processes = options.processes ?? Math.max(1, availableParallelism() - 1);
    const onIdle = (): void => this.#startNext();
    this.#processes = Array.from({ length: processes }, () => new QueryProcess<Input, Output>({ module, startMs, onIdle }));
    this.#idleMs = options.idleMs ?? IDLE_MS;
    this.#waitMs = options.waitMs ?? WAIT_MS;
  }

  /**
   * Rejects with `BudgetExceeded` at the deadline, `QueriesBusy` without a free process in time, `QueryNotStarted` when its process is not
   * ready in time, or the signal's reason.
   */
  async run(input: Input, { tenant, timeoutMs, signal }: QueryOptions): Promise<Output> {
    signal?.throwIfAborted();
    if (this.#isClosed || this.#queue.size >= MAX_WAITING || this.#queue.waitingOf(tenant) >= MAX_WAITING_PER_TENANT)
      throw new QueriesBusy();
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const run: Run<Input, Output> = { input, timeoutMs, resolve, reject, expired: () => new BudgetExceeded('time') };
    const giveUp = (error: Error): void => {
      waiting.leave();
      this.#queue.remove(tenant, waiting);
      reject(error);
    };
    const onAbort = (): void => giveUp(signal?.reason as Error);
    const timer = setTimeout(() => giveUp(new QueriesBusy()), this.#waitMs);
    const leave = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const waiting: Waiting<Input, Output> = { run, leave };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.add(tenant, waiting);
    this.#startNext();
    return promise;
  }

  /** Rejects all queries and ends the processes. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    for (let waiting = this.#queue.next(); waiting !== undefined; waiting = this.#queue.next()) {
      waiting.leave();
      waiting.run.reject(new QueriesBusy());
    }
    for (const process of this.#processes) process.close(new QueriesBusy());
  }

  #startNext(): void {
    // A process that has started is preferred: another one costs memory and the time of its start.
    const idle = this.#processes.filter(({ isIdle }) => isIdle).sort((left, right) => Number(right.isStarted) - Number(left.isStarted));
    for (const process of idle) {
      const waiting = this.#queue.next();
      if (waiting === undefined) break;
      waiting.leave();
      process.run(waiting.run);
    }
    // After a query was killed with its process.
    if (!this.#isClosed && !this.#processes.some(({ isStarted }) => isStarted)) this.#processes[0]?.warm();
    this.#endWhenIdle();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed || this.#processes.some(({ isIdle }) => !isIdle)) return;
    this.#idleTimer = setTimeout(() => {
      for (const process of this.#processes) process.kill();
    }, this.#idleMs).unref();
  }
}
