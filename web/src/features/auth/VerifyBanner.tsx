import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { auth } from '../../lib/auth.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import classes from './VerifyBanner.module.css';

/** Reminds people of the mail they have not answered yet. */
export function VerifyBanner({ email, isAdmin }: { readonly email: string; readonly isAdmin: boolean }) {
  const [sent, setSent] = useState(false);
  const resend = () =>
    void auth.sendVerificationEmail(email, window.location.pathname).then(
      () => setSent(true),
      (error: unknown) => notifyError(sentence(error)),
    );
  return (
    <div className={classes.root} role="status">
      <span>Verify your email to keep your account safe.</span>
      <span className={classes.ways}>
        {sent ? (
          <span>Sent, check your inbox.</span>
        ) : (
          <Anchor component="button" type="button" fz="inherit" underline="always" onClick={resend}>
            Send the link again
          </Anchor>
        )}
        {isAdmin ? (
          <Anchor component={Link} to="/outbox" fz="inherit" underline="always">
            Open the outbox
          </Anchor>
        ) : null}
      </span>
    </div>
  );
}
