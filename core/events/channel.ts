import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Upstream } from './upstream.ts';
import type { Wire } from './wire.ts';

const MESSAGE_EVENTS = 500;
const MESSAGE_CHARACTERS = 1_000_000;
/** Events that wait while the other process takes none; beyond it the oldest are lost. */
const LONGEST_BACKLOG = 10_000;

interface Batch {
  /** Names and payloads as JSON, in turn. */
  readonly events: string[];
  characters: number;
  readonly arrived: PromiseWithResolvers<void>;
}

/**
 * Sends events to one other process. Those of one turn of the event loop share a message, and so do those that wait until the connection
 * has taken the message before: each message costs two processes tens of microseconds, an event in it far less.
 */
export class Channel implements Upstream {
  readonly stores: boolean;
  readonly #wire: Wire;
  readonly #unstored = new Map<number, Batch>();
  #backlog: Batch[] = [];
  #waiting = 0;
  #lost = false;
  #closed = false;
  #nextId = 0;
  #running: Promise<void> | null = null;

  /** `stores`: the other process acknowledges each message. */
  constructor(wire: Wire, stores: boolean) {
    this.#wire = wire;
    this.stores = stores;
  }

  /** Resolves when the connection took the event, or the other process acknowledged it. */
  write(event: string, text: string): Promise<void> {
    if (this.#closed) return Promise.resolve();
    if (this.#waiting >= LONGEST_BACKLOG) this.#dropOldest();
    const batch = this.#gather();
    batch.events.push(event, text);
    batch.characters += text.length;
    this.#waiting++;
    return batch.arrived.promise;
  }

  reportLoss(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#lost = true;
    return this.#gather().arrived.promise;
  }

  /** The other process has acknowledged the message. */
  stored(id: number): void {
    this.#unstored.get(id)?.arrived.resolve();
    this.#unstored.delete(id);
  }

  async idle(): Promise<void> {
    await this.#running;
    await Promise.all([...this.#unstored.values()].map(({ arrived }) => arrived.promise));
  }

  /** Sends what waits; ends the wait for acknowledgements. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    for (const id of [...this.#unstored.keys()]) this.stored(id);
  }

  #gather(): Batch {
    const newest = this.#backlog.at(-1);
    if (newest && newest.events.length < 2 * MESSAGE_EVENTS && newest.characters < MESSAGE_CHARACTERS) return newest;
    const batch: Batch = { events: [], characters: 0, arrived: Promise.withResolvers() };
    this.#backlog.push(batch);
    this.#running ??= this.#run();
    return batch;
  }

  #takeOldest(): Batch | undefined {
    const batch = this.#backlog.shift();
    if (batch) this.#waiting -= batch.events.length / 2;
    return batch;
  }

  #dropOldest(): void {
    this.#takeOldest()?.arrived.resolve();
    this.#lost = true;
  }

  async #run(): Promise<void> {
    await nextTurn();
    for (let batch = this.#takeOldest(); batch; batch = this.#takeOldest()) {
      const id = this.stores ? ++this.#nextId : null;
      if (id !== null) this.#unstored.set(id, batch);
      const lost = this.#lost;
      this.#lost = false;
      await this.#wire.send({ kind: 'events', events: batch.events, lost, id });
      if (id === null) batch.arrived.resolve();
    }
    this.#running = null;
  }
}
