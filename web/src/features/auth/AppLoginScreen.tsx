import { Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { auth, endUserAuth, type PublicApp } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { appLogin } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { AccentButton } from './AccentButton.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { ModeSwitch, useToggleMode } from './ModeSwitch.tsx';

/** Log-in page of a published app; redirects back to the app's own origin with a one-time code. */
export function AppLoginScreen() {
  const t = useTranslations();
  const { appId = '' } = useParams();
  const [query] = useSearchParams();
  const toggle = useToggleMode();
  const { account, refresh } = useSession();
  const [app, setApp] = useState<PublicApp | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  useTitle(app === null ? t('auth.logIn') : t('auth.app.logIn', { app: app.name }));
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
    if (isToBegin) window.location.replace(beginningOf(app, nextUrl));
  }, [isToBegin, app, nextUrl]);

  if (app === null || nextUrl === null || codeChallenge === null) {
    if (refusal === null) return <Pending />;
    return (
      <StateScreen title={t('auth.app.unavailable')} description={t('auth.app.unavailableWhy', { why: refusal })}>
        <Button onClick={load}>{t('common.tryAgain')}</Button>
      </StateScreen>
    );
  }
  const isSignup = app.isSignupEnabled && query.get('mode') === 'signup';
  const continueUrl = `${appLogin(appId)}?nextUrl=${encodeURIComponent(nextUrl)}`;
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
      <AuthLayout app={app} title={t('auth.app.continue', { app: app.name })} description={t('auth.loggedInAs', { email: account.email })}>
        <Stack gap="md">
          <FormError message={refusal} />
          <AccentButton app={app} onClick={enter} loading={leaving}>
            {t('auth.continue')}
          </AccentButton>
          <Button variant="default" onClick={() => void leave()} disabled={leaving}>
            {t('auth.app.another')}
          </Button>
        </Stack>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      app={app}
      title={t(isSignup ? 'auth.app.signUp' : 'auth.app.logIn', { app: app.name })}
      footer={
        app.isSignupEnabled ? (
          <ModeSwitch isSignup={isSignup} onToggle={toggle} />
        ) : (
          <Text fz="md" c="dimmed">
            {t('auth.app.closed')}
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
          await (isSignup ? auth.signUp({ name, email, password, appId, continueUrl }) : auth.signIn({ email, password }));
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

/** The page of the app that begins a log-in and returns to itself: the one that `nextUrl` names, if it is on the app's own address. */
function beginningOf(app: PublicApp, nextUrl: string | null): string {
  const { origin, href } = new URL(app.url);
  const next = nextUrl !== null && URL.canParse(nextUrl, href) ? new URL(nextUrl, href) : null;
  const page = new URL(next?.href.startsWith(`${origin}/`) === true ? next : href);
  page.hash = 'login';
  return page.href;
}
