import { AuthError } from '../../lib/auth.ts';

export const linkInvalid = 'Link invalid, try to reset your password again.';
export const resetDone = 'Password reset successfully';

export interface ResetRefusal {
  readonly message: string;
  /** Another link is needed: the log-in is the way on. */
  readonly leavesForLogin: boolean;
}

/** What a failed reset means to the visitor, by the code of the identity service. */
export function resetRefusal(error: unknown): ResetRefusal {
  const code = error instanceof AuthError ? error.code : '';
  if (/TOKEN|EXPIRED/.test(code)) return { message: linkInvalid, leavesForLogin: true };
  if (/PASSWORD/.test(code)) return { message: 'Password is too weak, please try again.', leavesForLogin: false };
  if (/USER|DISABLED|BANNED/.test(code)) return { message: 'User not found or disabled.', leavesForLogin: false };
  return { message: 'Error resetting password!', leavesForLogin: false };
}
