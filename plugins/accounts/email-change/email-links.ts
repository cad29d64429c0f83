import { type Collection, DuplicateKey, storeTime } from '@sayso/core';
import type { EmailLinkDocument, UserDocument, VerificationDocument } from '../collections.ts';
import { EmailAlreadyExists, EmailLinkInvalid } from '../errors.ts';
import { randomToken, sha256 } from '../limits/digest.ts';

/** How long the link in a mail is valid; the mails state it. */
const LINK_MS = 60 * 60_000;

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

  /** The token of a link that verifies `to` for an account whose address is `from`. */
  async create(accountId: string, from: string, to: string): Promise<string> {
    const token = randomToken();
    const expiresAt = storeTime(LINK_MS);
    await this.#tables.emailLinks.insertOne({ _id: sha256(token), accountId, from, to, used: false, expiresAt });
    return token;
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
    await this.#tables.verification.deleteMany({ value: accountId, _id: { $ne: but } });
  }

  /** Throws `EmailLinkInvalid`, `EmailAlreadyExists`. Null when this link has already taken effect. */
  async redeem(token: string): Promise<ConfirmedEmail | null> {
    const { emailLinks, user } = this.#tables;
    const now = storeTime();
    const _id = sha256(token);
    const link = await emailLinks.findOneAndUpdate({ _id, used: false, expiresAt: { $gt: now } }, { $set: { used: true } });
    if (!link) {
      const used = await emailLinks.findOne({ _id, expiresAt: { $gt: now } });
      const isDone = used && (await user.findOne({ _id: used.accountId, email: used.to, emailVerified: true }));
      if (!isDone) throw new EmailLinkInvalid();
      return null;
    }
    const account = await this.#apply(link, now);
    if (!account) throw new EmailLinkInvalid();
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
