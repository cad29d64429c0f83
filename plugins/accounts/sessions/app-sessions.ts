import { type Collection, storeNow } from '@sayso/core';
import type { SessionDocument } from '../collections.ts';
import type { AppTokenClaims } from '../ref.ts';

/**
 * How long a session is cached, by a monotonic clock: a token of an ended session is rejected after this long at the latest, also by a
 * process that missed the event. With the rounds of streams it stays below five seconds.
 */
export const CACHE_MS = 2000;
const MAX_CACHED = 10_000;
/** Sessions in one query. */
const MAX_BATCH = 500;

type Session = Pick<SessionDocument, 'userId' | 'expiresAt' | 'leftApps'> | null;
interface KnownSession {
  readonly session: Promise<Session>;
  readonly until: number;
}
type Waiting = Map<string, PromiseWithResolvers<Session>>;
/** The claims of an app token, and when it was issued and expires, in ms since 1970. */
export type IssuedClaims = AppTokenClaims & { readonly issuedAtMs: number; readonly expiresAtMs: number };

/** Caches which of the sessions behind app tokens are active. Lookups that begin together, such as those of streams, are one query. */
export class AppSessions {
  readonly #sessions: Collection<SessionDocument>;
  readonly #cached = new Map<string, KnownSession>();
  #waiting: Waiting = new Map();

  constructor(sessions: Collection<SessionDocument>) {
    this.#sessions = sessions;
  }

  /** Whether the token is still valid. Without a session it is, until it expires. `isFresh`: bypasses the cache. */
  async covers(claims: IssuedClaims, isFresh = false): Promise<boolean> {
    return (await this.coveredUntil(claims, isFresh)) !== null;
  }

  /** For how long the token is known to be valid, by a monotonic clock in ms; null for an invalid one. */
  async coveredUntil({ appId, accountId, sessionId, issuedAtMs }: IssuedClaims, isFresh = false): Promise<number | null> {
    if (sessionId === null) return Number.POSITIVE_INFINITY;
    const known = this.#find(sessionId, isFresh);
    const session = await known.session;
    if (session?.userId !== accountId || issuedAtMs <= (session.leftApps?.[appId] ?? 0)) return null;
    const left = Date.parse(session.expiresAt) - storeNow();
    return left > 0 ? Math.min(known.until, performance.now() + left) : null;
  }

  /** Whether the session logged out of the app after a time, in ms since 1970. */
  async hasLeft({ appId, sessionId }: AppTokenClaims, since: number): Promise<boolean> {
    const session = sessionId === null ? null : await this.#find(sessionId, true).session;
    return since <= (session?.leftApps?.[appId] ?? 0);
  }

  /** Logs the person out of the app: revokes the tokens that the session gave it so far, on this node at once. The session stays. */
  async leave({ appId, sessionId, issuedAtMs }: IssuedClaims): Promise<void> {
    if (sessionId === null) return;
    // The token itself may have been issued later than now, by a node whose measurement of the store's time differs.
    await this.#sessions.updateOne({ _id: sessionId }, { $max: { [`leftApps.${appId}`]: Math.max(storeNow(), issuedAtMs) } });
    this.forget(sessionId);
  }

  /** As `leave`, for all sessions of an account. */
  async leaveAll(accountId: string, appId: string): Promise<void> {
    await this.#sessions.updateMany({ userId: accountId }, { $max: { [`leftApps.${appId}`]: storeNow() } });
    this.invalidate();
  }

  /** When the person left the app last, in ms since 1970; 0: never. A token of a later log-in is issued after it. */
  async leftAt({ appId, sessionId }: AppTokenClaims): Promise<number> {
    if (!sessionId) return 0;
    const session = await this.#sessions.findOne({ _id: sessionId }, { projection: { leftApps: 1 } });
    return session?.leftApps?.[appId] ?? 0;
  }

  /** Invalidates the cache of one session. */
  forget(sessionId: string): void {
    this.#cached.delete(sessionId);
  }

  /** Invalidates the cache, after sessions ended. */
  invalidate(): void {
    this.#cached.clear();
  }

  #find(sessionId: string, isFresh: boolean): KnownSession {
    const now = performance.now();
    const cached = this.#cached.get(sessionId);
    if (cached && cached.until > now && !isFresh) return cached;
    const session = this.#read(sessionId);
    if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
    const known = { session, until: now + CACHE_MS };
    this.#cached.set(sessionId, known);
    // A failed lookup is not cached: the next call retries.
    session.catch(() => this.#cached.delete(sessionId));
    return known;
  }

  #read(sessionId: string): Promise<Session> {
    if (this.#waiting.size === 0 || this.#waiting.size >= MAX_BATCH) {
      const batch: Waiting = new Map();
      this.#waiting = batch;
      queueMicrotask(() => void this.#readAll(batch));
    }
    const waiting = this.#waiting.get(sessionId) ?? Promise.withResolvers<Session>();
    this.#waiting.set(sessionId, waiting);
    return waiting.promise;
  }

  async #readAll(batch: Waiting): Promise<void> {
    if (this.#waiting === batch) this.#waiting = new Map();
    try {
      const found = await this.#readSessions([...batch.keys()]);
      for (const [id, { resolve }] of batch) resolve(found.get(id) ?? null);
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  async #readSessions(ids: readonly string[]): Promise<ReadonlyMap<string, Session>> {
    const projection = { userId: 1, expiresAt: 1, leftApps: 1 } as const;
    const [id] = ids;
    // A point read, as most requests need one session.
    if (id !== undefined && ids.length === 1) return new Map([[id, await this.#sessions.findOne({ _id: id }, { projection })]]);
    const found = await this.#sessions.find({ _id: { $in: [...ids] } }, { projection });
    return new Map(found.map((session) => [session._id, session]));
  }
}
