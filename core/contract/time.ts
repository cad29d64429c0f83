/** A clock, in ms since 1970. */
export interface TimeSource {
  now(): number;
}

/** Until the process has measured the clock of its store. */
const machine: TimeSource = { now: () => Date.now() };
let source = machine;

/**
 * The store's time in ms since 1970, by which all nodes judge leases, expiry and order; it never goes back by less than a day. The clock of
 * the machine, `Date.now()`, may differ from it by minutes and may jump: use that for logs only, and `performance.now()` for durations.
 */
export function storeNow(): number {
  return source.now();
}

/** The store's time as documents have it: ISO 8601 in UTC, with milliseconds. `plusMs` is added to it. */
export function storeTime(plusMs = 0): string {
  return new Date(source.now() + plusMs).toISOString();
}

/** For the process that opened a store: its clock is that of `storeNow` from now on. Returns the undo. */
export function useStoreClock(clock: TimeSource): () => void {
  source = clock;
  return () => {
    if (source === clock) source = machine;
  };
}
