import { PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { translator } from '../../i18n/language.ts';
import { auth } from '../../lib/auth.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { passwordProblem } from '../../lib/password.ts';
import { appOfLogin, loginPath, safePath } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { AccentButton } from './AccentButton.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { ResetOutcome } from './ResetOutcome.tsx';
import { resetRefusal } from './resetRefusal.ts';
import { usePublicApp } from './usePublicApp.ts';

interface ResetPasswordProps {
  readonly token: string | null;
  /** The screen to which the log-in with the new password redirects. */
  readonly continueUrl: string | null;
}

/** Sets a new password with the token of the mail; a used or expired link redirects to the log-in. */
export function ResetPassword({ token, continueUrl }: ResetPasswordProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { refresh } = useSession();
  const app = usePublicApp(appOfLogin(continueUrl));
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Users of an app see the result on a page of its own: the link back to the app leaves this page, and a notification with it. */
  const [outcome, setOutcome] = useState<'done' | 'invalid' | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    onValuesChange: () => setRefusal(null),
    validate: { password: (value) => passwordProblem(value, { missing: t('auth.reset.enter'), weak: t('auth.reset.weak') }) },
  });
  useTitle(t('auth.reset.title'));
  const isLost = token === null && app === null;
  useEffect(() => {
    if (!isLost) return;
    notifyError(translator()('auth.reset.invalid'));
    void navigate('/login', { replace: true });
  }, [isLost, navigate]);
  if (app === undefined) return <Pending />;
  if (app !== null && (outcome !== null || token === null))
    return <ResetOutcome app={app} outcome={outcome ?? 'invalid'} login={safePath(continueUrl)} />;
  if (token === null) return null;

  const submit = async ({ password }: { password: string }) => {
    setRefusal(null);
    try {
      await auth.resetPassword({ newPassword: password, token });
      // The reset revoked every session, including this browser's.
      await refresh();
      if (app !== null) return setOutcome('done');
      notifyDone(t('auth.reset.done'));
      await navigate(loginPath({ pathname: safePath(continueUrl), search: '' }), { replace: true });
    } catch (error) {
      const { message, leavesForLogin } = resetRefusal(error);
      if (!leavesForLogin) return setRefusal(message);
      if (app !== null) return setOutcome('invalid');
      notifyError(message);
      await navigate('/login', { replace: true });
    }
  };
  return (
    <AuthLayout app={app} title={t('auth.reset.title')}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <PasswordInput
            label={t('auth.reset.new')}
            description={t('auth.passwordLength')}
            autoComplete="new-password"
            autoFocus
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <FormError message={refusal} />
          <AccentButton app={app} type="submit" loading={form.submitting}>
            {t('auth.reset.save')}
          </AccentButton>
        </Stack>
      </form>
    </AuthLayout>
  );
}
