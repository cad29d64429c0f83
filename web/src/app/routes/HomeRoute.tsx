import { lazy } from 'react';
import { HomeScreen } from '../../features/home/HomeScreen.tsx';
import { useSession } from '../../lib/session.ts';

const GuestScreen = lazy(async () => ({ default: (await import('../../features/guest/GuestScreen.tsx')).GuestScreen }));

/** Builders see their own apps, other accounts the apps that they use. */
export function Component() {
  const { account } = useSession();
  return account?.mayBuild === false ? <GuestScreen /> : <HomeScreen />;
}
