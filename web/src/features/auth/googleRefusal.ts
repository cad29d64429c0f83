/** Message for each error code of the identity service. Its description is never shown: a forged link could carry any text. */
const words: Readonly<Record<string, string>> = {
  access_denied: 'You did not continue with Google.',
  account_not_linked: 'An account with this email already exists. Log in with your password.',
  'app-signup-closed': 'This app does not accept sign-ups. Ask its owner for an account.',
  conflict: 'Someone else is signing up as the first account. Try again in a minute.',
  email_not_found: 'Your Google account has no email. Use another account.',
  email_not_verified: 'Your Google account has not verified its email. Verify it there first.',
  'invitation-invalid': 'This invitation no longer works. Ask for a new one.',
  'invitation-needed': 'You need an invitation to sign up here.',
  'signup-closed': 'Sign-up is closed here.',
  state_mismatch: 'The sign-in took too long. Try again.',
  state_not_found: 'The sign-in took too long. Try again.',
  TOO_MANY_REQUESTS: 'Too many login attempts, try again later',
  USER_DISABLED: 'User is disabled, contact us for more info',
};

export function googleRefusal(code: string): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? 'Google did not log you in. Try again, or use your password.';
}
