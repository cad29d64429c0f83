import { type Actor, extensionPoint, serviceRef } from '@sayso/core';

/** A person. `builder` accounts build apps; `user` accounts signed up to a published app, and can build once they are invited. */
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

/** The claims of an app token. `accountId` null: an anonymous visitor of a preview or of an app. */
export interface AppTokenClaims {
  readonly appId: string;
  readonly accountId: string | null;
  /** Administers this app: its owner, or an admin of the installation. */
  readonly admin: boolean;
  /** The session that the token depends on; null for anonymous ones. When the session ends, the token is rejected within seconds. */
  readonly sessionId: string | null;
  /** Issued to the code of a preview, which may leak it: the builder's page replaces it, and it cannot be refreshed. Default false. */
  readonly isPreview?: boolean;
  /** Of a preview: it shows an older version, so its code reads only. Default false. */
  readonly readsOnly?: boolean;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML, which has to be safe. Default: text only. */
  readonly html?: string | null;
  /** Shown as the sender, with the address of the installation. Default: the installation. */
  readonly fromName?: string;
  /** Where recipients end such mails by a POST without further parameters (RFC 8058). Default: they cannot. */
  readonly unsubscribe?: string;
  /**
   * The account on whose behalf it is sent, such as the owner of an app: it counts towards the limits of this account, of the recipient and of the
   * installation. Default: the installation itself, whose mails are not limited.
   */
  readonly payer?: string;
  /** What it invites to: it is not sent once that has ended, by a withdrawal for example. Default: nothing that ends. */
  readonly invites?: MailInvitation;
}

/** `appInvitations`: an invitation to build an app, by its id. `appSignUps`: the sign-up of an app, by the app's id. */
export interface MailInvitation {
  readonly in: 'appInvitations' | 'appSignUps';
  readonly id: string;
  /** Who invites to the app: the mail is not sent once they may not any more. Default: anyone. */
  readonly by?: Inviter;
}

/** An account that invites people to use an app. */
export interface Inviter {
  readonly accountId: string;
  /** Of the people who build the app, when the account invited. */
  readonly revision: number;
}

/** The client that sent a password: limits and sessions name it. */
export interface PasswordClient {
  readonly address: string;
  readonly userAgent: string | null;
}

export interface PasswordSession {
  readonly accountId: string;
  readonly sessionId: string;
}

/** Calls with passwords, with the limits, the back-off and the errors of the log-in page. */
export interface PasswordApi {
  /** The account whose password it is, without a session. */
  check(given: { readonly email: string; readonly password: string }, client: PasswordClient): Promise<string>;
  /** Begins a session. */
  logIn(given: { readonly email: string; readonly password: string }, client: PasswordClient): Promise<PasswordSession>;
  /** Makes an account that signs up in an app, and begins its session. */
  signUp(
    given: { readonly email: string; readonly password: string; readonly appId: string },
    client: PasswordClient,
  ): Promise<PasswordSession>;
  /** Ends all sessions of the account. */
  change(given: { readonly email: string; readonly password: string; readonly newPassword: string }, client: PasswordClient): Promise<void>;
  /** By the token of a mail. */
  reset(given: { readonly token: string; readonly newPassword: string }, client: PasswordClient): Promise<void>;
  /** Mails the link again; the same for unknown and verified addresses. */
  resendVerification(email: string, client: PasswordClient): Promise<void>;
}

export type Memories = Readonly<Record<string, unknown>>;

export interface AccountsApi {
  account(id: string): Promise<Account | null>;
  byEmail(email: string): Promise<Account | null>;
  /** These accounts by id, without those that are missing or disabled. */
  accounts(ids: readonly string[]): Promise<ReadonlyMap<string, Account>>;
  /** The e-mail addresses of these accounts, by id. */
  emails(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The names of these accounts, by id. */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly passwords: PasswordApi;
  /** Mails a link with which to choose a new password, if the address is known. Throws `TooManyRequests` after several to one address. */
  requestPasswordReset(email: string, continueUrl: string | undefined): Promise<void>;
  /** Verifies an address by the code in its mail, or by the token in the link of it. Throws when it is invalid or has expired. */
  verifyEmail(given: { readonly email?: string | undefined; readonly secret: string }): Promise<void>;
  /** The session behind a request on the builder host (cookie or bearer token); null without one. */
  session(headers: Headers): Promise<{ readonly id: string; readonly accountId: string } | null>;
  /** A JWT for one app (audience = app id), valid for 50 minutes. */
  mintAppToken(claims: AppTokenClaims): Promise<{ readonly token: string; readonly expiresAt: string }>;
  /** Null for an invalid, expired, revoked or foreign token. `admin` is what the account has now, if the token claims it. Cached for seconds. */
  verifyAppToken(token: string): Promise<AppTokenClaims | null>;
  /** Renews the token for another 50 minutes while its session is active and its account may use the app; null otherwise, and for the token of a preview. */
  refreshAppToken(token: string): Promise<{ readonly token: string; readonly expiresAt: string } | null>;
  /** Revokes this token and all others that its session gave the same app so far: here at once, on other nodes with the event. */
  revokeAppToken(token: string): Promise<void>;
  /** Revokes all tokens that the sessions of an account gave an app so far. A later log-in gives it another one, if the app admits it. */
  endAppTokens(accountId: string, appId: string): Promise<void>;
  /**
   * A one-time code, valid for 60 s, with which an app's own origin fetches its token after a log-in on the builder host. It is bound to
   * the code challenge (RFC 7636, S256) of the page that began the log-in.
   */
  createLoginCode(claims: AppTokenClaims, codeChallenge: string): Promise<string>;
  /**
   * Null for an unknown, used or expired code, for a wrong verifier, which also uses the code up, and for one from before a log-out from the
   * app. The token that is minted from the claims is invalid if its session has ended since: verify it.
   */
  redeemLoginCode(code: string, codeVerifier: string): Promise<AppTokenClaims | null>;
  /** What an app remembers about this user, by field name. */
  memories(accountId: string, appId: string): Promise<Memories>;
  /** What an app remembers about these users, by account; absent where it is nothing. */
  memoriesOf(accountIds: readonly string[], appId: string): Promise<ReadonlyMap<string, Memories>>;
  /** Stores the result of `change`, which is called again after a concurrent change; passes its errors on. */
  changeMemories(accountId: string, appId: string, change: (known: Memories) => Memories): Promise<void>;
  /** Makes the account a builder, because builders of an app invited it. Throws `Forbidden` where only admins decide who builds. */
  letBuild(accountId: string): Promise<void>;
  /** Deletes the memories of all users of the app. */
  forgetApp(appId: string): Promise<void>;
  /**
   * Stores a mail, which a job then delivers with retries; without a mail server admins read it in the outbox. Rejects when it could not be
   * stored, and so will not be sent; with `MailLimitReached` (429) beyond the limits of its payer or recipient.
   */
  sendMail(mail: Mail): Promise<void>;
  /** False: mail is kept in the outbox. */
  readonly hasMailServer: boolean;
}

export interface TokenRights {
  /** Whether the account administers the app. */
  readonly admin: boolean;
}

/** What accounts need to know about apps. Without an addition there are no apps. */
export interface AppRules {
  /** Whether the actor administers the app; false for an unknown one. */
  administers(actor: Actor, appId: string): Promise<boolean>;
  /** Whether the app is published and people may sign up in it, by an invitation of `by`: while that account administers the app, without a break. */
  takesSignUps(appId: string, by?: Inviter): Promise<boolean>;
  /** Null for an unknown app. */
  nameOf(appId: string): Promise<string | null>;
  /** Whether the code is of a working invitation to build an app. */
  isInvitation(code: string): Promise<boolean>;
  /** Whether an invitation to build an app, by its id, still works. */
  isInvitationOpen(id: string): Promise<boolean>;
  /** Takes one of the sign-ups that such an invitation allows; false when none is left. */
  takeSignUp(code: string): Promise<boolean>;
  /** What an account's token of the app is good for now; null: nothing. */
  tokenRights(account: Pick<Account, 'id' | 'isAdmin'>, token: Pick<AppTokenClaims, 'appId' | 'isPreview'>): Promise<TokenRights | null>;
}

export const accountsRef = serviceRef<AccountsApi>('accounts');

/** The plugin that owns the apps adds their rules. */
export const appRules = extensionPoint<AppRules>(accountsRef, 'apps', { limit: 1 });

/** The account id of an actor on the builder host; never null behind `access: 'account'`. */
export function accountIdOf(actor: Actor): string | null {
  return actor.kind === 'account' ? actor.id : null;
}

declare module '@sayso/core' {
  interface EventMap {
    'accounts.created': { accountId: string };
    /** An account was disabled, enabled or changed its type: nodes invalidate its cached sessions. */
    'accounts.changed': { accountId: string };
    /** The tokens that this session gave an app so far were revoked: nodes invalidate its cache. */
    'accounts.leftApp': { sessionId: string };
    /** A session was changed or ended: nodes invalidate their cached sessions. */
    'accounts.sessionsChanged': Readonly<Record<never, never>>;
  }
  interface GraphObjects {
    Account: Account;
  }
}
