import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { auth } from '../../lib/auth.ts';
import { emailProblem } from '../../lib/email.ts';
import { useHasMailServer } from '../../lib/mail.ts';
import { appLogin } from '../../lib/redirects.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { AccentButton } from './AccentButton.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { usePublicApp } from './usePublicApp.ts';

const bold = (text: ReactNode) => <strong>{text}</strong>;

/** Requests a reset link for an email address; never reveals whether an account has it. */
export function ForgotPassword() {
  const t = useTranslations();
  const [query] = useSearchParams();
  const appId = query.get('appId');
  const app = usePublicApp(appId);
  // Encoded as an id: any value yields a log-in path of ours, never an open redirect.
  const login = app && appId !== null ? appLogin(appId) : '/login';
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    onValuesChange: () => setRefusal(null),
    validate: { email: (value) => emailProblem(value, { missing: t('auth.enterEmail'), invalid: t('common.invalidEmail') }) },
  });
  const isUnsent = useHasMailServer() === false;
  useTitle(t('auth.forgot.titleShort'));
  if (app === undefined) return <Pending />;
  const submit = async ({ email }: { email: string }) => {
    setRefusal(null);
    try {
      await auth.requestPasswordReset(email.trim(), app ? login : undefined);
      setSentTo(email.trim());
    } catch {
      setRefusal(t('auth.forgot.failed'));
    }
  };
  return (
    <AuthLayout
      app={app}
      title={t('auth.forgot.title')}
      description={sentTo === null ? (isUnsent ? t('auth.forgot.noMail') : t('auth.forgot.intro')) : undefined}
      footer={
        <Anchor component={Link} to={login} fz="md" className="target">
          {app ? t('auth.app.back', { app: app.name }) : t('auth.backToLogin')}
        </Anchor>
      }
    >
      {sentTo === null ? (
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="md">
            <TextInput
              label={t('common.email')}
              type="email"
              autoComplete="email"
              autoFocus
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <FormError message={refusal} />
            <AccentButton app={app} type="submit" loading={form.submitting}>
              {isUnsent ? t('auth.askForLink') : t('auth.forgot.send')}
            </AccentButton>
          </Stack>
        </form>
      ) : (
        <Text role="status">{t.rich(isUnsent ? 'auth.forgot.sentToOutbox' : 'auth.forgot.sent', { email: sentTo, b: bold })}</Text>
      )}
    </AuthLayout>
  );
}
