import { AccountsScreen } from '../../features/accounts/AccountsScreen.tsx';
import { useSession } from '../../lib/session.ts';
import { Component as NotFound } from './NotFoundRoute.tsx';

/** The accounts are the admins'; for others there is nothing at this address. */
export function Component() {
  const { account } = useSession();
  return account?.isAdmin === true ? <AccountsScreen /> : <NotFound />;
}
