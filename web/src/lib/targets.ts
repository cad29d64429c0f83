/**
 * Screens to which a log-in, a link in a mail or a social sign-in may redirect, in the router's syntax. The server has the same list
 * (`plugins/accounts/identity/targets.ts`); a test compares both with the router.
 */
export const targets: readonly string[] = [
  'home',
  'accounts',
  'settings',
  'settings/model',
  'settings/packages',
  'outbox',
  'ratings',
  'build/app/:appId/:pageName?',
  'preview/app/:appId/*',
  'apps/:appId/login',
];
