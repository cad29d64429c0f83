import type { AppRules, Inviter, PasswordSession, TokenRights } from '@sayso/accounts/ref';
import { type Actor, Conflict, Forbidden, InvalidInput, NotFound, Unauthenticated } from '@sayso/core';
import type { Builders } from '../builders/builders.ts';
import { isAdminOf, isViewerOf, roleOf } from '../builders/roles.ts';
import type { AppDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import type { Publishing } from '../publishing/publishing.ts';
import { administered, type Records } from '../records/records.ts';
import type { AppMember, AppToken, AppUser, AppUsers, Person, PublicApp } from '../ref.ts';
import type { Versions } from '../versions/versions.ts';
import { inviteMail } from './invite-mail.ts';
import { InvitedRoles } from './invited-roles.ts';
import { Members, roleName } from './members.ts';
import { adminFields, changesOfPerson, ownFields, saidBy } from './person-fields.ts';
import { ADMIN, knownRole, tablesByRole, USER } from './role-names.ts';

const MAX_MEMORIES = 20_000;
const MAX_PEOPLE = 5000;

export interface LoginCodeRequest {
  /** An address on the app's own origin. */
  readonly nextUrl: string;
  /** Of the page that began the log-in (RFC 7636, S256). */
  readonly codeChallenge: string;
  readonly headers: Headers;
}

export interface ExchangeRequest {
  readonly code: string;
  readonly codeVerifier: string;
  /** The `Host` header of the call. */
  readonly host: string | null;
}

/** A published app as listed for its users on the builder host. */
export interface AppInUse {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly logoUrl: string | null;
}

interface AccessParts {
  readonly records: Records;
  readonly publishing: Publishing;
  readonly builders: Builders;
  readonly versions: Versions;
}

interface Remembered {
  readonly appId: string;
  readonly accountId: string;
  /** Whether an admin of the app changes it. */
  readonly isAdmin: boolean;
}

/** Log-in to a published app: on the builder host, then back with a one-time code, which the app exchanges for its token. */
export class AppAccess implements AppRules, AppUsers {
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #publishing: Publishing;
  readonly #members: Members;
  readonly #invited: InvitedRoles;
  readonly #builders: Builders;
  readonly #versions: Versions;

  constructor(context: AppsContext, { records, publishing, builders, versions }: AccessParts) {
    this.#builders = builders;
    this.#versions = versions;
    this.#context = context;
    this.#records = records;
    this.#publishing = publishing;
    this.#members = new Members(context);
    this.#invited = new InvitedRoles(context, records);
  }

  async administers(actor: Actor, appId: string): Promise<boolean> {
    const app = await this.#records.find(appId);
    return app !== null && isAdminOf(actor, administered(app));
  }

  async takesSignUps(appId: string, by?: Inviter): Promise<boolean> {
    const app = await this.#records.find(appId);
    if (app?.published == null || !app.settings.isSignupEnabled) return false;
    return by === undefined || this.#invited.mayInvite(appId, by);
  }

  async nameOf(appId: string): Promise<string | null> {
    return (await this.#records.find(appId))?.name ?? null;
  }

  /** A preview is for people who build the app, a published app for its admins and its users. */
  async tokenRights(
    { id, isAdmin }: Parameters<AppRules['tokenRights']>[0],
    { appId, isPreview = false }: Parameters<AppRules['tokenRights']>[1],
  ): Promise<TokenRights | null> {
    const app = await this.#records.find(appId);
    if (app === null) return null;
    const role = roleOf({ kind: 'account', id, admin: isAdmin }, administered(app));
    const admin = role === 'edit' || role === 'own';
    const isHeld = isPreview ? role !== null : admin || (await this.#mayUse(app, id));
    return isHeld ? { admin } : null;
  }

  /** The published apps that the account is a user of, last joined first. */
  async appsInUse(actor: Actor): Promise<AppInUse[]> {
    if (actor.kind !== 'account') throw new Unauthenticated();
    const ids = await this.#members.appsOf(actor.id);
    const found = await Promise.all(ids.map((id) => this.#records.find(id)));
    return found.flatMap((app) => {
      if (!app?.published) return [];
      return [{ id: app._id, name: app.name, url: this.#publishing.url(app), logoUrl: app.style.logoUrl }];
    });
  }

  isInvitation(code: string): Promise<boolean> {
    return this.#builders.isInvitation(code);
  }

  isInvitationOpen(id: string): Promise<boolean> {
    return this.#builders.isInvitationOpen(id);
  }

  takeSignUp(code: string): Promise<boolean> {
    return this.#builders.takeSignUp(code);
  }

  has(appId: string, accountId: string): Promise<boolean> {
    return this.#members.has(appId, accountId);
  }

  async publicApp(appId: string): Promise<PublicApp> {
    const app = await this.#publishedApp(appId);
    const { name, settings, style } = app;
    return {
      name,
      isSignupEnabled: settings.isSignupEnabled,
      url: this.#publishing.url(app),
      logoUrl: style.logoUrl,
      accent: await this.#publishing.accent(app),
      termsOfServiceLink: settings.termsOfServiceLink,
      privacyPolicyLink: settings.privacyPolicyLink,
      supportEmail: settings.supportEmail,
    };
  }

  /**
   * Resolves with the URL to redirect to: a page of the app on its own origin, with the code in the fragment, which never reaches a server
   * log. The code is bound to the verifier of the page that began the log-in.
   */
  async loginCode(actor: Actor, appId: string, options: LoginCodeRequest): Promise<{ readonly redirectTo: string }> {
    const app = await this.#publishedApp(appId);
    if (actor.kind !== 'account') throw new Unauthenticated();
    const url = await this.#publishing.ownPage(app, options.nextUrl);
    const admin = isAdminOf(actor, administered(app));
    if (!admin) await this.#join(app, actor.id);
    const { accounts } = this.#context.needs;
    const session = await accounts.session(options.headers);
    const claims = { appId, accountId: actor.id, admin, sessionId: session?.id ?? null };
    const code = await accounts.createLoginCode(claims, options.codeChallenge);
    // By its `state` the page recognizes the log-in that it began.
    const state = new URLSearchParams(url.hash.slice(1)).get('state');
    url.hash = new URLSearchParams({ code, ...(state === null ? {} : { state }) }).toString();
    return { redirectTo: url.href };
  }

  async enter(appId: string, { accountId, sessionId }: PasswordSession): Promise<AppToken> {
    const { accounts } = this.#context.needs;
    const [app, person] = await Promise.all([this.#publishedApp(appId), accounts.account(accountId)]);
    if (!person) throw new Unauthenticated();
    const admin = isAdminOf({ kind: 'account', id: accountId, admin: person.isAdmin }, administered(app));
    if (!admin) await this.#join(app, accountId);
    return accounts.mintAppToken({ appId, accountId, admin, sessionId });
  }

  /** Works on the app's own origin only: `host` is the `Host` header of the call. */
  async exchange(appId: string, { code, codeVerifier, host }: ExchangeRequest): Promise<AppToken> {
    const { accounts, runtime } = this.#context.needs;
    if ((await runtime.appAt(host))?.appId !== appId) throw new NotFound('The app');
    const claims = await accounts.redeemLoginCode(code, codeVerifier);
    const token = claims?.appId === appId ? await accounts.mintAppToken(claims) : null;
    // Since the code was made, the session may have ended, or the account may have lost its role or its place in the app.
    const rights = token && (await accounts.verifyAppToken(token.token));
    if (claims === null || token === null || rights === null)
      throw new Unauthenticated('This log-in link has expired. Please log in again.');
    return rights.admin === claims.admin ? token : accounts.mintAppToken({ ...claims, admin: rights.admin });
  }

  /** Renews the token for another 50 minutes, while its session is active and its app may still be used. */
  async refresh(appId: string, headers: Headers): Promise<AppToken> {
    const { accounts } = this.#context.needs;
    // The old token may have expired, so only the renewed one can be verified.
    const renewed = await accounts.refreshAppToken(bearerOf(headers));
    const [claims, app] = await Promise.all([renewed && accounts.verifyAppToken(renewed.token), this.#records.find(appId)]);
    const person = claims?.accountId ? await accounts.account(claims.accountId) : null;
    if (claims?.appId !== appId || app === null || person === null) throw loginExpired();
    // The account may have become an admin, or ceased to be one, since the token was issued.
    const admin = isAdminOf({ kind: 'account', id: person.id, admin: person.isAdmin }, administered(app));
    if (renewed === null || (!admin && !(await this.#mayUse(app, person.id)))) throw loginExpired();
    return admin === claims.admin ? renewed : accounts.mintAppToken({ ...claims, admin });
  }

  /** Logs out of the app; the session on the builder host stays active. Invalid tokens are ignored. */
  async logout(headers: Headers): Promise<void> {
    await this.#context.needs.accounts.revokeAppToken(bearerOf(headers));
  }

  async me(actor: Actor, appId: string): Promise<AppUser | null> {
    const { accounts } = this.#context.needs;
    const { id, admin } = await this.#user(actor, appId);
    if (id === null) return null;
    const [account, memories, member] = await Promise.all([
      accounts.account(id),
      accounts.memories(id, appId),
      admin ? null : this.#members.find(appId, id),
    ]);
    if (!account) throw new Unauthenticated();
    const { email, emailVerified, name } = account;
    const role = admin ? ADMIN : await this.#invited.roleOf(member, account);
    return { ...ownFields(memories), id, email, emailVerified, name, role };
  }

  async person(appId: string, accountId: string): Promise<Person> {
    const [member, account] = await Promise.all([this.#members.find(appId, accountId), this.#context.needs.accounts.account(accountId)]);
    const email = account?.emailVerified === true ? account.email : null;
    return { role: await this.#invited.roleOf(member, account), email, fields: member?.given ?? {} };
  }

  async updateMe(actor: Actor, appId: string, changes: Readonly<Record<string, unknown>>): Promise<AppUser | null> {
    const { id, admin } = await this.#user(actor, appId);
    if (id === null) throw new Unauthenticated();
    await this.#remember({ appId, accountId: id, isAdmin: admin }, changes);
    return this.me(actor, appId);
  }

  async people(actor: Actor, appId: string, ids?: readonly string[]): Promise<AppMember[]> {
    const app = await this.#administered(actor, appId);
    const { accounts } = this.#context.needs;
    const members = await this.#peopleOf(app, actor, ids);
    const wanted = [...members.keys()];
    const [found, memories] = await Promise.all([accounts.accounts(wanted), accounts.memoriesOf(wanted, appId)]);
    return wanted.flatMap((one) => {
      const account = found.get(one);
      if (account === undefined) return [];
      const { id, email, emailVerified, name, createdAt, isAdmin } = account;
      const admin = isAdminOf({ kind: 'account', id, admin: isAdmin }, administered(app));
      const role = admin ? ADMIN : (members.get(id) ?? USER);
      return [{ user: { ...ownFields(memories.get(id) ?? {}), id, email, emailVerified, name, role }, createdAt, isBuilder: admin }];
    });
  }

  async updatePerson(actor: Actor, appId: string, id: string, changes: Readonly<Record<string, unknown>>): Promise<AppMember> {
    const one = async () => (await this.people(actor, appId, [id]))[0];
    if (!(await one())) throw new NotFound('The person');
    await this.#remember({ appId, accountId: id, isAdmin: true }, changes);
    const changed = await one();
    if (!changed) throw new NotFound('The person');
    return changed;
  }

  async setPersonRole(actor: Actor, appId: string, id: string, role: string): Promise<void> {
    const [person] = await this.people(actor, appId, [id]);
    if (!person) throw new NotFound('The person');
    if (person.isBuilder) throw new Conflict(buildsApp(person));
    const name = roleName(role);
    await this.#invited.withdraw(appId, person.user.email);
    if (!(await this.#members.setRole(appId, id, name))) throw new NotFound('The person');
    await this.#context.emit('apps.personChanged', { appId, accountId: id });
  }

  /** Gives everyone who has a role another one, also those who build the app now: they would have it again once they do not. */
  async changeRole(actor: Actor, appId: string, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
    await this.#administered(actor, appId);
    await this.#invited.rename(appId, from, to);
    for (const accountId of await this.#members.changeRole(appId, from, to))
      await this.#context.emit('apps.personChanged', { appId, accountId });
  }

  /** The roles that people have, other than by building the app, or were invited with. */
  async rolesInUse(actor: Actor, appId: string): Promise<string[]> {
    await this.#administered(actor, appId);
    const [had, invited] = await Promise.all([this.#members.roles(appId), this.#invited.names(appId)]);
    return [...new Set([...had, ...invited])].sort();
  }

  async logOutPerson(actor: Actor, appId: string, id: string): Promise<void> {
    const [person] = await this.people(actor, appId, [id]);
    if (!person) throw new NotFound('The person');
    await this.#context.needs.accounts.endAppTokens(id, appId);
  }

  async removePerson(actor: Actor, appId: string, id: string): Promise<void> {
    const [person] = await this.people(actor, appId, [id]);
    if (!person) throw new NotFound('The person');
    if (person.isBuilder) throw new Conflict(`${person.user.name} builds this app. Remove them from the people who build it first.`);
    const { accounts } = this.#context.needs;
    await accounts.endAppTokens(id, appId);
    await accounts.changeMemories(id, appId, () => ({}));
    await this.#invited.withdraw(appId, person.user.email);
    // Last: until then a failed call can be repeated.
    await this.#members.remove(appId, id);
    await this.#context.emit('apps.personChanged', { appId, accountId: id });
  }

  async invitePerson(actor: Actor, appId: string, email: string, given = USER): Promise<void> {
    const app = await this.#administered(actor, appId);
    const { id: by } = await this.#user(actor, appId);
    if (by === null) throw new Unauthenticated();
    const { name, published, settings } = app;
    const role = await this.#knownRole(actor, appId, given);
    if (!published || !settings.isSignupEnabled)
      throw new Conflict(`${name} does not accept sign-ups. Publish it and turn on its sign-up, then invite people.`);
    const account = role === USER ? null : await this.#context.needs.accounts.byEmail(email);
    const [person] = account?.emailVerified === true ? await this.people(actor, appId, [account.id]) : [];
    if (person?.isBuilder && role !== ADMIN) throw new Conflict(buildsApp(person));
    await this.#context.needs.accounts.sendMail(inviteMail({ app, to: email, by, host: this.#context.host }));
    if (person === undefined) await this.#invited.keep(app, { email, role, by });
    else if (!person.isBuilder) await this.setPersonRole(actor, appId, person.user.id, role);
  }

  /** A role that the app has. Throws `InvalidInput` for another one, and `Forbidden` in a preview, whose code may be anyone's. */
  async #knownRole(actor: Actor, appId: string, given: string): Promise<string> {
    const role = given.trim().normalize();
    if (role === USER) return role;
    if (actor.kind === 'app' && actor.preview === true)
      throw new Forbidden('A preview gives no roles. Invite people with one in the published app.');
    const [used, schemas] = await Promise.all([this.rolesInUse(actor, appId), this.schemasInUse(appId)]);
    return knownRole(role, [...used, ...tablesByRole(schemas).keys()]);
  }

  async #administered(actor: Actor, appId: string): Promise<AppDocument> {
    const { id, admin } = await this.#user(actor, appId);
    if (!admin) throw id === null ? new Unauthenticated() : new Forbidden('Only admins of this app see the people who use it.');
    const app = await this.#records.find(appId);
    if (!app) throw new NotFound('The app');
    return app;
  }

  /** The accounts of people by id, with their roles. */
  async #peopleOf({ _id: appId, ownerId }: AppDocument, actor: Actor, ids?: readonly string[]): Promise<Map<string, string | undefined>> {
    const isPreview = actor.kind === 'app' && actor.preview === true;
    const members = isPreview ? [] : await this.#members.of(appId, MAX_PEOPLE, ids);
    const first = isPreview ? actor.id : ownerId;
    const isWanted = first !== null && (ids === undefined || ids.includes(first));
    const found = new Map(members.map(({ accountId, role }) => [accountId, role]));
    if (isWanted && !found.has(first)) found.set(first, undefined);
    return found;
  }

  /** The one write of what an app keeps about a person. */
  async #remember({ appId, accountId, isAdmin }: Remembered, changes: Readonly<Record<string, unknown>>): Promise<void> {
    const schemas = isAdmin ? [] : await this.schemasInUse(appId);
    let changed: Readonly<Record<string, unknown>> = {};
    const isChanged = (): boolean => Object.keys(changed).length > 0;
    // Rules read what admins say: what people write in its place takes it away first, so that no rule holds by a value of their own.
    if (!isAdmin) {
      const known = ownFields(await this.#context.needs.accounts.memories(accountId, appId));
      const isAdmins = adminFields(schemas);
      const said = saidBy(changesOfPerson(changes, known, { isAdmin, schemas }), known, true);
      changed = Object.fromEntries(Object.entries(said).filter(([name]) => !isAdmins(name)));
      await this.#members.give(appId, accountId, nullsFor(changed));
    }
    await this.#context.needs.accounts.changeMemories(accountId, appId, (stored) => {
      const known = ownFields(stored);
      const own = changesOfPerson(changes, known, { isAdmin, schemas });
      const merged = Object.entries({ ...known, ...own }).filter(([, value]) => value !== null);
      if (JSON.stringify(merged).length > MAX_MEMORIES)
        throw new InvalidInput(`An app keeps at most ${MAX_MEMORIES} characters for each person.`);
      // Clients send whole people back: what they did not change is not said by the admin.
      const isWhole = ['id', 'email'].some((name) => Object.hasOwn(changes, name));
      if (isAdmin) changed = saidBy(own, known, isWhole);
      return Object.fromEntries(merged);
    });
    if (isAdmin) await this.#members.give(appId, accountId, changed);
    if (isChanged()) await this.#context.emit('apps.personChanged', { appId, accountId });
  }

  /** The tables of the published and of the current version: both believe the same people. */
  async schemasInUse(appId: string) {
    const app = await this.#records.find(appId);
    const versions = new Set([app?.published?.versionId ?? null, app?.currentVersionId ?? null]);
    return Promise.all([...versions].flatMap((id) => (id === null ? [] : [this.#versions.schemas(appId, id)])));
  }

  async #user(actor: Actor, appId: string): Promise<{ readonly id: string | null; readonly admin: boolean }> {
    const app = await this.#records.find(appId);
    const admin = app !== null && isAdminOf(actor, administered(app));
    const isViewer = app !== null && isViewerOf(actor, administered(app));
    if (!app || (!admin && !isViewer && !app.published)) throw new NotFound('The app');
    // On the builder host, people are visitors of apps that they do not administer: only an app token makes them users.
    const isUser = admin || isViewer || (actor.kind === 'app' && actor.appId === appId);
    return { id: isUser && actor.kind !== 'anonymous' ? actor.id : null, admin };
  }

  async #mayUse({ _id: appId, published, settings }: AppDocument, accountId: string): Promise<boolean> {
    return published !== null && (settings.isSignupEnabled || (await this.#members.has(appId, accountId)));
  }

  /** Makes the account a user of the app if it accepts sign-ups; otherwise throws `Forbidden` for a new user. */
  async #join(app: AppDocument, accountId: string): Promise<void> {
    if (app.settings.isSignupEnabled) await this.#members.add(app._id, accountId);
    else if (!(await this.#members.has(app._id, accountId))) throw new Forbidden(`${app.name} does not accept sign-ups.`);
  }

  async #publishedApp(appId: string): Promise<AppDocument> {
    const app = await this.#records.find(appId);
    if (!app?.published) throw new NotFound('The app');
    return app;
  }
}

const buildsApp = ({ user }: AppMember): string => `${user.name} builds this app, and so has the role "admin" in it.`;
const nullsFor = (fields: Readonly<Record<string, unknown>>): Record<string, null> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
const loginExpired = () => new Unauthenticated('Your log-in has expired. Please log in again.');

function bearerOf(headers: Headers): string {
  return /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
}
