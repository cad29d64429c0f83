import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
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
  const hasMailServer = useHasMailServer();
  if (hasMailServer === undefined) return null;
  if (hasMailServer) return <MailedBanner email={email} />;
  return (
    <div className={classes.root} role="status">
      {isAdmin ? (
        <>
          <span>Your email is not verified yet. The link is in the outbox, because no mail server is connected.</span>
          <OutboxLink />
        </>
      ) : (
        <span>Your email is not verified yet. Ask the admin of this site for the link: no mail server is connected.</span>
      )}
    </div>
  );
}

const OutboxLink = () => (
  <Anchor component={Link} to="/outbox" fz="inherit" underline="always" className="target">
    Open the outbox
  </Anchor>
);

function MailedBanner({ email }: Pick<VerifyBannerProps, 'email'>) {
  const [sent, setSent] = useState(false);
  const resend = () =>
    void auth.sendVerificationEmail(email, window.location.pathname).then(
      () => setSent(true),
      (error: unknown) => notifyError(sentence(error)),
    );
  return (
    <div className={classes.root} role="status">
      <span>Verify your email to keep your account safe.</span>
      {sent ? (
        <span>The link is on its way. Check your inbox.</span>
      ) : (
        <Anchor component="button" type="button" fz="inherit" underline="always" onClick={resend}>
          Send the link again
        </Anchor>
      )}
    </div>
  );
}
