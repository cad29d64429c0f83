import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { Pending } from '../../ui/Pending.tsx';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { googleRefusal } from './googleRefusal.ts';
import { reportSignIn } from './googleSignIn.ts';

/** Redirect target of Google, in a pop-up: notifies the page that opened it, and closes. Some browsers keep it open. */
export function SignedIn({ error }: { readonly error: string | null }) {
  const t = useTranslations();
  const { account } = useSession();
  useTitle(t('auth.logIn'));
  useEffect(() => {
    reportSignIn(error);
    window.close();
  }, [error]);
  if (error !== null) {
    return <StateScreen title={t('auth.signedIn.no')} description={t('auth.signedIn.noBecause', { why: googleRefusal(error) })} />;
  }
  if (account === undefined) return <Pending />;
  return <StateScreen title={account === null ? t('auth.signedIn.no') : t('auth.signedIn.yes')} description={t('auth.signedIn.close')} />;
}
