import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CompilerUnavailable } from '../errors.ts';
import type { Answer, CompilerTasks, Request, TaskName } from './wire.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
const TIME_LIMITS_MS: Readonly<Record<TaskName, number>> = { preview: 15_000, publish: 60_000 };
const MEMORY_MB = 768;
const MAX_PROCESSES = 4;

/** The process ended on a file, or took too long with it. `file` is the one it had begun last; null when none. */
export class CompilerCrashed extends Error {
  readonly file: string | null;
  constructor(file: string | null, reason: string) {
    super(reason);
    this.file = file;
  }
}

/** The compiler's processes. An app stays with one of them, which remembers what it compiled; publishing has its own. */
export class Compiler {
  readonly #previews: CompilerProcess[];
  readonly #publisher = new CompilerProcess();

  constructor() {
    const count = Math.max(1, Math.min(MAX_PROCESSES, availableParallelism() - 1));
    this.#previews = Array.from({ length: count }, () => new CompilerProcess());
  }

  /** Rejects with `CompilerCrashed`, or `CompilerUnavailable`. */
  preview(input: CompilerTasks['preview']['input']): Promise<CompilerTasks['preview']['output']> {
    const sum = [...input.sources.appId].reduce((total, character) => (total * 31 + character.charCodeAt(0)) >>> 0, 0);
    return (this.#previews[sum % this.#previews.length] ?? this.#publisher).run('preview', input);
  }

  publish(input: CompilerTasks['publish']['input']): Promise<CompilerTasks['publish']['output']> {
    return this.#publisher.run('publish', input);
  }

  /** Starts the processes ahead of the first builder who waits for one. */
  warm(): void {
    for (const process of this.#previews) process.start();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#previews, this.#publisher].map((process) => process.close()));
  }
}

interface Run {
  readonly request: Request;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** One process, started when it is needed and again after it has ended. Runs wait in line. */
class CompilerProcess {
  #child: ChildProcess | null = null;
  #queue: Run[] = [];
  #running: Run | null = null;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #lastFile = '';
  #closed = false;

  run<Name extends TaskName>(name: Name, input: CompilerTasks[Name]['input']): Promise<CompilerTasks[Name]['output']> {
    if (this.#closed) return Promise.reject(new CompilerUnavailable('the server is shutting down.'));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#queue.push({ request: { id: this.#nextId++, name, input }, resolve, reject });
    this.#next();
    return promise as Promise<CompilerTasks[Name]['output']>;
  }

  start(): ChildProcess {
    if (this.#child !== null) return this.#child;
    const child = fork(HOST, [], {
      // A leaf: it knows neither the flags nor the environment (with its secrets) of the server.
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastFile = text.trimEnd().split('\n').at(-1) ?? '';
    });
    child.on('message', (answer: Answer) => this.#receive(answer));
    child.on('error', () => {});
    // After its last output has been read.
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
    this.#running = run;
    this.#lastFile = '';
    const child = this.start();
    this.#timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMITS_MS[run.request.name]);
    // A process that has just ended is noticed by its 'close'.
    child.send(run.request, () => {});
  }

  #receive(answer: Answer): void {
    const run = this.#running;
    if (run?.request.id !== answer.id) return;
    clearTimeout(this.#timer);
    this.#running = null;
    if (answer.ok) run.resolve(answer.output);
    else run.reject(new CompilerUnavailable(answer.message));
    this.#next();
  }

  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    clearTimeout(this.#timer);
    this.#child = null;
    const run = this.#running;
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
