import type { z } from 'zod';
import type { JobRun, JobSpec, JobState } from '../contract/index.ts';

/** A job for the engine, which knows no rights: the kernel checks them. */
export type EngineJob = Omit<JobSpec<z.ZodType, unknown>, 'run' | 'startedBy' | 'does' | 'actsAs'> & {
  run(input: unknown, job: Omit<JobRun<unknown>, 'permit'>): Promise<void>;
};

/** Durable work that outlives its request and its node. */
export interface Jobs {
  /** Before `start`. `name` is `<plugin>.<job>`; throws for a cron text that does not parse and for a name that is taken. */
  define(name: string, spec: EngineJob, service: () => unknown): void;
  /** Starts to claim jobs, on a node with the role `worker`. */
  start(): void;
  /**
   * Resolves with the job's id once it is stored. The same name and key give the same job until it expires (7 days after its end, 30 for
   * a dead letter). Throws `InvalidInput`.
   */
  enqueue(name: string, input: unknown, options?: { readonly key?: string; readonly runAt?: Date }): Promise<string>;
  /** Whether a job that is enqueued in this turn of the event loop, without `runAt`, begins on this node with the write that stores it. */
  hasCapacity(name: string): boolean;
  /** Of this plugin only. A queued job never starts; a running one, on whichever node, has its signal aborted within about a second. */
  cancel(plugin: string, id: string): Promise<void>;
  /** Null when the plugin has no such job (any more). */
  state(plugin: string, id: string): Promise<JobState | null>;
  /** Claims no more jobs, waits half of the time for runs to end, aborts the rest with `draining`, and releases what still runs to other nodes. */
  drain(timeoutMs: number): Promise<void>;
  /** A drain with no time to wait. */
  close(): Promise<void>;
  /** Runs a job directly, without queue, lease or retry, and rejects with what it throws: for tests. */
  runNow(name: string, input: unknown): Promise<void>;
}
