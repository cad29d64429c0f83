import { testHost } from '@sayso/core/testing';
import { describe, expect, it } from 'vitest';
import accounts from '../index.ts';
import { askReset, bearer, type Host, linkIn, me, password, post, signUp, tokenIn } from '../testing/people.ts';

describe('changing the password', () => {
  const change = (host: Host, token: string, newPassword: string, more: object = {}) =>
    post(host, '/api/auth/change-password', { currentPassword: password, newPassword, ...more }, bearer(token));

  it('ends all other sessions, whatever the client requests', async () => {
    await using host = await testHost(accounts);
    const first = await signUp(host, 'ada@example.org');
    const second = await post(host, '/api/auth/sign-in/email', { email: 'ada@example.org', password });
    const { token } = (await second.json()) as { token: string };
    const answer = await change(host, token, 'another long secret', { revokeOtherSessions: false });
    const { token: next } = (await answer.json()) as { token: string };
    expect(answer.status).toBe(200);
    for (const old of [first.token, token]) expect(await me(host, bearer(old))).toBeNull();
    expect(await me(host, bearer(next))).toMatchObject({ email: 'ada@example.org' });
  });

  it.each(['short', 'Password123', 'aaaaaaaaaaaa', 'ada@example.org'])('rejects "%s", as the sign-up does', async (weak) => {
    await using host = await testHost(accounts, { runJobs: true });
    const { token } = await signUp(host, 'ada@example.org');
    expect(await (await change(host, token, weak)).json()).toMatchObject({ message: 'This password is too weak' });
    expect(await me(host, bearer(token))).not.toBeNull();
    await askReset(host);
    const link = tokenIn(await linkIn(host, 'Reset your password'));
    const reset = await post(host, '/api/auth/reset-password', { newPassword: weak, token: link });
    expect(await reset.json()).toMatchObject({ message: 'Password is too weak, please try again.' });
  });

  it('backs off guesses of the password within a session', async () => {
    await using host = await testHost(accounts);
    const { token } = await signUp(host, 'ada@example.org');
    const body = { newEmail: 'eve@example.org', password: 'a guess of mine' };
    const statuses: number[] = [];
    for (let guess = 0; guess < 23; guess += 1) {
      statuses.push((await post(host, '/api/live_api/account/completeEmailChange', body, bearer(token))).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 21 }, () => 403), 429, 429]);
    expect((await change(host, token, 'another long secret')).status).toBe(429);
  });
});

describe('resetting the password', () => {
  it('mails a link that is valid once and ends all sessions', async () => {
    await using host = await testHost(accounts, { runJobs: true });
    const { token } = await signUp(host, 'ada@example.org');
    const asked = await post(host, '/api/live_api/account/sendResetPasswordEmail', {
      email: 'ada@example.org',
      continueUrl: '/auth/handler',
    });
    expect(asked.status).toBe(200);
    const link = await linkIn(host, 'Reset your password');
    const reset = (newPassword: string) => post(host, '/api/auth/reset-password', { newPassword, token: tokenIn(link) });
    expect(await (await reset('weak')).json()).toMatchObject({ message: 'Password is too weak, please try again.' });
    expect((await reset('another long secret')).status).toBe(200);
    expect(await (await reset('yet another secret')).json()).toMatchObject({ message: 'Link invalid, try to reset your password again.' });
    expect(await me(host, bearer(token))).toBeNull();
    expect((await post(host, '/api/auth/sign-in/email', { email: 'ada@example.org', password: 'another long secret' })).status).toBe(200);
  });

  it('does not reveal whether an address is known', async () => {
    await using host = await testHost(accounts);
    const asked = await post(host, '/api/live_api/account/sendResetPasswordEmail', { email: 'nobody@example.org' });
    expect(asked.status).toBe(200);
  });
});
