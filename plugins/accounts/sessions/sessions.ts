import { storeNow } from '@sayso/core';
import { sha256 } from '../limits/digest.ts';
import type { Account } from '../ref.ts';
import { CACHE_MS } from './app-sessions.ts';

const MAX_CACHED = 10_000;

export interface SignedIn {
  readonly session: { readonly id: string; readonly accountId: string; readonly expiresAt: Date };
  /** Null for a disabled account. */
  readonly account: Account | null;
}

/** `until`: how long it is cached, by a monotonic clock in ms. */
export type KnownSession = SignedIn & { readonly until: number };

/** Caches which session the headers of a request on the builder host belong to, for `CACHE_MS`; changes by this process invalidate it at once. */
export class Sessions {
  readonly #load: (headers: Headers) => Promise<SignedIn | null>;
  #cached = new Map<string, { readonly found: Promise<KnownSession | null>; readonly until: number }>();

  constructor(load: (headers: Headers) => Promise<SignedIn | null>) {
    this.#load = load;
  }

  async find(headers: Headers): Promise<KnownSession | null> {
    // A digest, since clients choose how long their headers are.
    const key = sha256(JSON.stringify([headers.get('authorization'), headers.get('cookie')]));
    const known = this.#cached.get(key);
    const signedIn = known && known.until > performance.now() ? await known.found : null;
    return signedIn && signedIn.session.expiresAt.getTime() > storeNow() ? signedIn : this.#look(key, headers);
  }

  /** Invalidates the cache, after a session ended or a user changed. Lookups in flight are not cached either. */
  invalidate(): void {
    this.#cached = new Map();
  }

  async #look(key: string, headers: Headers): Promise<KnownSession | null> {
    const cached = this.#cached;
    const until = performance.now() + CACHE_MS;
    const found = this.#load(headers).then((signedIn) => signedIn && { ...signedIn, until });
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, { found, until });
    // Callers without a session are not cached: they can make up any number of headers.
    const signedIn = await found.catch((error: unknown) => {
      cached.delete(key);
      throw error;
    });
    if (signedIn === null) cached.delete(key);
    return signedIn;
  }
}
