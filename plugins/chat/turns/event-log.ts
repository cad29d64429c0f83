import { type Collection, DuplicateKey } from '@sayso/core';
import type { ChatEvent, EventBatch } from '../collections.ts';
import { TurnLost } from '../errors.ts';
import { isInFlight } from './state-machine.ts';
import type { Wire } from './wire.ts';

/** How much of the turns under way is kept at hand. */
const BATCHES_KEPT = 4;
const TURNS_KEPT = 200;

/** An event before it has its number. */
export type NewEvent = Omit<ChatEvent, 'seq'>;

/** The numbered events of all turns, kept in small batches. */
export class EventLog {
  readonly #events: Collection<EventBatch>;
  /** The newest batches that were stored here, by their turns: who follows on this node need not read them again. */
  readonly #newest = new Map<string, EventBatch[]>();
  /** Tells of every event that is stored here. */
  readonly wire: Wire;

  constructor(events: Collection<EventBatch>, wire: Wire) {
    this.#events = events;
    this.wire = wire;
  }

  /** Appends behind event `after`; answers the number of the last one. Throws `TurnLost` when somebody else went on from there. */
  async append(turn: { readonly _id: string; readonly appId: string }, after: number, events: readonly NewEvent[]): Promise<number> {
    const numbered = events.map((event, index) => ({ ...event, seq: after + 1 + index }));
    const to = after + numbered.length;
    const batch: EventBatch = {
      _id: `${turn._id}:${String(after + 1).padStart(9, '0')}`,
      turnId: turn._id,
      from: after + 1,
      to,
      events: numbered,
      at: new Date().toISOString(),
    };
    try {
      await this.#events.insertOne(batch);
    } catch (error) {
      throw error instanceof DuplicateKey ? new TurnLost() : error;
    }
    this.#keep(batch);
    this.wire.tell({ appId: turn.appId, turnId: turn._id, seq: to });
    return to;
  }

  /** Some events behind number `after`, for who is told when there are more: those that were stored here are at hand. */
  async readOn(turnId: string, after: number): Promise<ChatEvent[]> {
    const newest = this.#newest.get(turnId) ?? [];
    const next = newest.findIndex(({ from }) => from === after + 1);
    return next === -1 ? this.read(turnId, after) : newest.slice(next).flatMap(({ events }) => events);
  }

  #keep(batch: EventBatch): void {
    const { turnId, events, from } = batch;
    const before = this.#newest.get(turnId) ?? [];
    // Another node may have written in between: then those before it lead to a gap.
    const newest = [...(before.at(-1)?.to === from - 1 ? before : []), batch].slice(-BATCHES_KEPT);
    // In the order of the last write: the first is the one that has been quiet for longest.
    this.#newest.delete(turnId);
    const status = events.at(-1)?.state?.status;
    if (status === undefined || isInFlight(status)) this.#newest.set(turnId, newest);
    const [quiet] = this.#newest.keys();
    if (this.#newest.size > TURNS_KEPT && quiet !== undefined) this.#newest.delete(quiet);
  }

  /** All events behind number `after`, the last one of a batch, in order. */
  async read(turnId: string, after = 0): Promise<ChatEvent[]> {
    const batches = await this.#events.find({ turnId, from: { $gt: after } }, { sort: { from: 1 } });
    return batches.flatMap(({ events }) => events);
  }

  /** Whether the message can still be put together: no event since its beginning is gone. */
  async isWhole(turnId: string): Promise<boolean> {
    const oldest = await this.#events.findOne({ turnId }, { sort: { from: 1 } });
    return oldest !== null && (oldest.from === 1 || oldest.events[0]?.isReset === true);
  }

  /** Number of the event with which the message last began again; 0 when it never did. */
  async lastReset(turnId: string): Promise<number> {
    return (await this.read(turnId)).findLast(({ isReset }) => isReset)?.seq ?? 0;
  }

  async lastSeq(turnId: string): Promise<number> {
    const last = await this.#events.findOne({ turnId }, { sort: { from: -1 }, projection: { events: 0 } });
    return last?.to ?? 0;
  }
}
