import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { useHasMailServer } from '../../lib/mail.ts';
import { loginPath, safePath } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { AuthLayout } from './AuthLayout.tsx';

const bold = (text: ReactNode) => <strong>{text}</strong>;
const outboxLink = (text: ReactNode) => (
  <Anchor component={Link} to="/outbox" fz="inherit" underline="always">
    {text}
  </Anchor>
);

/** Asks people to open the link in the mail; without a mail server they may skip it. */
export function VerifyEmailScreen() {
  const t = useTranslations();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { account, refresh } = useSession();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const target = safePath(query.get('continueUrl'));
  const appName = query.get('appName') ?? 'Sayso';
  const hasMailServer = useHasMailServer();
  useTitle(t('auth.verify.title'));

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
      else setRefusal(t('auth.verify.notYet'));
    });

  return (
    <AuthLayout
      title={hasMailServer ? t('auth.verify.checkInbox') : t('auth.verify.ready')}
      description={
        hasMailServer
          ? t.rich('auth.verify.mailed', { email: account.email, app: appName, b: bold })
          : t.rich('auth.verify.unsent', { email: account.email, b: bold })
      }
      footer={
        <>
          {t('auth.verify.wrong')}{' '}
          <Anchor component={Link} to="/logout" fz="md">
            {t('auth.logOut')}
          </Anchor>
        </>
      }
    >
      <Stack gap="md">
        <FormError message={refusal} />
        {hasMailServer ? (
          <>
            <Button onClick={check} loading={busy}>
              {t('auth.verify.confirm')}
            </Button>
            <Group grow gap="xs">
              <Button variant="default" onClick={resend} disabled={busy || sent}>
                {sent ? t('auth.verify.onItsWay') : t('auth.verify.sendAgain')}
              </Button>
              <Button variant="default" component={Link} to={target} replace>
                {t('auth.continue')}
              </Button>
            </Group>
          </>
        ) : (
          <>
            <Button component={Link} to={target} replace>
              {t('auth.continue')}
            </Button>
            <Button variant="default" onClick={check} loading={busy}>
              {t('auth.verify.confirm')}
            </Button>
            <Alert role="note" color="gray" variant="light" icon={<MailCheck size={16} />} p="sm">
              {account.isAdmin ? t.rich('auth.verify.inOutbox', { link: outboxLink }) : t('auth.verify.askAdmin')}
            </Alert>
          </>
        )}
      </Stack>
    </AuthLayout>
  );
}
