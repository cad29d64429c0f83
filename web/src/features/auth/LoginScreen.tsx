import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { SignupDocument } from '../../gen/guest.ts';
import { auth } from '../../lib/auth.ts';
import { afterLogin } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { Pending } from '../../ui/Pending.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { ModeSwitch, useToggleMode } from './ModeSwitch.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { usePublicApp } from './usePublicApp.ts';

/** Log-in and sign-up in one screen with a switch, so that the redirect target is kept. */
export function LoginScreen() {
  const t = useTranslations();
  const [query] = useSearchParams();
  const toggle = useToggleMode();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { account, refresh } = useSession();
  const { data } = useQuery(SignupDocument);
  const isOpen = data === undefined || data.signup.policy === 'open' || data.signup.isFirst;
  const isSignup = isOpen && query.get('mode') === 'signup';
  useTitle(isSignup ? t('auth.signUp') : t('auth.logIn'));

  // Clients of another product ask the builder for the log-in of an app, which is on the origin of that app.
  const fromUrl = query.get('from_url');
  const app = usePublicApp(fromUrl === null ? null : query.get('app_id'));
  useEffect(() => {
    if (app && fromUrl !== null) window.location.replace(`${app.url}/login?${new URLSearchParams({ from_url: fromUrl })}`);
  }, [app, fromUrl]);
  if (app !== null) return <Pending />;

  const rest = new URLSearchParams(search);
  rest.delete('mode');
  if (account) return <Navigate to={afterLogin(account, rest.toString())} replace />;

  const goOn = async () => {
    const signedIn = await refresh();
    await navigate(signedIn === null ? '/error/unauthorized' : afterLogin(signedIn, rest.toString()), { replace: true });
  };
  return (
    <AuthLayout
      title={isSignup ? t('auth.signUpTitle') : t('auth.logInTitle')}
      description={isSignup ? t('auth.pitch') : t('auth.welcomeBack')}
      picture={<ProductPicture />}
      footer={!isOpen ? t('auth.needsInvitation') : <ModeSwitch isSignup={isSignup} onToggle={toggle} />}
    >
      <CredentialsForm
        key={isSignup ? 'signup' : 'login'}
        mode={isSignup ? 'signup' : 'login'}
        resetPath="/auth/handler?mode=forgotPassword"
        onSubmit={async ({ name, email, password }) => {
          await (isSignup
            ? auth.signUp({ name, email, password, continueUrl: query.get('redirectTo') })
            : auth.signIn({ email, password }));
          await goOn();
        }}
      />
      <GoogleButton onSignedIn={goOn} />
    </AuthLayout>
  );
}
