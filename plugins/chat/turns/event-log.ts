import { type Collection, DuplicateKey } from '@sayso/core';
import type { ChatEvent, EventBatch } from '../collections.ts';
import { TurnLost } from '../errors.ts';
import type { Wire } from './wire.ts';

/** An event before it has its number. */
export type NewEvent = Omit<ChatEvent, 'seq'>;

/** The numbered events of all turns, kept in small batches. */
export class EventLog {
  readonly #events: Collection<EventBatch>;
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
    this.wire.tell({ appId: turn.appId, turnId: turn._id, seq: to });
    return to;
  }

  /** Events behind number `after`, the last one of a batch, in order. */
  async read(turnId: string, after = 0): Promise<ChatEvent[]> {
    const batches = await this.#events.find({ turnId, from: { $gt: after } }, { sort: { from: 1 } });
    return batches.flatMap(({ events }) => events);
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
