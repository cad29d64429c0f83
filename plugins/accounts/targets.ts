/**
 * The pages of the builder to which a mail, a social sign-in or a log-in may lead on, as route patterns. The router of the single-page app
 * has the same list (`web/src/lib/targets.ts`); `test/wire/security-redirects.test.ts` compares the two.
 */
export const targets: readonly string[] = [
  'home',
  'accounts',
  'settings',
  'settings/model',
  'outbox',
  'build/app/:appId/:pageName?',
  'preview/app/:appId/*',
  'apps/:appId/login',
];

/** Where every link in a mail leads: a page that answers no redirect, so that the token in its fragment stays there. */
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

/** The address as path, query and fragment of the builder; null for another origin, read as browsers read it. */
function onBuilder(target: string, builderUrl: string): URL | null {
  // It is stored, mailed and sent to a provider.
  if (target.length > MAX_LENGTH) return null;
  if (!URL.canParse(target, builderUrl)) return null;
  // A relative path would depend on the page that reads it.
  if (!target.startsWith('/') && !/^https?:\/\//i.test(target)) return null;
  const url = new URL(target, builderUrl);
  return url.origin === new URL(builderUrl).origin && url.username === '' && url.password === '' ? url : null;
}

/** The path of a page that the builder has, with query and fragment; null for everything else. */
export function knownTarget(target: string | null | undefined, builderUrl: string): string | null {
  const url = target ? onBuilder(target, builderUrl) : null;
  return url && patterns.some((pattern) => pattern.test(url.pathname)) ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** Whether a call of the identity service may name this address as the one to lead to. */
export function isAllowedCallback(target: unknown, builderUrl: string): boolean {
  if (typeof target !== 'string') return false;
  const url = onBuilder(target, builderUrl);
  return url !== null && (url.pathname === '/' || MAIL_PAGES.includes(url.pathname) || knownTarget(target, builderUrl) !== null);
}

/** The names under which calls of the identity service carry an address to lead to. */
const CALLBACKS = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const;

/** The first address in the query or the body of a call that leads elsewhere; null when there is none. */
export function foreignCallback(query: URLSearchParams, body: object, builderUrl: string): string | null {
  const given = CALLBACKS.flatMap((name) => {
    const inBody: unknown = Reflect.get(body, name);
    return [...query.getAll(name), ...(inBody === undefined || inBody === null || inBody === '' ? [] : [inBody])];
  });
  const foreign = given.find((target) => target !== '' && !isAllowedCallback(target, builderUrl));
  return foreign === undefined ? null : String(foreign);
}

export type MailMode = 'resetPassword' | 'verifyEmail' | 'changeEmail';

/** A link for a mail: the page by the query, the secret in the fragment, which browsers send to no server. */
export function mailLink(builderUrl: string, link: { mode: MailMode; token: string; continueUrl: string | null }): string {
  const query = new URLSearchParams({ mode: link.mode, ...(link.continueUrl === null ? {} : { continueUrl: link.continueUrl }) });
  return `${builderUrl}${MAIL_PAGE}?${query}#${new URLSearchParams({ token: link.token })}`;
}
