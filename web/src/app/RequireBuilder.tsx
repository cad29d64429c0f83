import { Navigate, Outlet } from 'react-router';
import { landing } from '../lib/redirects.ts';
import { useSession } from '../lib/session.ts';

/** Screens for people who build; those who only use apps are led to the apps that they use. */
export function RequireBuilder() {
  const { account } = useSession();
  return account?.mayBuild === false ? <Navigate to={landing} replace /> : <Outlet />;
}
