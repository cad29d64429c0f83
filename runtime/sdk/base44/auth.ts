import { currentUser, logout as endLogin, login } from '../auth.ts';
import { call, connection } from '../connection.ts';
import { createEntity } from '../entity.ts';
import { ApiError, loginNeeded } from '../errors.ts';
import { passwords } from './passwords.ts';

/** The signed-in person, by the names of this client. */
export type Person = Readonly<Record<string, unknown>> & { readonly id: string; readonly email: string; readonly role: 'admin' | 'user' };

const path = (rest: string) => `/api/apps/${encodeURIComponent(connection.appId)}/${rest}`;
const needsLogin = 'see your account';

/** Rejects with a 401 for visitors, which apps catch to lead them to the log-in. */
async function me(): Promise<Person> {
  if ((await currentUser()) === null) {
    loginNeeded();
    throw new ApiError(`User.me: Please log in to ${needsLogin}.`, 401, 'unauthenticated');
  }
  return call<Person>({ method: 'GET', path: path('entities/User/me'), what: 'User.me', needsLogin });
}

const updateMe = (fields: Readonly<Record<string, unknown>>): Promise<Person> =>
  call<Person>({ method: 'PUT', path: path('entities/User/me'), body: fields, what: 'User.updateMe', needsLogin });

async function isAuthenticated(): Promise<boolean> {
  const user = await currentUser().catch(() => null);
  return user !== null;
}

/** Ends the session, and opens a page of the app if one is given. */
async function logout(nextUrl?: unknown): Promise<void> {
  await endLogin();
  if (window.parent !== window) return;
  if (typeof nextUrl === 'string' && nextUrl !== '' && new URL(nextUrl, location.href).origin === location.origin) location.assign(nextUrl);
}

/** For admins of the app: mails a person its address, and gives them the role once they have joined. */
export async function inviteUser(email: string, role = 'user'): Promise<unknown> {
  const body = { user_email: email, role };
  return call({ method: 'POST', path: path('users/invite-user'), body, what: 'users.inviteUser', needsLogin: 'invite people' });
}

export const auth = {
  inviteUser,
  me,
  updateMe,
  logout,
  isAuthenticated,
  redirectToLogin: (nextUrl?: unknown) => login(nextUrl),
  login: (nextUrl?: unknown) => login(nextUrl),
  loginWithRedirect: (nextUrl?: unknown) => login(nextUrl),
  loginWithProvider: (_provider?: unknown, nextUrl?: unknown) => login(nextUrl),
  ...passwords,
  getAccessToken: () => connection.token,
};

/** `User`: the signed-in person, and for admins of the app the people who use it. */
export const people = { ...createEntity('User', { read: false, write: false }, null, 'theirs'), ...auth, updateMyUserData: updateMe };
