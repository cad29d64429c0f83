import { uptime } from 'node:os';

/** Longer than the resolution of the uptime and the time between two calls. */
const SUSPENSION_MS = 1000;

/**
 * A monotonic clock that counts the time in which the machine was suspended. On Linux, `performance.now()` stops then, and the uptime goes
 * on. Setting the system clock changes neither.
 */
export class Elapsed {
  #suspendedMs = 0;
  #ahead = aheadOfMonotonic();

  now(): number {
    return performance.now() + this.#suspendedMs;
  }

  /** Counts suspensions since the last call. */
  update(): void {
    const ahead = aheadOfMonotonic();
    if (ahead - this.#ahead > SUSPENSION_MS) this.#suspendedMs += ahead - this.#ahead;
    this.#ahead = ahead;
  }
}

function aheadOfMonotonic(): number {
  return uptime() * 1000 - performance.now();
}
