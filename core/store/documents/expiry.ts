import { storeTime } from '../../contract/index.ts';
import type { Logger } from '../../contract/logger.ts';
import type { Collection, IndexSpec } from '../../contract/store.ts';

const sweepEveryMs = 60_000;

/**
 * Deletes expired documents about once a minute. MongoDB's TTL indexes support BSON dates only, but documents hold ISO text, so both
 * stores sweep. Deletes are idempotent, so every node may run them.
 */
export interface Sweeper {
  // biome-ignore lint/suspicious/noExplicitAny: a collection of any documents
  add(name: string, collection: Collection<any>, indexes: readonly IndexSpec[]): void;
  stop(): Promise<void>;
}

export function startSweeping(log?: Logger): Sweeper {
  const sweeps = new Map<string, () => Promise<unknown>>();
  let running: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    for (const [name, run] of sweeps)
      await run().catch((error: unknown) => log?.warn({ collection: name, error }, 'Expired documents could not be deleted.'));
  };
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, sweepEveryMs);
  timer.unref();
  return {
    add(name, collection, indexes) {
      for (const { keys, expireAfterSeconds } of indexes) {
        const path = Object.keys(keys)[0];
        if (expireAfterSeconds === undefined || path === undefined) continue;
        sweeps.set(`${name}.${path}`, () => collection.deleteMany({ [path]: { $lt: storeTime(-expireAfterSeconds * 1000) } }));
      }
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
