import { AuthError } from '../../lib/auth.ts';

export const linkInvalid = 'Link invalid, try to reset your password again.';
export const resetDone = 'Password reset successfully';

export interface ResetRefusal {
  readonly message: string;
  /** The link cannot be used any more: the screen redirects to the log-in. */
  readonly leavesForLogin: boolean;
}

/** Message for a failed reset, by the error code of the identity service. */
export function resetRefusal(error: unknown): ResetRefusal {
  const code = error instanceof AuthError ? error.code : '';
  if (/TOKEN|EXPIRED/.test(code)) return { message: linkInvalid, leavesForLogin: true };
  if (/PASSWORD/.test(code)) return { message: 'Password is too weak, please try again.', leavesForLogin: false };
  if (/USER|DISABLED|BANNED/.test(code)) return { message: 'User not found or disabled.', leavesForLogin: false };
  return { message: 'Error resetting password!', leavesForLogin: false };
}
