import type { Logger, WorkerSpec } from '../contract/index.ts';
import type { Workers } from '../ports/workers.ts';
import { WorkerFailed } from './errors.ts';
import type { Pool } from './pool.ts';

export function openWorkers(options: { readonly log: Logger }): Workers {
  const pools = new Map<string, Promise<Pool>>();
  // Imported lazily, to keep the start fast.
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
