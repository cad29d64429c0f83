import { changedSession } from '../auth.ts';
import { call, connection } from '../connection.ts';
import { adoptToken } from '../session.ts';

/** What the log-in and the sign-up of an app answer. */
interface LoggedIn {
  readonly access_token: string;
  readonly user: Readonly<Record<string, unknown>>;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Tokens of people who have signed up and not logged in yet, by address: the code of the mail completes it, as with this client's server. */
const signedUp = new Map<string, string>();
const known = (email: unknown): string => String(email).trim().toLowerCase();

function send<T>(rest: string, body: object): Promise<T> {
  const path = `/api/apps/${encodeURIComponent(connection.appId)}/auth/${rest}`;
  return call<T>({ method: 'POST', path, body, what: `auth.${rest}`, isForm: true });
}

async function begin(token: unknown): Promise<void> {
  if (typeof token !== 'string' || token === '' || token === connection.token) return;
  if (adoptToken(token)) await changedSession().catch(() => null);
}

async function loginViaEmailPassword(email: string, password: string): Promise<LoggedIn> {
  const answer = await send<LoggedIn>('login', { email, password });
  await begin(answer.access_token);
  return answer;
}

async function register(given: Credentials): Promise<LoggedIn> {
  const answer = await send<LoggedIn>('register', given);
  signedUp.set(known(given.email), answer.access_token);
  return answer;
}

async function verifyOtp({ email, otpCode }: { readonly email: string; readonly otpCode: string }): Promise<object> {
  const answer = await send<object>('verify-otp', { email, otp_code: String(otpCode) });
  const token = signedUp.get(known(email));
  await begin(token);
  return token === undefined ? answer : { ...answer, access_token: token };
}

interface Changed {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** The forms of an app with which people log in, sign up and choose a new password. */
export const passwords = {
  loginViaEmailPassword,
  register,
  verifyOtp,
  resendOtp: (email: string) => send<object>('resend-otp', { email }),
  resetPasswordRequest: (email: string) => send<object>('reset-password-request', { email }),
  resetPassword: ({ resetToken, newPassword }: { readonly resetToken: string; readonly newPassword: string }) =>
    send<object>('reset-password', { reset_token: resetToken, new_password: newPassword }),
  changePassword: ({ currentPassword, newPassword }: Changed) =>
    send<object>('change-password', { current_password: currentPassword, new_password: newPassword }),
  setToken: (token?: unknown): void => void begin(token),
};
