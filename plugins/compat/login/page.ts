import { createHash, randomBytes } from 'node:crypto';

export interface LoginTarget {
  readonly appId: string;
  readonly builderUrl: string;
  /** Of the app, where the page is. */
  readonly origin: string;
  /** Path on the origin, for after the log-in. */
  readonly next: string;
}

/**
 * Begins a log-in, and completes it when the log-in page of the product leads back with a code. The token goes where clients look for it, to
 * the storage of this origin, and never into an address, which servers and histories keep.
 */
const SCRIPT = `
const { appId, begin, next, state, codeVerifier } = JSON.parse(document.getElementById('login').textContent);
const key = 'sayso.clientLogin.' + appId;
async function logIn() {
  const given = new URLSearchParams(location.hash.slice(1));
  const pending = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  history.replaceState(null, '', location.pathname + location.search);
  // Log-in CSRF: a code of a log-in that did not begin in this tab may belong to an attacker's account.
  if (given.get('code') === null || pending === null || pending.state !== given.get('state')) {
    sessionStorage.setItem(key, JSON.stringify({ state, codeVerifier }));
    return location.replace(begin);
  }
  sessionStorage.removeItem(key);
  const answer = await fetch('/live_api/apps/' + encodeURIComponent(appId) + '/auth/exchange', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: given.get('code'), codeVerifier: pending.codeVerifier }),
  });
  if (!answer.ok) throw new Error('The code was refused.');
  const session = await answer.json();
  for (const name of ['base44_access_token', 'token']) localStorage.setItem(name, session.token);
  // Apps that were built here look there, also to renew it.
  localStorage.setItem('sayso.token.' + appId, JSON.stringify(session));
  localStorage.setItem('sayso.clientToken.' + appId, session.token);
  location.replace(location.origin + next);
}
logIn().catch(() => { document.getElementById('failed').hidden = false; });
`;

/**
 * Completes the log-out of a client, which has forgotten its own token, on the side of the app: its token is revoked. One that the client
 * still has shows that another site led here.
 */
const LOG_OUT_SCRIPT = `
const { appId, next } = JSON.parse(document.getElementById('logout').textContent);
async function logOut() {
  const [own, given] = ['sayso.token.' + appId, 'sayso.clientToken.' + appId];
  if (localStorage.getItem(given) === null || localStorage.getItem('base44_access_token') !== null) return;
  const { token } = JSON.parse(localStorage.getItem(own) ?? '{}');
  for (const name of [own, given]) localStorage.removeItem(name);
  if (token !== undefined)
    await fetch('/live_api/apps/' + encodeURIComponent(appId) + '/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token },
      body: '{}',
    });
}
logOut().catch(() => {}).then(() => location.replace(location.origin + next));
`;

const digest = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const POLICY = [
  "default-src 'none'",
  `script-src ${digest(SCRIPT)} ${digest(LOG_OUT_SCRIPT)}`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const loginHeaders = {
  'content-security-policy': POLICY,
  // It has the verifier of one log-in.
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The page at `LOGIN_PATH`. The verifier (RFC 7636) is of use to this tab only: another one has other storage. */
export function loginPage({ appId, builderUrl, origin, next }: LoginTarget): string {
  const [state, codeVerifier] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')];
  const back = new URL('/login', origin);
  back.searchParams.set('from_url', origin + next);
  back.hash = `state=${state}`;
  const begin = new URL(`${builderUrl}/apps/${encodeURIComponent(appId)}/login`);
  begin.searchParams.set('nextUrl', back.href);
  begin.searchParams.set('codeChallenge', createHash('sha256').update(codeVerifier).digest('base64url'));
  const settings = inScript({ appId, begin: begin.href, next, state, codeVerifier });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Log in</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; text-align: center;
  font: 16px/1.5 system-ui, sans-serif; color: #27272a; background: #fafafa }
p { margin: 0 0 12px; max-width: 420px } a { color: inherit }
@media (prefers-color-scheme: dark) { body { color: #f4f4f5; background: #18181b } }
</style>
</head>
<body><div id="failed" hidden><p>The log-in was not completed.</p><a href="">Try again</a></div>
<noscript>The log-in needs JavaScript.</noscript>
<script type="application/json" id="login">${settings}</script>
<script>${SCRIPT}</script></body>
</html>
`;
}

/** The page at the address to which clients log out, on the app's own origin. */
export function logoutPage({ appId, next }: Pick<LoginTarget, 'appId' | 'next'>): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Log out</title></head>
<body><noscript>The log-out needs JavaScript.</noscript>
<script type="application/json" id="logout">${inScript({ appId, next })}</script>
<script>${LOG_OUT_SCRIPT}</script></body>
</html>
`;
}

const inScript = (settings: object): string => JSON.stringify(settings).replaceAll('<', '\\u003c');
