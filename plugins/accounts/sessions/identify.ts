import type { Actor, HostName } from '@sayso/core';
import type { AccountsService } from '../service.ts';

const bearerToken = (headers: Headers): string | null => /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;

/**
 * Bearer tokens, of an app or of a session, are accepted on both hosts. Cookies are accepted on the builder host only: on the runtime host,
 * generated code could abuse them.
 */
export async function identify(
  request: { readonly headers: Headers; readonly host: HostName },
  accounts: Pick<AccountsService, 'verifyAppToken' | 'signedIn'>,
): Promise<Actor | null> {
  const token = bearerToken(request.headers);
  if (token) {
    const claims = await accounts.verifyAppToken(token);
    if (claims) return { kind: 'app', id: claims.accountId, appId: claims.appId, admin: claims.admin };
  } else if (request.host === 'runtime' || !request.headers.has('cookie')) {
    return null;
  }
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : { cookie: request.headers.get('cookie') ?? '' });
  const account = (await accounts.signedIn(headers))?.account;
  return account ? { kind: 'account', id: account.id, admin: account.isAdmin, builder: account.accountType === 'builder' } : null;
}
