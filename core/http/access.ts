import { type Access, type Actor, Forbidden, mayBuild, NotFound, Unauthenticated } from '../contract/index.ts';

/** Throws when the route's `access` does not allow the caller. `appIds` are the app ids in the URL, if any. */
export function checkAccess(access: Access, actor: Actor, ...appIds: readonly unknown[]): void {
  switch (access) {
    case 'public':
    case 'signature':
      return;
    case 'app':
      // 404 instead of 403, so that callers cannot probe for existing app ids.
      if (actor.kind === 'app' && appIds.some((id) => id !== undefined && id !== actor.appId)) throw new NotFound('The app');
      return;
    case 'account':
    case 'builder':
    case 'admin':
      if (actor.kind === 'anonymous') throw new Unauthenticated();
      if (actor.kind !== 'account' || (access === 'admin' && !actor.admin)) throw new Forbidden();
      if (access === 'builder' && !mayBuild(actor)) throw new Forbidden('You need an invitation to build apps here.');
      return;
    default:
      throw new Forbidden(`Unknown access "${String(access satisfies never)}".`);
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The parts of a request that show its origin. */
export interface Provenance {
  readonly method: string;
  readonly headers: Headers;
}

/**
 * Detects CSRF: a state-changing request with a cookie that the browser attached for another origin. Browsers never attach bearer tokens,
 * so requests with a token may come from any origin.
 */
export function isForgery(request: Provenance, builderUrl: string): boolean {
  if (READING.has(request.method)) return false;
  // Read after the method: most requests need no `Headers`.
  const { headers } = request;
  if (!headers.has('cookie') || headers.get('authorization')?.startsWith('Bearer ')) return false;
  const origin = headers.get('origin');
  if (origin !== null) return !isOwnOrigin(origin, headers, builderUrl);
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}

/** A call of a page at another origin: of another website, or of the builder where BUILDER_URL is not the address that browsers open. */
export class OtherOrigin extends Forbidden {
  constructor(origin: string | null, builderUrl: string) {
    const page = origin !== null && URL.canParse(origin) ? new URL(origin).origin : 'another website';
    super(
      `This call came from ${page} and was refused, since BUILDER_URL is ${builderUrl}. Open Sayso there, or set BUILDER_URL to the address that browsers open.`,
    );
  }
}

/**
 * Whether an origin is the builder host's own: its public URL, or the host of the request. Where the public URL has https, a page without it
 * is another origin: who listens on the network may have written it.
 */
export function isOwnOrigin(origin: string, headers: Headers, builderUrl: string): boolean {
  const own = new URL(builderUrl);
  const page = URL.parse(origin);
  if (page === null) return false;
  if (page.origin === own.origin) return true;
  return page.host === headers.get('host') && (own.protocol === 'http:' || page.protocol === 'https:');
}
