import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Attempts } from './attempts.ts';
import { PasswordHashing } from './hashing.ts';
import accounts from './index.ts';

type Host = Awaited<ReturnType<typeof testHost>>;
const password = 'a long enough secret';
const TOO_MANY = { message: 'Too many login attempts, try again later' };
const open = () => testHost(accounts, { config: { TRUST_PROXY: 'loopback' } });

const send = (host: Host, path: string, body: object, address: string) =>
  host.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
const signUp = (host: Host, email: string, address: string) => send(host, '/api/auth/sign-up/email', { email, password }, address);
const logIn = (host: Host, email: string, secret: string, address: string) =>
  send(host, '/api/auth/sign-in/email', { email, password: secret }, address);
/** Each guess from another address, as a botnet makes them. */
async function guess(host: Host, email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) statuses.push((await logIn(host, email, `guess ${call}`, `203.0.113.${call}`)).status);
  return statuses;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(['ada@example.org', 'nobody@example.org'])('backs off from guesses at %s from everywhere, by the same rule', async (email) => {
  await using host = await open();
  await signUp(host, 'ada@example.org', '198.51.100.1');
  await host.context.collections.session?.deleteMany({});
  expect(await guess(host, email, 24)).toEqual([...Array.from({ length: 21 }, () => 401), 429, 429, 429]);
  // Refused guesses make the wait no longer: a second, then two.
  vi.advanceTimersByTime(1000);
  expect(await guess(host, email, 2)).toEqual([401, 429]);
  vi.advanceTimersByTime(1000);
  expect(await guess(host, email, 1)).toEqual([429]);
  vi.advanceTimersByTime(1000);
  const right = await logIn(host, email, password, '198.51.100.9');
  expect(right.status).toBe(email === 'ada@example.org' ? 200 : 401);
});

it('lets the owner in from where they are logged in, and after a reset from anywhere', async () => {
  await using host = await open();
  await signUp(host, 'ada@example.org', '2001:db8:1::1');
  expect((await guess(host, 'ada@example.org', 22)).at(-1)).toBe(429);
  const elsewhere = await logIn(host, 'ada@example.org', password, '198.51.100.9');
  expect([elsewhere.status, await elsewhere.json()]).toMatchObject([429, TOO_MANY]);
  expect((await logIn(host, 'ada@example.org', password, '2001:db8:1:2::3')).status).toBe(200);

  expect((await guess(host, 'ada@example.org', 22)).at(-1)).toBe(429);
  await send(host, '/api/auth/request-password-reset', { email: 'ada@example.org' }, '198.51.100.9');
  const [mail] = (await host.context.collections.outbox?.find({ subject: 'Reset your password' })) ?? [];
  const token = new URLSearchParams(/#(\S+)/.exec(String(mail?.['text' as never]))?.[1]).get('token');
  const newPassword = 'another long secret';
  expect((await send(host, '/api/auth/reset-password', { token, newPassword }, '198.51.100.9')).status).toBe(200);
  expect((await logIn(host, 'ada@example.org', newPassword, '198.51.100.9')).status).toBe(200);
});

it('counts attempts at once before any of them is judged', async () => {
  await using host = await open();
  const attempts = new Attempts(host.context.collections.attempts as never);
  const begun = await Promise.all(Array.from({ length: 200 }, () => attempts.begin('one')));
  expect(begun.filter(Boolean)).toHaveLength(21);
});

it('refuses passwords beyond a queue of them, and goes on after it', async () => {
  const hashing = new PasswordHashing();
  const hashed = await Promise.allSettled(Array.from({ length: 80 }, () => hashing.verify({ hash: 'a:b', password })));
  const refused = hashed.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(14);
  expect(refused.length).toBeLessThan(20);
  expect(await hashing.verify({ hash: await hashing.hash(password), password })).toBe(true);
});
