import { type Collection, type HostInfo, type Logger, newId } from '@sayso/core';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { storeAdapter } from './adapter.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import type { UserDocument } from './collections.ts';
import type { AccountsConfig } from './config.ts';
import { isWeakPassword, MIN_PASSWORD_LENGTH } from './password.ts';
import type { Mail } from './ref.ts';

export interface IdentityOptions {
  readonly host: HostInfo;
  readonly config: AccountsConfig;
  // biome-ignore lint/suspicious/noExplicitAny: each collection has its own document type
  readonly collections: Readonly<Record<string, Collection<any>>>;
  readonly users: Collection<UserDocument>;
  readonly log: Logger;
  /** A session or a person is no longer what it was. */
  onChanged(): void;
  sendMail(mail: Mail): Promise<void>;
  onCreated(accountId: string): Promise<void>;
}

/** better-auth, set up for the builder host: e-mail and password, Google where it is configured, cookies and bearer tokens. */
export function createIdentity(options: IdentityOptions) {
  const { host, config, users, log, sendMail } = options;
  const google =
    config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET
      ? { google: { clientId: config.GOOGLE_CLIENT_ID, clientSecret: config.GOOGLE_CLIENT_SECRET } }
      : {};
  const perMinute = (max: number) => ({ window: 60, max });
  return betterAuth({
    appName: 'Sayso',
    baseURL: host.builderUrl,
    basePath: '/api/auth',
    secret: Buffer.from(host.deriveKey('better-auth')).toString('base64'),
    trustedOrigins: [host.builderUrl],
    telemetry: { enabled: false },
    // Answered by a route of this plugin, which looks nobody up; the job behind it calls the endpoint.
    disabledPaths: ['/request-password-reset'],
    database: storeAdapter(options.collections, options.onChanged),
    advanced: {
      cookiePrefix: 'sayso',
      database: { generateId: () => newId() },
      disableOriginCheck: false,
      useSecureCookies: host.builderUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      ...perMinute(300),
      customRules: {
        '/sign-in/email': perMinute(20),
        '/sign-up/email': perMinute(30),
        '/reset-password': perMinute(20),
        '/send-verification-email': perMinute(10),
        '/get-session': false,
      },
    },
    user: {
      additionalFields: {
        accountType: { type: ['builder', 'user'], defaultValue: 'builder', required: false, input: true },
        disabled: { type: 'boolean', defaultValue: false, required: false, input: false },
      },
      changeEmail: { enabled: true },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: 256,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) =>
        sendMail({
          to: user.email,
          subject: 'Reset your password',
          text: `Hello,\n\nopen this link to choose a new password. It works for one hour.\n\n${url}\n\nIf you did not ask for it, there is nothing to do.\n`,
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: ({ user, url }) =>
        sendMail({
          to: user.email,
          subject: 'Verify your e-mail',
          text: `Hello,\n\nopen this link to verify your e-mail. It works for one hour.\n\n${url}\n\nIf you did not ask for it, do not open it: somebody else signed up with your address, and would have it then.\n`,
        }),
    },
    socialProviders: google,
    databaseHooks: {
      user: { create: { after: (user) => options.onCreated(user.id) } },
      session: {
        create: {
          async before(session) {
            const user = await users.findOne({ _id: session.userId });
            if (user?.disabled) throw new APIError('FORBIDDEN', { code: 'USER_DISABLED', message: 'This user is disabled' });
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (call) => {
        const password =
          call.path === '/sign-up/email' ? call.body?.password : call.path === '/reset-password' ? call.body?.newPassword : undefined;
        if (typeof password === 'string' && isWeakPassword(password, call.body?.email)) {
          throw new APIError('BAD_REQUEST', { code: 'WEAK_PASSWORD', message: 'The password is too weak' });
        }
      }),
    },
    plugins: [bearer()],
    logger: {
      log: (level, message, ...details) =>
        log[level === 'error' || level === 'warn' ? level : 'debug']({ details }, `better-auth: ${message}`),
    },
  });
}

export type Identity = ReturnType<typeof createIdentity>;
