import type { Collection } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AttemptDocument } from '../collections.ts';
import accounts from '../index.ts';
import { BoundedQueue } from '../passwords/hashing.ts';
import { Attempts, login } from './attempts.ts';

type Host = Awaited<ReturnType<typeof testHost>>;
const password = 'a long enough secret';
const TOO_MANY = { message: 'Too many login attempts, try again later' };
const open = () => testHost(accounts, { runJobs: true, config: { TRUST_PROXY: 'loopback' } });

const send = (host: Host, path: string, body: object, address: string) =>
  host.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
const signUp = (host: Host, email: string, address: string) => send(host, '/api/auth/sign-up/email', { email, password }, address);
const logIn = (host: Host, email: string, secret: string, address: string) =>
  send(host, '/api/auth/sign-in/email', { email, password: secret }, address);
/** Guesses at an account until the back-off begins. */
async function guessAll(host: Host, email: string): Promise<void> {
  const attempts = attemptsOf(host);
  while (await attempts.begin(login(email)));
}
const attemptsOf = (host: Host) => new Attempts(host.context.collections.attempts as unknown as Collection<AttemptDocument>);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('doubles the back-off with each attempt, up to five minutes', async () => {
  await using host = await open();
  const attempts = attemptsOf(host);
  // Concurrent attempts all count before any of them is checked.
  const begun = await Promise.all(Array.from({ length: 200 }, () => attempts.begin('one')));
  expect(begun.filter(Boolean)).toHaveLength(21);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    let seconds = 0;
    while (!(await attempts.begin('one'))) {
      vi.advanceTimersByTime(1000);
      seconds += 1;
    }
    waits.push(seconds);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  expect(await attempts.begin('two')).toBe(true);
  vi.advanceTimersByTime(25 * 3600_000);
  for (let attempt = 0; attempt < 21; attempt += 1) expect(await attempts.begin('one')).toBe(true);
  expect(await attempts.begin('one')).toBe(false);
});

it.each([
  ['ada@example.org', 200],
  ['nobody@example.org', 401],
])('blocks the right password of %s during the back-off only, and alike for unknown accounts', async (email, answer) => {
  await using host = await open();
  await signUp(host, 'ada@example.org', '198.51.100.1');
  await host.context.collections.session?.deleteMany({});
  await guessAll(host, email);
  for (let guess = 0; guess < 3; guess += 1) {
    const refused = await logIn(host, email, password, `203.0.113.${guess}`);
    expect([refused.status, await refused.json()]).toMatchObject([429, TOO_MANY]);
  }
  vi.advanceTimersByTime(1000);
  expect((await logIn(host, email, password, '198.51.100.9')).status).toBe(answer);
});

it('exempts addresses with an active session from the back-off, and all addresses after a password reset', async () => {
  await using host = await open();
  await signUp(host, 'ada@example.org', '2001:db8:1::1');
  await guessAll(host, 'ada@example.org');
  expect((await logIn(host, 'ada@example.org', password, '198.51.100.9')).status).toBe(429);
  expect((await logIn(host, 'ada@example.org', password, '2001:db8:1:2::3')).status).toBe(200);

  await guessAll(host, 'ada@example.org');
  await send(host, '/api/auth/request-password-reset', { email: 'ada@example.org' }, '198.51.100.9');
  const mails = async () => {
    const { data } = await host.graphql('{ outbox { subject text } }', {}, { kind: 'account', id: 'x', admin: true });
    return (data as { outbox: { subject: string; text: string }[] }).outbox.filter(({ subject }) => subject === 'Reset your password');
  };
  await expect.poll(async () => (await mails()).length).toBe(1);
  const token = new URLSearchParams(/#(\S+)/.exec((await mails())[0]?.text ?? '')?.[1]).get('token');
  const newPassword = 'another long secret';
  expect((await send(host, '/api/auth/reset-password', { token, newPassword }, '198.51.100.9')).status).toBe(200);
  expect((await logIn(host, 'ada@example.org', newPassword, '198.51.100.9')).status).toBe(200);
});

it('runs two at a time, queues four, and rejects the rest', async () => {
  const queue = new BoundedQueue(2, 4);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    order.push(index);
    if (index === 1) throw new Error('a wrong hash');
  };
  const done = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => queue.run(work(index))));
  expect(done.map((one) => (one.status === 'rejected' ? one.reason.message : 'done'))).toEqual([
    'done',
    'a wrong hash',
    ...Array.from({ length: 4 }, () => 'done'),
    ...Array.from({ length: 4 }, () => TOO_MANY.message),
  ]);
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5]]);
  expect(await queue.run(async () => 'free again')).toBe('free again');
});

it('stores no URLs with its call counters, and expires them after a minute', async () => {
  await using host = await testHost(accounts);
  for (const name of ['a', 'b', 'c']) expect((await host.fetch(`/api/auth/${name.repeat(10_000)}`)).status).toBe(404);
  const counters = await host.context.collections.limits.find({});
  expect(counters).toHaveLength(3);
  expect(JSON.stringify(counters).length).toBeLessThan(1000);
  for (const { expiresAt } of counters) expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
});
