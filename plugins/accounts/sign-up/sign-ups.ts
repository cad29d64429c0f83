import { type Collection, Conflict, DuplicateKey, Forbidden, storeTime } from '@sayso/core';
import type { Invitations } from '../administration/invitations.ts';
import type { InstallationDocument, UserDocument } from '../collections.ts';
import type { AccountsConfig } from '../config.ts';
import { InvitationInvalid, SignUpRefused } from '../errors.ts';
import type { AppRules } from '../ref.ts';

/** The context of a sign-up: the app whose log-in page it came through, or an invitation to build. */
export interface SignUpRequest {
  readonly appId?: string | undefined;
  readonly invitation?: string | undefined;
}

/** The type of a new account. */
export interface Admission {
  readonly accountType: 'builder' | 'user';
  /** The app through which a user signed up. */
  readonly signupAppId: string | null;
}

interface Dependencies {
  readonly policy: AccountsConfig['BUILDER_SIGNUP'];
  readonly users: Collection<UserDocument>;
  readonly installation: Collection<InstallationDocument>;
  readonly invitations: Invitations;
  readonly apps: () => AppRules | null;
}

/** How long a first sign-up may be in flight before another takes its place, in ms: it may have been refused for its password. */
const FIRST_MS = 30_000;

/** Decides who may have an account, and of which type. Ignores what a client claims to be. */
export class SignUps {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get policy(): AccountsConfig['BUILDER_SIGNUP'] {
    return this.#dependencies.policy;
  }

  /** Whether there is no account yet: the first one administers the installation. */
  async isEmpty(): Promise<boolean> {
    return (await this.#dependencies.users.findOne({}, { projection: { _id: 1 } })) === null;
  }

  /** Rejects before anything is written. Throws `SignUpRefused`, `InvitationInvalid`. */
  async check({ appId, invitation }: SignUpRequest): Promise<void> {
    const { policy, apps, invitations } = this.#dependencies;
    if (appId !== undefined) {
      if (!(await apps()?.takesSignUps(appId))) throw new SignUpRefused('app-signup-closed', 'This app does not accept sign-ups.');
      return;
    }
    if (policy === 'open' || (await this.isEmpty())) return;
    if (policy === 'closed') throw new SignUpRefused('signup-closed', 'Sign-up is closed here.');
    if (invitation === undefined) throw new SignUpRefused('invitation-needed', 'You need an invitation to sign up here.');
    if (!(await invitations.isOpen(invitation)) && !(await apps()?.isInvitation(invitation))) throw new InvitationInvalid();
  }

  /** As `check`, and also takes a use of the invitation, or the claim to be the first account. */
  async admit(request: SignUpRequest): Promise<Admission> {
    await this.check(request);
    if (request.appId !== undefined) return { accountType: 'user', signupAppId: request.appId };
    const builder = { accountType: 'builder', signupAppId: null } as const;
    if (this.policy === 'open') return builder;
    if (await this.isEmpty()) {
      if (!(await this.#takeFirstPlace())) throw new Conflict('Someone else is signing up as the first account. Try again in a minute.');
      return builder;
    }
    // After `check`, only the policy `invite` gets here, with a code.
    const { invitation = '' } = request;
    const { invitations, apps } = this.#dependencies;
    if (!(await invitations.take(invitation)) && !(await apps()?.takeSignUp(invitation))) throw new InvitationInvalid();
    return builder;
  }

  /** Lets an existing account build. Throws `Forbidden`, `InvitationInvalid`. */
  async promote(accountId: string, invitation: string | undefined): Promise<void> {
    const { policy, users, invitations } = this.#dependencies;
    const user = await users.findOne({ _id: accountId });
    if (user?.accountType !== 'user') return;
    if (policy === 'closed') throw new Forbidden('Only an admin can let you build here.');
    if (policy === 'invite' && !(invitation !== undefined && (await invitations.take(invitation)))) throw new InvitationInvalid();
    await users.updateOne({ _id: accountId }, { $set: { accountType: 'builder' } });
  }

  /** Lets an existing account build, which builders of an app invited. Throws `Forbidden`. */
  async promoteInvited(accountId: string): Promise<void> {
    const { policy, users } = this.#dependencies;
    const user = await users.findOne({ _id: accountId });
    if (user?.accountType !== 'user') return;
    if (policy === 'closed') throw new Forbidden('Only an admin can let you build here.');
    await users.updateOne({ _id: accountId }, { $set: { accountType: 'builder' } });
  }

  async #takeFirstPlace(): Promise<boolean> {
    const { installation } = this.#dependencies;
    const at = storeTime();
    try {
      await installation.insertOne({ _id: 'first-sign-up', at });
      return true;
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      const stale = { _id: 'first-sign-up', at: { $lt: storeTime(-FIRST_MS) } };
      return (await installation.findOneAndUpdate(stale, { $set: { at } })) !== null;
    }
  }
}
