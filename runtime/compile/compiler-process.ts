import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IGNORES_SIGNALS, processorMs, whenSpent } from '@sayso/core/confined';
import { CompilerUnavailable } from '../errors.ts';
import type { AppSources } from '../ref.ts';
import { SourceDiffs } from './source-sync.ts';
import type { Answer, CompilerTasks, Request, TaskName } from './wire.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
/** Heap of one run at most. */
const MAX_HEAP_MB = 768;
/** Above this resident size a process is replaced between two runs: native code returns little of what it has allocated. */
const MAX_KEPT_BYTES = 160_000_000;
/** Runs of other apps queue no longer than this behind a slow run; then a spare process takes them. In milliseconds. */
const SLOW_MS = 1_000;
/**
 * Young generations of at most 2 MB, and freed memory returned at once: the process lives for seconds of work in a minute. Measured with
 * previews and publishings of 90 apps: 270 MB instead of 377, and as fast. Huge pages, which mimalloc asks the kernel for, take another 60 MB
 * for a publishing of 20 files: 150 MB instead of 90.
 */
const EXEC_ARGUMENTS = [IGNORES_SIGNALS, `--max-old-space-size=${MAX_HEAP_MB}`, '--max-semi-space-size=2', '--expose-gc'];
const ALLOCATORS = { MALLOC_ARENA_MAX: '2', MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ALLOW_THP: '0' };

export interface ProcessLimits {
  /** Milliseconds of processor time that a run may take. */
  readonly runMs: Readonly<Record<TaskName, number>>;
  /** Milliseconds without a run after which the process ends. */
  readonly idleMs: number;
}

/** The compiler process crashed or timed out. `file` is the file that it started last; null before the first. */
export class CompilerCrashed extends Error {
  readonly file: string | null;
  constructor(file: string | null, reason: string) {
    super(reason);
    this.file = file;
  }
}

/** Node's own cache of compiled code, if the server uses one: it halves the time in which a process starts. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  // Node's directory within the configured one, per version of Node.
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) };
}

const NO_ARGUMENTS = {
  content: 'all',
  block: '',
  changes: [],
  before: {},
  request: '',
  thing: null,
  place: null,
  edit: null,
  functionName: '',
  filesAt: '',
  address: null,
  functions: [],
} as const;

/** A request with its promise. */
export interface Run extends Omit<Request, 'id' | 'sources'> {
  readonly sources: AppSources;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** One process, started on demand, ended when idle and restarted after it exits. Runs are queued. */
export class CompilerProcess {
  #child: ChildProcess | null = null;
  readonly #diffs = new SourceDiffs();
  #queue: Run[] = [];
  #running: { readonly id: number; readonly run: Run } | null = null;
  #cancelLimit: () => void = () => {};
  #nextId = 1;
  #lastFile = '';
  #closed = false;
  #slowTimer: NodeJS.Timeout | undefined;
  #isSlow = false;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #limits: ProcessLimits;
  readonly #onSlow: ((runs: readonly Run[]) => void) | undefined;

  /** `onSlow` takes the queued runs of other apps when the current run is slow. Without it they stay queued. */
  constructor(limits: ProcessLimits, onSlow?: (runs: readonly Run[]) => void) {
    this.#limits = limits;
    this.#onSlow = onSlow;
  }

  /** Number of runs that are queued or in flight. */
  get waiting(): number {
    return this.#queue.length + (this.#running === null ? 0 : 1);
  }

  run<Name extends TaskName>(name: Name, input: CompilerTasks[Name]['input']): Promise<CompilerTasks[Name]['output']> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.take({ ...NO_ARGUMENTS, name, ...input, resolve, reject });
    return promise as Promise<CompilerTasks[Name]['output']>;
  }

  /** Queues a run, or passes it to `onSlow` while a slow run of another app is in flight. */
  take(run: Run): void {
    if (this.#closed) {
      run.reject(new CompilerUnavailable('the server is shutting down.'));
      return;
    }
    this.#queue.push(run);
    if (this.#isSlow) this.#handOn();
    this.#next();
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Starts the process before the first run needs it. */
  start(): void {
    if (this.#closed) return;
    this.#process();
    if (this.#running === null) this.#endWhenIdle();
  }

  #process(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const child = fork(HOST, [], {
      // The child inherits neither the flags nor the environment of the server, which holds its secrets.
      execArgv: EXEC_ARGUMENTS,
      env: { ...ALLOCATORS, ...compileCache() },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastFile = text.trimEnd().split('\n').at(-1) ?? '';
    });
    child.on('message', (answer: Answer) => this.#receive(answer));
    child.on('error', () => {});
    // 'close' follows the last output, 'exit' may precede it.
    child.on('close', () => this.#ended(child));
    this.#child = child;
    return child;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  #next(): void {
    if (this.#running !== null) return;
    const run = this.#queue.shift();
    if (run === undefined) {
      this.#endWhenIdle();
      return;
    }
    clearTimeout(this.#idleTimer);
    this.#lastFile = '';
    const child = this.#process();
    this.#cancelLimit = whenSpent(
      () => processorMs(child.pid ?? 0),
      this.#limits.runMs[run.name],
      () => child.kill('SIGKILL'),
    );
    this.#slowTimer = setTimeout(() => {
      this.#isSlow = true;
      this.#handOn();
    }, SLOW_MS);
    this.#send(run);
  }

  #send(run: Run): void {
    const { resolve: _resolve, reject: _reject, sources, ...given } = run;
    const id = this.#nextId++;
    this.#running = { id, run };
    const request: Request = { ...given, id, sources: this.#diffs.change(sources) };
    // Writing to a process that has just exited fails; its 'close' event handles the run.
    this.#child?.send(request, () => {});
  }

  #handOn(): void {
    const slow = this.#running?.run.sources.appId;
    if (slow === undefined || this.#onSlow === undefined) return;
    const others = this.#queue.filter(({ sources }) => sources.appId !== slow);
    this.#queue = this.#queue.filter(({ sources }) => sources.appId === slow);
    this.#onSlow(others);
  }

  #stopTimers(): void {
    this.#cancelLimit();
    clearTimeout(this.#slowTimer);
    this.#isSlow = false;
  }

  #receive(answer: Answer): void {
    if (this.#running?.id !== answer.id) return;
    const { run } = this.#running;
    if (answer.ok === 'forgotten') {
      this.#diffs.forget(run.sources.appId);
      this.#send(run);
      return;
    }
    this.#stopTimers();
    this.#running = null;
    if (answer.ok) run.resolve(answer.output);
    else run.reject(new CompilerUnavailable(answer.message));
    if (answer.residentBytes > MAX_KEPT_BYTES) {
      this.#end();
      this.#process();
    }
    this.#next();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#child !== null) this.#idleTimer = setTimeout(() => this.#end(), this.#limits.idleMs).unref();
  }

  /** Ends a process without a run. */
  #end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#diffs.forget();
  }

  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#stopTimers();
    this.#child = null;
    this.#diffs.forget();
    const run = this.#running?.run;
    this.#running = null;
    run?.reject(
      this.#closed
        ? new CompilerUnavailable('the server is shutting down.')
        : new CompilerCrashed(this.#lastFile || null, `ended with ${child.signalCode ?? child.exitCode}`),
    );
    if (!this.#closed) this.#next();
    else for (const waiting of this.#queue.splice(0)) waiting.reject(new CompilerUnavailable('the server is shutting down.'));
  }
}
