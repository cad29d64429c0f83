import { PackagesScreen } from '../../features/packages/PackagesScreen.tsx';
import { useSession } from '../../lib/session.ts';
import { Component as NotFound } from './NotFoundRoute.tsx';

/** Admins only; not found for all others. */
export function Component() {
  const { account } = useSession();
  return account?.isAdmin === true ? <PackagesScreen /> : <NotFound />;
}
