import { useSearchParams } from 'react-router';
import { ForgotPassword } from './ForgotPassword.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { VerifyLink } from './VerifyLink.tsx';

/** What the links in mails lead to. The reset link brings `token`, or `error` when it is used up. */
export function AuthHandlerScreen() {
  const [query] = useSearchParams();
  const token = query.get('token');
  const mode = query.get('mode');
  if (mode === 'verifyEmail') {
    return <VerifyLink token={token} failed={query.has('error')} continueUrl={query.get('continueUrl')} />;
  }
  if (mode === 'forgotPassword') return <ForgotPassword />;
  return <ResetPassword token={query.has('error') ? null : token} />;
}
