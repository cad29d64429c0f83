import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { auth } from '../../lib/auth.ts';
import { useHasMailServer } from '../../lib/mail.ts';
import { appLogin } from '../../lib/redirects.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { AccentButton } from './AccentButton.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { usePublicApp } from './usePublicApp.ts';

const failed = 'Something went wrong sending password reset email. Please try again later or contact support.';

const withoutMail = 'No mail server is connected. The admin of this site can find the link in the outbox and give it to you.';

/** Requests a reset link for an email address; never reveals whether an account has it. */
export function ForgotPassword() {
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
    validate: { email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : 'Enter your email address') },
  });
  const isUnsent = useHasMailServer() === false;
  useTitle('Reset password');
  if (app === undefined) return <Pending />;
  const submit = async ({ email }: { email: string }) => {
    setRefusal(null);
    try {
      await auth.requestPasswordReset(email.trim(), app ? login : undefined);
      setSentTo(email.trim());
    } catch {
      setRefusal(failed);
    }
  };
  return (
    <AuthLayout
      app={app}
      title="Reset your password"
      description={sentTo === null ? (isUnsent ? withoutMail : 'We email you a link to choose a new one.') : undefined}
      footer={
        <Anchor component={Link} to={login} fz="md" className="target">
          {app ? `Back to ${app.name}` : 'Back to log in'}
        </Anchor>
      }
    >
      {sentTo === null ? (
        <form onSubmit={form.onSubmit(submit)} noValidate>
          <Stack gap="md">
            <TextInput label="Email" type="email" autoComplete="email" autoFocus key={form.key('email')} {...form.getInputProps('email')} />
            <FormError message={refusal} />
            <AccentButton app={app} type="submit" loading={form.submitting}>
              {isUnsent ? 'Ask for a link' : 'Send link'}
            </AccentButton>
          </Stack>
        </form>
      ) : (
        <Text role="status">
          If <strong>{sentTo}</strong> has an account, a link{' '}
          {isUnsent ? 'is in the outbox. Ask the admin of this site for it' : 'is on its way'}. It works for one hour.
        </Text>
      )}
    </AuthLayout>
  );
}
