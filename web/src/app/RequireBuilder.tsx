import { Navigate, Outlet } from 'react-router';
import { landing } from '../lib/redirects.ts';
import { useSession } from '../lib/session.ts';

/** Screens for accounts that may build; all others are redirected to the apps that they use. */
export function RequireBuilder() {
  const { account } = useSession();
  return account?.mayBuild === false ? <Navigate to={landing} replace /> : <Outlet />;
}
