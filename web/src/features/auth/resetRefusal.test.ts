import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../../i18n/language.ts';
import { AuthError } from '../../lib/auth.ts';
import { resetRefusal } from './resetRefusal.ts';

beforeAll(() => loadLanguage('en'));

it.each([
  ['INVALID_TOKEN', 'Link invalid, try to reset your password again.', true],
  ['TOKEN_EXPIRED', 'Link invalid, try to reset your password again.', true],
  ['PASSWORD_TOO_SHORT', 'Password is too weak, please try again.', false],
  ['USER_NOT_FOUND', 'User not found or disabled.', false],
  ['500', 'Error resetting password!', false],
])('%s: %s', (code, message, leavesForLogin) => {
  expect(resetRefusal(new AuthError('whatever the service says', code))).toEqual({ message, leavesForLogin });
});

it('has a generic message for other errors', () => {
  expect(resetRefusal(new TypeError('x')).message).toBe('Error resetting password!');
});
