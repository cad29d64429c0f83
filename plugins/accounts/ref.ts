import { type Actor, extensionPoint, serviceRef } from '@sayso/core';

/** A person. `builder` accounts build apps; `user` accounts came by signing up to a published app, and build once they are invited. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly accountType: 'builder' | 'user';
  /** Name of the plan; `lite` unless another plugin says otherwise. */
  readonly plan: string;
  readonly isAdmin: boolean;
  readonly createdAt: string;
}

/** What an app token says. `accountId` null: an anonymous visitor of a preview or of an app. */
export interface AppTokenClaims {
  readonly appId: string;
  readonly accountId: string | null;
  /** Administers this app: its owner, or an admin of the installation. */
  readonly admin: boolean;
  /** The session that the token hangs on; null for anonymous ones. When the session ends, so does the token, within a minute. */
  readonly sessionId: string | null;
  /** Given to the code of a preview, which may pass it on: the builder's page replaces it, and it is never refreshed. Default false. */
  readonly isPreview?: boolean;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type Memories = Readonly<Record<string, unknown>>;

export interface AccountsApi {
  account(id: string): Promise<Account | null>;
  byEmail(email: string): Promise<Account | null>;
  /** The session behind a request on the builder host (cookie or bearer token); null without one. */
  session(headers: Headers): Promise<{ readonly id: string; readonly accountId: string } | null>;
  /** A JWT for one app (audience = app id), good for 50 minutes. */
  mintAppToken(claims: AppTokenClaims): Promise<{ readonly token: string; readonly expiresAt: string }>;
  /** Null for a bad, expired, revoked or foreign token. Verified ones are remembered for seconds, their sessions for a minute. */
  verifyAppToken(token: string): Promise<AppTokenClaims | null>;
  /** The token again, for another 50 minutes, while its session lives; null otherwise, and for the token of a preview. */
  refreshAppToken(token: string): Promise<{ readonly token: string; readonly expiresAt: string } | null>;
  /** Ends this token and what else its session gave the same app so far: here at once, on other nodes within a minute. */
  revokeAppToken(token: string): Promise<void>;
  /**
   * A one-time code, valid for 60 s, with which an app's own origin fetches its token after a log-in on the builder host. It is bound to
   * the code challenge (RFC 7636, S256) of the page that began the log-in.
   */
  createLoginCode(claims: AppTokenClaims, codeChallenge: string): Promise<string>;
  /** Null for an unknown, used or expired code, and for another verifier, which uses the code up as well. */
  redeemLoginCode(code: string, codeVerifier: string): Promise<AppTokenClaims | null>;
  /** What an app's users have told it to remember, by field name. */
  memories(accountId: string, appId: string): Promise<Memories>;
  /** Stores the result of `change`, which is called again after a concurrent change; its errors are passed on. */
  changeMemories(accountId: string, appId: string, change: (known: Memories) => Memories): Promise<void>;
  /** Deletes the memories of all users of the app. */
  forgetApp(appId: string): Promise<void>;
  /**
   * Stores a mail, which a job then delivers with retries; without a mail server admins read it in the outbox. Rejects when it could not be
   * stored: only then it will not go out by itself.
   */
  sendMail(mail: Mail): Promise<void>;
}

/** What accounts must know of apps. Without it there are no apps. */
export interface AppRules {
  /** Whether the actor administers the app; false for an unknown one. */
  administers(actor: Actor, appId: string): Promise<boolean>;
  /** Whether the app is published and people may sign up in it. */
  takesSignUps(appId: string): Promise<boolean>;
}

export const accountsRef = serviceRef<AccountsApi>('accounts');

/** The plugin that has the apps adds their rules. */
export const appRules = extensionPoint<AppRules>(accountsRef, 'apps', { limit: 1, neededToServe: true });

/** The account's id of an actor on the builder host; callers behind `access: 'account'` always have one. */
export function accountIdOf(actor: Actor): string | null {
  return actor.kind === 'account' ? actor.id : null;
}

declare module '@sayso/core' {
  interface EventMap {
    'accounts.created': { accountId: string };
    /** Disabled, enabled, or of another kind: what nodes remember of its sessions no longer holds. */
    'accounts.changed': { accountId: string };
  }
  interface GraphObjects {
    Account: Account;
  }
}
