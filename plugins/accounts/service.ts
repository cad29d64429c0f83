import {
  type Actor,
  type AskedDeed,
  type Collection,
  DuplicateKey,
  type HostInfo,
  type Logger,
  newId,
  storeTime,
  TooManyRequests,
} from '@sayso/core';
import { Directory } from './administration/directory.ts';
import { Invitations } from './administration/invitations.ts';
import type { LoginCodeDocument, UserDocument } from './collections.ts';
import type { AccountsContext } from './config.ts';
import { googleClient } from './config.ts';
import { EmailChange } from './email-change/email-change.ts';
import { EmailLinks } from './email-change/email-links.ts';
import { AccountClosed, messages, ResetMailFailed } from './errors.ts';
import type { Identity } from './identity/identity.ts';
import { libraryLagMs } from './identity/library-time.ts';
import { PasswordCalls } from './identity/password-calls.ts';
import { knownTarget, MAIL_PAGE, mailLink } from './identity/targets.ts';
import { Attempts, login } from './limits/attempts.ts';
import { randomToken, sha256 } from './limits/digest.ts';
import { Limits, MAILS } from './limits/limits.ts';
import { withinMailLimits } from './mail/mail-limits.ts';
import { Mailing } from './mail/mailing.ts';
import { resetMail } from './mail/mails.ts';
import { Outbox } from './mail/outbox.ts';
import { SealedText } from './mail/sealed-text.ts';
import { openTransport } from './mail/transport.ts';
import type { PasswordHashing } from './passwords/hashing.ts';
import type { Account, AccountsApi, AppRules, AppTokenClaims, TokenRights } from './ref.ts';
import { AppSessions } from './sessions/app-sessions.ts';
import { Callers, claimsMore } from './sessions/callers.ts';
import { Sessions, type SignedIn } from './sessions/sessions.ts';
import { appTokens } from './sessions/tokens.ts';
import { SignUps } from './sign-up/sign-ups.ts';

const LOGIN_CODE_MS = 60_000;

/** What the plugin's own edges use beside `AccountsApi`. */
export interface AccountsService extends AccountsApi {
  /** better-auth, loaded at the first call: anonymous visitors of published apps are served without it. */
  identity(): Promise<Identity>;
  readonly host: HostInfo;
  /** The session behind a request on the builder host, with its account; cached for seconds. */
  signedIn(headers: Headers): Promise<SignedIn | null>;
  /** The actors of bearer tokens; cached as long as their sessions. */
  readonly callers: Callers;
  readonly signUps: SignUps;
  readonly invitations: Invitations;
  /** For admins. */
  readonly directory: Directory;
  /** Lets an account build: by an invitation, or by itself where everyone may. Throws `Forbidden`, `InvitationInvalid`. */
  startBuilding(accountId: string, invitation: string | undefined): Promise<void>;
  /** Invalidates this node's cache of sessions. */
  /** Throws for a job that acts as an account that is disabled or missing by now. Requests were authenticated. */
  permit(asked: AskedDeed): Promise<void>;
  invalidateSessions(): void;
  /** Invalidates this node's cache of a session that logged out of an app. */
  leftApp(sessionId: string): void;
  /** Whether the actor administers the app. */
  administers(actor: Actor, appId: string): Promise<boolean>;
  readonly outbox: Outbox;
  /** Whether a mail server is configured. */
  readonly hasMailServer: boolean;
  /** Logs a warning when the mail server cannot be used now. */
  checkMailServer(): Promise<void>;
  /** Whether people may sign in with Google. */
  readonly isGoogleEnabled: boolean;
  /** Where the builder has to be opened. */
  readonly builderUrl: string;
  /**
   * Queues the reset without looking up the address: the same response after the same work, whether it is known or not. Throws
   * `ResetMailFailed` when the mail server refuses or cannot be reached, or the reset cannot be queued; `TooManyRequests` after several to
   * one address. `continueUrl`: a page of the builder to continue to; others are dropped.
   */
  requestPasswordReset(email: string, continueUrl: string | undefined): Promise<void>;
  /** The job of a reset: mails a link, once per `id`, if the address is known. */
  mailReset(
    id: string,
    reset: { readonly email: string; readonly redirectTo: string; readonly askedAt?: string | undefined },
  ): Promise<void>;
  /** Mails a link to the new address and a notice to the old one. */
  changeEmail: EmailChange['request'];
  /** Redeems the link of a mail, without logging in. */
  confirmEmail: EmailChange['confirm'];
}

export async function startAccounts(context: AccountsContext): Promise<AccountsService> {
  const { config, host, log } = context;
  // Documents are typed by their Zod schemas; the adapter below sees them as records.
  const tables = context.collections;
  const transport = await openTransport(config, log);
  context.onClose(() => transport.close());
  const outbox = new Outbox({
    mails: tables.outbox,
    transport,
    sealed: new SealedText(host.deriveKey('mail')),
    log,
    enqueue: (delivery) => context.enqueue('deliverMail', delivery, { key: `${delivery.id}/${delivery.round}` }),
    jobState: (id) => context.jobState(id),
    isAlive: async (link) => {
      if (link.in === 'appInvitations') return (await apps()?.isInvitationOpen(link.id)) ?? false;
      if (link.in === 'appSignUps') return (await apps()?.takesSignUps(link.id, link.by)) ?? false;
      return links.isAlive(link);
    },
  });
  if (host.replacedKey !== undefined) await outbox.reseal(new SealedText(host.replacedKey('mail')));
  const mailing = new Mailing(outbox);
  const tokens = appTokens(host.deriveKey('app-token'));
  const appSessions = new AppSessions(tables.session);

  const apps = (): AppRules | null => context.additions.apps()[0] ?? null;

  let firstAccount: string | null = null;
  const installation = () => tables.installation.findOne({ _id: 'first-account' });
  /** Makes the oldest account the admin, also if a crash prevented that before: ids sort by creation time. */
  async function claimInstallation(): Promise<void> {
    if (await installation()) return;
    const oldest = await tables.user.findOne({ accountType: { $ne: 'user' } }, { sort: { _id: 1 } });
    if (oldest) await isFirst(tables.installation.insertOne({ _id: 'first-account', accountId: oldest._id }));
  }
  async function isAdmin(user: UserDocument): Promise<boolean> {
    if (firstAccount === null) await claimInstallation();
    // Immutable once written, so it is cached.
    firstAccount ??= (await installation())?.accountId ?? null;
    return user._id === firstAccount || (user.emailVerified && config.ADMIN_EMAILS.includes(user.email));
  }
  async function accountOf(user: UserDocument | null): Promise<Account | null> {
    if (!user || user.disabled) return null;
    return {
      id: user._id,
      email: user.email,
      emailVerified: user.emailVerified,
      name: user.name,
      accountType: user.accountType ?? 'builder',
      plan: 'lite',
      isAdmin: await isAdmin(user),
      createdAt: user.createdAt,
    };
  }

  const accountById = async (id: string | null): Promise<Account | null> =>
    id === null ? null : accountOf(await tables.user.findOne({ _id: id }));
  /** What a token is good for now: its claims are as old as the token. Null: nothing. */
  async function rightsOf({ accountId, appId, admin, isPreview = false }: AppTokenClaims): Promise<TokenRights | null> {
    const account = await accountById(accountId);
    if (account === null) return null;
    const rights = await apps()?.tokenRights(account, { appId, isPreview });
    return rights === undefined ? { admin } : rights && { admin: admin && rights.admin };
  }

  /** Accounts are never removed: one that is not stored was not made here. */
  const mayInvite = async (id: string): Promise<boolean> => {
    const maker = await tables.user.findOne({ _id: id });
    return maker === null || (await accountOf(maker))?.isAdmin === true;
  };
  const invitations = new Invitations(tables.invitations, mayInvite);
  const { user: users, installation: installations } = tables;
  const signUps = new SignUps({ policy: config.BUILDER_SIGNUP, users, installation: installations, invitations, apps });
  const onChanged = async (accountId: string): Promise<void> => {
    invalidateSessions();
    await context.emit('accounts.changed', { accountId });
  };
  const attempts = new Attempts(tables.attempts);
  const limits = new Limits(tables.limits);
  const links = new EmailLinks(tables, () => invalidateAccounts());
  const endLinks = (accountId: string) => links.endAll(accountId);
  const directory = new Directory({ users, sessions: tables.session, isAdmin, onChanged, endLinks });
  const hashing = once(async (): Promise<PasswordHashing> => new (await import('./passwords/hashing.ts')).PasswordHashing());
  const emailChange = new EmailChange({
    builderUrl: host.builderUrl,
    users: tables.user,
    credentials: tables.account,
    sessions: tables.session,
    nameOfApp: async (appId) => (await apps()?.nameOf(appId)) ?? null,
    links,
    limits,
    attempts,
    verifyPassword: async (given) => (await hashing()).verify(given),
    isMailReachable: () => transport.isReachable(),
    // better-auth's callbacks run within `mailing`, other calls outside of it.
    sendMail: (mail, link) => mailing.send(mail, link),
  });

  const identity = once(async (): Promise<Identity> => {
    const [{ createIdentity }, { authHooks }] = await Promise.all([import('./identity/identity.ts'), import('./identity/hooks.ts')]);
    return createIdentity({
      host,
      config,
      collections: tables,
      onChanged: () => invalidateAccounts(),
      onStored: () => context.emit('accounts.sessionsChanged', {}),
      signUps,
      limits,
      users: tables.user,
      log,
      hashing: await hashing(),
      hooks: authHooks({ users: tables.user, sessions: tables.session, attempts, limits, signUps, links }),
      async onCreated(accountId) {
        await claimInstallation();
        await context.emit('accounts.created', { accountId });
      },
      async onPasswordReset({ id, email }) {
        await endLinks(id);
        await attempts.clear(login(email));
      },
      async sendResetMail({ user, token, callbackURL }) {
        const continueUrl = knownTarget(callbackURL, host.builderUrl);
        const link = await links.newestReset(user.id);
        await mailing.send(resetMail(user.email, mailLink(host.builderUrl, { mode: 'resetPassword', token, continueUrl })), link);
      },
      sendVerifyMail: ({ user, callbackURL }) => emailChange.sendVerification(user, knownTarget(callbackURL, host.builderUrl)),
    });
  });

  const mint = async (claims: AppTokenClaims) => tokens.mint(claims, await appSessions.leftAt(claims));

  const sessions = new Sessions(async (headers) => {
    const { api } = await identity();
    const found = await api.getSession({ headers });
    if (!found) return null;
    const { id, expiresAt, userId: accountId } = found.session;
    const session = { id, accountId, expiresAt: new Date(expiresAt.getTime() + libraryLagMs()) };
    return { session, account: await accountOf(await tables.user.findOne({ _id: accountId })) };
  });

  const callers = new Callers({ tokens, appSessions, sessions, rights: rightsOf });

  const invalidateAccounts = (): void => {
    sessions.invalidate();
    callers.invalidateAccounts();
  };
  const leftApp = (sessionId: string): void => {
    appSessions.forget(sessionId);
    callers.invalidateApp(sessionId);
  };
  const invalidateSessions = (): void => {
    invalidateAccounts();
    appSessions.invalidate();
    callers.invalidateApps();
  };

  return {
    identity,
    host,
    signUps,
    invitations,
    directory,
    async startBuilding(accountId, invitation) {
      await signUps.promote(accountId, invitation);
      await onChanged(accountId);
    },
    async letBuild(accountId) {
      await signUps.promoteInvited(accountId);
      await onChanged(accountId);
    },
    async permit({ actor, isLater = false }) {
      if (!isLater || actor.kind === 'anonymous' || actor.id === null) return;
      if ((await accountById(actor.id)) === null) throw new AccountClosed();
    },
    invalidateSessions,
    leftApp,
    callers,
    signedIn: (headers) => sessions.find(headers),
    account: accountById,
    byEmail: async (email) => accountOf(await tables.user.findOne({ email: email.toLowerCase() })),
    async accounts(ids) {
      const found = await tables.user.find({ _id: { $in: [...ids] } });
      const known = await Promise.all(found.map(accountOf));
      return new Map(known.flatMap((account) => (account === null ? [] : [[account.id, account] as const])));
    },
    async emails(ids) {
      const found = await tables.user.find({ _id: { $in: [...ids] } }, { projection: { email: 1 } });
      return new Map(found.map(({ _id, email }) => [_id, email]));
    },
    async names(ids) {
      const found = await tables.user.find({ _id: { $in: [...ids] } }, { projection: { name: 1 } });
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },
    passwords: new PasswordCalls({
      builderUrl: host.builderUrl,
      identity,
      session: async (headers) => (await sessions.find(headers))?.session ?? null,
    }),
    async session(headers) {
      return (await sessions.find(headers))?.session ?? null;
    },

    mintAppToken: (claims) => mint(claims),
    async verifyAppToken(token) {
      const claims = await tokens.verify(token);
      if (claims === null || !(await appSessions.covers(claims))) return null;
      const rights = claimsMore(claims) ? await rightsOf(claims) : { admin: false };
      return rights && { ...claims, ...rights };
    },
    async refreshAppToken(token) {
      const claims = await tokens.verifyForRefresh(token);
      if (!claims?.sessionId || !claims.accountId || claims.isPreview || !(await appSessions.covers(claims, true))) return null;
      const rights = await rightsOf(claims);
      return rights && mint({ ...claims, ...rights });
    },
    async revokeAppToken(token) {
      const claims = await tokens.verifyForRefresh(token);
      if (!claims?.sessionId) return;
      await appSessions.leave(claims);
      leftApp(claims.sessionId);
      await context.emit('accounts.leftApp', { sessionId: claims.sessionId });
    },

    async endAppTokens(accountId, appId) {
      await appSessions.leaveAll(accountId, appId);
      invalidateSessions();
      await context.emit('accounts.sessionsChanged', {});
    },

    async createLoginCode(claims, codeChallenge) {
      const code = randomToken();
      const expiresAt = storeTime(LOGIN_CODE_MS);
      await tables.loginCodes.insertOne({ _id: sha256(code), claims, codeChallenge, expiresAt, used: false });
      return code;
    },
    async redeemLoginCode(code, codeVerifier) {
      const found = await redeem(tables.loginCodes, code, codeVerifier);
      if (found === null) return null;
      const issuedAtMs = Date.parse(found.expiresAt) - LOGIN_CODE_MS;
      return (await appSessions.hasLeft(found.claims, issuedAtMs)) ? null : found.claims;
    },

    async memories(accountId, appId) {
      return (await tables.memories.findOne({ accountId, appId }))?.values ?? {};
    },
    async memoriesOf(accountIds, appId) {
      const found = await tables.memories.find({ appId, accountId: { $in: [...accountIds] } });
      return new Map(found.map(({ accountId, values }) => [accountId, values]));
    },
    async changeMemories(accountId, appId, change) {
      for (let isKept = false; !isKept; ) {
        const known = await tables.memories.findOne({ accountId, appId });
        const values = change(known?.values ?? {});
        isKept = known
          ? (await tables.memories.updateOne(
              { _id: known._id, revision: known.revision ?? null },
              { $set: { values }, $inc: { revision: 1 } },
            )) > 0
          : await isFirst(tables.memories.insertOne({ _id: newId(), accountId, appId, values, revision: 1 }));
      }
    },
    async forgetApp(appId) {
      await tables.memories.deleteMany({ appId });
    },

    sendMail: ({ payer, invites, ...mail }) =>
      withinMailLimits(context, { ...mail, ...(payer === undefined ? {} : { payer }) }, () =>
        outbox.add(mail, invites === undefined ? {} : { link: { ...invites } }),
      ),
    administers: async (actor, appId) => (await apps()?.administers(actor, appId)) ?? false,
    outbox,
    hasMailServer: transport.isConfigured,
    checkMailServer: () => transport.check(),
    isGoogleEnabled: googleClient(config) !== null,
    builderUrl: host.builderUrl,
    async requestPasswordReset(email, continueUrl) {
      if (!(await limits.take(`reset ${email.toLowerCase()}`, MAILS))) throw new TooManyRequests(messages.resetNotSent);
      const redirectTo = knownTarget(continueUrl, host.builderUrl) ?? MAIL_PAGE;
      if (!(await transport.isReachable())) throw new ResetMailFailed();
      await context.enqueue('mailReset', { email, redirectTo, askedAt: storeTime() }).catch((error: unknown) => {
        throw logged(log, error, new ResetMailFailed());
      });
    },
    async mailReset(id, { email, redirectTo, askedAt }) {
      const user = await tables.user.findOne({ email: email.toLowerCase() });
      if (askedAt !== undefined && (user?.linksEndedAt ?? '') > askedAt) return;
      const { api } = await identity();
      await mailing.run(() => api.requestPasswordReset({ body: { email, redirectTo } }), id);
    },
    changeEmail: (accountId, change) => emailChange.request(accountId, change),
    confirmEmail: (token) => emailChange.confirm(token),
    verifyEmail: (given) => emailChange.verify(given),
  };
}

/** Memoizes a promise; a rejected one is retried at the next call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function logged(log: Logger, error: unknown, masked: Error): Error {
  log.warn({ err: error, code: (error as { readonly body?: { readonly code?: unknown } } | null)?.body?.code }, masked.message);
  return masked;
}

/** False when the document already exists. */
async function isFirst(inserted: Promise<void>): Promise<boolean> {
  try {
    await inserted;
    return true;
  } catch (error) {
    if (error instanceof DuplicateKey) return false;
    throw error;
  }
}

/** A code works once: it is marked as used before the verifier is checked, so that one code cannot be tried with several verifiers. */
async function redeem(codes: Collection<LoginCodeDocument>, code: string, codeVerifier: string): Promise<LoginCodeDocument | null> {
  const found = await codes.findOneAndUpdate({ _id: sha256(code), used: false, expiresAt: { $gt: storeTime() } }, { $set: { used: true } });
  return found && found.codeChallenge === (await s256(codeVerifier)) ? found : null;
}

/** The code challenge of a verifier (RFC 7636, section 4.2). */
async function s256(codeVerifier: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))).toString('base64url');
}
