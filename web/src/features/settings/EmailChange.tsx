import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { useHasMailServer } from '../../lib/mail.ts';
import { FormError } from '../../ui/FormError.tsx';

interface EmailChangeProps {
  readonly isAdmin: boolean;
  readonly onClose: () => void;
}

/** Asks for a new email and the password. The email changes once the link mailed to it is opened. */
export function EmailChange({ isAdmin, onClose }: EmailChangeProps) {
  const hasMailServer = useHasMailServer();
  const [pending, setPending] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newEmail: '', password: '' },
    validate: {
      newEmail: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : 'Enter your new email address'),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });
  const submit = async ({ newEmail, password }: { newEmail: string; password: string }) => {
    setRefusal(null);
    try {
      await auth.changeEmail({ newEmail: newEmail.trim(), password });
      setPending(newEmail.trim());
    } catch (error) {
      setRefusal(sentence(error));
    }
  };
  if (pending !== null) {
    return (
      <Text role="status" fz="sm" c="dimmed">
        {hasMailServer ? (
          <>
            We sent a link to <strong>{pending}</strong>. Your email changes when you open it.
          </>
        ) : (
          <>
            No mail server is connected, so nothing was sent to <strong>{pending}</strong>.{' '}
            {isAdmin ? (
              <>
                The link is in the{' '}
                <Anchor component={Link} to="/outbox" fz="inherit" underline="always">
                  outbox
                </Anchor>
                . Your email changes when you open it.
              </>
            ) : (
              'Ask the admin of this site for the link. Your email changes when you open it.'
            )}
          </>
        )}
      </Text>
    );
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate aria-label="Change email">
      <Stack gap="sm">
        <TextInput
          label="New email"
          type="email"
          autoComplete="email"
          autoFocus
          key={form.key('newEmail')}
          {...form.getInputProps('newEmail')}
        />
        <PasswordInput
          label="Password"
          description="Your current password, to confirm that it is you."
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <FormError message={refusal} />
        <Group gap="xs">
          <Button type="submit" loading={form.submitting} disabled={hasMailServer === undefined}>
            Change email
          </Button>
          <Button variant="default" onClick={onClose} disabled={form.submitting}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
