import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../../../contract/errors.ts';
import { processorMs, whenSpent } from '../../../ports/processor-time.ts';
import { IGNORES_SIGNALS } from '../../../ports/signals.ts';
import type { Message, Query, Result } from './wire.ts';

/** A query in flight. */
export interface Run<Input, Output> {
  readonly input: Input;
  /** Milliseconds of processor time from when a process that is ready takes the query, see `whenSpent`. */
  readonly timeoutMs: number;
  resolve(output: Output): void;
  reject(error: Error): void;
  /** The error of a query that was killed at its deadline. */
  expired(): Error;
}

const MEMORY_MB = 256;
const START_MS = 15_000;

/** The process of a query did not start in time: none of the query has run. */
export class QueryNotStarted extends DomainError {
  readonly code = 'query-not-started';
  readonly status = 503;
  constructor() {
    super('The server could not start this query in time. Please try again in a moment.');
  }
}

export interface QueryProcessOptions {
  /** Calls `answerQueries`. */
  readonly module: URL;
  /** Milliseconds until a starting process has to be ready. */
  readonly startMs?: number | undefined;
  /** The process can take the next query. */
  onIdle(): void;
}

/** A process that runs one query at a time. It is started by the first one and killed with a query that exceeds its time-out. */
export class QueryProcess<Input, Output> {
  readonly #module: URL;
  readonly #startMs: number;
  readonly #onIdle: () => void;
  #child: ChildProcess | null = null;
  #isReady = false;
  #run: Run<Input, Output> | null = null;
  #id = 0;
  #cancelLimit: () => void = () => undefined;

  constructor({ module, startMs = START_MS, onIdle }: QueryProcessOptions) {
    this.#module = module;
    this.#startMs = startMs;
    this.#onIdle = onIdle;
  }

  get isIdle(): boolean {
    return this.#run === null;
  }

  get isStarted(): boolean {
    return this.#child !== null;
  }

  run(run: Run<Input, Output>): void {
    this.#run = run;
    this.#id++;
    try {
      this.#child ??= this.#start();
      this.#child.ref();
      this.#child.channel?.ref();
    } catch (error) {
      this.#settle((failed) => failed.reject(error as Error));
      return;
    }
    if (this.#isReady) this.#send(run);
    else {
      const timer = setTimeout(() => this.#expire(new QueryNotStarted()), this.#startMs);
      this.#cancelLimit = () => clearTimeout(timer);
    }
  }

  /** Starts the process, so that the next query need not wait for it. */
  warm(): void {
    try {
      this.#child ??= this.#start();
      this.#release();
    } catch {
      // The next query tries again, and fails with the error.
    }
  }

  /** Kills the process, and so the query that it runs; the next one starts another. */
  kill(): void {
    const child = this.#child;
    this.#child = null;
    this.#isReady = false;
    child?.removeAllListeners();
    child?.on('error', () => undefined);
    child?.kill('SIGKILL');
  }

  /** Kills the process and rejects its query. */
  close(error: Error): void {
    this.kill();
    if (this.#run !== null) this.#settle((run) => run.reject(error));
  }

  #start(): ChildProcess {
    const cache = getCompileCacheDir();
    const child = fork(fileURLToPath(this.#module), [], {
      // Neither the flags nor the environment of the server, which holds its secrets.
      execArgv: [IGNORES_SIGNALS, `--max-old-space-size=${MEMORY_MB}`, '--max-semi-space-size=2'],
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    lowerPriority(child.pid);
    child.on('message', (message: Message<Output>) => {
      if (message === 'ready') this.#becomeReady();
      else this.#receive(message);
    });
    child.on('error', (error) => this.#fail(child, error));
    child.on('exit', (code, signal) => this.#fail(child, new Error(`The query process ended (${signal ?? code}).`)));
    return child;
  }

  #becomeReady(): void {
    this.#isReady = true;
    this.#cancelLimit();
    if (this.#run !== null) this.#send(this.#run);
  }

  /** The time in which a process starts is not part of the query's, nor that in which others have the processor: its priority is lower. */
  #send(run: Run<Input, Output>): void {
    const pid = this.#child?.pid;
    try {
      this.#cancelLimit = whenSpent(
        () => (pid === undefined ? null : processorMs(pid)),
        run.timeoutMs,
        () => this.#expire(run.expired()),
      );
      this.#child?.send({ id: this.#id, input: run.input } satisfies Query<Input>);
    } catch (error) {
      this.#settle((failed) => failed.reject(error as Error));
    }
  }

  #receive(result: Result<Output>): void {
    if (result.id !== this.#id || this.#run === null) return;
    this.#settle((run) => ('error' in result ? run.reject(new Error(result.error)) : run.resolve(result.output)));
  }

  #fail(child: ChildProcess, error: Error): void {
    if (child !== this.#child) return;
    this.kill();
    if (this.#run !== null) this.#settle((run) => run.reject(error));
  }

  #expire(error: Error): void {
    this.kill();
    this.#settle((run) => run.reject(error));
  }

  #settle(settle: (run: Run<Input, Output>) => void): void {
    const run = this.#run;
    this.#cancelLimit();
    this.#run = null;
    this.#release();
    if (run !== null) settle(run);
    this.#onIdle();
  }

  /** An idle process does not keep the server alive. */
  #release(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
  }
}

/** Below the processes that answer requests: a slow query takes only the time that they leave. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process may have ended already, or the system may not allow it: the query then runs at the usual priority.
  }
}
