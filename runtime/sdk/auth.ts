import { useEffect, useSyncExternalStore } from 'react';
import { appPath, call, connection } from './connection.ts';
import { beginLogin, endSession } from './session.ts';

/** Who uses the app. */
export type AppUser = Record<string, unknown> & { readonly id: string; readonly email?: string; readonly name?: string };

interface Snapshot {
  readonly user: AppUser | null;
  readonly isLoading: boolean;
}
let snapshot: Snapshot = { user: null, isLoading: true };
let asking: Promise<AppUser | null> | null = null;
const listeners = new Set<() => void>();

function set(next: Snapshot): void {
  snapshot = next;
  for (const listener of listeners) listener();
}

/** The signed-in user, or null for a visitor. Asked once for the whole app until it changes. */
export function currentUser(): Promise<AppUser | null> {
  asking ??= call<{ user: AppUser | null }>({ method: 'GET', path: appPath('auth/me'), what: 'User.me' })
    .then(({ user }) => {
      set({ user, isLoading: false });
      return user;
    })
    .catch((error: unknown) => {
      asking = null;
      set({ user: null, isLoading: false });
      throw error;
    });
  return asking;
}

/** Goes to the log-in page and comes back to `nextUrl`, by default to here. Inside the builder's preview nobody has to log in. */
export function login(nextUrl: string = location.href): void {
  if (connection.builderUrl === '' || window.parent !== window) return;
  const target = new URL(`${connection.builderUrl}/apps/${encodeURIComponent(connection.appId)}/login`);
  const next = new URL(nextUrl, location.href);
  next.hash = `state=${beginLogin()}`;
  target.searchParams.set('nextUrl', next.href);
  location.assign(target);
}

export async function logout(): Promise<void> {
  const ended = window.parent === window ? endSession() : null;
  asking = null;
  set({ user: null, isLoading: false });
  await ended;
}

/** Keeps fields about the signed-in user. */
export async function updateMyUserData(fields: Record<string, unknown>): Promise<AppUser | null> {
  const { user } = await call<{ user: AppUser | null }>({
    method: 'PUT',
    path: appPath('auth/me'),
    body: fields,
    what: 'User.updateMyUserData',
  });
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
    // The failure is reported by the call itself and shows here as a visitor.
    currentUser().catch(() => {});
  }, []);
  return { user, isLoading, isLoaded: !isLoading, isSignedIn: user !== null, isAuthenticated: user !== null, login, logout };
}

export const useAuth = useUser;

/** What `@/entities/User` offers. */
export const User = { me: currentUser, login, logout, updateMyUserData };
