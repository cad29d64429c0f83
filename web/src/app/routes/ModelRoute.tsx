import { ModelScreen } from '../../features/model/ModelScreen.tsx';
import { useSession } from '../../lib/session.ts';
import { Component as NotFound } from './NotFoundRoute.tsx';

/** The model is the admins' to choose; for others there is nothing at this address. */
export function Component() {
  const { account } = useSession();
  return account?.isAdmin === true ? <ModelScreen /> : <NotFound />;
}
