import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { auth } from '../../lib/auth.ts';
import { notifyDone, notifyError } from '../../lib/notify.ts';
import { loginPath, safePath } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { linkInvalid, resetRefusal } from './resetRefusal.ts';

interface ResetPasswordProps {
  readonly token: string | null;
  /** The screen to which the log-in with the new password leads on. */
  readonly continueUrl: string | null;
}

/** Takes the new password for the token of the mail; a used or expired link leads back to the log-in. */
export function ResetPassword({ token, continueUrl }: ResetPasswordProps) {
  const navigate = useNavigate();
  const { refresh } = useSession();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Enter a new password' : null) },
  });
  useTitle('Choose a new password');
  useEffect(() => {
    if (token !== null) return;
    notifyError(linkInvalid);
    void navigate('/login', { replace: true });
  }, [token, navigate]);
  if (token === null) return null;

  const submit = async ({ password }: { password: string }) => {
    setRefusal(null);
    try {
      await auth.resetPassword({ newPassword: password, token });
      // The reset ended every session, this browser's too.
      await refresh();
      notifyDone('Password reset successfully');
      await navigate(loginPath({ pathname: safePath(continueUrl), search: '' }), { replace: true });
    } catch (error) {
      const { message, leavesForLogin } = resetRefusal(error);
      if (!leavesForLogin) return setRefusal(message);
      notifyError(message);
      await navigate('/login', { replace: true });
    }
  };
  return (
    <AuthLayout title="Choose a new password">
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <PasswordInput
            label="New password"
            description="At least 8 characters"
            autoComplete="new-password"
            autoFocus
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <FormError message={refusal} />
          <Button type="submit" loading={form.submitting}>
            Save password
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
