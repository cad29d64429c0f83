import { useQuery } from '@apollo/client/react';
import { Anchor } from '@mantine/core';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { SignupDocument } from '../../gen/guest.ts';
import { auth } from '../../lib/auth.ts';
import { afterLogin } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { ProductPicture } from './ProductPicture.tsx';

/** Log-in and sign-up in one screen with a switch, so that the redirect target is kept. */
export function LoginScreen() {
  const [query, setQuery] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { account, refresh } = useSession();
  const { data } = useQuery(SignupDocument);
  const isOpen = data === undefined || data.signup.policy === 'open' || data.signup.isFirst;
  const isSignup = isOpen && query.get('mode') === 'signup';
  useTitle(isSignup ? 'Sign up' : 'Log in');

  const rest = new URLSearchParams(search);
  rest.delete('mode');
  if (account) return <Navigate to={afterLogin(account, rest.toString())} replace />;

  const goOn = async () => {
    const signedIn = await refresh();
    await navigate(signedIn === null ? '/error/unauthorized' : afterLogin(signedIn, rest.toString()), { replace: true });
  };
  const toggle = () =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (isSignup) next.delete('mode');
        else next.set('mode', 'signup');
        return next;
      },
      { replace: true },
    );

  return (
    <AuthLayout
      title={isSignup ? 'Create your account' : 'Log in to Sayso'}
      description={isSignup ? 'Describe an app, watch it appear, publish it.' : 'Welcome back.'}
      picture={<ProductPicture />}
      footer={
        !isOpen ? (
          'You need an invitation to build here. If you have one, open its link.'
        ) : (
          <>
            {isSignup ? 'Already have an account? ' : 'New here? '}
            <Anchor component="button" type="button" onClick={toggle} fz="md" fw={500}>
              {isSignup ? 'Log in' : 'Sign up'}
            </Anchor>
          </>
        )
      }
    >
      <CredentialsForm
        key={isSignup ? 'signup' : 'login'}
        mode={isSignup ? 'signup' : 'login'}
        resetPath="/auth/handler?mode=forgotPassword"
        onSubmit={async ({ name, email, password }) => {
          await (isSignup ? auth.signUp({ name, email, password }) : auth.signIn({ email, password }));
          await goOn();
        }}
      />
      <GoogleButton onSignedIn={goOn} />
    </AuthLayout>
  );
}
