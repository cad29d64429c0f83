import type { Collection } from '@sayso/core';
import type { SessionDocument } from './collections.ts';
import type { AppTokenClaims } from './ref.ts';

/**
 * How long a session is cached: a token of one that has ended is refused after this long at the latest. Measured by a monotonic
 * clock.
 */
const REMEMBER_MS = 60_000;
const REMEMBERED = 10_000;

type Session = Pick<SessionDocument, 'userId' | 'expiresAt' | 'leftApps'> | null;
/** A token of a session, and when it was issued. */
export type IssuedClaims = AppTokenClaims & { readonly issuedAtMs: number };

/** Whether the sessions that app tokens hang on still live: one look for each in a minute, however many calls there are. */
export class AppSessions {
  readonly #sessions: Collection<SessionDocument>;
  readonly #remembered = new Map<string, { readonly session: Promise<Session>; readonly until: number }>();

  constructor(sessions: Collection<SessionDocument>) {
    this.#sessions = sessions;
  }

  /** Whether the token may still be used. One that hangs on no session is good until it runs out. `isFresh`: looks again. */
  async covers({ appId, accountId, sessionId, issuedAtMs }: IssuedClaims, isFresh = false): Promise<boolean> {
    if (sessionId === null) return true;
    const session = await this.#find(sessionId, isFresh);
    if (session?.userId !== accountId || session.expiresAt <= new Date().toISOString()) return false;
    return issuedAtMs > (session.leftApps?.[appId] ?? 0);
  }

  /** The person has left the app: what the session gave it so far is refused, here at once. The session itself goes on. */
  async leave({ appId, sessionId }: AppTokenClaims): Promise<void> {
    if (sessionId === null) return;
    await this.#sessions.updateOne({ _id: sessionId }, { $max: { [`leftApps.${appId}`]: Date.now() } });
    this.#remembered.delete(sessionId);
  }

  /** Sessions ended: the next call of each looks again. */
  forget(): void {
    this.#remembered.clear();
  }

  #find(sessionId: string, isFresh: boolean): Promise<Session> {
    const now = performance.now();
    const known = this.#remembered.get(sessionId);
    if (known && known.until > now && !isFresh) return known.session;
    const session = this.#sessions.findOne({ _id: sessionId }, { projection: { userId: 1, expiresAt: 1, leftApps: 1 } });
    if (this.#remembered.size >= REMEMBERED) this.#remembered.clear();
    this.#remembered.set(sessionId, { session, until: now + REMEMBER_MS });
    // A store that is away for a moment is asked again by the next call.
    session.catch(() => this.#remembered.delete(sessionId));
    return session;
  }
}
