import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { SignupDocument } from '../../gen/guest.ts';
import { sentence } from '../../lib/errors.ts';
import { afterLogin } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { Pending } from '../../ui/Pending.tsx';
import { LoginView } from './login/LoginView.tsx';
import { useToggleMode } from './ModeSwitch.tsx';
import { usePublicApp } from './usePublicApp.ts';

/** The log-in where the builder's pages are loaded already; `app/login/start.tsx` is the one of a first visit. */
export function LoginScreen() {
  const [query] = useSearchParams();
  const toggle = useToggleMode();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { account, refresh } = useSession();
  const { data } = useQuery(SignupDocument);

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
  return <LoginView search={search} signup={data?.signup} onToggle={toggle} onSignedIn={goOn} sentence={sentence} />;
}
