import type { Mail } from '../ref.ts';

/** The mails of this plugin. Each tells readers what to do if they did not request it. */

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Reset your password',
  text: `Hello,\n\nOpen this link to choose a new password. It works for one hour.\n\n${link}\n\nIf you did not ask for it, you can ignore this email.\n`,
});

/** The code is for forms of apps, which ask for one. */
export const verifyMail = (to: string, { link, code }: { readonly link: string; readonly code: string }): Mail => ({
  to,
  subject: 'Verify your email',
  text: `Hello,\n\nOpen this link to verify your email. It works for one hour.\n\n${link}\n\nIf you are asked for a code, enter ${code}.\n\nIf you did not sign up, do not open it: someone else used your address, and opening the link or entering the code would confirm it as theirs.\n`,
});

export const changeMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new email',
  text: `Hello,\n\nOpen this link to use this address for your account. It works for one hour.\n\n${link}\n\nIf you did not ask for it, do not open it.\n`,
});

export const changeNotice = (to: string, newEmail: string, resetLink: string): Mail => ({
  to,
  subject: 'Your email is about to change',
  text: `Hello,\n\nYour account is about to use ${newEmail} instead of this address. The change takes effect when you open the link that we sent to the new address.\n\nIf you did not ask for it, choose a new password now. That stops the change and logs you out on every device:\n\n${resetLink}\n`,
});

export const changedNotice = (to: string, newEmail: string): Mail => ({
  to,
  subject: 'Your email was changed',
  text: `Hello,\n\nYour account now uses ${newEmail}. You can no longer log in with this address.\n\nIf you did not ask for it, contact the admin of this site.\n`,
});
