import { type Collection, DuplicateKey, storeTime } from '@sayso/core';
import type { LimitDocument } from '../collections.ts';
import { sha256 } from './digest.ts';

/** In characters. Names are shown to admins and to the people of each app. */
export const MAX_NAME_LENGTH = 100;
/** Of an address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const MAX_EMAIL_LENGTH = 254;

export interface Limit {
  readonly max: number;
  readonly windowMs: number;
}

/** Mails with a link to one address, from all callers together. Unknown addresses count too. */
export const MAILS: Limit = { max: 5, windowMs: 60 * 60_000 };

/** Fixed-window counters in the store, shared by all nodes. */
export class Limits {
  readonly #counters: Collection<LimitDocument>;

  constructor(counters: Collection<LimitDocument>) {
    this.#counters = counters;
  }

  /** Counts one more; false beyond the limit. `key` may hold personal data: only its digest is stored. */
  async take(key: string, { max, windowMs }: Limit): Promise<boolean> {
    const _id = sha256(key);
    const now = storeTime();
    const counted = await this.#counters.findOneAndUpdate({ _id, expiresAt: { $gt: now } }, { $inc: { count: 1 } });
    if (counted) return counted.count <= max;
    const expiresAt = storeTime(windowMs);
    if ((await this.#counters.updateOne({ _id, expiresAt: { $lte: now } }, { $set: { count: 1, expiresAt } })) > 0) return true;
    try {
      await this.#counters.insertOne({ _id, count: 1, expiresAt });
      return true;
    } catch (error) {
      // A concurrent call opened the window.
      if (error instanceof DuplicateKey) return this.take(key, { max, windowMs });
      throw error;
    }
  }
}
