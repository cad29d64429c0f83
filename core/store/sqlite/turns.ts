/** Time budget per turn of the event loop for the first slices of new reads, in milliseconds. */
const beginMs = 8;

/**
 * Schedules slices of long reads cooperatively, so that they do not block the event loop. One turn serves one continuing read, and as many
 * new reads as `beginMs` allows: a burst of a hundred lists must not start in one turn.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #beginning: (() => void)[] = [];
  #isScheduled = false;
  #began: number | null = null;

  /** Call before the first slice of a read; undefined when it may run at once. */
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

  /** Resolves when the caller may run its next slice; FIFO. */
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
