import type { Delivery } from '../ports/events.ts';

/** A receiver of payloads. */
export interface Sink {
  push(payload: unknown): void;
  /** Some payloads before the next were lost. */
  miss(): void;
}

/** A subscriber with more pending events than this loses them and reads its snapshot again. */
const LONGEST_QUEUE = 1000;

/** One subscriber's queue, read as an async iterable. It receives payloads from its construction, not from the first `next`. */
export class Subscription implements Sink, AsyncIterableIterator<Delivery, undefined> {
  #queue: Delivery[] = [];
  #waiting: ((result: IteratorResult<Delivery, undefined>) => void)[] = [];
  #ended = false;
  #finishing = false;
  readonly #leave: () => void;

  /** `leave` is called once, when the subscription ends by its signal or by its reader. */
  constructor(signal: AbortSignal, leave: (subscription: Subscription) => void) {
    const end = () => this.end();
    this.#leave = () => {
      signal.removeEventListener('abort', end);
      leave(this);
    };
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) this.end();
  }

  push(payload: unknown): void {
    if (this.#queue.length >= LONGEST_QUEUE) this.miss();
    this.#deliver({ payload });
  }

  miss(): void {
    // Pending payloads are older than the lost one, and the snapshot includes them.
    this.#queue = [];
    this.#deliver({ missed: true });
  }

  /** Ends after the pending payloads are read. */
  finish(): void {
    this.#finishing = true;
    if (this.#queue.length === 0) this.end();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#queue = [];
    this.#leave();
    for (const resolve of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
  }

  async next(): Promise<IteratorResult<Delivery, undefined>> {
    const value = this.#queue.shift();
    if (value) return { done: false, value };
    if (this.#finishing) this.end();
    if (this.#ended) return { done: true, value: undefined };
    return await new Promise((resolve) => this.#waiting.push(resolve));
  }

  async return(): Promise<IteratorResult<Delivery, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #deliver(value: Delivery): void {
    if (this.#ended) return;
    const resolve = this.#waiting.shift();
    if (resolve) resolve({ done: false, value });
    else this.#queue.push(value);
  }
}
