import { type Logger, newId } from '../contract/index.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Store } from '../ports/store.ts';
import { type Clock, storeClock } from './clock.ts';
import { parseInput } from './input.ts';
import { type JobDocument, jobCollection } from './job-document.ts';
import { Queue } from './queue.ts';
import type { Definition } from './run.ts';
import { Runner } from './runner.ts';
import { nextTime } from './schedule.ts';

interface JobsOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly nodeId: string;
  /** Whether this node runs jobs; it can enqueue, cancel and read them in any case. */
  readonly run: boolean;
  /** Whether a node is known to have died before this one started: its jobs are claimed at once. Default: when their leases expire. */
  readonly isGone?: (nodeId: string) => boolean;
  /** Default: the store's time. */
  readonly clock?: Clock;
}

export async function openJobs({ store, log, nodeId, run, isGone = () => false, clock = storeClock }: JobsOptions): Promise<Jobs> {
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
    define(name, spec, service) {
      if (definitions.has(name)) throw new Error(`The job "${name}" is defined twice.`);
      if (spec.cron !== undefined) nextTime(spec.cron, clock.now());
      definitions.set(name, { name, spec, service });
    },
    start() {
      if (run) runner.start();
    },
    async enqueue(name, input, options = {}) {
      const definition = defined(name);
      const parsed = parseInput(definition, input);
      const { key, runAt } = options;
      // With free capacity the job is stored as already claimed by this node: one write instead of two, and no poll.
      if (runAt === undefined && runner.hasCapacity(name)) return runner.begin(definition, input, key);
      const id = await queue.add(name, input, { ...options, tenant: definition.spec.tenant?.(parsed) });
      runner.poll();
      return id;
    },
    hasCapacity: (name) => runner.hasCapacity(name),
    async cancel(plugin, id) {
      if ((await owned(plugin, id)) === null) return;
      await queue.cancel(id);
      if (runner.running(id)) runner.poll();
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
      await definition.spec.run(parsed, {
        service: definition.service(),
        id: newId(),
        attempt: 1,
        signal,
        progress: async () => undefined,
      });
    },
  };
}
