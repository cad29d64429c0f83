import type { Logger } from '../contract/index.ts';
import type { Clock } from './clock.ts';
import type { Claim, Queue } from './queue.ts';
import { type Definition, leaseMsOf, Run } from './run.ts';
import { Turns } from './turns.ts';

/** Poll interval: the delay until a job or a cancellation of another node is noticed here. */
const POLL_MS = 1000;
const SLOWEST_POLL_MS = 15_000;
/** A greater step back is one of the clock, not of its measurement. */
const SET_BACK_MS = 60_000;
const PAGE = 32;
const DEFAULT_CONCURRENCY = 4;

export interface RunnerParts {
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Nodes that are known to have died before this one started. */
  readonly isGone: (node: string) => boolean;
}

/** Claims due jobs and runs them, within each job's concurrency. */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #running = new Map<string, Run>();
  /** Claims in flight: jobs that this node stores as claimed, and queued jobs that it is claiming. */
  readonly #claiming = new Map<Promise<unknown>, Definition>();
  readonly #unscheduled = new Set<Definition>();
  readonly #turns = new Map<Definition, Turns>();
  #stopTimer: () => void = () => undefined;
  #polling: Promise<void> | null = null;
  #pollAgain = false;
  #active = false;
  #hasReclaimed = false;
  /** The latest time of a poll. */
  #polledAt = 0;
  #failures = 0;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#active) return;
    this.#active = true;
    this.poll();
  }

  /** Polls now, or once more after the poll in flight. */
  poll(): void {
    if (!this.#active) return;
    this.#pollAgain = true;
    this.#polling ??= this.#pollWhileRequested();
  }

  /** Whether this node begins one more job of this name at once. Jobs of tenants wait for their turn. */
  hasCapacity(name: string): boolean {
    const definition = this.#parts.definitions.get(name);
    return this.#active && definition !== undefined && definition.spec.tenant === undefined && this.#free(definition) > 0;
  }

  /** Stores a job as claimed by this node, and runs it; resolves with its id. An existing job is left to the queue. */
  async begin(definition: Definition, input: unknown, key: string | undefined): Promise<string> {
    const leaseMs = leaseMsOf(definition);
    const beginning = this.#parts.queue.addClaimed(definition.name, input, { leaseMs, ...(key === undefined ? {} : { key }) });
    this.#claiming.set(beginning, definition);
    try {
      const { id, claim } = await beginning;
      if (claim) this.#run(claim, definition);
      else this.poll();
      return id;
    } finally {
      this.#claiming.delete(beginning);
    }
  }

  /** The job's run on this node, if there is one. */
  running(id: string): Run | undefined {
    return this.#running.get(id);
  }

  /** Claims no more; after half of the time aborts the runs, and at the end releases those that have not settled. */
  async drain(timeoutMs: number): Promise<void> {
    this.#active = false;
    this.#stopTimer();
    await Promise.allSettled([this.#polling, ...this.#claiming.keys()]);
    await this.#settled(timeoutMs / 2);
    for (const run of this.#running.values()) run.abort('draining');
    await this.#settled(timeoutMs / 2);
    await Promise.all(
      [...this.#running.values()].map((run) =>
        run.release().catch((error: unknown) => {
          this.#parts.log.warn({ err: error, job: run.name, id: run.id }, 'a job could not be released; its lease will expire');
        }),
      ),
    );
  }

  async #settled(withinMs: number): Promise<void> {
    if (this.#running.size === 0 || withinMs === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.#parts.clock.after(withinMs, resolve);
    await Promise.race([promise, Promise.all([...this.#running.values()].map((run) => run.ended))]);
    stop();
  }

  async #pollWhileRequested(): Promise<void> {
    this.#stopTimer();
    try {
      while (this.#pollAgain && this.#active) {
        this.#pollAgain = false;
        await this.#followClock();
        await this.#schedule();
        await this.#reclaim();
        await this.#abortCancelled();
        await this.#claimDue();
      }
      this.#failures = 0;
    } catch (error) {
      if (this.#failures++ === 0) this.#parts.log.error({ err: error }, 'jobs cannot be read; retrying');
    }
    this.#polling = null;
    if (!this.#active) return;
    // Jitter, so that nodes do not poll in step.
    const wait = Math.min(POLL_MS * 2 ** this.#failures, SLOWEST_POLL_MS) * (0.8 + Math.random() * 0.2);
    this.#stopTimer = this.#parts.clock.after(wait, () => this.poll());
  }

  /** At the start, and after the clock was set back, what was planned by the earlier clock is planned anew. */
  async #followClock(): Promise<void> {
    const now = this.#parts.clock.now();
    const isSetBack = this.#polledAt === 0 || now < this.#polledAt - SET_BACK_MS;
    if (isSetBack) {
      for (const definition of this.#parts.definitions.values()) if (definition.spec.cron !== undefined) this.#unscheduled.add(definition);
      await this.#parts.queue.resume([...this.#parts.definitions.keys()]);
    }
    this.#polledAt = now;
  }

  async #schedule(): Promise<void> {
    for (const definition of this.#unscheduled) {
      if (await this.#parts.queue.schedule(definition.name, definition.spec.cron ?? '')) this.#unscheduled.delete(definition);
    }
  }

  async #reclaim(): Promise<void> {
    if (this.#hasReclaimed) return;
    await this.#parts.queue.reclaim([...this.#parts.definitions.keys()], this.#parts.isGone);
    this.#hasReclaimed = true;
  }

  async #abortCancelled(): Promise<void> {
    if (this.#running.size === 0) return;
    for (const id of await this.#parts.queue.cancelled([...this.#running.keys()])) this.#running.get(id)?.abort('cancelled');
  }

  async #claimDue(): Promise<void> {
    for (let again = true; again && this.#active; ) {
      const free = [...this.#parts.definitions.values()].filter((definition) => this.#free(definition) > 0);
      if (free.length === 0) return;
      const due = await this.#parts.queue.due(
        free.map(({ name }) => name),
        { without: new Map(free.map((definition) => [definition.name, this.#turnsOf(definition).held])), limit: PAGE },
      );
      const claimed = new Set<Definition>();
      for (const { _id, name, tenant } of due) {
        const definition = this.#parts.definitions.get(name);
        if (definition && this.#active && this.#mayStart(definition, tenant) && (await this.#claim(_id, definition)))
          claimed.add(definition);
      }
      // A full page may lack the jobs of tenants that still wait.
      const isOver = (definition: Definition) => due.length < PAGE && !claimed.has(definition);
      const begun = free.filter((definition) => isOver(definition) && this.#turnsOf(definition).nextRound());
      again = claimed.size > 0 || begun.length > 0;
    }
  }

  #mayStart(definition: Definition, tenant: string | undefined): boolean {
    return this.#free(definition) > 0 && (tenant === undefined || this.#turnsOf(definition).mayStart(tenant));
  }

  #turnsOf(definition: Definition): Turns {
    const { tenantConcurrency } = definition.spec;
    const made = this.#turns.get(definition) ?? new Turns(tenantConcurrency ?? Math.max(1, Math.floor(concurrencyOf(definition) / 2)));
    this.#turns.set(definition, made);
    return made;
  }

  async #claim(id: string, definition: Definition): Promise<boolean> {
    const { queue } = this.#parts;
    // A run that lost its lease but has not settled: claiming the job again would run it twice in this process.
    if (this.#running.has(id)) return false;
    const claiming = queue.claim(id, leaseMsOf(definition));
    this.#claiming.set(claiming, definition);
    const claim = await claiming.finally(() => this.#claiming.delete(claiming));
    if (!claim) return false;
    if (claim.job.cron !== undefined && definition.spec.cron === undefined) {
      await queue.drop(claim);
      return true;
    }
    this.#run(claim, definition);
    return true;
  }

  #run(claim: Claim, definition: Definition): void {
    const run = new Run({ ...this.#parts, definition, claim });
    this.#running.set(run.id, run);
    const { tenant } = claim.job;
    const endTurn = tenant === undefined ? () => undefined : this.#turnsOf(definition).start(tenant);
    void run.ended.then(() => {
      this.#running.delete(run.id);
      endTurn();
      this.poll();
    });
  }

  #free(definition: Definition): number {
    let busy = 0;
    for (const run of this.#running.values()) if (run.name === definition.name) busy++;
    for (const beginning of this.#claiming.values()) if (beginning === definition) busy++;
    return concurrencyOf(definition) - busy;
  }
}

function concurrencyOf({ spec }: Definition): number {
  return spec.concurrency ?? DEFAULT_CONCURRENCY;
}
