import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { AcceptAppInvitationDocument, AppInvitationDocument, type AppInvitationQuery } from '../../gen/join.ts';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { landing } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { FormError } from '../../ui/FormError.tsx';
import { Pending } from '../../ui/Pending.tsx';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';

type Offer = NonNullable<AppInvitationQuery['appInvitation']>;

/** Target of a link to build an app with others. Its code is in the fragment, which no server receives. */
export function JoinScreen() {
  const t = useTranslations();
  const { hash } = useLocation();
  const { account } = useSession();
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? '';
  const { data, error, refetch } = useQuery(AppInvitationDocument, { variables: { code }, fetchPolicy: 'no-cache' });
  useTitle(t('auth.invite.title'));
  if (account === undefined || (data === undefined && error === undefined)) return <Pending />;
  if (data === undefined) {
    return (
      <StateScreen title={t('auth.invite.failed')} description={error === undefined ? undefined : sentence(error)}>
        <Button onClick={() => void refetch().catch(() => undefined)}>{t('common.tryAgain')}</Button>
      </StateScreen>
    );
  }
  if (data.appInvitation === null) {
    return (
      <StateScreen title={t('auth.invite.invalid')} description={t('auth.invite.ask')}>
        <Button component={Link} to={landing} variant="default">
          {t('auth.invite.toApps')}
        </Button>
      </StateScreen>
    );
  }
  return account === null ? <LogIn offer={data.appInvitation} code={code} /> : <Join offer={data.appInvitation} code={code} />;
}

interface OfferProps {
  readonly offer: Offer;
  readonly code: string;
}

/** What the invitation is for, in a title and a sentence. */
function useWords({ appName, role, invitedBy }: Offer): { readonly title: string; readonly description: string } {
  const t = useTranslations();
  const who = invitedBy ?? t('auth.join.someone');
  return { title: t('auth.join.title', { app: appName }), description: t(`auth.join.${role}`, { who, app: appName }) };
}

/** For people who are signed in. */
function Join({ offer, code }: OfferProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { account, refresh } = useSession();
  const [accept, accepting] = useMutation(AcceptAppInvitationDocument);
  const [refusal, setRefusal] = useState<string | null>(null);
  const onJoin = async () => {
    setRefusal(null);
    try {
      const { data } = await accept({ variables: { code } });
      // The account may build from now on.
      await refresh();
      await navigate(`/build/app/${data?.acceptAppInvitation}`, { replace: true });
    } catch (failure) {
      setRefusal(sentence(failure));
    }
  };
  const { title, description } = useWords(offer);
  return (
    <AuthLayout title={title} description={`${description} ${t('auth.loggedInAs', { email: account?.email ?? '' })}`}>
      <Stack gap="md">
        <FormError message={refusal} />
        <Button onClick={() => void onJoin()} loading={accepting.loading}>
          {t('auth.join.join')}
        </Button>
        <Button component={Link} to="/logout" variant="subtle" color="gray">
          {t('auth.logOut')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}

/** For people who are not: they log in or sign up, and then join. */
function LogIn({ offer, code }: OfferProps) {
  const [isLogin, setIsLogin] = useState(false);
  const { refresh } = useSession();
  const { title, description } = useWords(offer);
  return (
    <AuthLayout title={title} description={description} footer={<ModeSwitch isSignup={!isLogin} onToggle={() => setIsLogin(!isLogin)} />}>
      <CredentialsForm
        key={isLogin ? 'login' : 'signup'}
        mode={isLogin ? 'login' : 'signup'}
        onSubmit={async ({ name, email, password }) => {
          await (isLogin ? auth.signIn({ email, password }) : auth.signUp({ name, email, password, invitation: code }));
          await refresh();
        }}
      />
      <GoogleButton brings={{ invitation: code }} onSignedIn={async () => void (await refresh())} />
    </AuthLayout>
  );
}
