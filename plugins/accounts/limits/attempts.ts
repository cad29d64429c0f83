import { type Collection, DuplicateKey, storeNow } from '@sayso/core';
import type { AttemptDocument } from '../collections.ts';
import { sha256 } from './digest.ts';

/** Attempts before the back-off begins. Guessing a decent password takes many more. */
const FREE_ATTEMPTS = 20;
/** The longest back-off: 288 guesses a day for one account, from all addresses together. */
const MAX_WAIT_MS = 5 * 60_000;
/** The count resets after this long without an attempt. */
const RESET_MS = 24 * 3600_000;

/**
 * Backs off attempts to guess one secret, for all callers and addresses together. Refused attempts do not count, so the wait always ends; it is
 * the same for accounts that do not exist.
 */
export class Attempts {
  readonly #attempts: Collection<AttemptDocument>;

  constructor(attempts: Collection<AttemptDocument>) {
    this.#attempts = attempts;
  }

  /** Counts an attempt before the secret is checked, so that concurrent attempts all count. False: the caller has to back off. */
  async begin(secret: string): Promise<boolean> {
    const _id = sha256(secret);
    for (;;) {
      const now = storeNow();
      const expiresAt = new Date(now + RESET_MS).toISOString();
      const known = await this.#attempts.findOne({ _id });
      if (!known) {
        if (await this.#inserted({ _id, count: 1, notBefore: 0, expiresAt })) return true;
        continue;
      }
      if (known.notBefore > now) return false;
      const isForgotten = known.expiresAt <= new Date(now).toISOString();
      const count = isForgotten ? 1 : known.count + 1;
      const update = { count, notBefore: now + waitAfter(count), expiresAt };
      if ((await this.#attempts.updateOne({ _id, count: known.count, notBefore: known.notBefore }, { $set: update })) > 0) return true;
    }
  }

  /** Resets the count: the secret was right, or has changed. */
  async clear(secret: string): Promise<void> {
    await this.#attempts.deleteOne({ _id: sha256(secret) });
  }

  async #inserted(document: AttemptDocument): Promise<boolean> {
    try {
      await this.#attempts.insertOne(document);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKey) return false;
      throw error;
    }
  }
}

const waitAfter = (count: number): number => (count <= FREE_ATTEMPTS ? 0 : Math.min(MAX_WAIT_MS, 1000 * 2 ** (count - FREE_ATTEMPTS - 1)));

/** Keys of attempts: at the log-in, or at a change that a signed-in person confirms with the password. */
export const login = (email: string): string => `login ${email}`;
export const loginFrom = (email: string, address: string): string => `login ${email} ${address}`;
export const confirmation = (accountId: string): string => `confirm ${accountId}`;
