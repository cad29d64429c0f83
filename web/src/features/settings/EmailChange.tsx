import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { auth } from '../../lib/auth.ts';
import { emailProblem } from '../../lib/email.ts';
import { sentence } from '../../lib/errors.ts';
import { useHasMailServer } from '../../lib/mail.ts';
import { FormError } from '../../ui/FormError.tsx';

interface EmailChangeProps {
  readonly isAdmin: boolean;
  readonly onClose: () => void;
}

const bold = (text: ReactNode) => <strong>{text}</strong>;
const outboxLink = (text: ReactNode) => (
  <Anchor component={Link} to="/outbox" fz="inherit" underline="always">
    {text}
  </Anchor>
);

/** Asks for a new email and the password. The email changes once the link mailed to it is opened. */
export function EmailChange({ isAdmin, onClose }: EmailChangeProps) {
  const t = useTranslations();
  const hasMailServer = useHasMailServer();
  const [pending, setPending] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newEmail: '', password: '' },
    onValuesChange: () => setRefusal(null),
    validate: {
      newEmail: (value) => emailProblem(value, { missing: t('settings.enterEmail'), invalid: t('common.invalidEmail') }),
      password: (value) => (value === '' ? t('common.enterPassword') : null),
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
        {hasMailServer
          ? t.rich('settings.sent.mailed', { email: pending, b: bold })
          : isAdmin
            ? t.rich('settings.sent.outbox', { email: pending, b: bold, link: outboxLink })
            : t.rich('settings.sent.asked', { email: pending, b: bold })}
      </Text>
    );
  }
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate aria-label={t('settings.changeEmail')}>
      <Stack gap="sm">
        <TextInput
          label={t('settings.newEmail')}
          type="email"
          autoComplete="email"
          autoFocus
          key={form.key('newEmail')}
          {...form.getInputProps('newEmail')}
        />
        <PasswordInput
          label={t('common.password')}
          description={t('settings.currentPassword')}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <FormError message={refusal} />
        <Group gap="xs">
          <Button type="submit" loading={form.submitting} disabled={hasMailServer === undefined}>
            {t('settings.changeEmail')}
          </Button>
          <Button variant="default" onClick={onClose} disabled={form.submitting}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
