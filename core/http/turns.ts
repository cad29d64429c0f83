/** Calls of one app per turn. More would delay the other apps' calls; fewer would cost more turns of the event loop. */
const CALLS_PER_TURN = 4;
/** Queued calls of one app; each one holds a connection. */
const MAX_QUEUED = 1000;
/** Apps take turns from the moment that two of them call within this time. */
const SHARED_MS = 10_000;

interface TurnsOptions {
  /** Runs work after the I/O of the event loop's current turn. */
  readonly later?: (work: () => void) => void;
  /** A monotonic clock, in ms. */
  readonly now?: () => number;
}

/**
 * Serves the calls of several apps in turns, so that a flood of calls to one app delays a call to another by one turn at most. Each app
 * starts a few calls per turn of the event loop; the others wait in its own queue. An app that has the process to itself does not wait,
 * and its concurrent writes share one commit.
 */
export class Turns {
  readonly #later: (work: () => void) => void;
  readonly #now: () => number;
  readonly #queues = new Map<string, (() => void)[]>();
  /** Calls started in this turn, by app. */
  readonly #started = new Map<string, number>();
  #isScheduled = false;
  #lastApp = '';
  #lastAt = Number.NEGATIVE_INFINITY;
  #sharedUntil = Number.NEGATIVE_INFINITY;

  constructor({ later = setImmediate, now = () => performance.now() }: TurnsOptions = {}) {
    this.#later = later;
    this.#now = now;
  }

  /** Starts the call now or in a later turn. False, and no start, when too many calls of its app wait. */
  take(app: string, start: () => void): boolean {
    if (!this.#isShared(app)) {
      start();
      return true;
    }
    const queue = this.#queues.get(app);
    if (queue !== undefined) return queue.length < MAX_QUEUED && queue.push(start) > 0;
    this.#schedule();
    const started = this.#started.get(app) ?? 0;
    if (started >= CALLS_PER_TURN) {
      this.#queues.set(app, [start]);
      return true;
    }
    this.#started.set(app, started + 1);
    start();
    return true;
  }

  /** Whether another app has called recently, or calls of this one still wait from then. */
  #isShared(app: string): boolean {
    const now = this.#now();
    if (app !== this.#lastApp && now - this.#lastAt < SHARED_MS) this.#sharedUntil = now + SHARED_MS;
    this.#lastApp = app;
    this.#lastAt = now;
    return now < this.#sharedUntil || this.#queues.has(app);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#later(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#isScheduled = false;
    this.#started.clear();
    if (this.#queues.size === 0) return;
    this.#schedule();
    for (const [app, queue] of [...this.#queues]) {
      const calls = queue.splice(0, CALLS_PER_TURN);
      if (queue.length === 0) this.#queues.delete(app);
      this.#started.set(app, calls.length);
      for (const start of calls) start();
    }
  }
}
