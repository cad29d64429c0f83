import { type Collection, Forbidden, NotFound, storeTime } from '@sayso/core';
import type { SessionDocument, UserDocument } from '../collections.ts';

const PAGE = 50;

/** An account as admins see it, a disabled one too. */
export interface ManagedAccount {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly accountType: 'builder' | 'user';
  readonly isAdmin: boolean;
  readonly isDisabled: boolean;
  readonly createdAt: string;
}

export interface AccountSearch {
  /** Part of the name or the email. */
  readonly search?: string | undefined;
  readonly accountType?: 'builder' | 'user' | undefined;
  /** Cursor: the last id of the previous page. */
  readonly after?: string | undefined;
}

interface Dependencies {
  readonly users: Collection<UserDocument>;
  readonly sessions: Collection<SessionDocument>;
  isAdmin(user: UserDocument): Promise<boolean>;
  /** Ends pending changes of the address and resets of the password. */
  endLinks(accountId: string): Promise<void>;
  /** Broadcasts the change of an account: every node invalidates its cached sessions. */
  onChanged(accountId: string): Promise<void>;
}

/** All accounts of the installation, for its admins. */
export class Directory {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Newest first, 50 at a time; `next` is null at the end. */
  async page({ search = '', accountType, after }: AccountSearch): Promise<{ accounts: ManagedAccount[]; next: string | null }> {
    const text = { $regex: escaped(search.trim().slice(0, 200)), $options: 'i' };
    const kind = accountType === 'user' ? 'user' : { $ne: 'user' };
    const filter = {
      ...(search.trim() === '' ? {} : { $or: [{ email: text }, { name: text }] }),
      ...(accountType === undefined ? {} : { accountType: kind }),
      ...(after === undefined ? {} : { _id: { $lt: after } }),
    };
    const users = await this.#dependencies.users.find(filter, { sort: { _id: -1 }, limit: PAGE + 1 });
    const accounts = await Promise.all(users.slice(0, PAGE).map((user) => this.#managed(user)));
    return { accounts, next: users.length > PAGE ? (accounts.at(-1)?.id ?? null) : null };
  }

  /** A disabled account cannot log in, and its sessions end at once. Admins disable neither themselves nor one another. */
  async setDisabled(adminId: string, id: string, disabled: boolean): Promise<ManagedAccount> {
    const user = await this.#user(id);
    if (disabled && (id === adminId || (await this.#dependencies.isAdmin(user)))) throw new Forbidden('An admin cannot be disabled.');
    return this.#change(id, { disabled });
  }

  /** Whether the account may build. Its apps stay, and remain published. */
  async setAccountType(id: string, accountType: 'builder' | 'user'): Promise<ManagedAccount> {
    const user = await this.#user(id);
    if (accountType === 'user' && (await this.#dependencies.isAdmin(user))) throw new Forbidden('An admin may always build.');
    return this.#change(id, { accountType });
  }

  async #change(id: string, change: Partial<UserDocument>): Promise<ManagedAccount> {
    const updatedAt = storeTime();
    const user = await this.#dependencies.users.findOneAndUpdate({ _id: id }, { $set: { ...change, updatedAt } });
    if (!user) throw new NotFound('The account');
    if (user.disabled) {
      await this.#dependencies.sessions.deleteMany({ userId: id });
      await this.#dependencies.endLinks(id);
    }
    await this.#dependencies.onChanged(id);
    return this.#managed(user);
  }

  async #user(id: string): Promise<UserDocument> {
    const user = await this.#dependencies.users.findOne({ _id: id });
    if (!user) throw new NotFound('The account');
    return user;
  }

  async #managed(user: UserDocument): Promise<ManagedAccount> {
    const { _id: id, email, emailVerified, name, accountType, disabled, createdAt } = user;
    const isAdmin = await this.#dependencies.isAdmin(user);
    return { id, email, emailVerified, name, accountType: accountType ?? 'builder', isAdmin, isDisabled: disabled === true, createdAt };
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
