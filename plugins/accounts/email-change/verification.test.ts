import { testHost } from '@sayso/core/testing';
import { describe, expect, it } from 'vitest';
import accounts from '../index.ts';
import { type AccountsApi, type AppRules, accountsRef, appRules } from '../ref.ts';

const password = 'a long enough secret';
const rules: AppRules = {
  administers: async () => false,
  takesSignUps: async (appId) => appId === 'open',
  nameOf: async (appId) => (appId === 'open' ? 'Habits & more' : null),
  isInvitation: async () => false,
  isInvitationOpen: async () => false,
  takeSignUp: async () => false,
  tokenRights: async () => null,
};
const open = () => testHost(accounts, { runJobs: true, config: { BUILDER_SIGNUP: 'open' }, additions: [[appRules, [rules]]] });
type Host = Awaited<ReturnType<typeof open>>;

const post = (host: Host, path: string, body: object) =>
  host.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** The link and the code in the mail that verifies an address. */
async function mailTo(host: Host, to: string): Promise<{ readonly query: URLSearchParams; readonly token: string; readonly code: string }> {
  const found = async () => {
    const { data } = await host.graphql('{ outbox { to subject text } }', {}, { kind: 'account', id: 'x', admin: true });
    const { outbox } = data as { outbox: { to: string; subject: string; text: string }[] };
    return outbox.find((mail) => mail.to === to && mail.subject === 'Verify your email')?.text ?? '';
  };
  await expect.poll(found).not.toBe('');
  const text = await found();
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? 'missing:');
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  return { query: link.searchParams, token, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' };
}

describe('the mail that verifies an address', () => {
  it.each([
    ['who signed up in an app', { appId: 'open' }, '/apps/open/login', 'Habits & more'],
    [
      'who signed up on the log-in page of an app',
      { appId: 'open', callbackURL: '/apps/open/login?nextUrl=https%3A%2F%2Fx.example%2Flist' },
      '/apps/open/login?nextUrl=https%3A%2F%2Fx.example%2Flist',
      'Habits & more',
    ],
    ['who builds', {}, '/home', 'Sayso'],
    ['who builds and asked for a page', { callbackURL: '/settings' }, '/settings', 'Sayso'],
    ['who asks for an unknown app', { callbackURL: '/apps/none/login' }, '/apps/none/login', 'Sayso'],
  ])('of a person %s carries where to continue, and for what', async (_who, more, continueUrl, appName) => {
    await using host = await open();
    expect((await post(host, '/api/auth/sign-up/email', { email: 'ada@example.org', password, ...more })).status).toBe(200);
    const { query } = await mailTo(host, 'ada@example.org');
    expect(Object.fromEntries(query)).toEqual({ mode: 'verifyEmail', continueUrl, appName });
  });
});

describe('a verification by what the mail has', () => {
  const refusal = { code: 'auth/code-invalid', message: 'This code is invalid or has expired. Ask for a new one.' };
  async function signedUp(host: Host, email: string) {
    await post(host, '/api/auth/sign-up/email', { email, password, appId: 'open' });
    const api: AccountsApi = host.service(accountsRef);
    return { api, mail: await mailTo(host, email), isVerified: async () => (await api.byEmail(email))?.emailVerified };
  }

  it('takes the code with its address, or the token without one, and both again', async () => {
    await using host = await open();
    const { api, mail, isVerified } = await signedUp(host, 'ada@example.org');
    await api.verifyEmail({ email: 'Ada@example.org', secret: mail.code });
    expect(await isVerified()).toBe(true);
    await api.verifyEmail({ email: 'ada@example.org', secret: mail.code });
    const other = await signedUp(host, 'bob@example.org');
    await other.api.verifyEmail({ secret: other.mail.token });
    expect(await other.isVerified()).toBe(true);
  });

  it('refuses every other code, and a code for another address', async () => {
    await using host = await open();
    const { api, mail, isVerified } = await signedUp(host, 'ada@example.org');
    await signedUp(host, 'bob@example.org');
    const wrong = mail.code === '000000' ? '000001' : '000000';
    for (const given of [
      { email: 'ada@example.org', secret: wrong },
      { email: 'bob@example.org', secret: mail.code },
      { email: 'nobody@example.org', secret: mail.code },
      { secret: mail.code },
      { email: 'ada@example.org', secret: 'not a code' },
      { email: 'ada@example.org', secret: '' },
    ])
      await expect(api.verifyEmail(given), JSON.stringify(given)).rejects.toMatchObject(refusal);
    expect(await isVerified()).toBe(false);
  });

  it('takes ten guesses an hour for one address', async () => {
    await using host = await open();
    const { api, mail, isVerified } = await signedUp(host, 'ada@example.org');
    const wrong = mail.code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 10; guess += 1)
      await expect(api.verifyEmail({ email: 'ada@example.org', secret: wrong })).rejects.toMatchObject(refusal);
    await expect(api.verifyEmail({ email: 'ADA@example.org', secret: mail.code })).rejects.toMatchObject({ status: 429 });
    expect(await isVerified()).toBe(false);
  });

  it('takes exactly ten of a thousand guesses at once, from wherever they come', async () => {
    await using host = await open();
    const { api, mail } = await signedUp(host, 'ada@example.org');
    const guesses = Array.from({ length: 1000 }, (_, index) => String(index).padStart(6, '0')).filter((code) => code !== mail.code);
    const spellings = ['ada@example.org', 'ADA@example.org', 'Ada@Example.ORG'];
    const answers = await Promise.allSettled(
      guesses.map((secret, index) => api.verifyEmail({ email: spellings[index % spellings.length], secret })),
    );
    const statuses = answers.map((one) => (one.status === 'rejected' ? (one.reason as { status: number }).status : 200));
    expect(statuses.filter((status) => status !== 429)).toEqual(Array.from({ length: 10 }, () => 400));
  });

  it('takes the code of the newest mail only, and the link of each', async () => {
    await using host = await open();
    const { api, mail, isVerified } = await signedUp(host, 'ada@example.org');
    await api.passwords.resendVerification('ada@example.org', { address: '198.51.100.1', userAgent: null });
    await expect.poll(async () => (await mailTo(host, 'ada@example.org')).token).not.toBe(mail.token);
    const newest = await mailTo(host, 'ada@example.org');
    await expect(api.verifyEmail({ email: 'ada@example.org', secret: mail.code })).rejects.toMatchObject(refusal);
    expect(await isVerified()).toBe(false);
    await api.verifyEmail({ email: 'ada@example.org', secret: newest.code });
    expect(await isVerified()).toBe(true);
    await api.verifyEmail({ secret: mail.token });
  });
});
