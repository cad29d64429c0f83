import type { Actor } from '@sayso/core';
import type { CompatContext } from '../config.ts';
import { InvalidQuery } from '../errors.ts';
import type { Addresses } from './filters.ts';

const CACHE_MS = 30_000;
const MAX_CACHED = 5000;
/** Look-ups by one query. */
const MAX_ASKED = 100;

type Emails = ReadonlyMap<string, string>;

/**
 * The e-mail addresses of the people who made rows. Only admins of the app learn those of others: everyone else gets null for them, and a
 * filter by another person's address matches nothing without a look-up, so that it reveals nothing either.
 */
export class Creators {
  readonly #needs: CompatContext['needs'];
  readonly #own = new Map<string, { readonly email: string | null; readonly until: number }>();

  constructor(needs: CompatContext['needs']) {
    this.#needs = needs;
  }

  /** The addresses that the caller may know, of these accounts. */
  async emails(actor: Actor, appId: string, ids: Iterable<unknown>): Promise<Emails> {
    const asked = [...new Set(ids)].filter((id) => typeof id === 'string');
    if (asked.length === 0) return new Map();
    const own = idOf(actor);
    const isOwnOnly = asked.every((id) => id === own);
    if (!isOwnOnly && (await this.#administers(actor, appId))) return this.#needs.accounts.emails(asked);
    const email = own !== null && asked.includes(own) ? await this.email(own) : null;
    return new Map(own === null || email === null ? [] : [[own, email]]);
  }

  /** The accounts behind addresses, by address; absent where the caller may not know. Throws `InvalidQuery` where that would match too much. */
  async ids(actor: Actor, appId: string, { all: emails, isNegative }: Addresses): Promise<Emails> {
    if (emails.size === 0) return new Map();
    if (emails.size > MAX_ASKED) throw new InvalidQuery(`A filter names at most ${MAX_ASKED} addresses in \`created_by\`.`);
    const found = new Map<string, string>();
    const own = idOf(actor);
    const mine = own === null ? null : await this.email(own);
    const others = [...emails].filter((email) => email.toLowerCase() !== mine);
    for (const email of emails) if (own !== null && email.toLowerCase() === mine) found.set(email, own);
    if (others.length === 0) return found;
    if (!(await this.#administers(actor, appId))) {
      if (isNegative) throw new InvalidQuery('A filter can leave out only your own address in `created_by`.');
      return found;
    }
    for (const email of others) {
      const account = await this.#needs.accounts.byEmail(email);
      if (account) found.set(email, account.id);
    }
    return found;
  }

  /** The address of one account; kept for seconds, since every list of a person's own rows asks for it. */
  async email(id: string): Promise<string | null> {
    const known = this.#own.get(id);
    if (known !== undefined && known.until > performance.now()) return known.email;
    const email = (await this.#needs.accounts.account(id))?.email ?? null;
    if (this.#own.size >= MAX_CACHED) this.#own.clear();
    this.#own.set(id, { email, until: performance.now() + CACHE_MS });
    return email;
  }

  /** After an account has changed. */
  forget(id: string): void {
    this.#own.delete(id);
  }

  async #administers(actor: Actor, appId: string): Promise<boolean> {
    if (actor.kind === 'anonymous' || (actor.kind === 'app' && !actor.admin)) return false;
    const app = await this.#needs.apps.find(appId);
    return app !== null && this.#needs.apps.isAppAdmin(actor, app);
  }
}

const idOf = (actor: Actor): string | null => (actor.kind === 'anonymous' ? null : actor.id);
