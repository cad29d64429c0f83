import { appPath, connection } from './connection.ts';
import { fetchBeyondPage } from './keepalive.ts';

interface AppToken {
  readonly token: string;
  readonly expiresAt: string;
}
/** Remaining lifetime below which the token is renewed. */
const RENEW_BEFORE_MS = 5 * 60_000;
/** How long a token is valid. */
const LIFETIME_MS = 3_000_000;
const MIN_RENEWAL_MS = 60_000;
/** After a renewal that could not reach the server. */
const RETRY_MS = 60_000;

// One app, one origin: no other app can read this storage.
const key = () => `sayso.token.${connection.appId}`;

const clientKey = () => `sayso.clientToken.${connection.appId}`;
const CLIENT_KEYS = ['base44_access_token', 'token'];

const loginKey = () => `sayso.login.${connection.appId}`;

/**
 * The log-in that begins in this tab (RFC 7636, S256): the verifier stays here, and only with it the code becomes a token. `hash`: the fragment of
 * the page to return to, whose place the code takes meanwhile.
 */
export async function beginLogin(hash = ''): Promise<{ readonly state: string; readonly codeChallenge: string }> {
  const [state, codeVerifier] = [randomText(16), randomText(32)];
  sessionStorage.setItem(loginKey(), JSON.stringify({ state, codeVerifier, hash } satisfies PendingLogin));
  // Loaded at log-in, not with every page.
  const { sha256 } = await import('@noble/hashes/sha2.js');
  // Not `crypto.subtle`, which browsers omit on plain HTTP, as in many private networks.
  return { state, codeChallenge: base64url(sha256(new TextEncoder().encode(codeVerifier))) };
}

interface PendingLogin {
  readonly state: string;
  readonly codeVerifier: string;
  readonly hash?: string;
}

/** Takes the pending log-in of this tab; null the second time. */
function takePendingLogin(): PendingLogin | null {
  const kept = sessionStorage.getItem(loginKey());
  sessionStorage.removeItem(loginKey());
  try {
    return JSON.parse(kept ?? 'null') as PendingLogin | null;
  } catch {
    return null;
  }
}

const randomText = (bytes: number): string => base64url(crypto.getRandomValues(new Uint8Array(bytes)));

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** On an app's own origin: redeems the code of a completed log-in from the URL, or reads the stored token. */
export async function restoreSession(): Promise<void> {
  connection.renew = renewToken;
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get('code');
  if (code !== null) {
    const pending = takePendingLogin();
    const isOurs = pending !== null && given.get('state') === pending.state;
    history.replaceState(history.state, '', location.pathname + location.search + (isOurs ? (pending.hash ?? '') : ''));
    // Log-in CSRF: a code of a log-in that did not begin in this tab may belong to an attacker's account, which would receive the user's data.
    if (isOurs) {
      const answer = await post('auth/exchange', { code, codeVerifier: pending.codeVerifier });
      if (answer !== null && answer !== 'unreachable') keep(answer);
      return;
    }
  }
  const kept = read();
  if (kept === null) return;
  connection.token = kept.token;
  renewInTime(kept);
  if (Date.parse(kept.expiresAt) - Date.now() < RENEW_BEFORE_MS) await renewToken();
}

/** The expiry of a token that an app has from a log-in of its own: `exp` of a JWT, which the server checks. */
function expiryOf(token: string): string {
  try {
    const { exp } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return new Date(Number(exp) * 1000).toISOString();
  } catch {
    // Renewed at the next load.
    return new Date().toISOString();
  }
}

/** Begins the session that a log-in form of the app has the token of. False in a preview, which is always its builder's. */
export function adoptToken(token: string): boolean {
  if (connection.renew !== renewToken) return false;
  keep({ token, expiresAt: expiryOf(token) });
  return true;
}

let renewing: Promise<boolean> | null = null;

/** Concurrent calls that got a 401 share one refresh. */
function renewToken(): Promise<boolean> {
  renewing ??= askForToken().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** A rejected token is deleted, because its session has ended; after a network failure it is kept for the next try. */
async function askForToken(): Promise<boolean> {
  const { token } = connection;
  if (token === null) return false;
  const answer = await post('auth/refresh', {});
  // The user logged out meanwhile: ignore the response.
  if (connection.token !== token) return true;
  if (answer === 'unreachable') {
    clearTimeout(renewal);
    renewal = setTimeout(() => void renewToken(), RETRY_MS);
    return false;
  }
  if (answer === null) {
    connection.token = null;
    forgetToken();
    // Repeated without a token, the call may still succeed.
    return true;
  }
  keep(answer);
  return true;
}

/** Deletes the token at once and revokes it on the server. If the revocation fails, the token expires by itself. */
export async function endSession(): Promise<void> {
  const revoked = connection.token === null ? null : post('auth/logout', {});
  connection.token = null;
  forgetToken();
  await revoked;
}

function forgetToken(): void {
  clearTimeout(renewal);
  try {
    localStorage.removeItem(key());
    // What the log-in page for clients of another product has kept of the same session.
    const given = localStorage.getItem(clientKey());
    localStorage.removeItem(clientKey());
    for (const name of CLIENT_KEYS) if (given !== null && localStorage.getItem(name) === given) localStorage.removeItem(name);
  } catch {
    // The storage is unavailable, so nothing was stored.
  }
}

/** Renews the token in time, so that a page that stays open, and its streams, never have an expired one. */
let renewal: ReturnType<typeof setTimeout> | undefined;
function renewInTime({ expiresAt }: AppToken): void {
  clearTimeout(renewal);
  const leftMs = Date.parse(expiresAt) - Date.now() - RENEW_BEFORE_MS;
  // The clock of the machine may be wrong, and the stored text anything.
  const waitMs = leftMs > MIN_RENEWAL_MS ? Math.min(leftMs, LIFETIME_MS) : MIN_RENEWAL_MS;
  renewal = setTimeout(() => void renewToken(), waitMs);
}

function keep(token: AppToken): void {
  connection.token = token.token;
  renewInTime(token);
  try {
    localStorage.setItem(key(), JSON.stringify(token));
  } catch {
    // The storage is unavailable: the session lasts as long as the page.
  }
}

function read(): AppToken | null {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? 'null') as AppToken | null;
  } catch {
    return null;
  }
}

/** Null when the server refused it. */
async function post(rest: string, body: object): Promise<AppToken | null | 'unreachable'> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (connection.token !== null) headers['authorization'] = `Bearer ${connection.token}`;
  try {
    const url = `${connection.apiUrl}${appPath(rest)}`;
    const response = await fetchBeyondPage(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.ok) return (await response.json()) as AppToken;
    return response.status >= 500 ? 'unreachable' : null;
  } catch {
    return 'unreachable';
  }
}
