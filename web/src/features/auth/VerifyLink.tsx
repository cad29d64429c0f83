import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { auth } from '../../lib/auth.ts';
import { notifyDone } from '../../lib/notify.ts';
import { safePath } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

interface VerifyLinkProps {
  /** Null when the identity service has already taken it and only leads back here. */
  readonly token: string | null;
  readonly failed: boolean;
  readonly continueUrl: string | null;
}

/** The end of the way from the mail: verifies, then goes where the visitor was heading. */
export function VerifyLink({ token, failed, continueUrl }: VerifyLinkProps) {
  const navigate = useNavigate();
  const { refresh } = useSession();
  const [invalid, setInvalid] = useState(failed);
  const target = safePath(continueUrl);
  useEffect(() => {
    if (failed) return;
    let left = false;
    const finish = async () => {
      if (token !== null) await auth.verifyEmail(token);
      const account = await refresh();
      if (left) return;
      if (account?.emailVerified === true) notifyDone('Your email is verified');
      await navigate(account === null ? '/login' : target, { replace: true });
    };
    finish().catch(() => {
      if (!left) setInvalid(true);
    });
    return () => {
      left = true;
    };
  }, [failed, token, refresh, navigate, target]);
  if (!invalid) return <StateScreen title="Verifying your email…" description="This takes a moment." />;
  return (
    <StateScreen title="This link is no longer valid" description="It was used before or has expired. Ask for a new one.">
      <Button component={Link} to={`/auth/verifyEmail?continueUrl=${encodeURIComponent(target)}`}>
        Get a new link
      </Button>
    </StateScreen>
  );
}
