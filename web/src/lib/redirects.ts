import { targets } from './targets.ts';

/** Default redirect target. */
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

/**
 * The target if it is a permitted screen, else the landing page: never another origin or a URL that redirects. Parsed as browsers parse it.
 */
export function safePath(target: string | null | undefined): string {
  const site = 'https://sayso.invalid';
  if (!target?.startsWith('/') || !URL.canParse(target, site)) return landing;
  const { origin, pathname, search, hash } = new URL(target, site);
  return origin === site && patterns.some((pattern) => pattern.test(pathname)) ? `${pathname}${search}${hash}` : landing;
}

/** Pages of published tools are public. */
export const isExempt = (pathname: string): boolean => pathname.includes('/item/') || pathname.includes('/tool/');

/** Log-in page of an app, which redirects back to the app. */
export const appLogin = (appId: string): string => `/apps/${encodeURIComponent(appId)}/login`;

/** The app whose log-in page this path is; null for every other path. */
export function appOfLogin(target: string | null): string | null {
  return /^\/apps\/([\w-]+)\/login$/.exec(safePath(target))?.[1] ?? null;
}

/** The log-in page that redirects back to this location. */
export function loginPath(location: { readonly pathname: string; readonly search: string }): string {
  const from = `${location.pathname}${location.search}`;
  // An app's log-in page is a log-in already.
  if (/^\/apps\/[^/]+\/login/.test(from)) return from;
  return from === landing || from === '/' ? '/login' : `/login?redirectTo=${encodeURIComponent(from)}`;
}

/** Path of the email verification; keeps the current query. */
export function verifyPath(search: string): string {
  const query = new URLSearchParams(search);
  const target = safePath(query.get('redirectTo') ?? query.get('continueUrl'));
  query.delete('redirectTo');
  query.delete('continueUrl');
  const rest = query.toString();
  const joined = rest === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${rest}`;
  return `/auth/verifyEmail?continueUrl=${encodeURIComponent(joined)}`;
}

/** Redirect target after signing in, given the query of the log-in page. */
export function afterLogin(account: { readonly emailVerified: boolean }, search: string): string {
  if (!account.emailVerified) return verifyPath(search);
  return safePath(new URLSearchParams(search).get('redirectTo'));
}
