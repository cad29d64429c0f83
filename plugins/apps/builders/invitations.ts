import { InvalidInput, NotFound, nameLabel, newId, type Query, storeNow, storeTime } from '@sayso/core';
import { z } from 'zod';
import type { AppDocument, InvitationDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import { InvitationUnusable } from '../errors.ts';
import { administered, type Records } from '../records/records.ts';
import type { BuilderRole } from '../ref.ts';
import { roleOf } from './roles.ts';

const DAY = 24 * 60 * 60_000;
const MAX_USES = 100;
const MAX_DAYS = 90;
const MAX_LISTED = 100;

/** A link with which people join the builders of an app, as its owners see it. The code itself is not stored. */
export interface Invitation {
  readonly id: string;
  readonly role: BuilderRole;
  /** The only address that may use it; null: any. */
  readonly email: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly uses: number;
  readonly usesLeft: number;
}

export interface NewInvitation {
  readonly role: BuilderRole;
  readonly email: string | null;
  /** From 1 to 100; one for an address. */
  readonly uses: number;
  /** Days until it expires, from 1 to 90. */
  readonly days: number;
}

/** A working invitation, and its app. */
interface Found {
  readonly invitation: InvitationDocument;
  readonly app: AppDocument;
}

/** What a code invites to. */
export interface Offer {
  readonly appName: string;
  readonly role: BuilderRole;
  readonly invitedBy: string | null;
  readonly email: string | null;
}

/**
 * Invitations to build an app: bearer codes, stored as hashes. Each works only while the account that made it owns the app, without a break
 * since, and not for an account that has lost a role since: asked whenever one is used or shown.
 */
export class Invitations {
  readonly #context: AppsContext;
  readonly #records: Records;

  constructor(context: AppsContext, records: Records) {
    this.#context = context;
    this.#records = records;
  }

  async create(
    app: AppDocument,
    createdBy: string,
    given: NewInvitation,
  ): Promise<{ readonly invitation: Invitation; readonly link: string }> {
    const { role, email, uses, days } = checked(given);
    const { invitations } = this.#context.collections;
    const now = storeNow();
    const taken = await this.#context.limits.takeAll([
      { key: 'invitationsMade', subject: createdBy, amount: 1 },
      ...(email === null ? [] : [{ key: 'invitationsTo' as const, subject: await hashOf(email), amount: 1 }]),
    ]);
    await invitations.deleteMany({ appId: app._id, expiresAt: { $lt: new Date(now - DAY).toISOString() } });
    const code = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    const document: InvitationDocument = {
      _id: newId(),
      appId: app._id,
      hash: await hashOf(code),
      role,
      email,
      createdBy,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + days * DAY).toISOString(),
      uses,
      usesLeft: uses,
      signUpsLeft: uses,
      revision: app.buildersRevision ?? 0,
    };
    await invitations.insertOne(document);
    // In the fragment, which browsers do not send to servers.
    const link = `${this.#context.host.builderUrl}/join#code=${code}`;
    if (email !== null)
      await this.#mail(app, document, link).catch(async (error: unknown) => {
        await invitations.deleteOne({ _id: document._id });
        await taken.refund();
        throw error;
      });
    return { invitation: toInvitation(document), link };
  }

  async list(app: AppDocument): Promise<Invitation[]> {
    const filter = { ...working(), appId: app._id };
    const found = await this.#context.collections.invitations.find(filter, { sort: { createdAt: -1 }, limit: MAX_LISTED });
    const isUsable = await Promise.all(found.map((invitation) => this.#isOwners(invitation, app)));
    return found.filter((_invitation, index) => isUsable[index]).map(toInvitation);
  }

  /** Throws `NotFound` for one of another app. */
  async revoke(appId: string, id: string): Promise<void> {
    const changes = { $set: { usesLeft: 0, signUpsLeft: 0 } };
    if ((await this.#context.collections.invitations.updateOne({ _id: id, appId }, changes)) === 0) throw new NotFound('The invitation');
  }

  /** The invitation behind a code, and its app; null when it does not work. */
  async find(code: string): Promise<Found | null> {
    return this.#working({ hash: await hashOf(code) });
  }

  /** Whether an invitation still works. */
  async isOpen(id: string): Promise<boolean> {
    return (await this.#working({ _id: id })) !== null;
  }

  async #working(filter: Query): Promise<Found | null> {
    const invitation = await this.#context.collections.invitations.findOne({ ...working(), ...filter });
    const app = invitation && (await this.#records.find(invitation.appId));
    return invitation && app && (await this.#isOwners(invitation, app)) ? { invitation, app } : null;
  }

  /** The invitation, for an account that may use it. Throws `InvitationUnusable`. */
  async usable(code: string, accountId: string): Promise<Found> {
    const found = await this.find(code);
    if (found === null) throw new InvitationUnusable();
    const { email } = found.invitation;
    if (email !== null) {
      const account = await this.#context.needs.accounts.account(accountId);
      if (account?.email.toLowerCase() !== email) throw new InvitationUnusable(email);
    }
    return found;
  }

  /** Throws `InvitationUnusable` for an account that lost a role in the app after the invitation was made. */
  async checkHolder(invitation: InvitationDocument, accountId: string): Promise<void> {
    if (await isDemotedSince(this.#context, { ...invitation, accountId })) throw new InvitationUnusable();
  }

  async #isOwners(invitation: InvitationDocument, app: AppDocument): Promise<boolean> {
    const maker = await this.#context.needs.accounts.account(invitation.createdBy);
    const role = maker && roleOf({ kind: 'account', id: maker.id, admin: maker.isAdmin }, administered(app));
    return role === 'own' && !(await isDemotedSince(this.#context, { ...invitation, accountId: invitation.createdBy }));
  }

  /** Takes a use. Atomic under concurrent calls; throws `InvitationUnusable` when none is left. */
  async take(id: string): Promise<void> {
    const { invitations } = this.#context.collections;
    const taken = await invitations.findOneAndUpdate({ ...working(), _id: id }, { $inc: { usesLeft: -1 } });
    if (taken === null) throw new InvitationUnusable();
  }

  async giveBack(id: string): Promise<void> {
    await this.#context.collections.invitations.updateOne({ _id: id }, { $inc: { usesLeft: 1 } });
  }

  /** Lets one person sign up who will use the invitation: as many as it has uses. */
  async takeSignUp(code: string): Promise<boolean> {
    if ((await this.find(code)) === null) return false;
    const filter = { ...working(), signUpsLeft: { $gt: 0 }, hash: await hashOf(code) };
    return (await this.#context.collections.invitations.findOneAndUpdate(filter, { $inc: { signUpsLeft: -1 } })) !== null;
  }

  async #mail({ name, ownerId }: AppDocument, { _id: id, email, createdBy }: InvitationDocument, link: string): Promise<void> {
    const { accounts } = this.#context.needs;
    const inviter = nameLabel((await accounts.names([createdBy])).get(createdBy) ?? '') || 'Someone';
    const app = nameLabel(name) || 'without a name';
    await accounts.sendMail({
      to: email ?? '',
      subject: `Invitation to build the app “${app}”`,
      text: `Hello,\n\n“${inviter}” invites you to build the app “${app}”. Open this link to join:\n\n${link}\n\nIf you do not know them, you can ignore this email.\n`,
      payer: ownerId,
      invites: { in: 'appInvitations', id },
    });
  }
}

interface Since {
  readonly appId: string;
  readonly accountId: string;
  /** The `buildersRevision` of the app at that time. Default 0. */
  readonly revision?: number | undefined;
}

/** Whether an account has lost a role in an app. By the revision of the app's people, not by time: the clocks of nodes differ. */
export async function isDemotedSince({ collections }: AppsContext, { appId, accountId, revision = 0 }: Since): Promise<boolean> {
  const demotion = await collections.demotions.findOne({ _id: `${appId}/${accountId}` });
  return demotion !== null && demotion.revision > revision;
}

const working = () => ({ usesLeft: { $gt: 0 }, expiresAt: { $gt: storeTime() } });

function checked({ role, email, uses, days }: NewInvitation): NewInvitation {
  if (days < 1 || days > MAX_DAYS) throw new InvalidInput(`An invitation works for 1 to ${MAX_DAYS} days.`);
  if (uses < 1 || uses > MAX_USES) throw new InvalidInput(`An invitation is for 1 to ${MAX_USES} people.`);
  if (email === null || email.trim() === '') return { role, email: null, uses, days };
  const address = z.email().max(254).safeParse(email.trim().toLowerCase());
  if (!address.success)
    throw new InvalidInput(`"${email.slice(0, 100)}" is not an email address.`, [{ path: 'email', message: 'is not an email address' }]);
  return { role, email: address.data, uses: 1, days };
}

function toInvitation({ _id: id, role, email, createdAt, expiresAt, uses, usesLeft }: InvitationDocument): Invitation {
  return { id, role, email, createdAt, expiresAt, uses, usesLeft };
}

async function hashOf(code: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))).toString('hex');
}
