import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { PublicApp } from '../../lib/auth.ts';
import { appOfLogin } from '../../lib/redirects.ts';
import { AccentButton } from './AccentButton.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { type linkInvalid, resetDone } from './resetRefusal.ts';

interface ResetOutcomeProps {
  readonly app: PublicApp;
  readonly outcome: typeof resetDone | typeof linkInvalid;
  /** Path of the app's log-in page. */
  readonly login: string;
}

/** Result of a reset that began on an app's log-in page, with a link back to the app. */
export function ResetOutcome({ app, outcome, login }: ResetOutcomeProps) {
  const navigate = useNavigate();
  if (outcome === resetDone) {
    return (
      <AuthLayout app={app} title={resetDone} description="Log in with your new password.">
        <AccentButton app={app} fullWidth onClick={() => void navigate(login, { replace: true })}>
          Log in to {app.name}
        </AccentButton>
      </AuthLayout>
    );
  }
  const forgotten = `/auth/handler?mode=forgotPassword&appId=${encodeURIComponent(appOfLogin(login) ?? '')}`;
  return (
    <AuthLayout
      app={app}
      title={outcome}
      footer={
        <Anchor component={Link} to={login} fz="md" className="target">
          Back to {app.name}
        </Anchor>
      }
    >
      <AccentButton app={app} fullWidth onClick={() => void navigate(forgotten, { replace: true })}>
        Ask for a new link
      </AccentButton>
    </AuthLayout>
  );
}
