import type { z } from 'zod';
import { type JobSpec, type JobState, type Logger, newId, type Store } from '../contract/index.ts';
import { type Clock, systemClock } from './clock.ts';
import { parseInput } from './input.ts';
import { type JobDocument, jobCollection } from './job-document.ts';
import { Queue } from './queue.ts';
import type { Definition } from './run.ts';
import { Runner } from './runner.ts';
import { nextTime } from './schedule.ts';

/** Durable work that outlives its request and its node. */
export interface Jobs {
  /** Before `start`. `name` is `<plugin>.<job>`; throws for a cron text that does not parse and for a name that is taken. */
  define(name: string, spec: JobSpec<z.ZodType, unknown>, api: () => unknown): void;
  /** Starts to claim jobs, on a node with the role `worker`. */
  start(): void;
  /**
   * Resolves with the job's id once it is stored. The same name and key give the same job until it expires (7 days after its end, 30 for
   * a dead letter). Throws `InvalidInput`.
   */
  enqueue(name: string, input: unknown, options?: { readonly key?: string; readonly runAt?: Date }): Promise<string>;
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

interface JobsOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly nodeId: string;
  /** Whether this node runs jobs; it can enqueue, cancel and read them in any case. */
  readonly run: boolean;
  /** Whether a node is known to have died before this one started: its jobs are claimed at once. Default: not before their leases expire. */
  readonly isGone?: (nodeId: string) => boolean;
  /** Default: the system's. */
  readonly clock?: Clock;
}

export async function openJobs({ store, log, nodeId, run, isGone = () => false, clock = systemClock }: JobsOptions): Promise<Jobs> {
  const definitions = new Map<string, Definition>();
  const queue = new Queue(await store.open('jobs', jobCollection), clock, nodeId);
  const runner = new Runner({ queue, clock, log, definitions, isGone });

  function defined(name: string): Definition {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`There is no job "${name}". Declare it under "jobs" of its plugin.`);
    return definition;
  }

  const owned = async (plugin: string, id: string): Promise<JobDocument | null> => {
    const job = await queue.find(id);
    return job?.name.startsWith(`${plugin}.`) ? job : null;
  };

  return {
    define(name, spec, api) {
      if (definitions.has(name)) throw new Error(`The job "${name}" is defined twice.`);
      if (spec.cron !== undefined) nextTime(spec.cron, clock.now());
      definitions.set(name, { name, spec, api });
    },
    start() {
      if (run) runner.start();
    },
    async enqueue(name, input, options = {}) {
      const definition = defined(name);
      parseInput(definition, input);
      const { key, runAt } = options;
      // With free capacity the job is stored as already claimed by this node: one write instead of two, and no poll.
      if (runAt === undefined && runner.hasRoom(name)) return runner.begin(definition, input, key);
      const id = await queue.add(name, input, options);
      runner.look();
      return id;
    },
    async cancel(plugin, id) {
      if ((await owned(plugin, id)) === null) return;
      await queue.cancel(id);
      if (runner.running(id)) runner.look();
    },
    async state(plugin, id) {
      const job = await owned(plugin, id);
      if (job === null) return null;
      const { status, attempt, error } = job;
      const progress = job.progress && {
        done: job.progress.done,
        total: job.progress.total,
        ...(job.progress.note === undefined ? {} : { note: job.progress.note }),
      };
      return { id, status, attempt, progress, error };
    },
    drain: (timeoutMs) => runner.drain(timeoutMs),
    close: () => runner.drain(0),
    async runNow(name, input) {
      const definition = defined(name);
      const parsed = parseInput(definition, input);
      const { signal } = new AbortController();
      await definition.spec.run(parsed, { api: definition.api(), id: newId(), attempt: 1, signal, progress: async () => undefined });
    },
  };
}
