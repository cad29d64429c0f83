import type { PasswordClient } from '@sayso/accounts/ref';
import type { AppUser, AppUsers, PublicApp } from '@sayso/apps/ref';
import { type Actor, InvalidInput, NotFound } from '@sayso/core';
import type { CompatContext } from '../config.ts';
import { InvalidCursor, NotLoggedIn, NotOffered, PreviewIsOwn } from '../errors.ts';
import { fromCursor, toCursor } from '../rows/cursors.ts';
import { parseQuery } from '../rows/filters.ts';
import { DEFAULT_PAGE_LIMIT, limitOf, MAX_LIMIT, type Page, type PageParameters } from '../rows/rows.ts';
import { type ListedPeople, type ListedPerson, matcherOf, selected, sortedBy } from './queries.ts';

type Fields = Readonly<Record<string, unknown>>;

export type Person = Fields & {
  readonly id: string;
  readonly email: string;
  readonly full_name: string;
  readonly role: string;
  readonly is_verified: boolean;
  readonly app_id: string;
};

interface PeoplePage extends Page {
  readonly items: readonly ListedPerson[];
}

export interface LoggedIn {
  readonly access_token: string;
  readonly user: Person;
}

interface Password {
  readonly email: string;
  readonly password: string;
}

/** Who calls a log-in or a sign-up, and with what token. */
export interface PasswordCaller extends PasswordClient {
  readonly actor: Actor;
  /** Empty without one. */
  readonly token: string;
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
    return this.#person(appId, await this.#users.updateMe(actor, appId, changes));
  }

  /** For admins of the app, as the next four. */
  async list(actor: Actor, appId: string, { q, sort, skip = 0, limit, fields }: ListedPeople): Promise<ListedPerson[]> {
    const found = sortedBy(await this.#matching(actor, appId, q), sort);
    const first = Math.max(0, skip);
    return selected(found.slice(first, first + limitOf(limit, MAX_LIMIT)), fields);
  }

  /** A page after a person who has left is refused. */
  async page(actor: Actor, appId: string, { cursor, distinct, ...asked }: PageParameters): Promise<PeoplePage> {
    if (distinct !== undefined) throw new NotOffered('Lists of people have no `distinct`. Read them with this field in `fields`.');
    const walk = cursor ? fromCursor(cursor, asked) : undefined;
    const { q, sort, fields } = walk ?? asked;
    const limit = limitOf(asked.limit, DEFAULT_PAGE_LIMIT);
    const found = sortedBy(await this.#matching(actor, appId, q), sort);
    const first = walk === undefined ? 0 : found.findIndex(({ id }) => id === walk.after) + 1;
    if (walk !== undefined && first === 0) throw new InvalidCursor('The last person of the page before has left. Begin again.');
    const items = found.slice(first, first + limit);
    const last = first + limit < found.length ? items.at(-1) : undefined;
    const next = last === undefined ? null : toCursor({ q, sort, fields, after: last.id });
    return { items: selected(items, fields), next_cursor: next, has_more: last !== undefined };
  }

  async count(actor: Actor, appId: string, q: string | undefined): Promise<number> {
    return (await this.#matching(actor, appId, q)).length;
  }

  async get(actor: Actor, appId: string, id: string): Promise<Person> {
    const [member] = await this.#users.people(actor, appId, [id]);
    if (!member) throw new NotFound('The person');
    return toPerson(appId, member.user, member.createdAt);
  }

  /** Changes what the app keeps about a person. Clients send whole people back. */
  async update(actor: Actor, appId: string, id: string, changes: Fields): Promise<Person> {
    const { role } = await this.get(actor, appId, id);
    if (changes['role'] !== undefined && changes['role'] !== role)
      await this.#users.setPersonRole(actor, appId, id, roleOf(changes['role']));
    const { user, createdAt } = await this.#users.updatePerson(actor, appId, id, changes);
    return toPerson(appId, user, createdAt);
  }

  remove(actor: Actor, appId: string, id: string): Promise<void> {
    return this.#users.removePerson(actor, appId, id);
  }

  async invite(actor: Actor, appId: string, { email, role }: { readonly email: string; readonly role: string }): Promise<void> {
    await this.#users.invitePerson(actor, appId, email, role);
  }

  async #matching(actor: Actor, appId: string, q: string | undefined): Promise<Person[]> {
    const matches = matcherOf(q ? parseQuery(q) : {});
    const people = await this.#users.people(actor, appId);
    return people.map(({ user, createdAt }) => toPerson(appId, user, createdAt)).filter(matches);
  }

  /** In a preview, checks the password of its builder, who stays its person; throws `PreviewIsOwn` for others. */
  async logIn(appId: string, given: Password, { actor, token, ...client }: PasswordCaller): Promise<LoggedIn> {
    if (isPreview(actor, appId)) {
      if ((await this.#needs.accounts.passwords.check(given, client)) !== actor.id) throw new PreviewIsOwn();
      return { access_token: token, user: await this.me(actor, appId) };
    }
    // An unknown app is no place to try passwords at.
    await this.#users.publicApp(appId);
    return this.#enter(appId, await this.#needs.accounts.passwords.logIn(given, client));
  }

  async register(appId: string, given: Password, { actor, token: _, ...client }: PasswordCaller): Promise<LoggedIn> {
    if (isPreview(actor, appId)) throw new PreviewIsOwn();
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
    return toPerson(appId, user, (await this.#needs.accounts.account(user.id))?.createdAt ?? null);
  }
}

/** Whether the code of a preview of the app calls. */
function isPreview(actor: Actor, appId: string): actor is Extract<Actor, { kind: 'app' }> {
  return actor.kind === 'app' && actor.preview === true && actor.appId === appId;
}

function toPerson(appId: string, user: AppUser, createdAt: string | null): Person {
  const { id, email, emailVerified, name, role, ...own } = user;
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

function roleOf(given: unknown): string {
  if (typeof given !== 'string') throw new InvalidInput('`role` must be text.');
  return given;
}
