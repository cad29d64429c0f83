import { type Collection, type DomainError, DuplicateKey, storeTime } from '@sayso/core';
import type { UsageDocument } from '../collections.ts';

const DAY_MS = 24 * 3600_000;

/** What is counted: files, their bytes, calls. */
export type Amounts = { readonly [K in 'files' | 'bytes' | 'calls']?: number | undefined };

/** A limit of what one app, a day of it, or a caller may use. */
export interface Quota {
  /** Of its counter. */
  readonly id: string;
  readonly limits: Amounts;
  /** Of a day, by UTC: its counts are removed then. */
  readonly until?: string;
  refusal(): DomainError;
}

/** The day by UTC, and when the counts of it may be removed. */
export function today(): { readonly day: string; readonly until: string } {
  const day = storeTime().slice(0, 10);
  return { day, until: new Date(Date.parse(day) + 2 * DAY_MS).toISOString() };
}

/** Counts in one document for each quota, by atomic updates: concurrent calls on any nodes never exceed a quota. */
export class Quotas {
  readonly #usage: Collection<UsageDocument>;

  constructor(usage: Collection<UsageDocument>) {
    this.#usage = usage;
  }

  /** Counts towards all quotas, or throws the refusal of the first that has no room; `undo` takes it back. Narrow quotas go first. */
  async reserve(quotas: readonly Quota[], amounts: Amounts): Promise<{ undo(): Promise<void> }> {
    const taken: Quota[] = [];
    const undo = async () => {
      const back = Object.fromEntries(Object.entries(amounts).map(([name, amount = 0]) => [name, -amount]));
      for (const { id } of taken.splice(0)) await this.#usage.updateOne({ _id: id }, { $inc: back });
    };
    try {
      for (const quota of quotas) {
        await this.#take(quota, amounts);
        taken.push(quota);
      }
    } catch (error) {
      await undo();
      throw error;
    }
    return { undo };
  }

  /** What is counted towards each of these quotas now. */
  async used(ids: readonly string[]): Promise<ReadonlyMap<string, Amounts>> {
    const found = await this.#usage.find({ _id: { $in: [...ids] } });
    return new Map(found.map((document) => [document._id, document]));
  }

  async remove(id: string): Promise<void> {
    await this.#usage.deleteOne({ _id: id });
  }

  async #take({ id, limits, until, refusal }: Quota, amounts: Amounts): Promise<void> {
    const names = Object.keys(limits) as (keyof Amounts)[];
    const room = names.map((name) => [name, { $lte: (limits[name] ?? 0) - (amounts[name] ?? 0) }]);
    const take = () => this.#usage.updateOne({ _id: id, ...Object.fromEntries(room) }, { $inc: amounts });
    if ((await take()) > 0) return;
    const empty = Object.fromEntries(names.map((name) => [name, 0]));
    await this.#usage.insertOne({ _id: id, ...empty, ...(until === undefined ? {} : { until }) }).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
    if ((await take()) === 0) throw refusal();
  }
}
