import type { Mail } from './ref.ts';

/** The mails of this plugin. Each says what happens when its reader asked for nothing. */

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Reset your password',
  text: `Hello,\n\nopen this link to choose a new password. It works for one hour.\n\n${link}\n\nIf you did not ask for it, there is nothing to do.\n`,
});

export const verifyMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Verify your email',
  text: `Hello,\n\nopen this link to verify your email. It works for one hour.\n\n${link}\n\nIf you did not ask for it, do not open it: someone else signed up with your address, and would have it then.\n`,
});

export const changeMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new email',
  text: `Hello,\n\nopen this link to use this address for your account. It works for one hour.\n\n${link}\n\nIf you did not ask for it, do not open it.\n`,
});

export const changeNotice = (to: string, newEmail: string, resetLink: string): Mail => ({
  to,
  subject: 'Your email is about to change',
  text: `Hello,\n\nyour account asked to use ${newEmail} instead of this address. It changes once the link in the mail to the new address is opened.\n\nIf you did not ask for it, choose a new password now. That stops the change and logs out everyone:\n\n${resetLink}\n`,
});

export const changedNotice = (to: string, newEmail: string): Mail => ({
  to,
  subject: 'Your email was changed',
  text: `Hello,\n\nyour account now uses ${newEmail}. This address no longer logs in.\n\nIf you did not ask for it, contact the admin of this site.\n`,
});
