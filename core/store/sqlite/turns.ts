/** How long reads that begin in one turn of the event loop may take before the next one waits, in milliseconds. */
const beginMs = 8;

/**
 * Schedules slices of long reads, so that other calls are answered in between. A turn of the event loop serves one read that goes on and,
 * of those that begin, as many as `beginMs` allows: a hundred lists that arrive together must not begin in one turn.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #beginning: (() => void)[] = [];
  #isScheduled = false;
  #began: number | null = null;

  /** For the first slice of a read: undefined when it may run at once. */
  begin(): Promise<void> | undefined {
    const now = performance.now();
    if (this.#began === null) {
      this.#began = now;
      setImmediate(() => {
        this.#began = null;
      });
    }
    return now - this.#began < beginMs ? undefined : this.#wait(this.#beginning);
  }

  /** Resolves when it is the caller's turn, in the order of the calls. */
  next(): Promise<void> {
    return this.#wait(this.#waiting);
  }

  #wait(queue: (() => void)[]): Promise<void> {
    return new Promise((resolve) => {
      queue.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#serve());
  }

  #serve(): void {
    this.#isScheduled = false;
    this.#beginning.shift()?.();
    this.#waiting.shift()?.();
    if (this.#beginning.length + this.#waiting.length > 0) this.#schedule();
  }
}
