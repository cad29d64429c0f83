import { OutboxScreen } from '../../features/outbox/OutboxScreen.tsx';
import { useSession } from '../../lib/session.ts';
import { Component as NotFound } from './NotFoundRoute.tsx';

/** The outbox is the admins'; for others there is nothing at its address. */
export function Component() {
  const { account } = useSession();
  return account?.isAdmin === true ? <OutboxScreen /> : <NotFound />;
}
