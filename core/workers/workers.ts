import type { Logger, WorkerSpec } from '../contract/index.ts';
import { WorkerFailed } from './errors.ts';
import type { Pool } from './pool.ts';

/** The worker threads of this process. */
export interface Workers {
  /**
   * The function that runs a module's task in a thread. The pool behind a URL is made at its first call and shared by all of that URL.
   * Rejects with `WorkerTimeout`, `WorkerFailed`, the signal's reason, or what the task threw (see `WorkerDomainError`).
   */
  pool<I, O>(spec: WorkerSpec<I, O>): (input: I, signal?: AbortSignal) => Promise<O>;
  /** Ends every thread; runs under way reject with `WorkerFailed`. */
  close(): Promise<void>;
}

export function openWorkers(options: { readonly log: Logger }): Workers {
  const pools = new Map<string, Promise<Pool>>();
  // Loaded with the first work: a server that starts has none.
  const open = async (spec: WorkerSpec): Promise<Pool> => new (await import('./pool.ts')).Pool(spec, options.log);
  let closed = false;
  return {
    pool<I, O>(spec: WorkerSpec<I, O>) {
      return async (input: I, signal?: AbortSignal) => {
        if (closed) throw new WorkerFailed('The server is shutting down.');
        const pool = pools.get(spec.url.href) ?? open(spec as WorkerSpec);
        pools.set(spec.url.href, pool);
        return (await (await pool).run(input, signal)) as O;
      };
    },
    async close() {
      closed = true;
      await Promise.all([...pools.values()].map(async (pool) => (await pool).close()));
      pools.clear();
    },
  };
}
