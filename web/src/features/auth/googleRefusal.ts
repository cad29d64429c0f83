import { translator } from '../../i18n/language.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';

/** Message for each error code of the identity service. Its description is never shown: a forged link could carry any text. */
const messages: Readonly<Record<string, PlainTextKey>> = {
  access_denied: 'auth.google.access_denied',
  account_not_linked: 'auth.google.account_not_linked',
  'app-signup-closed': 'auth.google.app-signup-closed',
  conflict: 'auth.google.conflict',
  email_not_found: 'auth.google.email_not_found',
  email_not_verified: 'auth.google.email_not_verified',
  'invitation-invalid': 'auth.google.invitation-invalid',
  'invitation-needed': 'auth.google.invitation-needed',
  'signup-closed': 'auth.google.signup-closed',
  state_mismatch: 'auth.google.tooLong',
  state_not_found: 'auth.google.tooLong',
  TOO_MANY_REQUESTS: 'auth.google.TOO_MANY_REQUESTS',
  USER_DISABLED: 'auth.google.USER_DISABLED',
};

export function googleRefusal(code: string): string {
  return translator()((Object.hasOwn(messages, code) ? messages[code] : undefined) ?? 'auth.google.other');
}
