import { type Collection, DuplicateKey, type Query, storeTime } from '@sayso/core';
import type { EmailLinkDocument, MailLink, UserDocument, VerificationDocument } from '../collections.ts';
import { EmailAlreadyExists, EmailLinkInvalid, VerificationCodeInvalid } from '../errors.ts';
import { randomCode, randomToken, sha256 } from '../limits/digest.ts';

/** How long the link in a mail is valid; the mails state it. */
const LINK_MS = 60 * 60_000;

const codeDigest = (accountId: string, code: string): string => sha256(`${accountId} ${code}`);

/** The link of a mail, by its token. */
export const linkOf = (token: string): MailLink => ({ in: 'emailLinks', id: sha256(token) });

interface Tables {
  readonly emailLinks: Collection<EmailLinkDocument>;
  readonly user: Collection<UserDocument>;
  readonly verification: Collection<VerificationDocument>;
}

/** A verified address of an account: `previous` is the old one, equal to the address when it was only verified. */
export interface ConfirmedEmail {
  readonly account: UserDocument;
  readonly previous: string;
}

/**
 * Links that verify an address: after a sign-up, and before an address change. Each is valid once, for an hour, for one account, and only
 * while the account still has the address it had when the link was made. Opening a link does not log in.
 */
export class EmailLinks {
  readonly #tables: Tables;
  readonly #onChanged: () => void;

  /** `onChanged` is called after a link has changed an account. */
  constructor(tables: Tables, onChanged: () => void) {
    this.#tables = tables;
    this.#onChanged = onChanged;
  }

  /** The token of a link that changes the address of an account. */
  async createChange(accountId: string, from: string, to: string): Promise<string> {
    const token = randomToken();
    await this.#tables.emailLinks.insertOne({ _id: sha256(token), accountId, from, to, used: false, expiresAt: storeTime(LINK_MS) });
    return token;
  }

  /** The token of a link that verifies the address of an account, and a code with which its owner does so without the link. */
  async createVerification(accountId: string, email: string): Promise<{ readonly token: string; readonly code: string }> {
    const [token, code] = [randomToken(), randomCode()];
    const expiresAt = storeTime(LINK_MS);
    const link = { _id: sha256(token), accountId, from: email, to: email, code: codeDigest(accountId, code), used: false, expiresAt };
    // One code at a time: each further one would make a guess more likely. Links of earlier mails stay valid.
    await this.#tables.emailLinks.updateMany({ accountId, code: { $exists: true } }, { $unset: { code: '' } });
    await this.#tables.emailLinks.insertOne(link);
    return { token, code };
  }

  /** Cancels the pending changes of an account: only the newest is valid, and none outlives the password that confirmed it. */
  async cancelChanges(accountId: string): Promise<void> {
    const pending = await this.#tables.emailLinks.find({ accountId, used: false }, { projection: { from: 1, to: 1 } });
    const changes = pending.filter(({ from, to }) => from !== to).map(({ _id }) => _id);
    if (changes.length > 0) await this.#tables.emailLinks.deleteMany({ _id: { $in: changes } });
  }

  /**
   * Ends what mails of an account still permit: pending changes of its address and resets of its password, but for the reset with this
   * identifier. After its password changed, it was disabled, or it logged out everywhere.
   */
  async endAll(accountId: string, { but = '' }: { readonly but?: string } = {}): Promise<void> {
    await this.cancelChanges(accountId);
    await this.#tables.user.updateOne({ _id: accountId }, { $set: { linksEndedAt: storeTime() } });
    await this.#tables.verification.deleteMany({ value: accountId, _id: { $ne: but } });
  }

  /** The link of the newest reset of an account: ids sort by creation time. */
  async newestReset(accountId: string): Promise<MailLink | undefined> {
    const found = await this.#tables.verification.findOne({ value: accountId }, { sort: { _id: -1 } });
    return found === null ? undefined : { in: 'verification', id: found._id };
  }

  /** Whether the link of a mail still works. */
  async isAlive({ in: collection, id }: MailLink): Promise<boolean> {
    const { emailLinks, user, verification } = this.#tables;
    const unexpired = { _id: id, expiresAt: { $gt: storeTime() } };
    if (collection === 'verification') return (await verification.count(unexpired)) > 0;
    const link = await emailLinks.findOne({ ...unexpired, used: false });
    return link !== null && (await user.count({ _id: link.accountId, email: link.from, disabled: { $ne: true } })) > 0;
  }

  /** Throws `EmailLinkInvalid`, `EmailAlreadyExists`. Null when this link has already taken effect. */
  redeem(token: string): Promise<ConfirmedEmail | null> {
    return this.#redeem({ _id: sha256(token) }, () => new EmailLinkInvalid());
  }

  /** Verifies an address by the code of one of its mails. Throws `VerificationCodeInvalid`; the caller limits the attempts. */
  async redeemCode(email: string, code: string): Promise<void> {
    const owner = await this.#tables.user.findOne({ email });
    if (!owner) throw new VerificationCodeInvalid();
    const { _id: accountId } = owner;
    await this.#redeem({ accountId, from: email, to: email, code: codeDigest(accountId, code) }, () => new VerificationCodeInvalid());
  }

  async #redeem(wanted: Query, refusal: () => Error): Promise<ConfirmedEmail | null> {
    const { emailLinks, user } = this.#tables;
    const now = storeTime();
    const link = await emailLinks.findOneAndUpdate({ ...wanted, used: false, expiresAt: { $gt: now } }, { $set: { used: true } });
    if (!link) {
      const used = await emailLinks.findOne({ ...wanted, expiresAt: { $gt: now } });
      const isDone = used && (await user.findOne({ _id: used.accountId, email: used.to, emailVerified: true }));
      if (!isDone) throw refusal();
      return null;
    }
    const account = await this.#apply(link, now);
    if (!account) throw refusal();
    this.#onChanged();
    // Reset links that were mailed to the old address could take the account back.
    if (link.from !== link.to) await this.#tables.verification.deleteMany({ value: account._id });
    return { account, previous: link.from };
  }

  async #apply({ accountId, from, to }: EmailLinkDocument, updatedAt: string): Promise<UserDocument | null> {
    try {
      return await this.#tables.user.findOneAndUpdate(
        { _id: accountId, email: from, disabled: { $ne: true } },
        { $set: { email: to, emailVerified: true, updatedAt } },
      );
    } catch (error) {
      if (error instanceof DuplicateKey) throw new EmailAlreadyExists();
      throw error;
    }
  }
}
