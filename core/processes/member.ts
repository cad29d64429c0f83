import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostName, Logger } from '../contract/index.ts';
import type { Metric } from '../http/index.ts';
import type { MemberInput, MemberMessage, MetricsRequest } from './messages.ts';

/** As in `scripts/supervise.sh`: V8's default of 32 MB holds 60 MB more. */
const EXEC_ARGUMENTS = ['--max-semi-space-size=4'];
const ENTRY = join(import.meta.dirname, 'serve-apps.mjs');
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A run of this length resets the count of failures. */
const STABLE_MS = 60_000;
/** A process whose event loop is blocked for three checks is killed. Counted in checks, because this process may be blocked itself. */
const CHECK_MS = 5000;
const MAX_SILENT_CHECKS = 3;
/** Loading the code blocks the event loop, on a busy machine for long. */
const MAX_SILENT_CHECKS_AT_START = 12;
const METRICS_MS = 1000;
/** Within the 30 s of a shutdown. */
const STOP_MS = 28_000;

export interface MemberOptions extends MemberInput {
  readonly log: Logger;
  /** Called with each process that was started, before it can send anything. */
  readonly onStart: (child: ChildProcess) => void;
  /** Called when a process died, after all that it has sent: changes that it has stored, and not acknowledged, may lack their events. */
  readonly onDeath: () => Promise<void>;
  readonly onProxyFault: (host: HostName) => void;
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Keeps one process for published apps running: starts it, watches it, and replaces it when it ends. */
export class Member {
  readonly #options: MemberOptions;
  readonly #stopping = new AbortController();
  readonly #asked = new Map<number, (metrics: readonly Metric[]) => void>();
  #child: ChildProcess | null = null;
  #running: Promise<void> | null = null;
  #isReady = false;
  #nextId = 0;
  #failures = 0;
  #silentChecks = 0;

  constructor(options: MemberOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Null when the process is not ready or does not answer in time. */
  async metrics(): Promise<readonly Metric[] | null> {
    const child = this.#child;
    if (!child?.connected || !this.#isReady) return null;
    const id = ++this.#nextId;
    const { promise, resolve } = Promise.withResolvers<readonly Metric[] | null>();
    this.#asked.set(id, resolve);
    const request: MetricsRequest = { kind: 'metrics', id };
    child.send(request, () => undefined);
    const timer = setTimeout(() => resolve(null), METRICS_MS);
    const metrics = await promise;
    clearTimeout(timer);
    this.#asked.delete(id);
    return metrics;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    child?.kill('SIGTERM');
    const timer = setTimeout(() => child?.kill('SIGKILL'), STOP_MS);
    await this.#running;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { log, number, onDeath } = this.#options;
    while (!this.#stopping.signal.aborted) {
      const begun = performance.now();
      const { code, signal } = await this.#runOnce();
      if (this.#stopping.signal.aborted) return;
      const hasDied = code !== 0;
      this.#failures = performance.now() - begun < STABLE_MS ? this.#failures + 1 : 1;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
      log[hasDied ? 'error' : 'info']({ process: number, code, signal, pauseMs }, 'A process for published apps ended and is replaced');
      if (hasDied) await onDeath().catch((err: unknown) => log.error({ err }, 'The end of a process could not be reported'));
      await pause(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  async #runOnce(): Promise<Ending> {
    const { ports, log, number, onStart } = this.#options;
    const input: MemberInput = { number, ports: { PORT: ports.PORT, RUNTIME_PORT: ports.RUNTIME_PORT } };
    const child = fork(ENTRY, [JSON.stringify(input)], {
      execArgv: EXEC_ARGUMENTS,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.#child = child;
    this.#isReady = false;
    this.#silentChecks = 0;
    child.on('message', (message) => this.#receive(message as MemberMessage));
    onStart(child);
    const ending = new Promise<Ending>((resolve) => {
      // Later than `exit`: what the process has sent before its end has been received.
      child.on('close', (code, signal) => resolve({ code, signal }));
      child.on('error', (err) => {
        log.error({ err, process: number }, 'A process for published apps failed');
        // It could not be started, so it does not exit.
        if (child.pid === undefined) resolve({ code: null, signal: null });
      });
    });
    const checks = setInterval(() => this.#check(child), CHECK_MS);
    const ended = await ending;
    clearInterval(checks);
    this.#child = null;
    return ended;
  }

  #receive(message: MemberMessage): void {
    this.#silentChecks = 0;
    if (message.kind === 'ready') {
      this.#isReady = true;
      this.#options.log.debug({ process: this.#options.number }, 'A process serves published apps');
    }
    if (message.kind === 'proxy-fault') this.#options.onProxyFault(message.host);
    if (message.kind === 'metrics') this.#asked.get(message.id)?.(message.metrics);
  }

  #check(child: ChildProcess): void {
    if (this.#silentChecks++ < (this.#isReady ? MAX_SILENT_CHECKS : MAX_SILENT_CHECKS_AT_START)) return;
    this.#options.log.error({ process: this.#options.number }, 'A process for published apps does not respond and is killed');
    child.kill('SIGKILL');
  }
}
