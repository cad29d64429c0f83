import { storeNow } from '../contract/index.ts';
/** The clock of the job queue; tests advance it manually. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, after `ms`; returns the function that cancels it. */
  after(ms: number, call: () => void): () => void;
}

/** The store's time, by which all nodes judge leases and schedules; timers run by the monotonic clock of the node. */
export const storeClock: Clock = {
  now: storeNow,
  after(ms, call) {
    // The timer does not keep an idle process alive; its leases expire.
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
