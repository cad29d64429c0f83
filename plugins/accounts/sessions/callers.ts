import { type Actor, storeNow } from '@sayso/core';
import type { AppTokenClaims, TokenRights } from '../ref.ts';
import { type AppSessions, CACHE_MS, type IssuedClaims } from './app-sessions.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import type { AppTokens } from './tokens.ts';

const MAX_CACHED = 10_000;
/** Clients may pad the header, so that one token has many forms; longer ones are not cached. */
const MAX_CACHED_LENGTH = 2000;

/** A verified token's actor; `until`: for how long this is known, by a monotonic clock in ms. */
interface Verified {
  readonly actor: Actor;
  /** Of an app token; null without one. */
  readonly sessionId: string | null;
  readonly until: number;
  /** Of an app token: its signature is not verified again. */
  readonly claims: IssuedClaims | null;
}
type Cache = Map<string, Verified>;

interface CallersOptions {
  readonly tokens: Pick<AppTokens, 'verify'>;
  readonly appSessions: Pick<AppSessions, 'coveredUntil'>;
  readonly sessions: Pick<Sessions, 'find'>;
  /** What the token of an account is good for now; null: nothing. Asked for tokens that claim more than a user of the app has. */
  readonly rights: (claims: AppTokenClaims) => Promise<TokenRights | null>;
}

/**
 * Caches the actors of bearer tokens by `authorization` header, no longer than their sessions are cached. Invalid tokens are not cached:
 * clients can make up any number of them.
 */
export class Callers {
  readonly #options: CallersOptions;
  readonly #apps: Cache = new Map();
  readonly #accounts: Cache = new Map();
  /** Counts invalidations: lookups that began before one are not cached. */
  #invalidations = 0;

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /** The actor, without a promise when it is cached. Null without a bearer token; resolves with null for an invalid one. */
  find(authorization: string): Actor | null | Promise<Actor | null> {
    const known = this.#apps.get(authorization) ?? this.#accounts.get(authorization);
    if (known !== undefined && known.until > performance.now()) return known.actor;
    const token = /^bearer\s+(\S+)$/i.exec(authorization)?.[1];
    return token === undefined ? null : this.#look(authorization, token, known?.claims ?? null);
  }

  /** After a log-out from an app: its tokens of this session. Others stay, since clients may log out often. */
  invalidateApp(sessionId: string): void {
    this.#invalidations += 1;
    for (const [authorization, known] of this.#apps) if (known.sessionId === sessionId) this.#apps.delete(authorization);
  }

  /** After an account changed. */
  invalidateApps(): void {
    this.#invalidations += 1;
    this.#apps.clear();
  }

  /** After a session ended or an account changed. */
  invalidateAccounts(): void {
    this.#invalidations += 1;
    this.#accounts.clear();
  }

  async #look(authorization: string, token: string, known: IssuedClaims | null): Promise<Actor | null> {
    const before = this.#invalidations;
    const app = await this.#verifyApp(token, known);
    const found = app ?? (await this.#verifySession(token));
    if (found !== null && this.#invalidations === before) keep(app === null ? this.#accounts : this.#apps, authorization, found);
    return found?.actor ?? null;
  }

  async #verifyApp(token: string, known: IssuedClaims | null): Promise<Verified | null> {
    const { tokens, appSessions } = this.#options;
    const claims = known !== null && known.expiresAtMs > storeNow() ? known : await tokens.verify(token);
    const coveredUntil = claims && (await appSessions.coveredUntil(claims));
    if (claims === null || coveredUntil === null) return null;
    const { appId, accountId: id, isPreview = false, readsOnly = false, sessionId, expiresAtMs } = claims;
    const cachedUntil = id === null ? Number.POSITIVE_INFINITY : performance.now() + CACHE_MS;
    const rights = claimsMore(claims) ? await this.#options.rights(claims) : { admin: false };
    if (rights === null) return null;
    const preview = { ...(isPreview ? { preview: true as const } : {}), ...(readsOnly ? { readsOnly: true as const } : {}) };
    const actor: Actor = { kind: 'app', id, appId, admin: rights.admin, ...preview };
    return { actor, sessionId, claims, until: Math.min(coveredUntil, cachedUntil, monotonic(expiresAtMs)) };
  }

  async #verifySession(token: string): Promise<Verified | null> {
    const signedIn = await this.#options.sessions.find(new Headers({ authorization: `Bearer ${token}` }));
    const actor = actorOf(signedIn);
    if (actor === null || signedIn === null) return null;
    const until = Math.min(signedIn.until, monotonic(signedIn.session.expiresAt.getTime()));
    return { actor, sessionId: null, claims: null, until };
  }
}

/** Whether a token claims more than to be a visitor, or a user with a session: what those may do, the app decides at each call. */
export function claimsMore({ accountId, admin, isPreview = false, sessionId }: AppTokenClaims): boolean {
  return accountId !== null && (admin || isPreview || sessionId === null);
}

/** Null without a session, and for a disabled account. */
export function actorOf(signedIn: SignedIn | null): Actor | null {
  const { account = null } = signedIn ?? {};
  return account && { kind: 'account', id: account.id, admin: account.isAdmin, builder: account.accountType === 'builder' };
}

function keep(cache: Cache, authorization: string, verified: Verified): void {
  if (authorization.length > MAX_CACHED_LENGTH) return;
  cache.delete(authorization);
  const [oldest] = cache.keys();
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(authorization, verified);
}

/** A time in ms since 1970, by the monotonic clock. */
function monotonic(ms: number): number {
  return performance.now() + ms - storeNow();
}
