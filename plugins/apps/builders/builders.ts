import { type Actor, DuplicateKey, NotFound } from '@sayso/core';
import type { AppDocument, InvitationDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import { TooManyBuilders } from '../errors.ts';
import { accountOf, isInstallationAdmin, type Records, toApp } from '../records/records.ts';
import type { App, BuilderRole } from '../ref.ts';
import { type Invitation, Invitations, type NewInvitation, type Offer } from './invitations.ts';
import { countOf, type People, withRole } from './people.ts';
import { isLower, roleOf } from './roles.ts';

const MAX_BUILDERS = 100;
const MAX_APPS = 500;
const PEOPLE = 'Who builds an app is changed';

/** A person who builds the app, as the others see them. */
export interface BuilderView {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly role: BuilderRole;
  /** When they got the role; for the owner, when the app was made. */
  readonly since: string;
}

/** The people who build an app: their roles, and the invitations with which they join. */
export class Builders {
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #invitations: Invitations;

  constructor(context: AppsContext, records: Records) {
    this.#context = context;
    this.#records = records;
    this.#invitations = new Invitations(context, records);
  }

  /** The ids of apps that the account may build with others, at most 500. The apps decide. */
  async appsOf(accountId: string): Promise<string[]> {
    const found = await this.#context.collections.builders.find({ accountId }, { limit: MAX_APPS });
    return found.map(({ appId }) => appId);
  }

  /** The owner first, the others as they joined. Accounts that are missing or disabled are left out. */
  async list({ ownerId, builders, createdAt }: App): Promise<BuilderView[]> {
    const others = builders.flatMap(({ accountId, role, since }) => (role === 'none' ? [] : [{ accountId, role, since }]));
    const all = [{ accountId: ownerId, role: 'own' as const, since: createdAt }, ...others];
    const accounts = await this.#context.needs.accounts.accounts(all.map(({ accountId }) => accountId));
    return all.flatMap((one) => {
      const account = accounts.get(one.accountId);
      return account === undefined ? [] : [{ ...one, name: account.name, email: account.email }];
    });
  }

  /** Throws `LastOwner`; for owners. */
  async setRole(
    actor: Actor,
    appId: string,
    { accountId, role }: { readonly accountId: string; readonly role: BuilderRole },
  ): Promise<App> {
    const app = await this.#records.own(actor, appId, { role: 'own', inApp: PEOPLE });
    checkBuilds(app, accountId);
    return toApp(await this.#give(app, accountId, role));
  }

  /** Takes the app away from an account: owners from anyone, others from themselves. Throws `LastOwner`. */
  async remove(actor: Actor, appId: string, accountId: string): Promise<void> {
    const app = await this.#records.own(actor, appId, { role: accountOf(actor) === accountId ? 'view' : 'own', inApp: PEOPLE });
    checkBuilds(app, accountId);
    await this.#give(app, accountId, 'none');
  }

  /** The invitations that still work, newest first; for owners. */
  async invitations(actor: Actor, appId: string): Promise<Invitation[]> {
    return this.#invitations.list(await this.#records.own(actor, appId, { role: 'own' }));
  }

  /** Makes a link; mails it when it is for one address. For owners. */
  async invite(
    actor: Actor,
    appId: string,
    invitation: NewInvitation,
  ): Promise<{ readonly invitation: Invitation; readonly link: string }> {
    const app = await this.#records.own(actor, appId, { role: 'own', inApp: PEOPLE });
    return this.#invitations.create(app, accountOf(actor), invitation);
  }

  async revoke(actor: Actor, appId: string, id: string): Promise<void> {
    await this.#records.own(actor, appId, { role: 'own' });
    await this.#invitations.revoke(appId, id);
  }

  /** What a code invites to; null when it does not work, or no longer. */
  async offer(code: string): Promise<Offer | null> {
    const found = await this.#invitations.find(code);
    if (found === null) return null;
    const { createdBy, role, email } = found.invitation;
    const names = await this.#context.needs.accounts.names([createdBy]);
    return { appName: found.app.name, role, invitedBy: names.get(createdBy) ?? null, email };
  }

  /**
   * Makes the account a builder of the app, with the role of the invitation or a higher one that it has. Takes a use, unless the account has
   * the role. Throws `InvitationUnusable`, `TooManyBuilders`, and `Forbidden` where only admins decide who builds.
   */
  async accept(actor: Actor, code: string): Promise<{ readonly appId: string }> {
    const accountId = accountOf(actor);
    const { invitation, app } = await this.#invitations.usable(code, accountId);
    const isRaise = isLower(roleOf(actor, toApp(app)), invitation.role);
    if (isRaise && !isInstallationAdmin(actor)) await this.#join(app, accountId, invitation);
    return { appId: app._id };
  }

  /** Whether a code lets someone sign up. */
  async isInvitation(code: string): Promise<boolean> {
    return (await this.#invitations.find(code)) !== null;
  }

  isInvitationOpen(id: string): Promise<boolean> {
    return this.#invitations.isOpen(id);
  }

  takeSignUp(code: string): Promise<boolean> {
    return this.#invitations.takeSignUp(code);
  }

  async #join(app: AppDocument, accountId: string, invitation: InvitationDocument): Promise<void> {
    await this.#invitations.checkHolder(invitation, accountId);
    if (countOf(toApp(app)) >= MAX_BUILDERS) throw new TooManyBuilders(MAX_BUILDERS);
    await this.#invitations.take(invitation._id);
    try {
      await this.#context.needs.accounts.letBuild(accountId);
      await this.#give(app, accountId, invitation.role);
    } catch (error) {
      await this.#invitations.giveBack(invitation._id);
      throw error;
    }
  }

  /** Changes a role by compare-and-set: concurrent changes apply one after the other. */
  async #give(app: AppDocument, accountId: string, role: BuilderRole | 'none'): Promise<AppDocument> {
    if (role !== 'none') await this.#listApp(app._id, accountId);
    let changed: AppDocument | null = null;
    for (let known: AppDocument | null = app; changed === null; known = await this.#records.find(app._id)) {
      if (known === null) throw new NotFound('The app');
      const people: People = withRole(toApp(known), accountId, role);
      const { buildersRevision = null } = known;
      const revision = (buildersRevision ?? 0) + 1;
      // Before the role is taken: after a crash in between, invitations from before are refused as well.
      if (isLower(role, roleIn(toApp(known), accountId))) await this.#demote(app._id, accountId, revision);
      changed = await this.#records.compareAndSet(app._id, { buildersRevision }, { ...people, buildersRevision: revision });
    }
    if (role === 'none') await this.#context.collections.builders.deleteOne({ _id: `${app._id}/${accountId}` });
    await this.#records.changedBranches(changed);
    return changed;
  }

  async #demote(appId: string, accountId: string, revision: number): Promise<void> {
    const _id = `${appId}/${accountId}`;
    await this.#context.collections.demotions.updateOne({ _id }, { $max: { revision }, $setOnInsert: { appId } }, { upsert: true });
  }

  async #listApp(appId: string, accountId: string): Promise<void> {
    await this.#context.collections.builders.insertOne({ _id: `${appId}/${accountId}`, appId, accountId }).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
  }
}

function roleIn({ ownerId, builders }: People, accountId: string): BuilderRole | 'none' {
  if (accountId === ownerId) return 'own';
  return builders.find((one) => one.accountId === accountId)?.role ?? 'none';
}

function checkBuilds({ ownerId, builders = [] }: AppDocument, accountId: string): void {
  const isBuilder = builders.some((one) => one.accountId === accountId && one.role !== 'none');
  if (accountId !== ownerId && !isBuilder) throw new NotFound('The person');
}
