import type { PasswordClient } from '@sayso/accounts/ref';
import type { AppUser, AppUsers, PublicApp } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import type { CompatContext } from '../config.ts';
import { NotLoggedIn } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the client sends back of a person, which only the server changes. */
const SERVERS: ReadonlySet<string> = new Set([
  'id',
  'email',
  'full_name',
  'role',
  'is_verified',
  'is_service',
  'disabled',
  'app_id',
  'created_date',
  'updated_date',
  '_app_role',
  'access_token',
]);

export type Person = Fields & {
  readonly id: string;
  readonly email: string;
  readonly full_name: string;
  readonly role: 'admin' | 'user';
  readonly is_verified: boolean;
  readonly app_id: string;
};

export interface LoggedIn {
  readonly access_token: string;
  readonly user: Person;
}

interface Password {
  readonly email: string;
  readonly password: string;
}

/** The people who use an app, as the other client sees them. */
export class People {
  readonly #needs: CompatContext['needs'];
  readonly #users: AppUsers;

  constructor(needs: CompatContext['needs']) {
    this.#needs = needs;
    this.#users = needs.apps.access;
  }

  /** Throws `NotLoggedIn` for a visitor: the client takes any answer for a person. */
  async me(actor: Actor, appId: string): Promise<Person> {
    return this.#person(appId, await this.#users.me(actor, appId));
  }

  async updateMe(actor: Actor, appId: string, changes: Fields): Promise<Person> {
    const own = Object.fromEntries(Object.entries(changes).filter(([name]) => !SERVERS.has(name)));
    return this.#person(appId, await this.#users.updateMe(actor, appId, own));
  }

  async logIn(appId: string, given: Password, client: PasswordClient): Promise<LoggedIn> {
    // An unknown app is no place to try passwords at.
    await this.#users.publicApp(appId);
    return this.#enter(appId, await this.#needs.accounts.passwords.logIn(given, client));
  }

  async register(appId: string, given: Password, client: PasswordClient): Promise<LoggedIn> {
    await this.#users.publicApp(appId);
    return this.#enter(appId, await this.#needs.accounts.passwords.signUp({ ...given, appId }, client));
  }

  /** The current password confirms the change; it ends all sessions of the account, and so the token of this call. */
  async changePassword(
    actor: Actor,
    appId: string,
    { password, newPassword }: { readonly password: string; readonly newPassword: string },
    client: PasswordClient,
  ): Promise<void> {
    const user = await this.#users.me(actor, appId);
    if (user === null) throw new NotLoggedIn();
    await this.#needs.accounts.passwords.change({ email: user.email, password, newPassword }, client);
  }

  publicApp(appId: string): Promise<PublicApp> {
    return this.#users.publicApp(appId);
  }

  async #enter(appId: string, session: Parameters<AppUsers['enter']>[1]): Promise<LoggedIn> {
    const { token } = await this.#users.enter(appId, session);
    const actor: Actor = { kind: 'app', id: session.accountId, appId, admin: false };
    const claims = await this.#needs.accounts.verifyAppToken(token);
    return { access_token: token, user: await this.me({ ...actor, admin: claims?.admin ?? false }, appId) };
  }

  async #person(appId: string, user: AppUser | null): Promise<Person> {
    if (user === null) throw new NotLoggedIn();
    const { id, email, emailVerified, name, role, ...own } = user;
    const createdAt = (await this.#needs.accounts.account(id))?.createdAt ?? null;
    return {
      ...own,
      id,
      email,
      full_name: name,
      role,
      is_verified: emailVerified,
      is_service: false,
      disabled: false,
      app_id: appId,
      _app_role: role,
      created_date: createdAt,
    };
  }
}
