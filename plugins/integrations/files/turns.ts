interface TurnsOptions {
  /** Runs at the same time. */
  readonly running: number;
  /** Runs that may wait. */
  readonly queued: number;
  /** Of one more. */
  readonly refusal: () => Error;
}

/** Runs heavy work, a few at a time, in the order of arrival. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    const { running, queued, refusal } = this.#options;
    if (this.#running < running) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= queued) throw refusal();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the place over to the next one. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
