import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { auth, endUserAuth, type PublicApp } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { AccentButton } from './AccentButton.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';

/** Log-in page of a published app; redirects back to the app's own origin with a one-time code. */
export function AppLoginScreen() {
  const { appId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const { account, refresh } = useSession();
  const [app, setApp] = useState<PublicApp | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  useTitle(app === null ? 'Log in' : `Log in to ${app.name}`);
  const load = useCallback(() => {
    setRefusal(null);
    endUserAuth.app(appId).then(setApp, (error: unknown) => setRefusal(sentence(error)));
  }, [appId]);
  useEffect(load, [load]);
  const nextUrl = query.get('nextUrl');
  const codeChallenge = query.get('codeChallenge');
  // Only the browser tab in which the app began the log-in can complete it, so redirects to the app to begin one.
  const isToBegin = app !== null && (nextUrl === null || codeChallenge === null);
  useEffect(() => {
    if (isToBegin) window.location.replace(`${app.url}/#login`);
  }, [isToBegin, app]);

  if (app === null || nextUrl === null || codeChallenge === null) {
    if (refusal === null) return <Pending />;
    return (
      <StateScreen title="This app is not available" description={`${refusal} If someone sent you this link, ask them for a new one.`}>
        <Button onClick={load}>Try again</Button>
      </StateScreen>
    );
  }
  const isSignup = app.isSignupEnabled && query.get('mode') === 'signup';
  const enter = async () => {
    setLeaving(true);
    setRefusal(null);
    try {
      const { redirectTo } = await endUserAuth.loginCode(appId, { nextUrl, codeChallenge });
      window.location.assign(redirectTo);
    } catch (error) {
      setLeaving(false);
      setRefusal(sentence(error));
    }
  };
  const leave = () =>
    auth
      .signOut()
      .then(refresh)
      .catch((error: unknown) => setRefusal(sentence(error)));
  if (account) {
    return (
      <AuthLayout app={app} title={`Continue to ${app.name}`} description={`You are logged in as ${account.email}.`}>
        <Stack gap="md">
          <FormError message={refusal} />
          <AccentButton app={app} onClick={enter} loading={leaving}>
            Continue
          </AccentButton>
          <Button variant="default" onClick={() => void leave()} disabled={leaving}>
            Use another account
          </Button>
        </Stack>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      app={app}
      title={isSignup ? `Sign up for ${app.name}` : `Log in to ${app.name}`}
      footer={
        app.isSignupEnabled ? (
          <>
            {isSignup ? 'Already have an account? ' : 'New here? '}
            <Anchor
              component="button"
              type="button"
              fz="md"
              fw={500}
              onClick={() =>
                setQuery(
                  (current) => {
                    const next = new URLSearchParams(current);
                    if (isSignup) next.delete('mode');
                    else next.set('mode', 'signup');
                    return next;
                  },
                  { replace: true },
                )
              }
            >
              {isSignup ? 'Log in' : 'Sign up'}
            </Anchor>
          </>
        ) : (
          <Text fz="md" c="dimmed">
            Sign-up is closed. Ask the owner of the app for an account.
          </Text>
        )
      }
    >
      <CredentialsForm
        key={isSignup ? 'signup' : 'login'}
        mode={isSignup ? 'signup' : 'login'}
        resetPath={`/auth/handler?mode=forgotPassword&appId=${encodeURIComponent(appId)}`}
        app={app}
        onSubmit={async ({ name, email, password }) => {
          await (isSignup ? auth.signUp({ name, email, password, appId }) : auth.signIn({ email, password }));
          await enter();
        }}
      />
      <GoogleButton
        brings={{ appId }}
        onSignedIn={async () => {
          await refresh();
          await enter();
        }}
      />
    </AuthLayout>
  );
}
