import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { PublicApp } from '../../lib/auth.ts';
import { appOfLogin } from '../../lib/redirects.ts';
import { AccentButton } from './AccentButton.tsx';
import { AuthLayout } from './AuthLayout.tsx';

interface ResetOutcomeProps {
  readonly app: PublicApp;
  readonly outcome: 'done' | 'invalid';
  /** Path of the app's log-in page. */
  readonly login: string;
}

/** Result of a reset that began on an app's log-in page, with a link back to the app. */
export function ResetOutcome({ app, outcome, login }: ResetOutcomeProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  if (outcome === 'done') {
    return (
      <AuthLayout app={app} title={t('auth.reset.done')} description={t('auth.reset.login')}>
        <AccentButton app={app} fullWidth onClick={() => void navigate(login, { replace: true })}>
          {t('auth.app.logIn', { app: app.name })}
        </AccentButton>
      </AuthLayout>
    );
  }
  const forgotten = `/auth/handler?mode=forgotPassword&appId=${encodeURIComponent(appOfLogin(login) ?? '')}`;
  return (
    <AuthLayout
      app={app}
      title={t('auth.reset.invalid')}
      footer={
        <Anchor component={Link} to={login} fz="md" className="target">
          {t('auth.app.back', { app: app.name })}
        </Anchor>
      }
    >
      <AccentButton app={app} fullWidth onClick={() => void navigate(forgotten, { replace: true })}>
        {t('auth.reset.again')}
      </AccentButton>
    </AuthLayout>
  );
}
