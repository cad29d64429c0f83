import { type Collection, TooManyRequests } from '@sayso/core';
import type { CredentialDocument, UserDocument } from '../collections.ts';
import { EmailAlreadyExists, EmailChangeFailed, messages, WrongPassword } from '../errors.ts';
import { MAIL_PAGE, mailLink } from '../identity/targets.ts';
import { type Attempts, confirmation } from '../limits/attempts.ts';
import type { Limits } from '../limits/limits.ts';
import { changedNotice, changeMail, changeNotice, verifyMail } from '../mail/mails.ts';
import type { Mail } from '../ref.ts';
import type { EmailLinks } from './email-links.ts';

const HOUR_MS = 60 * 60_000;
/** Requests of one account. */
const BY_ACCOUNT = { max: 5, windowMs: HOUR_MS };
/** Mails to one address, from all accounts together: it may be a stranger's. */
const BY_TARGET = { max: 3, windowMs: HOUR_MS };

export interface EmailChangeOptions {
  readonly builderUrl: string;
  readonly users: Collection<UserDocument>;
  readonly credentials: Collection<CredentialDocument>;
  readonly links: EmailLinks;
  readonly limits: Limits;
  readonly attempts: Attempts;
  verifyPassword(options: { readonly hash: string; readonly password: string }): Promise<boolean>;
  sendMail(mail: Mail): Promise<void>;
  /** Whether the mail server can be reached now. */
  isMailReachable(): Promise<boolean>;
}

/** Verifies addresses and changes them: by password, with a notice to the old address, and without logging in. */
export class EmailChange {
  readonly #options: EmailChangeOptions;

  constructor(options: EmailChangeOptions) {
    this.#options = options;
  }

  async sendVerification(user: Pick<UserDocument, 'email'> & { readonly id: string }, continueUrl: string | null): Promise<void> {
    const { builderUrl, links, sendMail } = this.#options;
    const token = await links.create(user.id, user.email, user.email);
    await sendMail(verifyMail(user.email, mailLink(builderUrl, { mode: 'verifyEmail', token, continueUrl })));
  }

  /** Throws `WrongPassword`, `EmailAlreadyExists`, `EmailChangeFailed`, `TooManyRequests`. */
  async request(accountId: string, change: { readonly newEmail: string; readonly password: string }): Promise<void> {
    const { builderUrl, users, links, sendMail } = this.#options;
    const to = change.newEmail.toLowerCase();
    const user = await users.findOne({ _id: accountId });
    if (!user) throw new EmailChangeFailed();
    await this.#confirm(accountId, change.password);
    if (await users.findOne({ email: to })) throw new EmailAlreadyExists();
    await this.#count(accountId, to);
    if (!(await this.#options.isMailReachable())) throw new EmailChangeFailed();
    await links.cancelChanges(accountId);
    const token = await links.create(accountId, user.email, to);
    await sendMail(changeMail(to, mailLink(builderUrl, { mode: 'changeEmail', token, continueUrl: null })));
    await sendMail(changeNotice(user.email, to, `${builderUrl}${MAIL_PAGE}?mode=forgotPassword`));
  }

  /** Redeems the link of a mail. Throws `EmailLinkInvalid`, `EmailAlreadyExists`. */
  async confirm(token: string): Promise<void> {
    const confirmed = await this.#options.links.redeem(token);
    if (confirmed && confirmed.previous !== confirmed.account.email) {
      await this.#options.sendMail(changedNotice(confirmed.previous, confirmed.account.email));
    }
  }

  /** An account that only logs in with Google has no password: it gets one by a reset first. */
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
