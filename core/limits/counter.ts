import { type Collection, DuplicateKey } from '../contract/index.ts';
import { type CountDocument, sumOf } from './count.ts';
import type { WindowAt } from './window.ts';

/** Idempotency keys that a window keeps. */
const KEPT_TAKES = 256;
/** How long what a take announces may need until it exists; longer than the clocks of nodes may differ. */
const SETTLED_MS = 600_000;
/** Concurrent repairs and takes of one count: each round that fails means that another caller has made progress. */
const ATTEMPTS = 100;

export interface CounterParts {
  readonly counts: Collection<CountDocument>;
  readonly id: string;
  readonly window: WindowAt;
  /** The time in milliseconds. */
  readonly now: () => number;
}

/** What to count. */
export interface Amount {
  readonly amount: number;
  readonly most: number;
  readonly idempotencyKey?: string | undefined;
  readonly existing?: (() => Promise<readonly string[] | number>) | undefined;
}

/** One count of the store. */
export class Counter {
  readonly #parts: CounterParts;

  constructor(parts: CounterParts) {
    this.#parts = parts;
  }

  /** `full`: there is no room, and nothing was counted. `repeated`: the idempotency key was counted before. */
  async take(asked: Amount): Promise<'taken' | 'repeated' | 'full'> {
    const { counts, id } = this.#parts;
    if (asked.amount > asked.most) return this.#isRepeated(asked);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await this.#increment(asked)) return 'taken';
      const count = await counts.findOne({ _id: id });
      if (count === null) {
        if (await this.#create(asked)) return 'taken';
      } else if (hasTake(count, asked.idempotencyKey)) return 'repeated';
      else if (count.used + asked.amount > asked.most && !(await this.#repair(count, asked))) return 'full';
    }
    return 'full';
  }

  /** Lowers the count; by the idempotency key, if there is one. */
  async release(amount: number, idempotencyKey?: string): Promise<void> {
    const { counts, id: _id } = this.#parts;
    const lower = { used: -amount, revision: 1 };
    if (idempotencyKey !== undefined) {
      const own = { _id, 'takes.id': idempotencyKey };
      const released = await counts.updateOne(own, { $inc: lower, $pull: { takes: { id: idempotencyKey } } });
      // A repair that has read it as existing has to read again.
      if (released === 0) await counts.updateOne({ _id }, { $inc: { revision: 1 } });
    } else if ((await counts.updateOne({ _id, used: { $gte: amount } }, { $inc: lower })) === 0)
      await counts.updateOne({ _id, used: { $lt: amount } }, { $set: { used: 0 }, $inc: { revision: 1 } });
  }

  async #isRepeated({ idempotencyKey }: Amount): Promise<'repeated' | 'full'> {
    const count = idempotencyKey === undefined ? null : await this.#parts.counts.findOne({ _id: this.#parts.id });
    return count !== null && hasTake(count, idempotencyKey) ? 'repeated' : 'full';
  }

  async #increment({ amount, most, idempotencyKey }: Amount): Promise<boolean> {
    const { counts, id: _id, window } = this.#parts;
    const free = { _id, used: { $lte: most - amount }, ...(idempotencyKey === undefined ? {} : { 'takes.id': { $ne: idempotencyKey } }) };
    const kept = window.until === null ? {} : { $slice: -KEPT_TAKES };
    const push = idempotencyKey === undefined ? {} : { $push: { takes: { $each: this.#takes(amount, idempotencyKey), ...kept } } };
    return (await counts.updateOne(free, { $inc: { used: amount, revision: 1 }, $set: { takenAt: this.#time() }, ...push })) > 0;
  }

  /** Stores the first take of a count; false when another caller was faster, or what exists leaves no room. */
  async #create({ amount, most, idempotencyKey, existing }: Amount): Promise<boolean> {
    const { counts, id: _id, window } = this.#parts;
    const before = this.#of((await existing?.()) ?? [], []);
    const isRepeated = before.takes.some(({ id }) => id === idempotencyKey);
    const hasRoom = !isRepeated && before.used + amount <= most;
    const own = idempotencyKey === undefined ? [] : this.#takes(amount, idempotencyKey);
    const first = hasRoom ? { used: before.used + amount, takes: [...before.takes, ...own] } : before;
    const until = window.until === null ? {} : { until: window.until };
    try {
      await counts.insertOne({ _id, ...first, revision: 1, takenAt: this.#time(), ...until });
      return hasRoom;
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
  }

  /** Sets a full count to what exists. False when that leaves no room either; true when it may be tried again. */
  async #repair(count: CountDocument, { amount, most, existing }: Amount): Promise<boolean> {
    if (existing === undefined) return false;
    const found = await existing();
    const since = new Date(this.#parts.now() - SETTLED_MS).toISOString();
    // An amount does not tell which takes are missing in it: none may be in flight.
    if (typeof found === 'number' && count.takenAt > since) return false;
    const right = this.#of(
      found,
      count.takes.filter(({ at }) => at > since),
    );
    if (right.used + amount > most) return false;
    const { _id, revision } = count;
    await this.#parts.counts.updateOne({ _id, revision }, { $set: right, $inc: { revision: 1 } });
    return true;
  }

  /** The count of what exists, and of takes in flight. */
  #of(found: readonly string[] | number, inFlight: CountDocument['takes']): Pick<CountDocument, 'used' | 'takes'> {
    if (typeof found === 'number') return { used: found, takes: [] };
    const known = new Set(found);
    // Without a time: once it is removed, it is not in flight.
    const takes = [...found.map((id) => ({ id, amount: 1, at: '' })), ...inFlight.filter(({ id }) => !known.has(id))];
    return { used: sumOf(takes), takes };
  }

  #takes(amount: number, id: string): CountDocument['takes'] {
    return [{ id, amount, at: this.#time() }];
  }

  #time(): string {
    return new Date(this.#parts.now()).toISOString();
  }
}

function hasTake({ takes }: CountDocument, idempotencyKey: string | undefined): boolean {
  return idempotencyKey !== undefined && takes.some(({ id }) => id === idempotencyKey);
}
