import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { useHasMailServer } from '../../lib/mail.ts';
import { notifyError } from '../../lib/notify.ts';
import classes from './VerifyBanner.module.css';

interface VerifyBannerProps {
  readonly email: string;
  readonly isAdmin: boolean;
}

/** Reminds people to verify their email, and says where to find the link. */
export function VerifyBanner({ email, isAdmin }: VerifyBannerProps) {
  const t = useTranslations();
  const hasMailServer = useHasMailServer();
  if (hasMailServer === undefined) return null;
  if (hasMailServer) return <MailedBanner email={email} />;
  return (
    <div className={classes.root} role="status">
      {isAdmin ? (
        <>
          <span>{t('auth.verify.bannerOutbox')}</span>
          <OutboxLink />
        </>
      ) : (
        <span>{t('auth.verify.bannerAskAdmin')}</span>
      )}
    </div>
  );
}

function OutboxLink() {
  const t = useTranslations();
  return (
    <Anchor component={Link} to="/outbox" fz="inherit" underline="always" className="target">
      {t('auth.verify.openOutbox')}
    </Anchor>
  );
}

function MailedBanner({ email }: Pick<VerifyBannerProps, 'email'>) {
  const t = useTranslations();
  const [sent, setSent] = useState(false);
  const resend = () =>
    void auth.sendVerificationEmail(email, window.location.pathname).then(
      () => setSent(true),
      (error: unknown) => notifyError(sentence(error)),
    );
  return (
    <div className={classes.root} role="status">
      <span>{t('auth.verify.remind')}</span>
      {sent ? (
        <span>{t('auth.verify.sentCheck')}</span>
      ) : (
        <Anchor component="button" type="button" fz="inherit" underline="always" onClick={resend}>
          {t('auth.verify.sendLinkAgain')}
        </Anchor>
      )}
    </div>
  );
}
