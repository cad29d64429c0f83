import { type Access, type Actor, Forbidden, mayBuild, NotFound, Unauthenticated } from '../contract/index.ts';

/** Refuses, by throwing, a caller whom the route's `access` does not allow. `appIds` are the apps that the address names. */
export function checkAccess(access: Access, actor: Actor, appIds: readonly unknown[]): void {
  switch (access) {
    case 'public':
    case 'signature':
      return;
    case 'app':
      // The app of another is not there, rather than forbidden: an id must not be found out by asking.
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

/** The parts of a request that tell where it comes from. */
export interface Provenance {
  readonly method: string;
  readonly headers: Headers;
}

/**
 * Whether a request changes something with a cookie that the browser attached on behalf of another origin. A bearer token is never
 * attached by itself, so that callers who send one may come from anywhere.
 */
export function isForgery({ method, headers }: Provenance, builderUrl: string): boolean {
  if (READING.has(method) || !headers.has('cookie') || headers.get('authorization')?.startsWith('Bearer ')) return false;
  const origin = headers.get('origin');
  if (origin !== null) return !isOwnOrigin(origin, headers, builderUrl);
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}

/** Whether an origin is the builder host's own: its public address, or the one it was reached at. */
export function isOwnOrigin(origin: string, headers: Headers, builderUrl: string): boolean {
  if (origin === new URL(builderUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
