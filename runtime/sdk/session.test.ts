import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { createEntity } from './entity.ts';
import { beginLogin, endSession, restoreSession } from './session.ts';

const KEY = 'sayso.token.a1';
const later = new Date(Date.now() + 3_000_000).toISOString();
const soon = new Date(Date.now() + 1000).toISOString();
let items: Map<string, string>;
let ofTab: Map<string, string>;
let calls: string[];
let answer: () => Response;

beforeEach(() => {
  items = new Map();
  ofTab = new Map();
  calls = [];
  Object.assign(connection, { appId: 'a1', apiUrl: '', token: null, renew: null });
  vi.stubGlobal('localStorage', storage(items));
  vi.stubGlobal('sessionStorage', storage(ofTab));
  vi.stubGlobal('location', { hash: '', pathname: '/stats', search: '?x=1' });
  vi.stubGlobal('history', { state: null, replaceState: vi.fn() });
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    calls.push(`${url} ${headers['authorization'] ?? '-'} ${body}`);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const storage = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

test('exchanges a log-in code for a stored token and removes it from the URL', async () => {
  const { state, codeChallenge } = await beginLogin();
  const { codeVerifier } = JSON.parse(ofTab.get('sayso.login.a1')!) as { codeVerifier: string };
  expect(codeVerifier).toMatch(/^[\w-]{43}$/);
  expect(createHash('sha256').update(codeVerifier).digest('base64url')).toBe(codeChallenge);
  vi.stubGlobal('location', { hash: `#code=c1&state=${state}`, pathname: '/stats', search: '?x=1' });
  answer = () => Response.json({ token: 't1', expiresAt: later });
  await restoreSession();
  expect(calls).toEqual([`/live_api/apps/a1/auth/exchange - ${JSON.stringify({ code: 'c1', codeVerifier })}`]);
  expect(connection.token).toBe('t1');
  expect(JSON.parse(items.get(KEY)!)).toEqual({ token: 't1', expiresAt: later });
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/stats?x=1');
});

// Login CSRF: such a link would have the victim write into the attacker's account.
test.each([
  ['belongs to no log-in of this page', async () => ''],
  ['has an unknown state', async () => '&state=guess'],
  [
    'belongs to an earlier log-in',
    async () => {
      const { state } = await beginLogin();
      await beginLogin();
      return `&state=${state}`;
    },
  ],
])('ignores a code that %s and keeps the current session', async (_what, state) => {
  items.set(KEY, JSON.stringify({ token: 't0', expiresAt: later }));
  answer = () => Response.json({ token: 't1', expiresAt: later });
  vi.stubGlobal('location', { hash: `#code=theirs${await state()}`, pathname: '/', search: '' });
  await restoreSession();
  expect([connection.token, calls]).toEqual(['t0', []]);
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/');
});

test.each(['#/inner?tab=2', '#top', ''])('keeps the fragment %s of the page on which the log-in began', async (hash) => {
  const { state } = await beginLogin(hash);
  vi.stubGlobal('location', { hash: `#code=c1&state=${state}`, pathname: '/stats', search: '?x=1' });
  answer = () => Response.json({ token: 't1', expiresAt: later });
  await restoreSession();
  expect(history.replaceState).toHaveBeenCalledWith(null, '', `/stats?x=1${hash}`);
});

test('renews the token by a timer, again and again, until a log-out', async () => {
  vi.useFakeTimers({ now: Date.now() });
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  items.set(KEY, JSON.stringify({ token: 't0', expiresAt: inMs(3_000_000) }));
  let count = 0;
  answer = () => Response.json({ token: `t${++count}`, expiresAt: inMs(3_000_000) });
  await restoreSession();
  await vi.advanceTimersByTimeAsync(2_699_000);
  expect(connection.token).toBe('t0');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.token).toBe('t1');
  await vi.advanceTimersByTimeAsync(2_700_000);
  expect(connection.token).toBe('t2');
  answer = () => new Response(null, { status: 503 });
  await vi.advanceTimersByTimeAsync(2_700_000);
  answer = () => Response.json({ token: `t${++count}`, expiresAt: inMs(3_000_000) });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(connection.token).toBe('t3');
  answer = () => Response.json({});
  await endSession();
  calls.length = 0;
  await vi.advanceTimersByTimeAsync(10_000_000);
  expect(calls).toEqual([]);
  vi.useRealTimers();
});

test('a log-out forgets what the log-in page for other clients has kept of the session', async () => {
  for (const [name, value] of Object.entries({ base44_access_token: 't0', token: 'own', 'sayso.clientToken.a1': 't0', other: 'x' }))
    items.set(name, value);
  items.set(KEY, JSON.stringify({ token: 't0', expiresAt: later }));
  await restoreSession();
  answer = () => Response.json({});
  await endSession();
  expect([...items]).toEqual([
    ['token', 'own'],
    ['other', 'x'],
  ]);
});

test('redeems a log-in code only once', async () => {
  vi.stubGlobal('location', { hash: `#code=c1&state=${(await beginLogin()).state}`, pathname: '/', search: '' });
  answer = () => Response.json({ token: 't1', expiresAt: later });
  await restoreSession();
  await restoreSession();
  expect(calls).toHaveLength(1);
});

test('stays a visitor after a refused code', async () => {
  vi.stubGlobal('location', { hash: `#code=old&state=${(await beginLogin()).state}`, pathname: '/', search: '' });
  answer = () => new Response(null, { status: 400 });
  await restoreSession();
  expect([connection.token, items.size]).toEqual([null, 0]);
});

test.each([
  ['uses a token that does not expire soon', later, () => Response.error(), 't0', 0],
  ['renews a token that expires soon', soon, () => Response.json({ token: 't1', expiresAt: later }), 't1', 1],
  ['discards a token whose session has ended', soon, () => new Response(null, { status: 401 }), null, 1],
  ['keeps a token that cannot be renewed at the moment', soon, () => new Response(null, { status: 503 }), 't0', 1],
])('%s', async (_name, expiresAt, given, token, count) => {
  items.set(KEY, JSON.stringify({ token: 't0', expiresAt }));
  answer = given;
  await restoreSession();
  expect(connection.token).toBe(token);
  expect(items.has(KEY)).toBe(token !== null);
  expect(calls).toHaveLength(count);
});

test('ignores a corrupt stored token', async () => {
  items.set(KEY, '{');
  await restoreSession();
  expect([connection.token, calls.length]).toEqual([null, 0]);
});

test.each([
  ['a reachable server', () => Response.json({})],
  ['an unreachable server', () => Response.error()],
])('a log-out discards the token at once, before the answer of %s', async (_name, given) => {
  items.set(KEY, '{}');
  connection.token = 't0';
  answer = given;
  const ended = endSession();
  expect([connection.token, items.size]).toEqual([null, 0]);
  await ended;
  expect(calls).toEqual(['/live_api/apps/a1/auth/logout Bearer t0 {}']);
  await endSession();
  expect(calls).toHaveLength(1);
});

test.each([
  ['renewed', () => Response.json({ token: 't1', expiresAt: later }), 'Bearer t1'],
  ['ended', () => new Response(null, { status: 401 }), '-'],
])('concurrent refused calls, and a late one, share one session that is %s', async (_name, given, header) => {
  const late = Promise.withResolvers<void>();
  items.set(KEY, JSON.stringify({ token: 't0', expiresAt: later }));
  await restoreSession();
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const bearer = headers['authorization'] ?? '-';
    calls.push(`${url.split('/').at(-1)} ${bearer}`);
    if (url.endsWith('/refresh')) return given();
    if (bearer !== 'Bearer t0') return Response.json([]);
    if (url.endsWith('/Late')) await late.promise;
    return new Response(null, { status: 401 });
  });
  const lists = ['One', 'Two', 'Late'].map((name) => createEntity(name).list());
  expect(await Promise.all(lists.slice(0, 2))).toEqual([[], []]);
  late.resolve();
  expect(await lists[2]).toEqual([]);
  expect(calls.filter((call) => call.startsWith('refresh'))).toEqual(['refresh Bearer t0']);
  expect(calls.slice(-1)).toEqual([`Late ${header}`]);
});

test('discards a token that arrives after a log-out', async () => {
  items.set(KEY, JSON.stringify({ token: 't0', expiresAt: later }));
  await restoreSession();
  const refreshed = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string) => (url.endsWith('/refresh') ? refreshed.promise : Response.json({})));
  const renewed = connection.renew!();
  await endSession();
  refreshed.resolve(Response.json({ token: 't1', expiresAt: later }));
  await renewed;
  expect([connection.token, items.size]).toEqual([null, 0]);
});

test('without storage the session lasts until the page is left', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  await restoreSession();
  connection.token = 't1';
  answer = () => Response.json({ token: 't2', expiresAt: later });
  expect(await connection.renew!()).toBe(true);
  expect(connection.token).toBe('t2');
  await endSession();
  expect(connection.token).toBeNull();
});
