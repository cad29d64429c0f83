import { testHost } from '@sayso/core/testing';
import { describe, expect, it } from 'vitest';
import accounts from './index.ts';
import { bearer, me, password, post, signUp } from './testing/people.ts';

describe('logging in and out', () => {
  it.each([
    ['a wrong password', { email: 'ada@example.org', password: 'something else' }],
    ['an unknown user', { email: 'eve@example.org', password }],
    ['an invalid e-mail', { email: 'ada', password }],
  ])('answers %s alike', async (_case, body) => {
    await using host = await testHost(accounts);
    await signUp(host, 'ada@example.org');
    const response = await post(host, '/api/auth/sign-in/email', body);
    expect(await response.json()).toMatchObject({ message: 'Invalid email or password' });
  });

  it('sets an HttpOnly cookie that ends with the session', async () => {
    await using host = await testHost(accounts);
    await signUp(host, 'ada@example.org');
    const response = await post(host, '/api/auth/sign-in/email', { email: 'ada@example.org', password });
    const [line = ''] = response.headers.getSetCookie();
    expect(line).toMatch(/HttpOnly/i);
    expect(line).toMatch(/SameSite=Lax/i);
    const cookie = line.split(';')[0] ?? '';
    expect(await me(host, { cookie, 'sec-fetch-site': 'same-origin' })).toMatchObject({ email: 'ada@example.org' });
    const out = await post(host, '/api/auth/sign-out', {}, { ...bearer(((await response.clone().json()) as { token: string }).token) });
    expect(out.status).toBe(200);
    expect(await me(host, { cookie, 'sec-fetch-site': 'same-origin' })).toBeNull();
  });

  it('backs off guesses', async () => {
    await using host = await testHost(accounts);
    await signUp(host, 'ada@example.org');
    let last = { status: 0, message: '' };
    for (let attempt = 0; attempt <= 20; attempt++) {
      const response = await post(host, '/api/auth/sign-in/email', { email: 'ada@example.org', password: 'guess' });
      last = { status: response.status, message: ((await response.json()) as { message: string }).message };
    }
    expect(last).toEqual({ status: 429, message: 'Too many login attempts, try again later' });
  });
});

describe('log-ins with other origins', () => {
  it.each([
    ['a program, as Node sends', 200, { 'sec-fetch-mode': 'cors' }],
    ['the builder itself', 200, { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' }],
    ['another site', 403, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }],
    ['an app', 403, { origin: 'http://habits.localhost:4001', 'sec-fetch-site': 'same-site' }],
  ])('%s: %i', async (_case, status, headers: Record<string, string>) => {
    await using host = await testHost(accounts);
    const { cookie } = await signUp(host, 'ada@example.org');
    const body = { email: 'ada@example.org', password };
    expect((await post(host, '/api/auth/sign-in/email', body, headers)).status).toBe(status);
    expect((await post(host, '/api/auth/sign-out', {}, { ...headers, cookie })).status).toBe(status);
  });
});
