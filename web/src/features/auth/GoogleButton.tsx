import { useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SignupDocument } from '../../gen/guest.ts';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { FormError } from '../../ui/FormError.tsx';
import { GoogleSignIn } from './googleSignIn.ts';

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
  const [refusal, setRefusal] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  const signedIn = useRef(onSignedIn);
  useEffect(() => {
    signedIn.current = onSignedIn;
  });
  const signIn = useRef<GoogleSignIn | null>(null);
  useEffect(() => {
    const current = new GoogleSignIn(window, {
      onSignedIn: () => void signedIn.current().catch((error: unknown) => setRefusal(sentence(error))),
      onRefused: setRefusal,
    });
    signIn.current = current;
    return () => current.stop();
  }, []);
  if (!data?.signup.isGoogleEnabled) return null;
  const begin = () => {
    setRefusal(null);
    setOpening(true);
    signIn.current
      ?.begin(() => auth.googleAddress(brings))
      .catch((error: unknown) => setRefusal(sentence(error)))
      .finally(() => setOpening(false));
  };
  return (
    <Stack gap="sm" mt="sm">
      <FormError message={refusal} />
      <Button variant="default" fullWidth onClick={begin} loading={opening}>
        {t('auth.google.continue')}
      </Button>
    </Stack>
  );
}
