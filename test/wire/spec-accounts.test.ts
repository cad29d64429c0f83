import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, type Call, type Data, openWorld, password, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.server.close());

const ask = async (call: Call, headers: Readonly<Record<string, string>> = {}): Promise<{ response: Response; body: Data }> => {
  const response = await world.request('nobody', { ...call, headers });
  return { response, body: await response.json().catch(() => null) };
};

const WEAK = 'This password is too weak';
const IN_USE = 'This email is already in use, try logging in';
const INVALID = 'This email is invalid';
const WRONG = 'Invalid email or password';
const NEW_ACCOUNT = 'Something went wrong in creating account, try again later or contact us.';

describe('messages to people', () => {
  test.each([
    ['sign-up/email', { email: 'new@example.org', password: 'short' }, 400, WEAK],
    ['sign-up/email', { email: 'new@example.org', password: 'password123' }, 400, WEAK],
    ['sign-up/email', { email: 'new@example.org', password: 'new@example.org' }, 400, WEAK],
    ['sign-up/email', { email: 'owner@example.org', password }, 422, IN_USE],
    ['sign-up/email', { email: 'OWNER@example.org', password }, 422, IN_USE],
    ['sign-up/email', { email: 'new', password }, 400, INVALID],
    ['sign-up/email', { password }, 400, INVALID],
    ['sign-up/email', { email: 'new@example.org' }, 400, NEW_ACCOUNT],
    ['sign-in/email', { email: 'owner@example.org', password: 'another horse battery' }, 401, WRONG],
    ['sign-in/email', { email: 'nobody@example.org', password }, 401, WRONG],
    ['sign-in/email', { email: 'nobody', password }, 400, WRONG],
    ['reset-password', { token: 'old', newPassword: password }, 400, 'Link invalid, try to reset your password again.'],
    ['reset-password', { token: 'old', newPassword: 'short' }, 400, 'Password is too weak, please try again.'],
    ['nothing', {}, 404, 'POST /api/auth/nothing was not found.'],
  ])('POST /api/auth/%s with %o', async (path, sent, status, message) => {
    const { response, body } = await ask({ path: `/api/auth/${path}`, body: sent });
    expect([response.status, body]).toMatchObject([status, { message, error: { message } }]);
  });
});

test('a page on another origin is told which settings to change', async () => {
  const headers = { origin: 'http://127.0.0.1:4000' };
  const { response, body } = await ask({ path: '/api/auth/sign-in/email', body: { email: 'owner@example.org', password } }, headers);
  const message = `This page was opened at http://127.0.0.1:4000, but BUILDER_URL is ${world.server.builderUrl}. Log in there, or set BUILDER_URL to http://127.0.0.1:4000, and RUNTIME_URL to one for the apps, and start Sayso again.`;
  expect([response.status, body]).toMatchObject([403, { code: 'INVALID_ORIGIN', message }]);
  // Each page compares it with its own address.
  const { builderUrl: address } = world.server;
  expect(await world.graphql('nobody', '{ signup { address } }', {})).toEqual({ data: { signup: { address } } });
});

describe('a bearer token', () => {
  test.each([
    ['sign-up/email', { email: 'token@example.org', password }],
    ['sign-in/email', { email: 'stranger@example.org', password }],
  ])('is in the body and in set-auth-token of %s, and both are accepted', async (path, sent) => {
    const { response, body } = await ask({ path: `/api/auth/${path}`, body: sent });
    const tokens = [body.token, response.headers.get('set-auth-token')];
    for (const token of tokens) {
      const current = await ask({ path: '/api/live_api/account/current' }, bearer(token));
      expect([current.response.status, current.body.email]).toEqual([200, sent.email]);
    }
  });

  test('ends with the session', async () => {
    const { body } = await ask({ path: '/api/auth/sign-in/email', body: { email: 'user@example.org', password } });
    const out = await ask({ method: 'POST', path: '/api/auth/sign-out' }, bearer(body.token));
    expect(out.response.status).toBe(200);
    const current = await ask({ path: '/api/live_api/account/current' }, bearer(body.token));
    expect([current.response.status, current.body.code]).toEqual([401, 'unauthenticated']);
  });
});

describe('the calls of section 7', () => {
  const json = { 'content-type': 'application/json' };
  test.each<readonly [string, Call, number, object]>([
    ['an account for the signed-in', { method: 'POST', path: '/api/live_api/account/create' }, 200, { accountId: expect.any(String) }],
    ['the same with a type and no body', { method: 'POST', path: '/api/live_api/account/create', headers: json }, 200, {}],
    [
      'the account',
      { path: '/api/live_api/account/current' },
      200,
      {
        accountId: expect.any(String),
        accountType: 'builder',
        plan: 'lite',
        subscriptionId: null,
        planSubscriptionStatus: null,
        planSubscriptionCancelledAt: null,
        appId: null,
        appHeader: null,
        hasBusinessInfo: false,
        hasPaidAppPackage: false,
        isAdmin: false,
        uid: expect.any(String),
        email: 'owner@example.org',
        emailVerified: false,
      },
    ],
    ['memories', { path: '/api/live_api/user/memories/current?appId=none' }, 200, { memories: {} }],
    ['memories without an app id', { path: '/api/live_api/user/memories/current' }, 400, { message: '"appId" in the query is missing.' }],
    ['a reset mail', { path: '/api/live_api/account/sendResetPasswordEmail', body: { email: 'owner@example.org' } }, 200, {}],
    [
      'a reset mail for an unknown account',
      { path: '/api/live_api/account/sendResetPasswordEmail', body: { email: 'no@example.org' } },
      200,
      {},
    ],
    [
      'a reset mail to an invalid address',
      { path: '/api/live_api/account/sendResetPasswordEmail', body: { email: 'owner' } },
      400,
      { message: '"email" in the body must be an email address such as ada@example.org.' },
    ],
    [
      'an e-mail of another',
      { path: '/api/live_api/account/completeEmailChange', body: { newEmail: 'admin@example.org', password } },
      409,
      { code: 'auth/email-already-exists', message: 'This email is already in use' },
    ],
  ])('%s', async (_name, call, status, answer) => {
    const response = await world.request('owner', call);
    expect([response.status, await response.json()]).toMatchObject([status, answer]);
  });
});
