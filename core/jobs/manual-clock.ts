import type { Clock } from './clock.ts';

/** A clock that advances only when a test says so. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ at: number; readonly call: () => void }>();

  constructor(start = Date.UTC(2030, 0, 1, 12)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Runs the timers that become due, in order, each at its time. Set back, the clock changes the remaining time of no timer. */
  advance(ms: number): void {
    if (ms < 0) for (const timer of this.#timers) timer.at += ms;
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
    }
    this.#now = end;
  }
}
