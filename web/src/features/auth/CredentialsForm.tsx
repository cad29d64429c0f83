import { Anchor, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { PublicApp } from '../../lib/auth.ts';
import { emailProblem } from '../../lib/email.ts';
import { sentence } from '../../lib/errors.ts';
import { passwordProblem } from '../../lib/password.ts';
import { FormError } from '../../ui/FormError.tsx';
import { AccentButton } from './AccentButton.tsx';

export interface Credentials {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface CredentialsFormProps {
  readonly mode: 'login' | 'signup';
  /** Signs in or up and redirects; the form shows what it throws. */
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
  /** Path of the password reset; without it the form shows no link. */
  readonly resetPath?: string;
  /** The app whose accent the button has; default: the product's. */
  readonly app?: PublicApp | null;
}

/** Email and password, and a name when signing up. */
export function CredentialsForm({ mode, onSubmit, resetPath, app = null }: CredentialsFormProps) {
  const t = useTranslations();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    // It was about what the person has corrected since.
    onValuesChange: () => setRefusal(null),
    validate: {
      name: (value) => (mode === 'signup' && value.trim() === '' ? t('auth.enterName') : null),
      email: (value) => emailProblem(value, { missing: t('auth.enterEmail'), invalid: t('common.invalidEmail') }),
      password: (value) => {
        const missing = t('common.enterPassword');
        if (mode === 'login') return value === '' ? missing : null;
        return passwordProblem(value, { missing, weak: t('auth.tooWeak') });
      },
    },
  });
  const submit = async (values: Credentials) => {
    setRefusal(null);
    try {
      await onSubmit({ name: values.name.trim(), email: values.email.trim(), password: values.password });
    } catch (error) {
      setRefusal(sentence(error));
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        {mode === 'signup' ? (
          <TextInput label={t('common.name')} autoComplete="name" autoFocus key={form.key('name')} {...form.getInputProps('name')} />
        ) : null}
        <TextInput
          label={t('common.email')}
          type="email"
          autoComplete="email"
          autoFocus={mode === 'login'}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('common.password')}
          autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
          description={mode === 'signup' ? t('auth.passwordLength') : undefined}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {mode === 'login' && resetPath !== undefined ? (
          <Anchor component={Link} to={resetPath} fz="sm" c="dimmed" mt={-8} className="target">
            {t('auth.forgot.link')}
          </Anchor>
        ) : null}
        <FormError message={refusal} />
        <AccentButton app={app} type="submit" loading={form.submitting} fullWidth>
          {mode === 'login' ? t('auth.logIn') : t('auth.signUp')}
        </AccentButton>
      </Stack>
    </form>
  );
}
