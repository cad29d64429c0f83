import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { endSession, restoreSession } from './session.ts';

const KEY = 'sayso.token.a1';
const later = new Date(Date.now() + 3_000_000).toISOString();
const soon = new Date(Date.now() + 1000).toISOString();
let items: Map<string, string>;
let calls: string[];
let answer: () => Response;

beforeEach(() => {
  items = new Map();
  calls = [];
  Object.assign(connection, { appId: 'a1', apiUrl: '', token: null, renew: null });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('location', { hash: '', pathname: '/stats', search: '?x=1' });
  vi.stubGlobal('history', { state: null, replaceState: vi.fn() });
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    calls.push(`${url} ${headers['authorization'] ?? '-'} ${body}`);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a log-in code becomes a kept token and leaves the address', async () => {
  vi.stubGlobal('location', { hash: '#code=c1', pathname: '/stats', search: '?x=1' });
  answer = () => Response.json({ token: 't1', expiresAt: later });
  await restoreSession();
  expect(calls).toEqual(['/live_api/apps/a1/auth/exchange - {"code":"c1"}']);
  expect(connection.token).toBe('t1');
  expect(JSON.parse(items.get(KEY)!)).toEqual({ token: 't1', expiresAt: later });
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/stats?x=1');
});

test('a code that is refused leaves a visitor', async () => {
  vi.stubGlobal('location', { hash: '#code=old', pathname: '/', search: '' });
  answer = () => new Response(null, { status: 400 });
  await restoreSession();
  expect([connection.token, items.size]).toEqual([null, 0]);
});

test.each([
  ['a token with time left is used as it is', later, () => Response.error(), 't0', 0],
  ['one that ends soon is renewed', soon, () => Response.json({ token: 't1', expiresAt: later }), 't1', 1],
  ['one whose session has ended is forgotten', soon, () => new Response(null, { status: 401 }), null, 1],
  ['one that cannot be renewed right now is kept', soon, () => new Response(null, { status: 503 }), 't0', 1],
])('%s', async (_name, expiresAt, given, token, count) => {
  items.set(KEY, JSON.stringify({ token: 't0', expiresAt }));
  answer = given;
  await restoreSession();
  expect(connection.token).toBe(token);
  expect(items.has(KEY)).toBe(token !== null);
  expect(calls).toHaveLength(count);
});

test('a spoilt note about a token is no token', async () => {
  items.set(KEY, '{');
  await restoreSession();
  expect([connection.token, calls.length]).toEqual([null, 0]);
});

test.each([
  ['a server that hears of it', () => Response.json({})],
  ['a server that is away', () => Response.error()],
])('a log-out forgets the token at once, before the answer of %s', async (_name, given) => {
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
