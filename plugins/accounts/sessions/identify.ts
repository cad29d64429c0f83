import type { Actor, Credentials } from '@sayso/core';
import type { AccountsService } from '../service.ts';
import { actorOf } from './callers.ts';

/**
 * Bearer tokens, of an app or of a session, are accepted on both hosts. Cookies are accepted on the builder host only: on the runtime host,
 * generated code could abuse them.
 */
export function identify(
  credentials: Credentials,
  accounts: Pick<AccountsService, 'callers' | 'signedIn'>,
): Actor | null | Promise<Actor | null> {
  const { authorization, host } = credentials;
  const known = authorization === null ? null : accounts.callers.find(authorization);
  if (known !== null) return known;
  const cookie = host === 'runtime' ? null : credentials.headers.get('cookie');
  return cookie === null ? null : accounts.signedIn(new Headers({ cookie })).then(actorOf);
}
