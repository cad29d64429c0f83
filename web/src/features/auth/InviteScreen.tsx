import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { InvitationOpenDocument, StartBuildingDocument } from '../../gen/guest.ts';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { afterLogin, landing } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';

/** Target of an invitation link. Its code is in the fragment, which no server receives. */
export function InviteScreen() {
  const t = useTranslations();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { account, refresh } = useSession();
  const [isLogin, setIsLogin] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [start, starting] = useMutation(StartBuildingDocument);
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? '';
  const { data, error, refetch } = useQuery(InvitationOpenDocument, { variables: { code }, fetchPolicy: 'no-cache' });
  useTitle(t('auth.invite.title'));

  if (account === undefined || (data === undefined && error === undefined)) return <Pending />;
  if (account?.mayBuild) {
    return (
      <StateScreen title={t('auth.invite.canBuild')} description={t('auth.loggedInAs', { email: account.email })}>
        <Button component={Link} to={landing}>
          {t('auth.invite.toApps')}
        </Button>
      </StateScreen>
    );
  }
  if (data === undefined) {
    return (
      <StateScreen title={t('auth.invite.failed')} description={error === undefined ? undefined : sentence(error)}>
        <Button onClick={() => void refetch().catch(() => undefined)}>{t('common.tryAgain')}</Button>
      </StateScreen>
    );
  }
  if (!data.isInvitationOpen) {
    return (
      <StateScreen title={t('auth.invite.invalid')} description={t('auth.invite.ask')}>
        <Button component={Link} to="/login" variant="default">
          {t('auth.logIn')}
        </Button>
      </StateScreen>
    );
  }
  const onStart = async () => {
    setRefusal(null);
    try {
      await start({ variables: { invitation: code } });
      await refresh();
      await navigate(landing, { replace: true });
    } catch (failure) {
      setRefusal(sentence(failure));
    }
  };
  if (account) {
    return (
      <AuthLayout title={t('auth.invite.invited')} description={t('auth.loggedInAs', { email: account.email })}>
        <Stack gap="md">
          <FormError message={refusal} />
          <Button onClick={() => void onStart()} loading={starting.loading}>
            {t('common.startBuilding')}
          </Button>
        </Stack>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={t('auth.invite.invited')}
      description={t('auth.pitch')}
      footer={<ModeSwitch isSignup={!isLogin} onToggle={() => setIsLogin(!isLogin)} />}
    >
      <CredentialsForm
        key={isLogin ? 'login' : 'signup'}
        mode={isLogin ? 'login' : 'signup'}
        onSubmit={async ({ name, email, password }) => {
          await (isLogin ? auth.signIn({ email, password }) : auth.signUp({ name, email, password, invitation: code }));
          const signedIn = await refresh();
          if (signedIn && !isLogin) await navigate(afterLogin(signedIn, ''), { replace: true });
        }}
      />
      <GoogleButton
        brings={{ invitation: code }}
        onSignedIn={async () => {
          const signedIn = await refresh();
          // An existing account redeems the invitation on this screen.
          if (signedIn?.mayBuild) await navigate(afterLogin(signedIn, ''), { replace: true });
        }}
      />
    </AuthLayout>
  );
}
