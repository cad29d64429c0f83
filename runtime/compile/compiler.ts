import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppChange } from '../codemods/changes.ts';
import { CompilerUnavailable } from '../errors.ts';
import type { AppSources } from '../ref.ts';
import { SourceDiffs } from './source-sync.ts';
import type { Answer, CompilerTasks, ContentWanted, Request, TaskName } from './wire.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
type TimeLimits = Readonly<Record<TaskName, number>>;
const TIME_LIMITS_MS: TimeLimits = { preview: 15_000, change: 15_000, publish: 60_000, eject: 15_000 };
const MEMORY_MB = 768;
const MAX_PROCESSES = 4;
/** Runs of other apps queue no longer than this behind a slow run; then a spare process takes them. In milliseconds. */
const SLOW_MS = 1_000;
const MAX_SPARES = 2;

/** The compiler process crashed or timed out. `file` is the file that it started last; null before the first. */
export class CompilerCrashed extends Error {
  readonly file: string | null;
  constructor(file: string | null, reason: string) {
    super(reason);
    this.file = file;
  }
}

/** The pool of compiler processes. An app is pinned to one of them, which caches its modules; publishing has a process of its own. */
export class Compiler {
  readonly #previews: CompilerProcess[];
  readonly #publisher: CompilerProcess;
  readonly #spares: CompilerProcess[];

  /** `limits`: other time limits than the usual ones, in milliseconds. */
  constructor(limits: Partial<TimeLimits> = {}) {
    const timeLimits = { ...TIME_LIMITS_MS, ...limits };
    this.#spares = Array.from({ length: MAX_SPARES }, () => new CompilerProcess(timeLimits));
    const count = Math.max(1, Math.min(MAX_PROCESSES, availableParallelism() - 1));
    const onSlow = (runs: readonly Run[]) => this.#takeOver(runs);
    this.#previews = Array.from({ length: count }, () => new CompilerProcess(timeLimits, onSlow));
    this.#publisher = new CompilerProcess(timeLimits, onSlow);
  }

  /** Rejects with `CompilerCrashed`, or `CompilerUnavailable`. */
  preview(input: CompilerTasks['preview']['input']): Promise<CompilerTasks['preview']['output']> {
    return this.#processOf(input.sources.appId).run('preview', input);
  }

  /** Rejects as `preview` does. */
  change(input: CompilerTasks['change']['input']): Promise<CompilerTasks['change']['output']> {
    return this.#processOf(input.sources.appId).run('change', input);
  }

  #processOf(appId: string): CompilerProcess {
    const sum = [...appId].reduce((total, character) => (total * 31 + character.charCodeAt(0)) >>> 0, 0);
    return this.#previews[sum % this.#previews.length] ?? this.#publisher;
  }

  eject(input: CompilerTasks['eject']['input']): Promise<CompilerTasks['eject']['output']> {
    return this.#publisher.run('eject', input);
  }

  publish(input: CompilerTasks['publish']['input']): Promise<CompilerTasks['publish']['output']> {
    return this.#publisher.run('publish', input);
  }

  /** Starts the processes before the first request, so that it does not wait for them. */
  warm(): void {
    for (const process of this.#previews) process.start();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#previews, this.#publisher, ...this.#spares].map((process) => process.close()));
  }

  #takeOver(runs: readonly Run[]): void {
    for (const run of runs) this.#spares.reduce((best, other) => (other.waiting < best.waiting ? other : best)).take(run);
  }
}

/** Node's own cache of compiled code, if the server uses one: it halves the time in which a process starts. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  // Node's directory within the configured one, per version of Node.
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) };
}

interface Run {
  readonly name: TaskName;
  readonly sources: AppSources;
  readonly content: ContentWanted;
  readonly block: string;
  readonly changes: readonly AppChange[];
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** One process, started on demand and restarted after it exits. Runs are queued. */
class CompilerProcess {
  #child: ChildProcess | null = null;
  readonly #diffs = new SourceDiffs();
  #queue: Run[] = [];
  #running: { readonly id: number; readonly run: Run } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #lastFile = '';
  #closed = false;
  #slowTimer: NodeJS.Timeout | undefined;
  #isSlow = false;
  readonly #timeLimits: TimeLimits;
  readonly #onSlow: ((runs: readonly Run[]) => void) | undefined;

  /** `onSlow` takes the queued runs of other apps when the current run is slow. Without it they stay queued. */
  constructor(timeLimits: TimeLimits, onSlow?: (runs: readonly Run[]) => void) {
    this.#timeLimits = timeLimits;
    this.#onSlow = onSlow;
  }

  /** Number of runs that are queued or in flight. */
  get waiting(): number {
    return this.#queue.length + (this.#running === null ? 0 : 1);
  }

  run<Name extends TaskName>(name: Name, input: CompilerTasks[Name]['input']): Promise<CompilerTasks[Name]['output']> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.take({ name, content: 'all', block: '', changes: [], ...input, resolve, reject });
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

  start(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const child = fork(HOST, [], {
      // The child inherits neither the flags nor the environment of the server, which holds its secrets.
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      env: compileCache(),
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
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  #next(): void {
    if (this.#running !== null) return;
    const run = this.#queue.shift();
    if (run === undefined) return;
    this.#lastFile = '';
    const child = this.start();
    this.#timer = setTimeout(() => child.kill('SIGKILL'), this.#timeLimits[run.name]);
    this.#slowTimer = setTimeout(() => {
      this.#isSlow = true;
      this.#handOn();
    }, SLOW_MS);
    this.#send(run);
  }

  #send(run: Run): void {
    const { name, content, block, changes, sources } = run;
    const id = this.#nextId++;
    this.#running = { id, run };
    const request: Request = { id, name, content, block, changes, sources: this.#diffs.change(sources) };
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
    clearTimeout(this.#timer);
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
    this.#next();
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
