import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { Deed } from './deed.ts';

/** A function in a Node worker thread, for CPU work: the module behind `url` default-exports a `WorkerTask`. */
export interface WorkerSpec<I = unknown, O = unknown> {
  /** `new URL('./name.worker.ts', import.meta.url)`. In a built plugin, where there is no such file, `name.worker.js` runs. */
  readonly url: URL;
  /** Processor time of a run, in milliseconds; it may take four times as long by the clock. Beyond, its thread ends and it rejects with `WorkerTimeout`. */
  readonly timeoutMs: number;
  /** Heap limit of a thread: a thread that exceeds it is replaced, and its run rejects with `WorkerFailed`. */
  readonly memoryMb: number;
  readonly types?: [I, O];
}
export type WorkerTask<I, O> = (input: I, env: { readonly signal: AbortSignal }) => O | Promise<O>;

export interface JobRun<Service> {
  /** The plugin's own running service. */
  readonly service: Service;
  readonly id: string;
  /** 1 on the first attempt. A job may run again after a crash, so its effects must be idempotent. */
  readonly attempt: number;
  /** Aborts on cancel, on drain and when the lease is lost; `signal.reason` is `'cancelled' | 'draining' | 'lease-lost'`. */
  readonly signal: AbortSignal;
  /** Published to subscribers of the job; `done` and `total` in the job's own unit. */
  progress(done: number, total: number, note?: string): Promise<void>;
  /**
   * Throws unless the account behind the actor is enabled and may do with the app what the job declares. For jobs that act as an account: a run comes
   * later than the call that queued it, and a right is checked when it is used. Throws for all other jobs.
   */
  permit(actor: Actor, appId: string): Promise<void>;
}

/**
 * What queues a job. `schedule`: its `cron`. `plugin`: the plugin itself, when it starts or after an event. `visitor`, `user`, `builder`,
 * `admin`: a call, by the one with the least rights that may make it: anyone, any account, people who build the app, administrators.
 */
export type JobStarter = 'schedule' | 'plugin' | 'visitor' | 'user' | 'builder' | 'admin';
export const JOB_STARTERS: readonly JobStarter[] = ['schedule', 'plugin', 'visitor', 'user', 'builder', 'admin'];

/**
 * With whose rights a job runs. `installation`: those of the plugin, for work that no account is refused. `app`: those of one app, as its own
 * code has them. `account`: those of the account that queued it, which the run checks by `permit`.
 */
export type JobActor = 'installation' | 'app' | 'account';
export const JOB_ACTORS: readonly JobActor[] = ['installation', 'app', 'account'];

/** A durable job: a leased document, retried with backoff, then a dead letter. */
export interface JobSpec<Input extends z.ZodType, Service> {
  readonly input: Input;
  /** Who may start it; a job without it, or with the cron of another, fails the boot. */
  readonly startedBy: readonly JobStarter[];
  /** The most that a run does. */
  readonly does: Deed;
  readonly actsAs: JobActor;
  /** Default 30,000 ms; renewed while the job runs. */
  readonly leaseMs?: number;
  /** Default 5. */
  readonly attempts?: number;
  /** Maximum concurrent runs on a node; default 4. */
  readonly concurrency?: number;
  /**
   * Whose work a job is, such as the id of an app. Tenants take turns: a place that becomes free goes to a due job of a tenant that had none in
   * this round, whatever others have queued before. Default: jobs run in the order of their times.
   */
  tenant?(input: z.output<Input>): string;
  /** Maximum concurrent runs of one tenant on a node; default half of `concurrency`, and at least 1. */
  readonly tenantConcurrency?: number;
  /** Cron expression of five fields, in UTC; one run per cluster. The input of such a run is `{}`. */
  readonly cron?: string;
  run(input: z.output<Input>, job: JobRun<Service>): Promise<void>;
}

export interface JobState {
  readonly id: string;
  readonly status: 'queued' | 'running' | 'done' | 'cancelled' | 'dead';
  readonly attempt: number;
  readonly progress: { readonly done: number; readonly total: number; readonly note?: string } | null;
  /** The error message of the last failed attempt. */
  readonly error: string | null;
}
