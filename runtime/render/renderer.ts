import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IGNORES_SIGNALS } from '@sayso/core/confined';
import { readAnswer } from './answers.ts';
import type { RenderFinding, RenderRequest, Rows } from './wire.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
const RUNTIME = fileURLToPath(new URL('../', import.meta.url));
const MAX_HEAP_MB = 384;
/** All memory of the process: buffers are not part of the heap. */
const MAX_RESIDENT_BYTES = 640_000_000;
const WATCH_MS = 50;
const BYTES_PER_PAGE = 4096;
const RUN_MS = 15_000;
const START_MS = 10_000;
/** Longer than a page may take. */
const SILENCE_MS = 8_000;
/** Not long, because a warm process has 100 MB: `warm` starts one while the model still writes. */
const IDLE_MS = 10_000;
const MAX_FINDINGS = 500;
const MAX_WAITING = 8;
/** An app that others keep waiting for longer goes on without rendering. */
const WAIT_MS = 4_000;
/** Node keeps parts of contexts that have ended: a process ends after so many requests, or above this size. */
const MAX_REQUESTS = 8;
const MAX_KEPT_BYTES = 200_000_000;
/** An app that has ended so many processes is left. */
const MAX_CRASHES = 3;
/** No file but the runtime's own, no process, no thread, no native module; the built-in objects of the process itself are frozen. */
const EXEC_ARGUMENTS = [
  IGNORES_SIGNALS,
  '--permission',
  `--allow-fs-read=${RUNTIME}*`,
  '--experimental-vm-modules',
  '--disallow-code-generation-from-strings',
  '--frozen-intrinsics',
  '--no-warnings',
  '--max-semi-space-size=2',
  `--max-old-space-size=${MAX_HEAP_MB}`,
];

export interface RenderOutcome {
  readonly findings: readonly RenderFinding[];
  /** Pages that were rendered with both kinds of rows. */
  readonly pages: readonly string[];
  /** `partial`: time ran out, or the app ended its process too often. `unavailable`: no page could be rendered. */
  readonly status: 'done' | 'partial' | 'unavailable';
}

const UNAVAILABLE: RenderOutcome = { findings: [], pages: [], status: 'unavailable' };

interface Started {
  readonly page: string;
  readonly rows: Rows;
}

/** Renders pages in a process: started on demand, ended when idle or at its limits. One request at a time; the others wait. */
export class Renderer {
  readonly #runMs: number;
  readonly #waitMs: number;
  #child: ChildProcess | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Requests of the process. */
  #requests = 0;

  /** `runMs`: milliseconds that all pages of a request may take. `waitMs`: milliseconds that it waits for others. */
  constructor({ runMs = RUN_MS, waitMs = WAIT_MS }: { readonly runMs?: number; readonly waitMs?: number } = {}) {
    this.#runMs = runMs;
    this.#waitMs = waitMs;
  }

  /** Starts the process before the first request. */
  warm(): void {
    if (this.#isClosed) return;
    this.#process();
    this.#endWhenIdle();
  }

  /** Renders `pages`. Never rejects. */
  async render(given: Omit<RenderRequest, 'id'>): Promise<RenderOutcome> {
    if (given.pages.length === 0) return { findings: [], pages: [], status: 'done' };
    if (this.#isClosed || this.#waiting >= MAX_WAITING) return UNAVAILABLE;
    this.#waiting += 1;
    const { promise, resolve } = Promise.withResolvers<RenderOutcome>();
    const patience = setTimeout(() => resolve(UNAVAILABLE), this.#waitMs);
    let isLeft = false;
    void promise.then(() => {
      isLeft = true;
    });
    this.#queue = this.#queue.then(async () => {
      clearTimeout(patience);
      if (!isLeft) resolve(await this.#run(given));
      this.#waiting -= 1;
      this.#endWhenIdle();
    });
    return promise;
  }

  async #run(given: Omit<RenderRequest, 'id'>): Promise<RenderOutcome> {
    const outcome = await new Run(given, performance.now() + this.#runMs).all(() => this.#process(), this.#nextId++);
    this.#endWhenUsed();
    return outcome;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  #endWhenUsed(): void {
    this.#requests += 1;
    if (this.#requests < MAX_REQUESTS && residentBytes(this.#child?.pid) < MAX_KEPT_BYTES) return;
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  /** Null while the server shuts down. */
  #process(): ChildProcess | null {
    clearTimeout(this.#idle);
    if (this.#child !== null || this.#isClosed) return this.#child;
    // The environment holds the secrets of the server.
    const child = fork(HOST, [], {
      execArgv: EXEC_ARGUMENTS,
      env: {},
      cwd: RUNTIME,
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => {});
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    this.#child = child;
    this.#requests = 0;
    return child;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#waiting === 0) this.#idle = setTimeout(() => this.#child?.kill('SIGKILL'), IDLE_MS).unref();
  }
}

type Ending = { readonly kind: 'done' | 'late'; readonly on: null } | { readonly kind: 'time' | 'memory'; readonly on: Started | null };

/** One request, over as many processes as its pages end. */
class Run {
  readonly #request: Omit<RenderRequest, 'id'>;
  readonly #deadline: number;
  readonly #findings: RenderFinding[] = [];
  readonly #rendered = new Map<string, Set<Rows>>();
  /** Pages that ended their process. */
  readonly #blamed = new Set<string>();

  constructor(request: Omit<RenderRequest, 'id'>, deadline: number) {
    this.#request = request;
    this.#deadline = deadline;
  }

  async all(start: () => ChildProcess | null, id: number): Promise<RenderOutcome> {
    let left = this.#left();
    while (left.length > 0 && this.#blamed.size < MAX_CRASHES) {
      const child = start();
      if (child === null) break;
      const ending = await this.#attempt(child, { ...this.#request, id, pages: left });
      if (ending.kind === 'done' || ending.kind === 'late' || ending.on === null) break;
      const { page, rows } = ending.on;
      this.#blamed.add(page);
      this.#findings.push({ page, rows, kind: ending.kind, message: '', file: `pages/${page}`, line: null });
      left = this.#left();
    }
    const pages = this.#request.pages.filter((page) => this.#isRendered(page));
    const isKnown = pages.length + this.#blamed.size;
    return {
      findings: this.#findings,
      pages,
      status: isKnown === this.#request.pages.length ? 'done' : isKnown > 0 ? 'partial' : 'unavailable',
    };
  }

  #isRendered(page: string): boolean {
    return this.#rendered.get(page)?.size === 2;
  }

  #left(): readonly string[] {
    return this.#request.pages.filter((page) => !this.#blamed.has(page) && !this.#isRendered(page));
  }

  /** Resolves when the process has rendered all pages, or has ended. */
  #attempt(child: ChildProcess, request: RenderRequest): Promise<Ending> {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    let on: Started | null = null;
    let reason: 'time' | 'memory' | 'late' | null = null;
    const kill = (why: typeof reason) => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    let silence = setTimeout(() => kill('time'), START_MS);
    const late = setTimeout(() => kill('late'), Math.max(0, this.#deadline - performance.now()));
    const watch = setInterval(() => {
      if (residentBytes(child.pid) > MAX_RESIDENT_BYTES) kill('memory');
    }, WATCH_MS);
    const onMessage = (message: unknown) => {
      const answer = readAnswer(message);
      if (answer === null || 'ready' in answer || answer.id !== request.id) return;
      clearTimeout(silence);
      silence = setTimeout(() => kill('time'), SILENCE_MS);
      if ('starts' in answer) on = { page: answer.starts, rows: answer.rows };
      if ('done' in answer) resolve({ kind: 'done', on: null });
      if ('findings' in answer) this.#take(answer);
    };
    // V8 ends a process whose heap is full.
    const onExit = () => resolve(reason === 'late' ? { kind: 'late', on: null } : { kind: reason ?? 'memory', on });
    child.on('message', onMessage);
    child.once('exit', onExit);
    // Writing to a process that has just exited fails; its 'exit' event ends the attempt.
    child.send(request, () => {});
    return promise.finally(() => {
      clearTimeout(silence);
      clearTimeout(late);
      clearInterval(watch);
      child.off('message', onMessage);
      child.off('exit', onExit);
    });
  }

  #take({ page, rows, findings }: { readonly page: string; readonly rows: Rows; readonly findings: readonly RenderFinding[] }): void {
    if (!this.#request.pages.includes(page)) return;
    const done = this.#rendered.get(page) ?? new Set();
    this.#rendered.set(page, done.add(rows));
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(...findings);
  }
}

/** Linux only: other systems bound the heap alone. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * BYTES_PER_PAGE;
  } catch {
    return 0;
  }
}
