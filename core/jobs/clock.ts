/** Time, as the jobs see it; tests turn it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, after `ms`; answers the undo. */
  after(ms: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    // A process that has nothing else to do may end; its leases run out.
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
