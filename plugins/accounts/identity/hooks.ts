import { type Collection, storeTime } from '@sayso/core';
import type { BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware, getIP } from 'better-auth/api';
import { z } from 'zod';
import type { SessionDocument, UserDocument } from '../collections.ts';
import type { EmailLinks } from '../email-change/email-links.ts';
import { messages } from '../errors.ts';
import { type Attempts, confirmation, login, loginFrom } from '../limits/attempts.ts';
import { type Limits, MAILS, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../limits/limits.ts';
import { isWeakPassword } from '../passwords/password.ts';
import { asApiError, signUpRequest } from '../sign-up/sign-up-request.ts';
import type { SignUps } from '../sign-up/sign-ups.ts';
import { ACCOUNT_HEADER } from './edge-headers.ts';
import { safeJson } from './refusals.ts';

/**
 * Calls of better-auth that are disabled, by their patterns. Links in mails open a page of ours and are redeemed by `EmailLinks`, so no
 * call remains that redirects with a token or logs in by a link. Listing or ending single sessions would need the tokens, which are not
 * stored.
 */
export const REFUSED: ReadonlySet<string> = new Set([
  '/reset-password/:token',
  '/verify-email',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/verify-password',
  '/list-sessions',
  '/revoke-session',
  '/revoke-other-sessions',
]);

export interface HookOptions {
  readonly users: Collection<UserDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly attempts: Attempts;
  readonly limits: Limits;
  readonly signUps: SignUps;
  readonly links: Pick<EmailLinks, 'endAll'>;
}

interface Callback {
  readonly context: {
    readonly internalAdapter: {
      findVerificationValue(identifier: string): Promise<{ readonly value: string } | null>;
      deleteVerificationByIdentifier(identifier: string): Promise<void>;
    };
  };
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Headers;
}

const tooMany = (message: string) => new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message });
/** The client address in the form that sessions store: of IPv6 the network. */
const addressOf = ({ headers, context }: { headers?: Headers | undefined; context: { options: BetterAuthOptions } }): string =>
  (headers && getIP(headers, context.options)) ?? '';
/** better-auth limits no lengths, and these fields are read with every call of the account. */
function refuseLong({ email, name, image }: Readonly<Record<string, unknown>>): void {
  if (text(email).length > MAX_EMAIL_LENGTH)
    throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL', message: 'The email is too long.' });
  if (text(name).length > MAX_NAME_LENGTH) {
    throw new APIError('BAD_REQUEST', { code: 'NAME_TOO_LONG', message: `A name has at most ${MAX_NAME_LENGTH} characters.` });
  }
  if (text(image) !== '') throw new APIError('BAD_REQUEST', { code: 'NO_PICTURES', message: 'Accounts have no picture.' });
}
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The state of a social log-in: `link` names the account that another account is added to. */
const linkState = z.looseObject({ link: z.object({ userId: z.string() }).optional() });

/** Hooks for what better-auth has no options for: disabled calls, weak passwords, back-off, limits of mails. */
export function authHooks(options: HookOptions) {
  const { users, sessions, attempts, limits, signUps, links } = options;

  /** An address with an active session of the account has a counter of its own: guesses from elsewhere never lock out the owner. */
  async function loginSecret(email: string, address: string): Promise<string> {
    const user = await users.findOne({ email }, { projection: { _id: 1 } });
    const live = user && { userId: user._id, ipAddress: address, expiresAt: { $gt: storeTime() } };
    return live && (await sessions.findOne(live, { projection: { _id: 1 } })) ? loginFrom(email, address) : login(email);
  }

  async function refuseWeak(password: unknown, email: string | undefined): Promise<void> {
    if (typeof password !== 'string' || !isWeakPassword(password, email)) return;
    throw new APIError('BAD_REQUEST', { code: 'WEAK_PASSWORD', message: 'The password is too weak' });
  }

  async function beginAttempt(secret: string): Promise<void> {
    if (!(await attempts.begin(secret))) throw tooMany(messages.tooManyLogins);
  }

  async function beginPasswordChange(account: string, body: Readonly<Record<string, unknown>>) {
    const user = await users.findOne({ _id: account });
    if (!user) return;
    await refuseWeak(body['newPassword'], user.email);
    await beginAttempt(confirmation(account));
    return { context: { body: { ...body, revokeOtherSessions: true } } };
  }

  async function countMail(key: string): Promise<void> {
    if (!(await limits.take(key, MAILS))) throw tooMany(messages.mailsSent);
  }

  /** An account at a provider is added by the person who began it, and only while they are logged in: otherwise the state has expired. */
  async function endForeignLink({ context, query, body, headers }: Callback): Promise<void> {
    const identifier = `auth-state:${text(query?.['state']) || text(body?.['state'])}`;
    const found = await context.internalAdapter.findVerificationValue(identifier);
    const state = linkState.safeParse(safeJson(found?.value ?? ''));
    const { link } = state.data ?? {};
    if (link === undefined || link.userId === headers?.get(ACCOUNT_HEADER)) return;
    await context.internalAdapter.deleteVerificationByIdentifier(identifier);
  }

  const before = createAuthMiddleware(async (call) => {
    if (REFUSED.has(call.path)) throw new APIError('NOT_FOUND');
    const body = (call.body ?? {}) as Readonly<Record<string, unknown>>;
    const email = text(body['email']).toLowerCase();
    refuseLong(body);
    switch (call.path) {
      case '/sign-up/email':
        // Before the response reveals whether the address is known.
        await asApiError(signUps.check(await signUpRequest(body)));
        return refuseWeak(body['password'], email);
      case '/reset-password': {
        const link = await call.context.internalAdapter.findVerificationValue(`reset-password:${text(body['token'])}`);
        const user = link && (await users.findOne({ _id: link.value }));
        await refuseWeak(body['newPassword'], user?.email);
        // Of several links used at the same time, at most one works.
        if (link) await links.endAll(link.value, { but: link.id });
        return;
      }
      case '/change-password':
        return beginPasswordChange(call.headers?.get(ACCOUNT_HEADER) ?? '', body);
      case '/callback/:id':
        return endForeignLink(call as Callback);
      case '/revoke-sessions':
        return links.endAll(call.headers?.get(ACCOUNT_HEADER) ?? '');
      case '/sign-in/email':
        return beginAttempt(await loginSecret(email, addressOf(call)));
      case '/request-password-reset':
        // Called by the job only, without a request.
        if (call.request) throw new APIError('NOT_FOUND');
        return;
      case '/send-verification-email':
        return countMail(`${call.path} ${email}`);
      default:
        return;
    }
  });

  const after = createAuthMiddleware(async (call) => {
    const { newSession } = call.context;
    if (!newSession) return;
    if (call.path === '/sign-in/email') {
      const { email } = newSession.user;
      for (const secret of [login(email), loginFrom(email, addressOf(call))]) await attempts.clear(secret);
    }
    if (call.path === '/change-password') {
      await attempts.clear(confirmation(newSession.user.id));
      await links.endAll(newSession.user.id);
    }
  });

  return { before, after };
}
