import { type Collection, DuplicateKey, storeTime } from '@sayso/core';
import type { ChatEvent, EventBatch } from '../collections.ts';
import { TurnLost } from '../errors.ts';
import type { Notifier } from './notifier.ts';
import { isInFlight } from './state-machine.ts';

/** Size of the cache of in-flight turns' newest batches. */
const BATCHES_KEPT = 4;
const TURNS_KEPT = 200;

/** An event before it is numbered. */
export type NewEvent = Omit<ChatEvent, 'seq'>;

/** The numbered events of all turns, kept in small batches. */
export class EventLog {
  readonly #events: Collection<EventBatch>;
  /** The newest batches that this node stored, by turn: followers on this node need not read them again. */
  readonly #newest = new Map<string, EventBatch[]>();
  /** Notified of every event that is stored here. */
  readonly notifier: Notifier;

  constructor(events: Collection<EventBatch>, notifier: Notifier) {
    this.#events = events;
    this.notifier = notifier;
  }

  /** Appends after event `after`; resolves with the last number. Throws `TurnLost` when another writer has appended there. */
  async append(turn: { readonly _id: string; readonly appId: string }, after: number, events: readonly NewEvent[]): Promise<number> {
    const numbered = events.map((event, index) => ({ ...event, seq: after + 1 + index }));
    const to = after + numbered.length;
    const batch: EventBatch = {
      _id: `${turn._id}:${String(after + 1).padStart(9, '0')}`,
      turnId: turn._id,
      from: after + 1,
      to,
      events: numbered,
      at: storeTime(),
    };
    try {
      await this.#events.insertOne(batch);
    } catch (error) {
      throw error instanceof DuplicateKey ? new TurnLost() : error;
    }
    this.#keep(batch);
    this.notifier.publish({ appId: turn.appId, turnId: turn._id, seq: to });
    return to;
  }

  /** Some events after number `after`, for followers that are notified of further ones: from the cache when this node stored them. */
  async readOn(turnId: string, after: number): Promise<ChatEvent[]> {
    const newest = this.#newest.get(turnId) ?? [];
    const next = newest.findIndex(({ from }) => from === after + 1);
    return next === -1 ? this.read(turnId, after) : newest.slice(next).flatMap(({ events }) => events);
  }

  #keep(batch: EventBatch): void {
    const { turnId, events, from } = batch;
    const before = this.#newest.get(turnId) ?? [];
    // Another node may have appended in between: then earlier batches would leave a gap.
    const newest = [...(before.at(-1)?.to === from - 1 ? before : []), batch].slice(-BATCHES_KEPT);
    // Ordered by the last write: the least recently written turn is evicted.
    this.#newest.delete(turnId);
    const status = events.at(-1)?.state?.status;
    if (status === undefined || isInFlight(status)) this.#newest.set(turnId, newest);
    const [oldest] = this.#newest.keys();
    if (this.#newest.size > TURNS_KEPT && oldest !== undefined) this.#newest.delete(oldest);
  }

  /** All events after number `after`, the last one of a batch, in order. */
  async read(turnId: string, after = 0): Promise<ChatEvent[]> {
    const batches = await this.#events.find({ turnId, from: { $gt: after } }, { sort: { from: 1 } });
    return batches.flatMap(({ events }) => events);
  }

  /** Whether the message can still be rebuilt: no event since its beginning has expired. */
  async isWhole(turnId: string): Promise<boolean> {
    const oldest = await this.#events.findOne({ turnId }, { sort: { from: 1 } });
    return oldest !== null && (oldest.from === 1 || oldest.events[0]?.isReset === true);
  }

  /** Number of the event that last reset the message; 0 without one. */
  async lastReset(turnId: string): Promise<number> {
    return (await this.read(turnId)).findLast(({ isReset }) => isReset)?.seq ?? 0;
  }

  async lastSeq(turnId: string): Promise<number> {
    const last = await this.#events.findOne({ turnId }, { sort: { from: -1 }, projection: { events: 0 } });
    return last?.to ?? 0;
  }
}
