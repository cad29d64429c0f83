import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AuthError, auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { safePath } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

interface VerifyLinkProps {
  /** Null when the link contains none. */
  readonly token: string | null;
  readonly continueUrl: string | null;
  /** Whether the link changes the email address rather than verifying it. */
  readonly isChange?: boolean;
}

const linkInvalid = 'auth/link-invalid';
const changeFailed = 'Something went wrong when confirming email change. Please try again later or contact support.';

/** Target of the link in a mail: verifies or changes the email, then redirects to `continueUrl`. It starts no session. */
export function VerifyLink({ token, continueUrl, isChange = false }: VerifyLinkProps) {
  const navigate = useNavigate();
  const { refresh } = useSession();
  const [failure, setFailure] = useState<AuthError | null>(null);
  const target = safePath(continueUrl);
  useEffect(() => {
    let left = false;
    const finish = async () => {
      if (token === null) throw new AuthError(changeFailed, linkInvalid);
      await auth.confirmEmail(token);
      const account = await refresh();
      if (left) return;
      notifyDone(isChange ? 'Your email is changed' : 'Your email is verified');
      await navigate(account === null ? '/login' : target, { replace: true });
    };
    finish().catch((error: unknown) => {
      if (!left) setFailure(error instanceof AuthError ? error : new AuthError(sentence(error), ''));
    });
    return () => {
      left = true;
    };
  }, [token, isChange, refresh, navigate, target]);

  if (failure === null) {
    return <StateScreen title={isChange ? 'Changing your email…' : 'Verifying your email…'} description="This takes a moment." />;
  }
  if (isChange) {
    return (
      <StateScreen title="Your email is unchanged" description={failure.message}>
        <Button component={Link} to="/settings">
          Open settings
        </Button>
      </StateScreen>
    );
  }
  const isInvalid = failure.code === linkInvalid;
  return (
    <StateScreen
      title={isInvalid ? 'This link is no longer valid' : 'Your email is not verified yet'}
      description={isInvalid ? 'It was used before or has expired. Ask for a new one.' : failure.message}
    >
      <Button component={Link} to={`/auth/verifyEmail?continueUrl=${encodeURIComponent(target)}`}>
        Get a new link
      </Button>
    </StateScreen>
  );
}
