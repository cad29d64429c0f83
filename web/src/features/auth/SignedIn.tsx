import { useEffect } from 'react';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { Pending } from '../../ui/Pending.tsx';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { googleRefusal } from './googleRefusal.ts';
import { reportSignIn } from './googleSignIn.ts';

/** Redirect target of Google, in a pop-up: notifies the page that opened it, and closes. Some browsers keep it open. */
export function SignedIn({ error }: { readonly error: string | null }) {
  const { account } = useSession();
  useTitle('Log in');
  useEffect(() => {
    reportSignIn(error);
    window.close();
  }, [error]);
  if (error !== null) {
    return <StateScreen title="You are not logged in" description={`${googleRefusal(error)} You can close this window.`} />;
  }
  if (account === undefined) return <Pending />;
  return <StateScreen title={account === null ? 'You are not logged in' : 'You are logged in'} description="You can close this window." />;
}
