import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DomainError } from '@sayso/core';
import { IGNORES_SIGNALS } from '@sayso/core/confined';
import { ZodError } from 'zod';
import type { SandboxCall, SandboxLimits } from './call.ts';
import { GuestFailed, GuestLimitReached } from './errors.ts';
import { type FromProcess, fromProcess, type StartMessage, type ToProcess } from './wire.ts';

const require = createRequire(import.meta.url);
const PROCESS = fileURLToPath(new URL('./process.child.mjs', import.meta.url));
const HERE = dirname(PROCESS) + sep;
/** All memory of a process, with the engines of its calls. */
const MAX_RESIDENT_BYTES = 700_000_000;
const BYTES_PER_PAGE = 4096;
const WATCH_MS = 100;
/** Computing between two reports of a process that waits. */
const QUIET_MS = 20;
/** A process whose report is older than this computes: it reports every 100 ms when it can. */
const STALE_MS = 300;
/** Calls of one tenant and depth at the same time; further ones wait. */
const CALLS_PER_PROCESS = 8;
const IDLE_MS = 30_000;
/** A process without a tenant stays longer: one for each process of the server, and only where isolated code is in use. */
const SPARE_MS = 10 * 60_000;
/** A process that does not acknowledge the end of a call for so long is stuck in it. */
const STOP_MS = 500;
/** The memory of ended engines is returned with some delay: a process ends after so many calls. */
const MAX_CALLS = 5000;

interface Running {
  readonly call: SandboxCall;
  readonly limits: SandboxLimits;
  readonly message: StartMessage;
  readonly abort: AbortController;
  /** Of its calls of the server, by their numbers. */
  readonly asked: Map<number, AbortController>;
  readonly settle: (outcome: { readonly value: unknown } | { readonly error: unknown }) => void;
}

interface GuestOptions {
  readonly onExit: () => void;
  readonly onFailure: (error: unknown) => void;
  /** Its calls began to do nothing but wait. */
  readonly onWaiting: () => void;
}

/** One process, which runs the calls of one tenant. */
export class GuestProcess {
  /** Empty until it is chosen for one. */
  tenant = '';
  owner = '';
  usedAt = performance.now();
  /** When it was chosen. */
  turnBegan = 0;
  readonly #onFailure: (error: unknown) => void;
  readonly #onWaiting: () => void;
  readonly #child: ChildProcess;
  readonly #running = new Map<number, Running>();
  readonly #sent = new Set<string>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited: Promise<void>;
  readonly #watch: NodeJS.Timeout;
  #idle: NodeJS.Timeout | undefined;
  /** Reserved calls by depth. */
  readonly #reserved: number[] = [];
  /** Whether the process computed hardly before its last report, and when that arrived. */
  #isQuiet = false;
  #reportedAt = 0;
  /** The next report tells of the time before a call was reserved as well. */
  #isReportMixed = false;
  #calls = 0;
  #lastId = 0;
  #isEnding = false;
  /** Why the process was ended, for the calls in it. */
  #reason: 'time' | 'memory' = 'memory';

  constructor({ onExit, onFailure, onWaiting }: GuestOptions) {
    this.#onFailure = onFailure;
    this.#onWaiting = onWaiting;
    const engine = dirname(require.resolve('quickjs-wasi/package.json')) + sep;
    // The environment holds the secrets of the server.
    this.#child = fork(PROCESS, [pathToFileURL(engine).href], {
      execArgv: [
        IGNORES_SIGNALS,
        '--permission',
        `--allow-fs-read=${HERE}*`,
        `--allow-fs-read=${engine}*`,
        '--disallow-code-generation-from-strings',
        '--no-warnings',
        '--max-old-space-size=128',
        '--max-semi-space-size=2',
      ],
      env: {},
      cwd: HERE,
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('error', () => {});
    this.#child.on('message', (message) => this.#receive(message));
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', () => {
        this.#isEnding = true;
        this.#ready.resolve();
        clearInterval(this.#watch);
        clearTimeout(this.#idle);
        for (const { limits, settle } of this.#running.values()) settle({ error: limitError(this.#reason, limits) });
        onExit();
        resolve();
      });
    });
    this.#watch = setInterval(() => {
      if (residentBytes(this.#child.pid) > MAX_RESIDENT_BYTES) this.#end('memory');
    }, WATCH_MS).unref();
    this.#idle = setTimeout(() => void this.kill(), SPARE_MS).unref();
  }

  /** Settles once it takes calls, or has ended. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get isIdle(): boolean {
    return this.#reserved.every((count) => count === 0);
  }

  /** Whether it has calls, all of which wait for servers, rows or timers. */
  get isWaiting(): boolean {
    return this.#isQuiet && !this.isIdle && performance.now() - this.#reportedAt < STALE_MS;
  }

  /** Reserves one call; false when the process has no room, or ends. */
  reserve(depth: number): boolean {
    const ofDepth = this.#reserved[depth] ?? 0;
    if (this.#isEnding || ofDepth >= CALLS_PER_PROCESS || this.#calls >= MAX_CALLS) return false;
    this.#reserved[depth] = ofDepth + 1;
    this.#isQuiet = false;
    this.#isReportMixed = true;
    this.#calls += 1;
    clearTimeout(this.#idle);
    return true;
  }

  /** Runs a reserved call. */
  async run(call: SandboxCall, limits: SandboxLimits): Promise<unknown> {
    try {
      return await this.#run(call, limits);
    } finally {
      const { depth = 0 } = call;
      this.#reserved[depth] = (this.#reserved[depth] ?? 1) - 1;
      this.usedAt = performance.now();
      if (this.isIdle) {
        if (this.#calls >= MAX_CALLS) void this.kill();
        else this.#idle = setTimeout(() => void this.kill(), IDLE_MS).unref();
      }
    }
  }

  kill(): Promise<void> {
    this.#isEnding = true;
    this.#child.kill('SIGKILL');
    return this.#exited;
  }

  #end(reason: 'time' | 'memory'): void {
    if (this.#isEnding) return;
    this.#reason = reason;
    void this.kill();
  }

  async #run(call: SandboxCall, limits: SandboxLimits): Promise<unknown> {
    const { code, file, prelude = '', entry, args, signal } = call;
    const digest = createHash('sha256')
      .update(JSON.stringify([prelude, code, file]))
      .digest('base64url');
    const { promise, resolve } = Promise.withResolvers<{ readonly value: unknown } | { readonly error: unknown }>();
    // Not the number of reserved calls: several may be reserved before the first of them starts.
    this.#lastId += 1;
    const id = this.#lastId;
    const message: StartMessage = {
      type: 'start',
      id,
      digest,
      source: this.#sent.has(digest) ? null : { prelude, code, file },
      entry,
      args: JSON.stringify(args),
      memoryBytes: limits.memoryBytes,
      cpuMs: limits.cpuMs,
      maxChars: limits.maxChars,
    };
    this.#sent.add(digest);
    const abort = new AbortController();
    this.#running.set(id, { call, limits, message, abort, asked: new Map(), settle: resolve });
    const deadline = setTimeout(() => this.#stop(id, limitError('time', limits)), limits.ms);
    const onAbort = () => this.#stop(id, signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#send(message);
    const outcome = await promise;
    clearTimeout(deadline);
    signal?.removeEventListener('abort', onAbort);
    this.#running.delete(id);
    abort.abort();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Ends one call, and the process if that does not acknowledge it. */
  #stop(id: number, error: unknown): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    running.abort.abort();
    this.#send({ type: 'stop', id });
    const stuck = setTimeout(() => this.#end('time'), STOP_MS);
    const onMessage = (message: unknown) => {
      const { success, data } = fromProcess.safeParse(message);
      if (success && data.type === 'stopped' && data.id === id) clear();
    };
    const clear = () => {
      clearTimeout(stuck);
      this.#child.off('message', onMessage);
      this.#child.off('exit', clear);
    };
    this.#child.on('message', onMessage);
    this.#child.once('exit', clear);
    running.settle({ error });
  }

  #receive(raw: unknown): void {
    const { success, data: message } = fromProcess.safeParse(raw);
    if (!success) {
      this.#end('memory');
      return;
    }
    if (message.type === 'ready') this.#ready.resolve();
    if (message.type === 'usage') this.#reported(message);
    if (message.type === 'ready' || message.type === 'stopped' || message.type === 'usage') return;
    const running = this.#running.get(message.id);
    if (running === undefined) return;
    if (message.type === 'call') void this.#call(running, message);
    else if (message.type === 'cancel') running.asked.get(message.call)?.abort();
    else if (message.type === 'log') running.call.onLog?.({ level: message.level, text: message.text });
    else if (message.type === 'done') this.#done(running, message.json);
    else if (message.kind === 'unloaded') this.#resend(running);
    else running.settle({ error: failureOf(message, running.limits) });
  }

  #reported({ cpuMs, residentBytes: bytes }: Extract<FromProcess, { type: 'usage' }>): void {
    if (bytes > MAX_RESIDENT_BYTES) this.#end('memory');
    const wasWaiting = this.isWaiting;
    this.#isQuiet = cpuMs <= QUIET_MS && !this.#isReportMixed;
    this.#isReportMixed = false;
    this.#reportedAt = performance.now();
    if (this.isWaiting && !wasWaiting) this.#onWaiting();
  }

  #done({ limits, settle }: Running, json: string): void {
    try {
      if (json.length > limits.maxChars) settle({ error: limitError('size', limits) });
      else settle({ value: JSON.parse(json) });
    } catch {
      settle({ error: new GuestFailed('The integration answered something that is no JSON.') });
    }
  }

  #resend({ call: { prelude = '', code, file }, message }: Running): void {
    if (message.source === null) this.#send({ ...message, source: { prelude, code, file } });
  }

  async #call(
    { call: { host = {} }, message, abort, asked: all, limits }: Running,
    asked: Extract<FromProcess, { type: 'call' }>,
  ): Promise<void> {
    const answer = { type: 'answer', id: message.id, call: asked.call } as const;
    const cancel = new AbortController();
    all.set(asked.call, cancel);
    try {
      const run = Object.hasOwn(host, asked.name) ? host[asked.name] : undefined;
      if (run === undefined) throw new GuestFailed(`There is no function ${JSON.stringify(asked.name)} on the server.`);
      if (asked.json.length > limits.maxChars) throw limitError('size', limits);
      const value = await run(JSON.parse(asked.json), AbortSignal.any([abort.signal, cancel.signal]));
      this.#send({ ...answer, ok: true, json: JSON.stringify(value) ?? 'null' });
    } catch (error) {
      this.#send({ ...answer, ok: false, json: this.#sentenceOf(error) });
    } finally {
      all.delete(asked.call);
    }
  }

  /** Internal errors name files, collections and servers. */
  #sentenceOf(error: unknown): string {
    if (error instanceof DomainError) return error.message;
    if (error instanceof ZodError) return 'The server does not take this call.';
    if (error instanceof DOMException) return 'The call was ended.';
    this.#onFailure(error);
    return 'Something went wrong on the server. Please try again later.';
  }

  #send(message: ToProcess): void {
    // Writing to a process that has just exited fails; its 'exit' event settles its calls.
    if (this.#child.connected) this.#child.send(message, () => {});
  }
}

function failureOf({ kind, message, stack }: Extract<FromProcess, { type: 'failed' }>, limits: SandboxLimits): Error {
  if (kind === 'time') return new GuestLimitReached('time', `${limits.cpuMs} ms of computing`);
  if (kind === 'memory' || kind === 'size') return limitError(kind, limits);
  if (kind === 'missing') return new GuestFailed(`The integration has no function ${JSON.stringify(message)}.`);
  return Object.assign(new GuestFailed(message === '' ? 'The integration failed without a message.' : message), { guestStack: stack });
}

function limitError(limit: 'time' | 'memory' | 'size', { ms, memoryBytes, maxChars }: SandboxLimits): GuestLimitReached {
  const allowed = { time: `${ms} ms`, memory: `${Math.round(memoryBytes / 1024 / 1024)} MB`, size: `${maxChars} characters` }[limit];
  return new GuestLimitReached(limit, allowed);
}

/** Linux only, where it also bounds a process that computes without a pause; others report it. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * BYTES_PER_PAGE;
  } catch {
    return 0;
  }
}
