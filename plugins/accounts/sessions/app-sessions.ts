import type { Collection } from '@sayso/core';
import type { SessionDocument } from '../collections.ts';
import type { AppTokenClaims } from '../ref.ts';

/** How long a session is cached, by a monotonic clock: a token of an ended session is rejected after this long at the latest. */
const CACHE_MS = 60_000;
const MAX_CACHED = 10_000;

type Session = Pick<SessionDocument, 'userId' | 'expiresAt' | 'leftApps'> | null;
/** The claims of an app token, and when it was issued. */
export type IssuedClaims = AppTokenClaims & { readonly issuedAtMs: number };

/** Caches which of the sessions behind app tokens are active: one lookup per session and minute. */
export class AppSessions {
  readonly #sessions: Collection<SessionDocument>;
  readonly #cached = new Map<string, { readonly session: Promise<Session>; readonly until: number }>();

  constructor(sessions: Collection<SessionDocument>) {
    this.#sessions = sessions;
  }

  /** Whether the token is still valid. Without a session it is, until it expires. `isFresh`: bypasses the cache. */
  async covers({ appId, accountId, sessionId, issuedAtMs }: IssuedClaims, isFresh = false): Promise<boolean> {
    if (sessionId === null) return true;
    const session = await this.#find(sessionId, isFresh);
    if (session?.userId !== accountId || session.expiresAt <= new Date().toISOString()) return false;
    return issuedAtMs > (session.leftApps?.[appId] ?? 0);
  }

  /** Logs the person out of the app: revokes the tokens that the session gave it so far, on this node at once. The session stays. */
  async leave({ appId, sessionId }: AppTokenClaims): Promise<void> {
    if (sessionId === null) return;
    await this.#sessions.updateOne({ _id: sessionId }, { $max: { [`leftApps.${appId}`]: Date.now() } });
    this.#cached.delete(sessionId);
  }

  /** Invalidates the cache, after sessions ended. */
  invalidate(): void {
    this.#cached.clear();
  }

  #find(sessionId: string, isFresh: boolean): Promise<Session> {
    const now = performance.now();
    const known = this.#cached.get(sessionId);
    if (known && known.until > now && !isFresh) return known.session;
    const session = this.#sessions.findOne({ _id: sessionId }, { projection: { userId: 1, expiresAt: 1, leftApps: 1 } });
    if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
    this.#cached.set(sessionId, { session, until: now + CACHE_MS });
    // A failed lookup is not cached: the next call retries.
    session.catch(() => this.#cached.delete(sessionId));
    return session;
  }
}
