import { useEffect, useSyncExternalStore } from 'react';
import { appPath, call, connection } from './connection.ts';
import { beginLogin, endSession } from './session.ts';

/** The user of the app. */
export type AppUser = Record<string, unknown> & {
  readonly id: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly name?: string;
};

interface Snapshot {
  readonly user: AppUser | null;
  readonly isLoading: boolean;
}
let snapshot: Snapshot = { user: null, isLoading: true };
let asking: Promise<AppUser | null> | null = null;
let logouts = 0;
const listeners = new Set<() => void>();

function set(next: Snapshot): void {
  snapshot = next;
  for (const listener of listeners) listener();
}

/** The signed-in user, or null for a visitor. Cached for the whole app until it changes. */
export function currentUser(): Promise<AppUser | null> {
  if (asking !== null) return asking;
  const path = appPath('auth/me');
  // A response that arrives after a log-out or a change resolves for its caller, but is not cached.
  const asked: Promise<AppUser | null> = call<{ user: AppUser | null }>({ method: 'GET', path, what: 'User.me' }).then(
    ({ user }) => {
      if (asking === asked) set({ user, isLoading: false });
      return user;
    },
    (error: unknown) => {
      if (asking === asked) {
        asking = null;
        set({ user: null, isLoading: false });
      }
      throw error;
    },
  );
  asking = asked;
  return asked;
}

/**
 * Redirects to the log-in page and back to `nextUrl`, by default the current page. Does nothing in the builder's preview, where the builder
 * is signed in. Ignores an event as argument, because apps also write `onClick={login}`.
 */
export function login(nextUrl?: unknown): void {
  if (connection.builderUrl === '' || window.parent !== window) return;
  const next = typeof nextUrl === 'string' ? new URL(nextUrl, location.href) : new URL(location.href);
  void goToLogin(next);
}

async function goToLogin(next: URL): Promise<void> {
  const target = new URL(`${connection.builderUrl}/apps/${encodeURIComponent(connection.appId)}/login`);
  const { state, codeChallenge } = await beginLogin(next.hash);
  next.hash = `state=${state}`;
  target.searchParams.set('nextUrl', next.href);
  target.searchParams.set('codeChallenge', codeChallenge);
  location.assign(target);
}

/** The session is another person's: asks again who they are, and tells the app. */
export function changedSession(): Promise<AppUser | null> {
  asking = null;
  logouts += 1;
  return currentUser();
}

export async function logout(): Promise<void> {
  const ended = window.parent === window ? endSession() : null;
  asking = null;
  logouts += 1;
  set({ user: null, isLoading: false });
  await ended;
}

/** Stores fields about the signed-in user. */
export async function updateMyUserData(fields: Record<string, unknown>): Promise<AppUser | null> {
  const before = logouts;
  const { user } = await call<{ user: AppUser | null }>({
    method: 'PUT',
    path: appPath('auth/me'),
    body: fields,
    what: 'User.updateMyUserData',
  });
  if (logouts !== before) return user;
  asking = Promise.resolve(user);
  set({ user, isLoading: false });
  return user;
}

/** The signed-in user as React state. */
export function useUser() {
  const { user, isLoading } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => snapshot,
  );
  useEffect(() => {
    // The call itself reports the failure; treat the user as a visitor.
    currentUser().catch(() => {});
  }, []);
  return { user, isLoading, isLoaded: !isLoading, isSignedIn: user !== null, isAuthenticated: user !== null, login, logout };
}

export const useAuth = useUser;

/** The exports of `@/entities/User`. */
export const User = { me: currentUser, login, logout, updateMyUserData };
