import type { Logger } from '../contract/index.ts';
import type { Sink } from './subscription.ts';

const LONGEST_QUEUE = 10_000;

/** One `on` handler of a plugin, called with one payload after another; a slow handler delays only itself. */
export class Handler implements Sink {
  readonly #event: string;
  readonly #handle: (payload: unknown) => Promise<void>;
  readonly #log: Logger;
  readonly #queue: unknown[] = [];
  #running: Promise<void> | null = null;

  constructor(event: string, handle: (payload: unknown) => Promise<void>, log: Logger) {
    this.#event = event;
    this.#handle = handle;
    this.#log = log;
  }

  push(payload: unknown): void {
    if (this.#queue.length >= LONGEST_QUEUE) {
      this.#queue.shift();
      this.#log.warn({ event: this.#event }, 'a handler is too slow: an event was dropped');
    }
    this.#queue.push(payload);
    this.#running ??= this.#run();
  }

  miss(): void {
    this.#log.warn({ event: this.#event }, 'a handler may have missed events of other nodes');
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Asynchronously: never within the call of `emit`.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      try {
        await this.#handle(this.#queue.shift());
      } catch (error) {
        this.#log.error({ err: error, event: this.#event }, 'an event handler failed');
      }
    }
    this.#running = null;
  }
}
