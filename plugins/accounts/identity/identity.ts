import { type Collection, cut, type HostInfo, type Logger, newId } from '@sayso/core';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { bearer } from 'better-auth/plugins/bearer';
import type { UserDocument } from '../collections.ts';
import { type AccountsConfig, googleClient } from '../config.ts';
import { type Limits, MAX_NAME_LENGTH } from '../limits/limits.ts';
import type { PasswordHashing } from '../passwords/hashing.ts';
import { MIN_PASSWORD_LENGTH } from '../passwords/password.ts';
import { asApiError, signUpRequest } from '../sign-up/sign-up-request.ts';
import type { SignUps } from '../sign-up/sign-ups.ts';
import { storeAdapter } from './adapter.ts';
import { cookieOptions } from './cookies.ts';
import { CLIENT_ADDRESS_HEADER } from './edge-headers.ts';
import { type authHooks, REFUSED } from './hooks.ts';
import { MAIL_PAGE } from './targets.ts';

/** The recipient of a mail, and the URL that its link continues to (null: none). */
export interface MailRequest {
  readonly user: { readonly id: string; readonly email: string };
  readonly callbackURL: string | null;
}

export interface IdentityOptions {
  readonly host: HostInfo;
  readonly config: AccountsConfig;
  // biome-ignore lint/suspicious/noExplicitAny: each collection has its own document type
  readonly collections: Readonly<Record<string, Collection<any>>>;
  readonly users: Collection<UserDocument>;
  readonly log: Logger;
  readonly hashing: PasswordHashing;
  readonly hooks: ReturnType<typeof authHooks>;
  readonly signUps: SignUps;
  readonly limits: Limits;
  /** A session or a user is changing or has changed. */
  onChanged(): void;
  /** A changed session or user is stored. */
  onStored(): Promise<void>;
  onCreated(accountId: string): Promise<void>;
  onPasswordReset(account: { readonly id: string; readonly email: string }): Promise<void>;
  sendResetMail(mail: MailRequest & { readonly token: string }): Promise<void>;
  sendVerifyMail(mail: MailRequest): Promise<void>;
}

/** The caller's callback URL, which better-auth hides in the link. */
const callbackIn = (url: string): string | null => new URL(url).searchParams.get('callbackURL');

/** better-auth, set up for the builder host: e-mail and password, Google where it is configured, cookies and bearer tokens. */
export function createIdentity(options: IdentityOptions) {
  const { host, config, users, log, hashing, signUps, limits } = options;
  const google = googleClient(config);
  const perMinute = (max: number) => ({ window: 60, max });
  return betterAuth({
    appName: 'Sayso',
    baseURL: host.builderUrl,
    basePath: '/api/auth',
    secret: Buffer.from(host.deriveKey('better-auth')).toString('base64'),
    trustedOrigins: [host.builderUrl],
    telemetry: { enabled: false },
    // The hook rejects them under every spelling; this omits them from the description. Resets are answered by a route of this plugin,
    // which does not look up the account; its job calls the endpoint.
    disabledPaths: [...REFUSED, '/request-password-reset'],
    database: storeAdapter(options.collections, options),
    advanced: {
      ...cookieOptions(host.builderUrl),
      database: { generateId: () => newId() },
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 48 },
    },
    rateLimit: {
      enabled: true,
      // better-auth's own table stores the whole URL of each call, and has no index to find expired rows.
      customStorage: { consume: (key, rule) => consume(limits, key, rule) },
      ...perMinute(300),
      customRules: {
        '/sign-in/email': perMinute(20),
        // The default is three in ten seconds for all people behind one address.
        '/sign-in/social': perMinute(30),
        '/sign-up/email': perMinute(30),
        '/reset-password': perMinute(20),
        '/change-password': perMinute(20),
        '/send-verification-email': perMinute(10),
        '/get-session': false,
      },
    },
    user: {
      additionalFields: {
        // Set by `SignUps`; what clients send is ignored.
        accountType: { type: ['builder', 'user'], defaultValue: 'user', required: false, input: false },
        signupAppId: { type: 'string', required: false, input: false },
        disabled: { type: 'boolean', defaultValue: false, required: false, input: false },
      },
    },
    // The product does not use the provider's tokens, so they are stored encrypted.
    account: { encryptOAuthTokens: true },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: 256,
      password: {
        hash: (password) => asApiError(hashing.hash(password)),
        verify: (given) => asApiError(hashing.verify(given)),
      },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => options.onPasswordReset(user),
      sendResetPassword: ({ user, url, token }) => options.sendResetMail({ user, callbackURL: callbackIn(url), token }),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: ({ user, url }) => options.sendVerifyMail({ user, callbackURL: callbackIn(url) }),
    },
    // A token that a page brings was made for a log-in that did not begin here: without state, PKCE verifier and nonce, it may be anyone's.
    socialProviders: google === null ? {} : { google: { ...google, disableIdTokenSignIn: true } },
    onAPIError: { errorURL: `${host.builderUrl}${MAIL_PAGE}?mode=signedIn` },
    databaseHooks: {
      user: {
        create: {
          async before(user, call) {
            const admission = await asApiError(signUps.admit(await signUpRequest(call?.body)));
            // Profiles of social providers pass here, too.
            return {
              data: {
                ...user,
                emailVerified: user.emailVerified === true,
                name: cut(user.name, MAX_NAME_LENGTH),
                image: null,
                ...admission,
              },
            };
          },
          after: (user) => options.onCreated(user.id),
        },
      },
      session: {
        create: {
          async before(session) {
            const user = await users.findOne({ _id: session.userId });
            if (user?.disabled) throw new APIError('FORBIDDEN', { code: 'USER_DISABLED', message: 'This user is disabled' });
          },
        },
      },
    },
    hooks: options.hooks,
    // The route signs the token that a sign-in returns in its body.
    plugins: [bearer({ requireSignature: true })],
    logger: {
      log: (level, message, ...details) =>
        log[level === 'error' || level === 'warn' ? level : 'debug']({ details }, `better-auth: ${message}`),
    },
  });
}

/** Counts a call in a fixed window. */
async function consume(limits: Limits, key: string, { window, max }: { readonly window: number; readonly max: number }) {
  const allowed = await limits.take(`call ${key}`, { max, windowMs: window * 1000 });
  return { allowed, retryAfter: allowed ? null : window };
}

export type Identity = ReturnType<typeof createIdentity>;
