import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { translator } from '../../i18n/language.ts';
import { AuthError, auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyDone } from '../../lib/notify.ts';
import { appOfLogin, safePath } from '../../lib/redirects.ts';
import { useSession } from '../../lib/session.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

interface VerifyLinkProps {
  /** Null when the link contains none. */
  readonly token: string | null;
  readonly continueUrl: string | null;
  /** What the person signed up for. Default: the product. */
  readonly appName?: string | null;
  /** Whether the link changes the email address rather than verifying it. */
  readonly isChange?: boolean;
}

const linkInvalid = 'auth/link-invalid';

/** Target of the link in a mail: verifies or changes the email, then redirects to `continueUrl`. It starts no session. */
export function VerifyLink({ token, continueUrl, appName = null, isChange = false }: VerifyLinkProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { refresh } = useSession();
  const [failure, setFailure] = useState<AuthError | null>(null);
  const target = safePath(continueUrl);
  useEffect(() => {
    let left = false;
    const finish = async () => {
      if (token === null) throw new AuthError(translator()('auth.change.why'), linkInvalid);
      await auth.confirmEmail(token);
      const account = await refresh();
      if (left) return;
      notifyDone(translator()(isChange ? 'auth.change.done' : 'auth.verify.done'));
      // An app's log-in page is a log-in already.
      await navigate(account === null && appOfLogin(target.split('?')[0] ?? '') === null ? '/login' : target, { replace: true });
    };
    finish().catch((error: unknown) => {
      if (!left) setFailure(error instanceof AuthError ? error : new AuthError(sentence(error), ''));
    });
    return () => {
      left = true;
    };
  }, [token, isChange, refresh, navigate, target]);

  if (failure === null) {
    return <StateScreen title={isChange ? t('auth.change.doing') : t('auth.verify.asking')} description={t('auth.verify.moment')} />;
  }
  if (isChange) {
    return (
      <StateScreen title={t('auth.change.failed')} description={failure.message}>
        <Button component={Link} to="/settings">
          {t('auth.change.openSettings')}
        </Button>
      </StateScreen>
    );
  }
  const isInvalid = failure.code === linkInvalid;
  return (
    <StateScreen
      title={isInvalid ? t('auth.verify.invalid') : t('auth.verify.failed')}
      description={isInvalid ? t('auth.verify.invalidWhy') : failure.message}
    >
      <Button
        component={Link}
        to={`/auth/verifyEmail?${new URLSearchParams({ continueUrl: target, ...(appName === null ? {} : { appName }) })}`}
      >
        {t('auth.verify.newLink')}
      </Button>
    </StateScreen>
  );
}
