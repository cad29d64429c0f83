import { createHash } from 'node:crypto';
import { type Collection, DuplicateKey, newId } from '../contract/index.ts';
import { type Clock, isoTime } from './clock.ts';
import type { JobDocument } from './job-document.ts';
import { nextTime, retryDelay } from './schedule.ts';

const DAY_MS = 24 * 3600 * 1000;
/** More than the clocks of nodes differ by, which go by the time of the store. */
const CLOCK_TOLERANCE_MS = 60_000;
/** Dead letters are kept longer, because a person has to inspect them. */
const KEPT_MS = { done: 7 * DAY_MS, cancelled: 7 * DAY_MS, dead: 30 * DAY_MS };

/** A job whose lease this node holds. */
export interface Claim {
  readonly job: JobDocument;
  readonly lease: string;
  /** In ms since 1970, not before the planned time. Lower bound of the next cron time, should the clock be set back. */
  readonly claimedAt: number;
}

/** The job documents. Every change is one atomic write, so any number of nodes may call any method concurrently. */
export class Queue {
  readonly #jobs: Collection<JobDocument>;
  readonly #clock: Clock;
  readonly #nodeId: string;

  constructor(jobs: Collection<JobDocument>, clock: Clock, nodeId: string) {
    this.#jobs = jobs;
    this.#clock = clock;
    this.#nodeId = nodeId;
  }

  /** The job's id; that of the existing job when the name and the key are the same. */
  async add(
    name: string,
    input: unknown,
    options: { readonly key?: string; readonly runAt?: Date; readonly tenant?: string | undefined },
  ): Promise<string> {
    const _id = options.key === undefined ? newId() : keyedId(name, options.key);
    const dueAt = isoTime(options.runAt?.getTime() ?? this.#clock.now());
    const { tenant } = options;
    const job = { ...this.#fresh(_id, name), input: JSON.stringify(input ?? null), dueAt };
    await this.#insert(tenant === undefined ? job : { ...job, tenant });
    return _id;
  }

  /** Inserts a due job and claims it in the same write; no claim when a job with the key exists. */
  async addClaimed(
    name: string,
    input: unknown,
    { key, leaseMs }: { readonly key?: string; readonly leaseMs: number },
  ): Promise<{ readonly id: string; readonly claim: Claim | null }> {
    const _id = key === undefined ? newId() : keyedId(name, key);
    const lease = newId();
    const held = { status: 'running', attempt: 1, lease, node: this.#nodeId, dueAt: this.#now(leaseMs) } as const;
    const job: JobDocument = { ...this.#fresh(_id, name), input: JSON.stringify(input ?? null), ...held };
    const claim = { job, lease, claimedAt: this.#clock.now() };
    try {
      return { id: _id, claim: (await this.#insert(job)) ? claim : null };
    } catch (error) {
      // The write may have succeeded although its response was lost: release the lease, which has no holder.
      await this.release(claim).catch(() => undefined);
      throw error;
    }
  }

  /** Upserts the document of a recurring job. Resolves with whether the schedule is in force: a changed one waits for the end of a run. */
  async schedule(name: string, cron: string): Promise<boolean> {
    const _id = `cron.${name}`;
    const next = nextTime(cron, this.#clock.now());
    const dueAt = isoTime(next);
    const made = await this.#insert({ ...this.#fresh(_id, name), input: '{}', dueAt, cron });
    // One that is planned for later than the second of the next times was so by a clock that was set back since.
    const isStale = { $or: [{ cron: { $ne: cron } }, { dueAt: { $gt: isoTime(nextTime(cron, next)) } }] };
    if (!made) await this.#jobs.updateOne({ _id, status: 'queued', ...isStale }, { $set: { cron, dueAt } });
    return made || (await this.#jobs.count({ _id, cron })) > 0;
  }

  /** Jobs that may be claimed now, the longest due first. `without` has the tenants, by the name of a job, whose jobs are left out. */
  async due(
    names: readonly string[],
    { without, limit }: { readonly without: ReadonlyMap<string, readonly string[]>; readonly limit: number },
  ): Promise<Pick<JobDocument, '_id' | 'name' | 'tenant'>[]> {
    const held = [...without].flatMap(([name, tenants]) => (tenants.length === 0 ? [] : [{ name, tenant: { $in: tenants } }]));
    const filter = { name: { $in: names }, dueAt: { $lte: this.#now() }, ...(held.length === 0 ? {} : { $nor: held }) };
    return await this.#jobs.find(filter, { sort: { dueAt: 1 }, limit, projection: { name: 1, tenant: 1 } });
  }

  /** Plans jobs anew that were queued by a clock that was set back since: each waits for as long as it was to wait. */
  async resume(names: readonly string[]): Promise<void> {
    const createdAt = this.#now();
    const planned = { name: { $in: names }, status: 'queued', cron: { $exists: false }, dueAt: { $gt: createdAt } } as const;
    const filter = { ...planned, createdAt: { $gt: this.#now(CLOCK_TOLERANCE_MS) } };
    for (const job of await this.#jobs.find(filter, { projection: { dueAt: 1, createdAt: 1 } })) {
      const wait = Math.max(0, Date.parse(job.dueAt ?? '') - Date.parse(job.createdAt));
      await this.#jobs.updateOne({ ...planned, _id: job._id, createdAt: job.createdAt }, { $set: { createdAt, dueAt: this.#now(wait) } });
    }
  }

  /** Makes the jobs of dead nodes due at once, before their leases expire. */
  async reclaim(names: readonly string[], isGone: (node: string) => boolean): Promise<void> {
    const filter = { name: { $in: names }, dueAt: { $gt: this.#now() }, status: 'running' };
    for (const { _id, lease, node } of await this.#jobs.find(filter, { projection: { lease: 1, node: 1 } })) {
      if (node !== undefined && isGone(node)) await this.#jobs.updateOne({ _id, lease }, { $set: { dueAt: this.#now() } });
    }
  }

  /** Null when another node claimed it first. */
  async claim(id: string, leaseMs: number): Promise<Claim | null> {
    const lease = newId();
    const claimedAt = this.#clock.now();
    const filter = { _id: id, dueAt: { $lte: isoTime(claimedAt) } };
    const change = { status: 'running', lease, node: this.#nodeId, dueAt: this.#now(leaseMs) };
    const job = await this.#jobs.findOneAndUpdate(filter, { $set: change, $inc: { attempt: 1 } });
    return job && { job, lease, claimedAt };
  }

  /** Whether the lease is still held; `cancelled` when cancellation was requested. */
  async renew({ job, lease }: Claim, leaseMs: number): Promise<'held' | 'cancelled' | 'lost'> {
    const found = await this.#jobs.findOneAndUpdate({ _id: job._id, lease }, { $set: { dueAt: this.#now(leaseMs) } });
    if (!found) return 'lost';
    return found.cancelled ? 'cancelled' : 'held';
  }

  /** The ids whose cancellation was requested. */
  async cancelled(ids: readonly string[]): Promise<string[]> {
    const found = await this.#jobs.find({ _id: { $in: ids }, cancelled: true }, { projection: { _id: 1 } });
    return found.map((job) => job._id);
  }

  /** False, here and below, when the lease was lost. */
  async progress(claim: Claim, progress: NonNullable<JobDocument['progress']>): Promise<boolean> {
    return await this.#change(claim, { $set: { progress } });
  }

  /** Ends a job; queues a recurring one for its next time instead. */
  async end(claim: Claim, status: 'done' | 'cancelled' | 'dead', error: string | null): Promise<boolean> {
    const { cron, attempt } = claim.job;
    if (cron !== undefined) {
      const next = nextTime(cron, Math.max(this.#clock.now(), claim.claimedAt));
      const again = { status: 'queued', attempt: 0, error, dueAt: isoTime(next) };
      return await this.#change(claim, { $set: again, $unset: { lease: '', node: '', cancelled: '' } });
    }
    const ended = { status, attempt, error, expiresAt: this.#now(KEPT_MS[status]) };
    return await this.#change(claim, { $set: ended, $unset: { lease: '', node: '', dueAt: '', cancelled: '' } });
  }

  async retry(claim: Claim, error: string): Promise<boolean> {
    const dueAt = this.#now(retryDelay(claim.job.attempt));
    return await this.#requeue(claim, { $set: { status: 'queued', error, dueAt } });
  }

  /** Releases the job without counting the attempt. */
  async release(claim: Claim): Promise<boolean> {
    return await this.#requeue(claim, { $set: { status: 'queued', dueAt: this.#now() }, $inc: { attempt: -1 } });
  }

  /** Deletes a recurring job that is no longer declared. */
  async drop({ job, lease }: Claim): Promise<void> {
    await this.#jobs.deleteOne({ _id: job._id, lease });
  }

  /** Cancels a queued job; requests cancellation of a running one, on any node. */
  async cancel(id: string): Promise<void> {
    const ended = { status: 'cancelled', expiresAt: this.#now(KEPT_MS.cancelled) };
    const once = { cron: { $exists: false } };
    const queued = await this.#jobs.updateOne(
      { _id: id, status: 'queued', ...once },
      { $set: ended, $unset: { dueAt: '', cancelled: '' } },
    );
    if (queued > 0) return;
    // The job may be queued for a retry by now: the next claim sees the request.
    const alive = [{ status: 'running' }, { status: 'queued', ...once }];
    await this.#jobs.updateOne({ _id: id, $or: alive }, { $set: { cancelled: true } });
  }

  async find(id: string): Promise<JobDocument | null> {
    return await this.#jobs.findOne({ _id: id });
  }

  #fresh(_id: string, name: string) {
    return { _id, name, status: 'queued', attempt: 0, progress: null, error: null, createdAt: this.#now() } as const;
  }

  async #insert(job: JobDocument): Promise<boolean> {
    try {
      await this.#jobs.insertOne(job);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
  }

  async #requeue({ job, lease }: Claim, update: Record<string, object>): Promise<boolean> {
    const found = await this.#jobs.findOneAndUpdate({ _id: job._id, lease }, { ...update, $unset: { lease: '', node: '' } });
    // Cancellation was requested during the run, too late for the handler.
    if (found?.cancelled) await this.cancel(job._id);
    return found !== null;
  }

  async #change({ job, lease }: Claim, update: Record<string, object>): Promise<boolean> {
    return (await this.#jobs.updateOne({ _id: job._id, lease }, update)) > 0;
  }

  #now(plusMs = 0): string {
    return isoTime(this.#clock.now() + plusMs);
  }
}

/** The id is derived from the key, so the primary key enforces uniqueness across nodes. */
function keyedId(name: string, key: string): string {
  return `key.${createHash('sha256').update(`${name}\n${key}`).digest('hex').slice(0, 40)}`;
}
