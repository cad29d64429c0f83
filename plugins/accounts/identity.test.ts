import { testHost } from '@sayso/core/testing';
import { describe, expect, it, vi } from 'vitest';
import accounts from './index.ts';
import { bearer, linkIn, me, password, post, signUp, tokenIn } from './testing/people.ts';

describe('the profile of an account', () => {
  it('is rejected when a field is too long, at the sign-up and later', async () => {
    await using host = await testHost(accounts);
    const { token } = await signUp(host, 'ada@example.org');
    const refused = [
      await post(host, '/api/auth/sign-up/email', { name: 'n'.repeat(101), email: 'bob@example.org', password }),
      await post(host, '/api/auth/sign-up/email', { name: 'Bob', email: `${'b'.repeat(250)}@example.org`, password }),
      await post(host, '/api/auth/sign-up/email', { name: 'Bob', email: 'bob@example.org', password, image: 'x' }),
      await post(host, '/api/auth/update-user', { name: 'n'.repeat(1_500_000) }, bearer(token)),
      await post(host, '/api/auth/update-user', { image: 'n'.repeat(1_500_000) }, bearer(token)),
      await post(host, '/api/auth/request-password-reset', { email: `${'b'.repeat(250)}@example.org` }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 413, 413, 400]);
    expect((await post(host, '/api/auth/update-user', { name: 'Ada Lovelace' }, bearer(token))).status).toBe(200);
    const session = await host.fetch('/api/auth/get-session', { headers: bearer(token) });
    expect((await session.json()) as object).toMatchObject({ user: { name: 'Ada Lovelace', image: null } });
  });
});

describe('signing up', () => {
  it('returns a bearer token in the header and in the body, both valid for every call', async () => {
    await using host = await testHost(accounts);
    const response = await post(host, '/api/auth/sign-up/email', { email: 'Ada@Example.org', password });
    const { token, user } = (await response.json()) as { token: string; user: { name: string } };
    expect(user.name).toBe('Ada');
    expect(token).toBeTruthy();
    expect(response.headers.get('set-auth-token')).toBe(token);
    const expected = { email: 'ada@example.org', accountType: 'builder' };
    expect(await me(host, bearer(token))).toMatchObject({ ...expected, plan: 'lite', emailVerified: false });
    const current = await host.fetch('/api/live_api/account/current', { headers: bearer(token) });
    expect(await current.json()).toMatchObject(expected);
    expect(host.emitted('accounts.created')).toHaveLength(1);
  });

  it('makes the first account the admin, and no other', async () => {
    await using host = await testHost(accounts, { config: { ADMIN_EMAILS: 'boss@example.org' } });
    const first = await signUp(host, 'first@example.org');
    const second = await signUp(host, 'second@example.org');
    const boss = await signUp(host, 'boss@example.org');
    expect(await me(host, bearer(first.token))).toMatchObject({ isAdmin: true });
    expect(await me(host, bearer(second.token))).toMatchObject({ isAdmin: false });
    // ADMIN_EMAILS applies once the address is verified.
    expect(await me(host, bearer(boss.token))).toMatchObject({ isAdmin: false });
    const link = await linkIn(host, 'Verify your email');
    // The person who signed up may not be the owner of the address.
    const { data } = await host.graphql('{ outbox { to text } }', {}, { kind: 'account', id: 'x', admin: true });
    const sent = (data as { outbox: { to: string; text: string }[] }).outbox.find(({ to }) => to === 'boss@example.org');
    expect(sent?.text).toContain('If you did not sign up, do not open it');
    expect((await post(host, '/api/live_api/account/confirmEmail', { token: tokenIn(link) })).status).toBe(200);
    expect(await me(host, bearer(boss.token))).toMatchObject({ isAdmin: true, emailVerified: true });
  });

  it('makes the first account the admin even if its sign-up fails midway', async () => {
    await using host = await testHost(accounts);
    const { installation } = host.context.collections;
    const insertOne = vi.spyOn(installation, 'insertOne').mockRejectedValueOnce(new Error('the store is away'));
    await post(host, '/api/auth/sign-up/email', { email: 'first@example.org', password });
    expect(insertOne).toHaveBeenCalledOnce();
    const second = await signUp(host, 'second@example.org');
    const first = (await (await post(host, '/api/auth/sign-in/email', { email: 'first@example.org', password })).json()) as {
      token: string;
    };
    expect(await me(host, bearer(second.token))).toMatchObject({ isAdmin: false });
    expect(await me(host, bearer(first.token))).toMatchObject({ isAdmin: true });
  });

  it('gives an address to one of several concurrent sign-ups, and stores no password of the others', async () => {
    await using host = await testHost(accounts);
    const one = () => post(host, '/api/auth/sign-up/email', { email: 'ada@example.org', password });
    const answers = await Promise.all(Array.from({ length: 5 }, one));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    const refused = answers.filter(({ status }) => status === 422);
    for (const answer of refused) expect(await answer.json()).toMatchObject({ message: 'This email is already in use, try logging in' });
    const { user, account } = host.context.collections;
    expect([await user.count({}), await account.count({})]).toEqual([1, 1]);
    expect(host.emitted('accounts.created')).toHaveLength(1);
  });

  it.each([['/apps/club/login?nextUrl=http%3A%2F%2Fclub.localhost%3A4001%2FScores%3Fweek%3D3'], ['/build/app/a1/home?panel=code']])(
    'takes %s as the page to which the verification mail leads',
    async (callbackURL) => {
      await using host = await testHost(accounts);
      const answer = await post(host, '/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password, callbackURL });
      expect(answer.status).toBe(200);
      const mails = () => host.graphql('{ outbox { text } }', {}, { kind: 'account', id: 'x', admin: true });
      const link = new URLSearchParams({ continueUrl: callbackURL }).toString();
      await expect.poll(async () => JSON.stringify((await mails()).data)).toContain(link);
    },
  );

  it.each([
    ['short', { email: 'a@example.org', password: 'short' }, 'This password is too weak'],
    ['well known', { email: 'a@example.org', password: 'Password123' }, 'This password is too weak'],
    ['in use', { email: 'taken@example.org', password }, 'This email is already in use, try logging in'],
    ['no address', { email: 'nobody', password }, 'This email is invalid'],
  ])('rejects input that is %s with the specification’s message', async (_case, body, message) => {
    await using host = await testHost(accounts);
    await signUp(host, 'taken@example.org');
    const response = await post(host, '/api/auth/sign-up/email', { name: 'Ada', ...body });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ message, error: { message } });
    expect(host.emitted('accounts.created')).toHaveLength(1);
  });
});
