import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { useHasMailServer } from '../../lib/mail.ts';
import { loginPath, safePath } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { AuthLayout } from './AuthLayout.tsx';

/** Asks people to open the link in the mail; without a mail server they may skip it. */
export function VerifyEmailScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { account, refresh } = useSession();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const target = safePath(query.get('continueUrl'));
  const appName = query.get('appName') ?? 'Sayso';
  const hasMailServer = useHasMailServer();
  useTitle('Verify your email');

  if (account === undefined || hasMailServer === undefined) return <Pending />;
  if (account === null) return <Navigate to={loginPath({ pathname: target, search: '' })} replace />;
  if (account.emailVerified) return <Navigate to={target} replace />;

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      setRefusal(sentence(error));
    }
    setBusy(false);
  };
  const resend = () =>
    attempt(async () => {
      await auth.sendVerificationEmail(account.email, target);
      setSent(true);
    });
  const check = () =>
    attempt(async () => {
      if ((await refresh())?.emailVerified === true) await navigate(target, { replace: true });
      else setRefusal('Your email is not verified yet. Open the link in the email first.');
    });

  return (
    <AuthLayout
      title={hasMailServer ? 'Check your inbox' : 'Your account is ready'}
      description={
        hasMailServer ? (
          <>
            We are sending a link to <strong>{account.email}</strong>. Open it to verify your email for {appName}.
          </>
        ) : (
          <>
            No mail server is connected, so nothing was sent to <strong>{account.email}</strong>. You can continue, and verify your email
            later.
          </>
        )
      }
      footer={
        <>
          Wrong address?{' '}
          <Anchor component={Link} to="/logout" fz="md">
            Log out
          </Anchor>
        </>
      }
    >
      <Stack gap="md">
        <FormError message={refusal} />
        {hasMailServer ? (
          <>
            <Button onClick={check} loading={busy}>
              I have verified my email
            </Button>
            <Group grow gap="xs">
              <Button variant="default" onClick={resend} disabled={busy || sent}>
                {sent ? 'On its way' : 'Send again'}
              </Button>
              <Button variant="default" component={Link} to={target} replace>
                Continue
              </Button>
            </Group>
          </>
        ) : (
          <>
            <Button component={Link} to={target} replace>
              Continue
            </Button>
            <Button variant="default" onClick={check} loading={busy}>
              I have verified my email
            </Button>
            <Alert role="note" color="gray" variant="light" icon={<MailCheck size={16} />} p="sm">
              {account.isAdmin ? (
                <>
                  The link to verify it is in the{' '}
                  <Anchor component={Link} to="/outbox" fz="inherit" underline="always">
                    outbox
                  </Anchor>
                  , where all email waits until you connect a mail server.
                </>
              ) : (
                'Ask the admin of this site for the link to verify it.'
              )}
            </Alert>
          </>
        )}
      </Stack>
    </AuthLayout>
  );
}
