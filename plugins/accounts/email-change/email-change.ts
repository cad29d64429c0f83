import { type Collection, storeNow, TooManyRequests } from '@sayso/core';
import type { CredentialDocument, MailLink, SessionDocument, UserDocument } from '../collections.ts';
import {
  EmailAlreadyExists,
  EmailChangeFailed,
  EmailLinkInvalid,
  messages,
  RecentLoginNeeded,
  VerificationCodeInvalid,
  WrongPassword,
} from '../errors.ts';
import { appOfLogin, LANDING, loginOfApp, MAIL_PAGE, mailLink } from '../identity/targets.ts';
import { type Attempts, confirmation } from '../limits/attempts.ts';
import { CODE } from '../limits/digest.ts';
import type { Limits } from '../limits/limits.ts';
import { changedNotice, changeMail, changeNotice, verifyMail } from '../mail/mails.ts';
import type { Mail } from '../ref.ts';
import { type EmailLinks, linkOf } from './email-links.ts';

const HOUR_MS = 60 * 60_000;
/** Requests of one account. */
const BY_ACCOUNT = { max: 5, windowMs: HOUR_MS };
/** Mails to one address, from all accounts together: it may be a stranger's. */
const BY_TARGET = { max: 3, windowMs: HOUR_MS };
/** Guesses at the codes of one address, from all callers together: each of its at most five mails an hour has one of a million codes. */
const CODE_GUESSES = { max: 10, windowMs: HOUR_MS };
/** How long after a log-in its session changes the address without the password. */
const RECENT_MS = 10 * 60_000;

interface RequestedChange {
  readonly newEmail: string;
  /** Default: the session began with a log-in in the last ten minutes. */
  readonly password?: string | undefined;
  readonly sessionId: string | null;
}

const PRODUCT = 'Sayso';

export interface EmailChangeOptions {
  readonly builderUrl: string;
  readonly users: Collection<UserDocument>;
  readonly credentials: Collection<CredentialDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly links: EmailLinks;
  readonly limits: Limits;
  readonly attempts: Attempts;
  verifyPassword(options: { readonly hash: string; readonly password: string }): Promise<boolean>;
  sendMail(mail: Mail, link?: MailLink): Promise<void>;
  /** The name of an app; null for an unknown one. */
  nameOfApp(appId: string): Promise<string | null>;
  /** Whether the mail server can be reached now. */
  isMailReachable(): Promise<boolean>;
}

/** Verifies addresses and changes them: by password or after a log-in, with a notice to the old address, and without logging in. */
export class EmailChange {
  readonly #options: EmailChangeOptions;

  constructor(options: EmailChangeOptions) {
    this.#options = options;
  }

  /**
   * `asked`: the page to continue to. Default: the log-in of the app that the person signed up in, which leads on to the app, or the page
   * where builders begin.
   */
  async sendVerification({ id, email }: Pick<UserDocument, 'email'> & { readonly id: string }, asked: string | null): Promise<void> {
    const { builderUrl, links, sendMail, users, nameOfApp } = this.#options;
    const { signupAppId = null } = (await users.findOne({ _id: id })) ?? {};
    const continueUrl = asked ?? (signupAppId === null ? LANDING : loginOfApp(signupAppId));
    const appId = appOfLogin(continueUrl);
    const appName = (appId === null ? null : await nameOfApp(appId)) ?? PRODUCT;
    const { token, code } = await links.createVerification(id, email);
    const link = mailLink(builderUrl, { mode: 'verifyEmail', token, continueUrl, appName });
    await sendMail(verifyMail(email, { link, code }), linkOf(token));
  }

  /** Throws `RecentLoginNeeded`, `WrongPassword`, `EmailAlreadyExists`, `EmailChangeFailed`, `TooManyRequests`. */
  async request(accountId: string, change: RequestedChange): Promise<void> {
    const { builderUrl, users, links, sendMail } = this.#options;
    const to = change.newEmail.toLowerCase();
    const user = await users.findOne({ _id: accountId });
    if (!user) throw new EmailChangeFailed();
    if (change.password === undefined) await this.#checkRecent(accountId, change.sessionId);
    else await this.#confirm(accountId, change.password);
    if (await users.findOne({ email: to })) throw new EmailAlreadyExists();
    await this.#count(accountId, to);
    if (!(await this.#options.isMailReachable())) throw new EmailChangeFailed();
    await links.cancelChanges(accountId);
    const token = await links.createChange(accountId, user.email, to);
    await sendMail(changeMail(to, mailLink(builderUrl, { mode: 'changeEmail', token, continueUrl: null })), linkOf(token));
    await sendMail(changeNotice(user.email, to, `${builderUrl}${MAIL_PAGE}?mode=forgotPassword`));
  }

  /** Redeems the link of a mail. Throws `EmailLinkInvalid`, `EmailAlreadyExists`. */
  async confirm(token: string): Promise<void> {
    const confirmed = await this.#options.links.redeem(token);
    if (confirmed && confirmed.previous !== confirmed.account.email) {
      await this.#options.sendMail(changedNotice(confirmed.previous, confirmed.account.email));
    }
  }

  /** Verifies an address by what its mail has: the code, or the token of the link. Throws `VerificationCodeInvalid`, `TooManyRequests`. */
  async verify({ email = '', secret }: { readonly email?: string | undefined; readonly secret: string }): Promise<void> {
    const { limits, links } = this.#options;
    if (!CODE.test(secret)) {
      await this.confirm(secret).catch((error: unknown) => {
        throw error instanceof EmailLinkInvalid ? new VerificationCodeInvalid() : error;
      });
      return;
    }
    const address = email.toLowerCase();
    if (!(await limits.take(`code of ${address}`, CODE_GUESSES))) throw new TooManyRequests(messages.tooManyCodes);
    await links.redeemCode(address, secret);
  }

  async #checkRecent(accountId: string, sessionId: string | null): Promise<void> {
    const session = sessionId === null ? null : await this.#options.sessions.findOne({ _id: sessionId, userId: accountId });
    if (session === null || storeNow() - Date.parse(session.createdAt) > RECENT_MS) throw new RecentLoginNeeded();
  }

  /** An account that only logs in with Google has no password: it logs in again instead. */
  async #confirm(accountId: string, password: string): Promise<void> {
    const { credentials, attempts, verifyPassword } = this.#options;
    if (!(await attempts.begin(confirmation(accountId)))) throw new TooManyRequests(messages.tooManyLogins);
    const credential = await credentials.findOne({ userId: accountId, providerId: 'credential' });
    const hash = credential?.['password'];
    if (typeof hash !== 'string' || !(await verifyPassword({ hash, password }))) throw new WrongPassword();
    await attempts.clear(confirmation(accountId));
  }

  async #count(accountId: string, to: string): Promise<void> {
    const { limits } = this.#options;
    const isAllowed = (await limits.take(`change of ${accountId}`, BY_ACCOUNT)) && (await limits.take(`change to ${to}`, BY_TARGET));
    if (!isAllowed) throw new TooManyRequests(messages.emailChangeFailed);
  }
}
