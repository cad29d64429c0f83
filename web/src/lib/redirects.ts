import { targets } from './targets.ts';

/** Where to go when nothing else is asked for. */
export const landing = '/home';

/** A segment of a path without the encoded separators that some routers decode. */
const SEGMENT = '(?:[^/%\\\\]|%(?!2f|5c))+';
const patterns = targets.map((target) => {
  const parts = target.split('/').map((part) => {
    if (part === '*') return `(?:/${SEGMENT})*`;
    if (!part.startsWith(':')) return `/${part}`;
    return part.endsWith('?') ? `(?:/${SEGMENT})?` : `/${SEGMENT}`;
  });
  return new RegExp(`^${parts.join('')}/?$`, 'i');
});

/** A screen that may be led to, or the landing page: never another origin, and never an address that redirects. Read as browsers read it. */
export function safePath(target: string | null | undefined): string {
  const site = 'https://sayso.invalid';
  if (!target?.startsWith('/') || !URL.canParse(target, site)) return landing;
  const { origin, pathname, search, hash } = new URL(target, site);
  return origin === site && patterns.some((pattern) => pattern.test(pathname)) ? `${pathname}${search}${hash}` : landing;
}

/** Pages of published tools may be seen by anybody. */
export const isExempt = (pathname: string): boolean => pathname.includes('/item/') || pathname.includes('/tool/');

/** The log-in page of an app, which leads back to the app. */
export const appLogin = (appId: string): string => `/apps/${encodeURIComponent(appId)}/login`;

/** The app to whose log-in page this screen leads; null for every other screen. */
export function appOfLogin(target: string | null): string | null {
  return /^\/apps\/([\w-]+)\/login$/.exec(safePath(target))?.[1] ?? null;
}

/** The log-in that leads back to where somebody was. */
export function loginPath(location: { readonly pathname: string; readonly search: string }): string {
  const from = `${location.pathname}${location.search}`;
  // The log-in of an app comes by itself.
  if (/^\/apps\/[^/]+\/login/.test(from)) return from;
  return from === landing || from === '/' ? '/login' : `/login?redirectTo=${encodeURIComponent(from)}`;
}

/** The address for verifying an e-mail, keeping the query that the visitor came with. */
export function verifyPath(search: string): string {
  const query = new URLSearchParams(search);
  const target = safePath(query.get('redirectTo') ?? query.get('continueUrl'));
  query.delete('redirectTo');
  query.delete('continueUrl');
  const rest = query.toString();
  const joined = rest === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${rest}`;
  return `/auth/verifyEmail?continueUrl=${encodeURIComponent(joined)}`;
}

/** Where an account goes after signing in, given the query of the log-in page. */
export function afterLogin(account: { readonly emailVerified: boolean }, search: string): string {
  if (!account.emailVerified) return verifyPath(search);
  return safePath(new URLSearchParams(search).get('redirectTo'));
}
