import { useMutation, useQuery } from '@apollo/client/react';
import { Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
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

/** Target of an invitation link. Its code is in the fragment, which no server receives. */
export function InviteScreen() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { account, refresh } = useSession();
  const [isLogin, setIsLogin] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [start, starting] = useMutation(StartBuildingDocument);
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? '';
  const { data, error, refetch } = useQuery(InvitationOpenDocument, { variables: { code }, fetchPolicy: 'no-cache' });
  useTitle('Invitation');

  if (account === undefined || (data === undefined && error === undefined)) return <Pending />;
  if (account?.mayBuild) {
    return (
      <StateScreen title="You can build here" description={`You are logged in as ${account.email}.`}>
        <Button component={Link} to={landing}>
          Go to your apps
        </Button>
      </StateScreen>
    );
  }
  if (data === undefined) {
    return (
      <StateScreen title="Could not load the invitation" description={error === undefined ? undefined : sentence(error)}>
        <Button onClick={() => void refetch().catch(() => undefined)}>Try again</Button>
      </StateScreen>
    );
  }
  if (!data.isInvitationOpen) {
    return (
      <StateScreen
        title="This invitation no longer works"
        description="It has expired or was used. Ask the person who sent it for a new one."
      >
        <Button component={Link} to="/login" variant="default">
          Log in
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
      <AuthLayout title="You are invited to build" description={`You are logged in as ${account.email}.`}>
        <Stack gap="md">
          <FormError message={refusal} />
          <Button onClick={() => void onStart()} loading={starting.loading}>
            Start building
          </Button>
        </Stack>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="You are invited to build"
      description="Describe an app, watch it appear, publish it."
      footer={
        <>
          {isLogin ? 'New here? ' : 'Already have an account? '}
          <Anchor component="button" type="button" fz="md" fw={500} onClick={() => setIsLogin(!isLogin)}>
            {isLogin ? 'Sign up' : 'Log in'}
          </Anchor>
        </>
      }
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
