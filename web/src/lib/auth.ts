import { translator } from '../i18n/language.ts';
import { safePath } from './redirects.ts';
import { answerOf, isPage, refusalSentence } from './refusals.ts';

/** An error of the identity service; `message` is the sentence to show, in the language of its time. */
export class AuthError extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.name = 'AuthError';
    this.code = code;
  }
}

async function request<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  const response = await fetch(path, init).catch(() => null);
  if (response === null) throw new AuthError(translator()('common.unreachable'), 'NETWORK');
  const answer = (await answerOf(response).catch(() => null)) as ({ readonly code?: string } & T) | null;
  if (!response.ok || isPage(response))
    throw new AuthError(refusalSentence(response.status, answer), answer?.code ?? String(response.status));
  return answer as T;
}

interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly appId?: string;
  readonly invitation?: string;
  readonly continueUrl?: string | null;
}

/** What the identity service accepts as a callback path; it would refuse the whole sign-up for another one. */
const CALLBACK = /^\/[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/;

function callbackOf(continueUrl: string | null | undefined): { readonly callbackURL?: string } {
  if (continueUrl == null) return {};
  const callbackURL = safePath(continueUrl);
  return CALLBACK.test(callbackURL) ? { callbackURL } : {};
}

/** Client of the identity service, which speaks REST and sets the session cookie itself. */
export const auth = {
  /** For users of an app (`appId`), or for builders, with the code of an `invitation` where one is required. */
  /** `continueUrl`: the screen to which the link in the verification mail redirects. */
  signUp: ({ continueUrl, ...input }: SignUp) =>
    request<unknown>('POST', '/api/auth/sign-up/email', { ...input, ...callbackOf(continueUrl) }),
  signIn: (input: { email: string; password: string }) => request<unknown>('POST', '/api/auth/sign-in/email', input),
  /** URL of Google's sign-in; `additionalData` is what entitles a new account. */
  async googleAddress(additionalData: { readonly appId?: string; readonly invitation?: string }): Promise<string> {
    const callbackURL = '/auth/handler?mode=signedIn';
    const { url } = await request<{ url: string }>('POST', '/api/auth/sign-in/social', {
      provider: 'google',
      callbackURL,
      errorCallbackURL: callbackURL,
      disableRedirect: true,
      additionalData,
    });
    return url;
  },
  signOut: () => request<unknown>('POST', '/api/auth/sign-out', {}),
  /** `continueUrl`: the screen of the builder to which the reset redirects. */
  requestPasswordReset: (email: string, continueUrl?: string) =>
    request<unknown>('POST', '/api/auth/request-password-reset', {
      email,
      ...(continueUrl === undefined ? {} : { redirectTo: safePath(continueUrl) }),
    }),
  resetPassword: (input: { newPassword: string; token: string }) => request<unknown>('POST', '/api/auth/reset-password', input),
  /** `continueUrl`: the screen to which the link in the mail redirects. */
  sendVerificationEmail: (email: string, continueUrl: string) =>
    request<unknown>('POST', '/api/auth/send-verification-email', { email, callbackURL: safePath(continueUrl) }),
  /** Mails a confirmation link to the new address. */
  changeEmail: (input: { newEmail: string; password: string }) =>
    request<unknown>('POST', '/api/live_api/account/completeEmailChange', input),
  /** Redeems the link of a mail, also of a change of address. */
  confirmEmail: (token: string) => request<unknown>('POST', '/api/live_api/account/confirmEmail', { token }),
} as const;

/** What a published app shows to people who are not signed in. */
export interface PublicApp {
  readonly name: string;
  readonly isSignupEnabled: boolean;
  readonly url: string;
  readonly logoUrl: string | null;
  /** Button colours on light and dark pages, as `#rrggbb`. */
  readonly accent: { readonly light: string; readonly dark: string } | null;
  readonly termsOfServiceLink?: string | null;
  readonly privacyPolicyLink?: string | null;
  readonly supportEmail?: string | null;
}

export const endUserAuth = {
  app: (appId: string) => request<PublicApp>('GET', `/api/apps/${encodeURIComponent(appId)}/public`),
  loginCode: (appId: string, input: { nextUrl: string; codeChallenge: string }) =>
    request<{ redirectTo: string }>('POST', `/api/apps/${encodeURIComponent(appId)}/login-code`, input),
} as const;
