import type { Collection } from '@sayso/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionDocument } from './collections.ts';
import { AppSessions } from './sessions/app-sessions.ts';
import { Callers } from './sessions/callers.ts';
import { Sessions } from './sessions/sessions.ts';

const HOUR = 3600_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('cached sessions expire although the clock is set back', async () => {
  const session = { id: 's', accountId: 'ada', expiresAt: new Date(Date.now() + 24 * HOUR) };
  const load = vi.fn(async () => ({ session, account: null }));
  const sessions = new Sessions(load);
  const headers = new Headers({ cookie: 'x' });
  for (let call = 0; call < 2; call++) await sessions.find(headers);
  expect(load).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() - HOUR);
  vi.advanceTimersByTime(6000);
  await sessions.find(headers);
  expect(load).toHaveBeenCalledTimes(2);
});

test('cached sessions of app tokens expire although the clock is set back', async () => {
  const findOne = vi.fn(async () => ({ userId: 'ada', expiresAt: new Date(Date.now() + 24 * HOUR).toISOString() }));
  const sessions = new AppSessions({ findOne } as unknown as Collection<SessionDocument>);
  const claims = { appId: 'one', accountId: 'ada', sessionId: 's', admin: false, issuedAtMs: Date.now(), expiresAtMs: Date.now() + HOUR };
  for (let call = 0; call < 2; call++) expect(await sessions.covers(claims)).toBe(true);
  expect(findOne).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() - HOUR);
  vi.advanceTimersByTime(61_000);
  expect(await sessions.covers(claims)).toBe(true);
  expect(findOne).toHaveBeenCalledTimes(2);
});

test('a log-out from an app invalidates the tokens of its session, also those that are being verified', async () => {
  const verify = vi.fn(async (token: string) => {
    const [appId = '', sessionId = ''] = token.split('-');
    const now = Date.now();
    return { appId, accountId: 'ada', sessionId, admin: false, issuedAtMs: now, expiresAtMs: now + HOUR };
  });
  const coveredUntil = async () => performance.now() + 60_000;
  const callers = new Callers({
    tokens: { verify },
    appSessions: { coveredUntil },
    sessions: { find: async () => null },
    rights: async () => null,
  });
  const find = (token: string) => callers.find(`Bearer ${token}`);
  expect(await find('one-s1')).toMatchObject({ kind: 'app', appId: 'one' });
  await find('one-s2');
  expect([find('one-s1'), find('one-s2')].map((found) => found instanceof Promise)).toEqual([false, false]);
  callers.invalidateApp('s1');
  expect(find('one-s2')).not.toBeInstanceOf(Promise);
  const pending = find('one-s1');
  callers.invalidateApp('s1');
  await pending;
  expect(find('one-s1')).toBeInstanceOf(Promise);
  expect(callers.find('Basic one-s1')).toBeNull();
});
