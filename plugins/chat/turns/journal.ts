import type { TurnState } from '../collections.ts';
import type { PartChange } from '../output/transcript.ts';
import type { EventLog, NewEvent } from './event-log.ts';

/** Throttles writes: what follows a flush within this time is written together; after a pause, a chunk is written at once. */
const FLUSH_MS = 20;
const FLUSH_LENGTH = 2048;

/** Batches the changes of a message and stores them as numbered events, in order. */
export class Journal {
  readonly #log: EventLog;
  readonly #turn: { readonly _id: string; readonly appId: string };
  #seq: number;
  #events: NewEvent[] = [];
  #length = 0;
  /** Text that belongs to no part yet: the beginning of a tag. */
  #raw = '';
  #timer: NodeJS.Timeout | null = null;
  #flushedAt = 0;
  #writing: Promise<void> = Promise.resolve();

  /** `seq` is the number of the turn's last event. */
  constructor(log: EventLog, turn: { readonly _id: string; readonly appId: string }, seq: number) {
    this.#log = log;
    this.#turn = turn;
    this.#seq = seq;
  }

  /** `raw` is the model's text of the changes. Waits for the write only when the buffer is full. */
  async add(changes: readonly PartChange[], raw = ''): Promise<void> {
    this.#raw += raw;
    this.#length += raw.length;
    for (const change of changes) this.#merge(change);
    const last = this.#events.at(-1);
    if (changes.length > 0 && last !== undefined) {
      this.#events[this.#events.length - 1] = { ...last, raw: (last.raw ?? '') + this.#raw };
      this.#raw = '';
    }
    if (this.#length >= FLUSH_LENGTH) return this.flush();
    const wait = this.#flushedAt + FLUSH_MS - performance.now();
    // A failure here recurs at the next write that is awaited.
    const flush = () => void this.flush().catch(() => undefined);
    if (wait <= 0) flush();
    else this.#timer ??= setTimeout(flush, wait);
  }

  /** Writes the buffer, then the state of the turn. */
  async addState(state: TurnState): Promise<void> {
    this.#events.push({ kind: 'turn', state, ...(this.#raw === '' ? {} : { raw: this.#raw }) });
    this.#raw = '';
    await this.flush();
    // A state change does not delay the next chunk.
    this.#flushedAt = 0;
  }

  /** Writes the buffer, including a partial tag that belongs to no part; `state` is the turn's current one. */
  async end(state: TurnState): Promise<void> {
    await (this.#raw === '' ? this.flush() : this.addState(state));
  }

  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#length = 0;
    this.#flushedAt = performance.now();
    const events = this.#events;
    this.#events = [];
    if (events.length > 0) {
      const after = this.#seq;
      this.#seq += events.length;
      this.#writing = this.#writing.then(async () => {
        await this.#log.append(this.#turn, after, events);
      });
    }
    return this.#writing;
  }

  /** Discards the buffer: nothing more is written. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#events = [];
  }

  #merge(event: NewEvent): void {
    const last = this.#events.at(-1);
    if (last === undefined || last.kind !== event.kind || last.partIndex !== event.partIndex) {
      this.#events.push(event);
      return;
    }
    const merged = event.kind === 'action' ? { ...last, ...event } : { ...last, delta: (last.delta ?? '') + (event.delta ?? '') };
    this.#events[this.#events.length - 1] = merged;
  }
}
