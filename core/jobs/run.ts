import { DomainError, InvalidInput, type JobRun, type Logger } from '../contract/index.ts';
import type { EngineJob } from '../ports/jobs.ts';
import type { Clock } from './clock.ts';
import { parseInput } from './input.ts';
import type { Claim, Queue } from './queue.ts';

/** A job as its plugin declared it. */
export interface Definition {
  readonly name: string;
  readonly spec: EngineJob;
  readonly service: () => unknown;
}

type AbortReason = 'cancelled' | 'draining' | 'lease-lost';
type Progress = Parameters<JobRun<unknown>['progress']>;

const SETTLE_RETRY_MS = 1000;
const DEFAULT_LEASE_MS = 30_000;
const DEFAULT_ATTEMPTS = 5;

export function leaseMsOf(definition: Definition): number {
  return definition.spec.leaseMs ?? DEFAULT_LEASE_MS;
}

export interface RunParts {
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly definition: Definition;
  readonly claim: Claim;
}

/** One attempt of one job on this node: renews the lease, observes cancellation, and writes the outcome. */
export class Run {
  readonly id: string;
  readonly name: string;
  /** Resolves when the handler has settled and its outcome is written. Never rejects. */
  readonly ended: Promise<void>;
  readonly #parts: RunParts;
  readonly #abort = new AbortController();
  #heldUntil: number;
  #stopHeartbeat: () => void = () => undefined;
  /** The run is settled or released, and writes nothing more. */
  #isOver = false;
  #nextProgress: { readonly done: number; readonly total: number; readonly note?: string } | null = null;
  #writingProgress: Promise<void> | null = null;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.id = parts.claim.job._id;
    this.name = parts.definition.name;
    this.#heldUntil = parts.clock.now() + this.#leaseMs;
    this.#heartbeat(this.#leaseMs / 3);
    this.ended = this.#execute().finally(() => {
      this.#isOver = true;
      this.#stopHeartbeat();
    });
  }

  get #leaseMs(): number {
    return leaseMsOf(this.#parts.definition);
  }

  abort(reason: AbortReason): void {
    this.#abort.abort(reason);
  }

  /** For a handler that does not settle: releases the job to other nodes; its later outcome is ignored. */
  async release(): Promise<void> {
    this.#isOver = true;
    this.#stopHeartbeat();
    await this.#parts.queue.release(this.#parts.claim);
  }

  async #execute(): Promise<void> {
    const { claim, definition } = this.#parts;
    const { job } = claim;
    const attempts = definition.spec.attempts ?? DEFAULT_ATTEMPTS;
    if (job.cancelled) return await this.#settle((queue) => queue.end(claim, 'cancelled', job.error));
    if (job.attempt > attempts) {
      // Attempts are exhausted before this one only if a node died during the last attempt.
      const error = 'The server stopped before this was done.';
      this.#log('error', {}, 'a job is dead: its node died in the last attempt');
      return await this.#settle((queue) => queue.end({ ...claim, job: { ...job, attempt: attempts } }, 'dead', error));
    }
    const failure = await this.#attempt();
    await this.#writingProgress;
    if (this.#isOver) return;
    const reason = this.#abort.signal.aborted ? (this.#abort.signal.reason as AbortReason) : null;
    if (reason === 'lease-lost') return this.#log('warn', {}, 'a job was taken over by another node');
    if (reason === 'cancelled') return await this.#settle((queue) => queue.end(claim, 'cancelled', job.error));
    // Also when the handler returned: it may have stopped early because of the signal, and handlers are idempotent.
    if (reason === 'draining') return await this.#settle((queue) => queue.release(claim));
    if (!failure) return await this.#settle((queue) => queue.end(claim, 'done', null));
    const isFinal = failure.thrown instanceof InputChanged || job.attempt >= attempts;
    this.#log(isFinal ? 'error' : 'warn', { err: failure.thrown }, isFinal ? 'a job is dead' : 'a job failed and will be retried');
    const message = publicMessage(failure.thrown);
    await this.#settle((queue) => (isFinal ? queue.end(claim, 'dead', message) : queue.retry(claim, message)));
  }

  async #attempt(): Promise<{ readonly thrown: unknown } | null> {
    const { claim, definition } = this.#parts;
    try {
      const input = readInput(definition, claim.job.input);
      const progress = (...values: Progress) => this.#progress(...values);
      const { signal } = this.#abort;
      await definition.spec.run(input, { service: definition.service(), id: this.id, attempt: claim.job.attempt, signal, progress });
      return null;
    } catch (thrown) {
      return { thrown };
    }
  }

  /** Coalesces reports: the latest waits for the write in flight. */
  async #progress(done: number, total: number, note?: string): Promise<void> {
    this.#nextProgress = note === undefined ? { done, total } : { done, total, note };
    this.#writingProgress ??= this.#writeProgress().finally(() => {
      this.#writingProgress = null;
    });
    await this.#writingProgress;
  }

  async #writeProgress(): Promise<void> {
    for (let next = this.#nextProgress; next; next = this.#nextProgress) {
      this.#nextProgress = null;
      try {
        if (!(await this.#parts.queue.progress(this.#parts.claim, next))) this.abort('lease-lost');
      } catch (error) {
        // Progress is best effort: a failed write does not fail the job.
        this.#log('warn', { err: error }, 'the progress of a job could not be stored');
      }
    }
  }

  #heartbeat(afterMs: number): void {
    this.#stopHeartbeat = this.#parts.clock.after(afterMs, () => {
      void this.#renew().then((next) => {
        if (next !== null && !this.#isOver) this.#heartbeat(next);
      });
    });
  }

  async #renew(): Promise<number | null> {
    const { queue, clock, claim } = this.#parts;
    const until = clock.now() + this.#leaseMs;
    // Independent of the store's response: the handler must be aborted before another node can claim the expired lease.
    const stop = clock.after(Math.max(this.#heldUntil - clock.now(), this.#leaseMs / 6), () => this.abort('lease-lost'));
    try {
      const held = await queue.renew(claim, this.#leaseMs);
      if (held === 'lost') {
        this.abort('lease-lost');
        return null;
      }
      this.#heldUntil = until;
      if (held === 'cancelled') this.abort('cancelled');
      return this.#leaseMs / 3;
    } catch (error) {
      this.#log('warn', { err: error }, 'the lease of a job could not be renewed');
      if (clock.now() < this.#heldUntil) return this.#leaseMs / 6;
      this.abort('lease-lost');
      return null;
    } finally {
      stop();
    }
  }

  /** Retries the write of the outcome, because without it the job runs again. The lease is renewed meanwhile. */
  async #settle(write: (queue: Queue) => Promise<boolean>): Promise<void> {
    const { queue, clock } = this.#parts;
    for (;;) {
      try {
        if (!(await write(queue)) && !this.#isOver)
          this.#log('warn', {}, 'a job was taken over by another node before its outcome was stored');
        return;
      } catch (error) {
        this.#log('error', { err: error }, 'the outcome of a job could not be stored');
        if (this.#isOver || clock.now() >= this.#heldUntil) return;
        await new Promise<void>((resolve) => clock.after(SETTLE_RETRY_MS, resolve));
      }
    }
  }

  #log(level: 'warn' | 'error', fields: object, message: string): void {
    this.#parts.log[level]({ job: this.name, id: this.id, attempt: this.#parts.claim.job.attempt, ...fields }, message);
  }
}

/** The stored input does not match the job's schema; not retried. */
class InputChanged extends InvalidInput {}

function readInput(definition: Definition, text: string): unknown {
  try {
    return parseInput(definition, JSON.parse(text));
  } catch (error) {
    throw error instanceof InvalidInput ? new InputChanged(error.message, error.issues) : error;
  }
}

/** The message of a failure that is shown to people; the log has the details. */
function publicMessage(thrown: unknown): string {
  return thrown instanceof DomainError ? thrown.message : 'Something went wrong; the log of the server says what.';
}
