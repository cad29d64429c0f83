import type { Collection } from '@sayso/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionDocument } from './collections.ts';
import { AppSessions } from './sessions/app-sessions.ts';
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
