/**
 * Every permitted call below `/api/auth`, and the response to a caller without a session: an error where one is required; for public calls,
 * the response to a guess. A new better-auth version with another call needs a row here.
 */
export const identityCalls: Readonly<Record<string, readonly [answer: number, body?: object]>> = {
  'GET /account-info': [400],
  'GET /callback/:id': [302],
  'POST /callback/:id': [302],
  'POST /change-password': [401, { currentPassword: 'a', newPassword: 'another long secret' }],
  'GET /error': [302],
  'POST /get-access-token': [400, { providerId: 'credential' }],
  'GET /get-session': [200],
  'POST /get-session': [405],
  'POST /link-social': [401, { provider: 'google' }],
  'GET /list-accounts': [401],
  'GET /ok': [200],
  'POST /refresh-token': [400, { providerId: 'credential' }],
  'POST /request-password-reset': [200, { email: 'nobody@example.org' }],
  'POST /reset-password': [400, { newPassword: 'another long secret', token: 'guess' }],
  'POST /revoke-sessions': [401, {}],
  'POST /send-verification-email': [200, { email: 'nobody@example.org' }],
  'POST /sign-in/email': [401, { email: 'nobody@example.org', password: 'guess' }],
  'POST /sign-in/social': [404, { provider: 'google' }],
  'POST /sign-out': [200, {}],
  'POST /sign-up/email': [400, { email: 'nobody@example.org', password: 'short' }],
  'POST /unlink-account': [400, { providerId: 'credential' }],
  'POST /update-session': [401, {}],
  'POST /update-user': [401, { name: 'Eve' }],
};

/** Calls of better-auth that are disabled for all callers and answer as if they did not exist. */
export const refusedCalls: typeof identityCalls = {
  'POST /change-email': [404, { newEmail: 'new@example.org' }],
  'POST /delete-user': [404, {}],
  'GET /delete-user/callback': [404],
  'GET /list-sessions': [404],
  'GET /reset-password/:token': [404],
  'POST /revoke-other-sessions': [404, {}],
  'POST /revoke-session': [404, { token: 'guess' }],
  'GET /verify-email': [404],
  'POST /verify-password': [404, { password: 'guess' }],
};
