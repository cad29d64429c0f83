import { Button } from '@mantine/core';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { sentence } from '../lib/errors.ts';
import { isExempt, loginPath } from '../lib/redirects.ts';
import { useSession } from '../lib/session.ts';
import { Pending } from '../ui/Pending.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';

/** Screens for signed-in people; a visitor is redirected to the log-in, and back afterwards. */
export function RequireAccount() {
  const t = useTranslations();
  const { account, error, refresh } = useSession();
  const location = useLocation();
  if (account) return <Outlet />;
  if (account === null) return isExempt(location.pathname) ? <Outlet /> : <Navigate to={loginPath(location)} replace />;
  if (error === undefined) return <Pending />;
  return (
    <StateScreen title={t('app.offline')} description={sentence(error)}>
      <Button onClick={() => void refresh().catch(() => undefined)}>{t('common.tryAgain')}</Button>
    </StateScreen>
  );
}
