import { translator } from '../../i18n/language.ts';
import { AuthError } from '../../lib/auth.ts';

export interface ResetRefusal {
  readonly message: string;
  /** The link cannot be used any more: the screen redirects to the log-in. */
  readonly leavesForLogin: boolean;
}

/** Message for a failed reset, by the error code of the identity service. */
export function resetRefusal(error: unknown): ResetRefusal {
  const t = translator();
  const code = error instanceof AuthError ? error.code : '';
  if (/TOKEN|EXPIRED/.test(code)) return { message: t('auth.reset.invalid'), leavesForLogin: true };
  if (/PASSWORD/.test(code)) return { message: t('auth.reset.weak'), leavesForLogin: false };
  if (/USER|DISABLED|BANNED/.test(code)) return { message: t('auth.reset.noUser'), leavesForLogin: false };
  return { message: t('auth.reset.failed'), leavesForLogin: false };
}
