import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Query, Result } from './wire.ts';

/** A query in flight. */
export interface Run<Input, Output> {
  readonly input: Input;
  /** Milliseconds from the time at which a process takes the query. */
  readonly timeoutMs: number;
  resolve(output: Output): void;
  reject(error: Error): void;
  /** The error of a query that was killed at its deadline. */
  expired(): Error;
}

const MEMORY_MB = 256;

/** A process that runs one query at a time. It is started by the first one and killed with a query that exceeds its time-out. */
export class QueryProcess<Input, Output> {
  readonly #module: URL;
  readonly #onIdle: () => void;
  #child: ChildProcess | null = null;
  #run: Run<Input, Output> | null = null;
  #id = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `module` calls `answerQueries`. `onIdle`: the process can take the next query. */
  constructor(module: URL, onIdle: () => void) {
    this.#module = module;
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
      const child = this.#child;
      child.ref();
      child.channel?.ref();
      // The time in which a process starts is part of the query's.
      this.#timer = setTimeout(() => this.#expire(), run.timeoutMs);
      child.send({ id: this.#id, input: run.input } satisfies Query<Input>);
    } catch (error) {
      this.#settle((failed) => failed.reject(error as Error));
    }
  }

  /** Kills the process, and so the query that it runs; the next one starts another. */
  kill(): void {
    const child = this.#child;
    this.#child = null;
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
      execArgv: [`--max-old-space-size=${MEMORY_MB}`, '--max-semi-space-size=2'],
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    lowerPriority(child.pid);
    child.on('message', (result: Result<Output>) => this.#receive(result));
    child.on('error', (error) => this.#fail(child, error));
    child.on('exit', (code, signal) => this.#fail(child, new Error(`The query process ended (${signal ?? code}).`)));
    return child;
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

  #expire(): void {
    this.kill();
    this.#settle((run) => run.reject(run.expired()));
  }

  #settle(settle: (run: Run<Input, Output>) => void): void {
    const run = this.#run;
    clearTimeout(this.#timer);
    this.#run = null;
    // An idle process does not keep the server alive.
    this.#child?.unref();
    this.#child?.channel?.unref();
    if (run !== null) settle(run);
    this.#onIdle();
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
