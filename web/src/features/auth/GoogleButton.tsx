import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { SignupDocument } from '../../gen/guest.ts';
import { sentence } from '../../lib/errors.ts';
import { FormError } from '../../ui/FormError.tsx';
import { useGoogleSignIn } from './useGoogleSignIn.ts';

interface GoogleButtonProps {
  /** What entitles a new account: the app whose page this is, or an invitation to build. */
  readonly brings?: { readonly appId?: string; readonly invitation?: string };
  /** Called once the session exists; what it throws is shown. */
  readonly onSignedIn: () => Promise<void>;
}

/** Google sign-in below the form of email and password; renders nothing where the installation has none. */
export function GoogleButton({ brings = {}, onSignedIn }: GoogleButtonProps) {
  const t = useTranslations();
  const { data } = useQuery(SignupDocument);
  const { begin, refusal, isOpening } = useGoogleSignIn({ brings, onSignedIn, sentence });
  if (!data?.signup.isGoogleEnabled) return null;
  return (
    <Stack gap="sm" mt="sm">
      <FormError message={refusal} />
      <Button variant="default" fullWidth onClick={begin} loading={isOpening}>
        {t('auth.google.continue')}
      </Button>
    </Stack>
  );
}
