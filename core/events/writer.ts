import { type Logger, newId } from '../contract/index.ts';
import type { EventLog } from './event-log.ts';

const BATCH_EVENTS = 500;
const BATCH_CHARACTERS = 1_000_000;
const LONGEST_BACKLOG = 10_000;
const RETRY_MS = 1000;
const NO_EVENT = '';

interface Waiting {
  /** `[event, payload]` as JSON. */
  readonly text: string;
  readonly done: () => void;
}

/** Appends emitted events in batches: those emitted while a batch is in flight go into the next, so that many share one write. */
export class Writer {
  readonly #target: EventLog;
  readonly #log: Logger;
  readonly #closed = new AbortController();
  #backlog: Waiting[] = [];
  #lost = false;
  #running: Promise<void> | null = null;

  constructor(target: EventLog, log: Logger) {
    this.#target = target;
    this.#log = log;
  }

  /** Resolves after the first attempt to store it. A failed write is retried in the background, because the emitter's own write has succeeded. */
  async write(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#backlog.length >= LONGEST_BACKLOG) {
      this.#backlog.shift()?.done();
      this.#lost = true;
    }
    this.#backlog.push({ text, done: resolve });
    this.#running ??= this.#run();
    await promise;
  }

  /** Writes that events before this were lost, for the other nodes. */
  async reportLoss(): Promise<void> {
    this.#lost = true;
    await this.write(NO_EVENT);
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  close(): void {
    this.#closed.abort();
  }

  async #run(): Promise<void> {
    // Emits of the same tick share the first batch.
    await Promise.resolve();
    while (this.#backlog.length > 0) {
      const events = this.#takeBatch();
      const batch = {
        batch: newId(),
        events: `[${events.flatMap(({ text }) => (text === NO_EVENT ? [] : [text])).join(',')}]`,
        lost: this.#lost,
      };
      this.#lost = false;
      const appended = await this.#append(batch, () => {
        for (const each of events) each.done();
      });
      if (!appended) break;
    }
    for (const waiting of this.#backlog.splice(0)) waiting.done();
    this.#running = null;
  }

  #takeBatch(): Waiting[] {
    let characters = 0;
    const end = this.#backlog.findIndex((each, index) => {
      characters += each.text.length;
      return index > 0 && (index >= BATCH_EVENTS || characters > BATCH_CHARACTERS);
    });
    return this.#backlog.splice(0, end === -1 ? this.#backlog.length : end);
  }

  async #append(batch: { batch: string; events: string; lost: boolean }, tried: () => void): Promise<boolean> {
    for (;;) {
      try {
        await this.#target.append(batch);
        tried();
        return true;
      } catch (error) {
        tried();
        this.#log.error({ err: error }, 'events could not be stored for the other nodes');
        if (!(await pause(RETRY_MS, this.#closed.signal))) return false;
      }
    }
  }
}

/** False when the signal ended the pause. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  return await new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener('abort', end, { once: true });
  });
}
