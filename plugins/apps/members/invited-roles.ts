import type { Account, Inviter } from '@sayso/accounts/ref';
import { storeTime } from '@sayso/core';
import { isDemotedSince } from '../builders/invitations.ts';
import { isAdminOf } from '../builders/roles.ts';
import { type AppDocument, INVITED_SECONDS, type InvitedRoleDocument, type MemberDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import { administered, type Records } from '../records/records.ts';
import { USER } from './role-names.ts';

interface NewInvitedRole {
  readonly email: string;
  readonly role: string;
  /** The account that invites. */
  readonly by: string;
}

type Joined = Pick<Account, 'id' | 'email' | 'emailVerified'>;

/**
 * Roles of people who were invited to use an app. One is given once, to the user of the app whose verified address it is, within 30 days, and while the
 * account that invited still administers the app. What admins say of the person afterwards withdraws it.
 */
export class InvitedRoles {
  readonly #context: AppsContext;
  readonly #records: Records;

  constructor(context: AppsContext, records: Records) {
    this.#context = context;
    this.#records = records;
  }

  /** Replaces what an earlier invitation said. */
  async keep({ _id: appId, buildersRevision = 0 }: AppDocument, { email, role, by }: NewInvitedRole): Promise<void> {
    if (role === USER) return this.withdraw(appId, email);
    const said = { appId, role, by, revision: buildersRevision, at: storeTime() };
    await this.#context.collections.invitedRoles.updateOne({ _id: idOf(appId, email) }, { $set: said }, { upsert: true });
  }

  async withdraw(appId: string, email: string): Promise<void> {
    await this.#context.collections.invitedRoles.deleteOne({ _id: idOf(appId, email) });
  }

  /** The role of a user of an app. `member` was read before: a role that an admin gives meanwhile stays. */
  async roleOf(member: MemberDocument | null, account: Joined | null): Promise<string> {
    const known = member?.role ?? USER;
    if (member === null || account === null || !account.emailVerified) return known;
    const { invitedRoles, members } = this.#context.collections;
    const { _id, appId, accountId } = member;
    const invited = await invitedRoles.findOne({ _id: idOf(appId, account.email), at: { $gt: storeTime(-INVITED_SECONDS * 1000) } });
    if (invited === null) return known;
    if (await this.#isValid(invited, accountId)) {
      const given = await members.updateOne({ _id, role: member.role ?? { $exists: false } }, { $set: { role: invited.role } });
      if (given === 0) return (await members.findOne({ _id }))?.role ?? USER;
    }
    // Last: until then a failed call can be repeated.
    await invitedRoles.deleteOne({ _id: invited._id, at: invited.at });
    await this.#context.emit('apps.personChanged', { appId, accountId });
    return (await members.findOne({ _id }))?.role ?? USER;
  }

  /** An earlier role of someone who built the app since does not come back. */
  async #isValid({ appId, by, revision }: InvitedRoleDocument, accountId: string): Promise<boolean> {
    if (await isDemotedSince(this.#context, { appId, accountId, revision })) return false;
    return this.mayInvite(appId, { accountId: by, revision });
  }

  /** Whether an account that invited people administers the app still, without a break. */
  async mayInvite(appId: string, { accountId, revision }: Inviter): Promise<boolean> {
    const [app, inviter] = await Promise.all([this.#records.find(appId), this.#context.needs.accounts.account(accountId)]);
    if (app === null || inviter === null) return false;
    if (!isAdminOf({ kind: 'account', id: inviter.id, admin: inviter.isAdmin }, administered(app))) return false;
    return !(await isDemotedSince(this.#context, { appId, accountId, revision }));
  }

  /** Of a role that was renamed, or removed. */
  async rename(appId: string, from: string, to: string): Promise<void> {
    const { invitedRoles } = this.#context.collections;
    if (to === USER) await invitedRoles.deleteMany({ appId, role: from });
    else await invitedRoles.updateMany({ appId, role: from }, { $set: { role: to } });
  }

  async names(appId: string): Promise<string[]> {
    const found = await this.#context.collections.invitedRoles.distinct('role', { appId });
    return found.filter((role) => typeof role === 'string');
  }
}

const idOf = (appId: string, email: string): string => `${appId}/${email.trim().toLowerCase()}`;
