/**
 * The pages of the builder to which a mail, a social sign-in or a log-in may redirect, as route patterns. The router of the single-page app
 * has the same list (`web/src/lib/targets.ts`); `test/wire/security-redirects.test.ts` compares the two.
 */
export const targets: readonly string[] = [
  'home',
  'accounts',
  'settings',
  'settings/model',
  'settings/packages',
  'outbox',
  'ratings',
  'build/app/:appId/:pageName?',
  'preview/app/:appId/*',
  'apps/:appId/login',
];

/** The target of every link in a mail: a page that never redirects, so that the token in its fragment does not leak. */
export const MAIL_PAGE = '/auth/handler';
const MAIL_PAGES: readonly string[] = [MAIL_PAGE, '/auth/verifyEmail'];

const MAX_LENGTH = 4000;
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

/** The target as a URL on the builder's origin, parsed as browsers parse it; null for another origin. */
function onBuilder(target: string, builderUrl: string): URL | null {
  // Targets are stored, mailed and sent to a provider.
  if (target.length > MAX_LENGTH) return null;
  if (!URL.canParse(target, builderUrl)) return null;
  // A relative path would depend on the page that resolves it.
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return null;
  const url = new URL(target, builderUrl);
  return url.origin === new URL(builderUrl).origin && url.username === '' && url.password === '' ? url : null;
}

/** Path, query and fragment of a page of the builder; null for every other target. */
export function knownTarget(target: string | null | undefined, builderUrl: string): string | null {
  const url = target ? onBuilder(target, builderUrl) : null;
  return url && patterns.some((pattern) => pattern.test(url.pathname)) ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** Whether a call of better-auth may use this callback URL. */
export function isAllowedCallback(target: unknown, builderUrl: string): boolean {
  if (typeof target !== 'string') return false;
  const url = onBuilder(target, builderUrl);
  return url !== null && (url.pathname === '/' || MAIL_PAGES.includes(url.pathname) || knownTarget(target, builderUrl) !== null);
}

/** Parameters of better-auth's calls that hold a callback URL. */
const CALLBACKS = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const;

/** The first disallowed callback URL in the query or the body of a call; null when there is none. */
export function foreignCallback(query: URLSearchParams, body: object, builderUrl: string): string | null {
  const given = CALLBACKS.flatMap((name) => {
    const inBody: unknown = Reflect.get(body, name);
    return [...query.getAll(name), ...(inBody === undefined || inBody === null || inBody === '' ? [] : [inBody])];
  });
  const foreign = given.find((target) => target !== '' && !isAllowedCallback(target, builderUrl));
  return foreign === undefined ? null : String(foreign);
}

/** Where builders continue by default. */
export const LANDING = '/home';
/** The log-in page of an app, which leads on to the app. */
export const loginOfApp = (appId: string): string => `/apps/${encodeURIComponent(appId)}/login`;
/** The app whose log-in page the path is; null for other paths. */
export const appOfLogin = (path: string): string | null => /^\/apps\/([\w-]+)\/login(?:[?#]|$)/.exec(path)?.[1] ?? null;

export type MailMode = 'resetPassword' | 'verifyEmail' | 'changeEmail';

/** A link for a mail: the mode in the query, the secret in the fragment, which browsers do not send to servers. */
export function mailLink(
  builderUrl: string,
  { mode, token, continueUrl, appName }: { mode: MailMode; token: string; continueUrl: string | null; appName?: string },
): string {
  const query = new URLSearchParams({
    mode,
    ...(continueUrl === null ? {} : { continueUrl }),
    ...(appName === undefined ? {} : { appName }),
  });
  return `${builderUrl}${MAIL_PAGE}?${query}#${new URLSearchParams({ token })}`;
}
