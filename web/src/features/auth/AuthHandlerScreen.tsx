import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ForgotPassword } from './ForgotPassword.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { SignedIn } from './SignedIn.tsx';
import { VerifyLink } from './VerifyLink.tsx';

/**
 * Target of the links in mails and of Google's redirect. The token is in the fragment, which no server receives and none of our redirects
 * keeps.
 */
export function AuthHandlerScreen() {
  const { search, hash } = useLocation();
  const query = new URLSearchParams(search);
  const token = useFragmentToken(search, hash);
  const continueUrl = query.get('continueUrl');
  switch (query.get('mode')) {
    case 'verifyEmail':
      return <VerifyLink token={token} continueUrl={continueUrl} appName={query.get('appName')} />;
    case 'changeEmail':
      return <VerifyLink token={token} continueUrl="/settings" isChange />;
    case 'forgotPassword':
      return <ForgotPassword />;
    case 'signedIn':
      return <SignedIn error={query.get('error')} />;
    default:
      return <ResetPassword token={token} continueUrl={continueUrl} />;
  }
}

/** Removes the token from the URL, so that it stays neither on the screen nor in the browser's history. */
function useFragmentToken(search: string, hash: string): string | null {
  const navigate = useNavigate();
  const given = new URLSearchParams(hash.slice(1)).get('token');
  const [token, setToken] = useState(given);
  // Another link was opened in the same tab.
  if (given !== null && given !== token) setToken(given);
  useEffect(() => {
    if (given !== null) void navigate({ search }, { replace: true });
  }, [given, search, navigate]);
  return given ?? token;
}
