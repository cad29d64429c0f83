import { sha256 } from './digest.ts';
import type { Account } from './ref.ts';

/**
 * How long a session and its account are cached; changes made by this process invalidate them at once. Measured by a monotonic
 * clock.
 */
const REMEMBER_MS = 5_000;
const REMEMBERED = 10_000;

export interface SignedIn {
  readonly session: { readonly id: string; readonly accountId: string; readonly expiresAt: Date };
  /** Null for a disabled account. */
  readonly account: Account | null;
}

/** Caches which session the headers of a request on the builder host belong to. */
export class Sessions {
  readonly #load: (headers: Headers) => Promise<SignedIn | null>;
  #remembered = new Map<string, { readonly found: Promise<SignedIn | null>; readonly until: number }>();

  constructor(load: (headers: Headers) => Promise<SignedIn | null>) {
    this.#load = load;
  }

  async find(headers: Headers): Promise<SignedIn | null> {
    // A digest, since clients choose how long their headers are.
    const key = sha256(JSON.stringify([headers.get('authorization'), headers.get('cookie')]));
    const known = this.#remembered.get(key);
    const signedIn = known && known.until > performance.now() ? await known.found : null;
    return signedIn && signedIn.session.expiresAt.getTime() > Date.now() ? signedIn : this.#look(key, headers);
  }

  /** Invalidates the cache, after a session ended or a user changed. Lookups in flight are not cached either. */
  forget(): void {
    this.#remembered = new Map();
  }

  async #look(key: string, headers: Headers): Promise<SignedIn | null> {
    const remembered = this.#remembered;
    const found = this.#load(headers);
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(key, { found, until: performance.now() + REMEMBER_MS });
    // Callers without a session are not cached: they can make up any number of headers.
    const signedIn = await found.catch((error: unknown) => {
      remembered.delete(key);
      throw error;
    });
    if (signedIn === null) remembered.delete(key);
    return signedIn;
  }
}
