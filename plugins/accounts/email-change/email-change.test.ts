import { testHost } from '@sayso/core/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import accounts from '../index.ts';

type Host = Awaited<ReturnType<typeof testHost>>;
const password = 'a long enough secret';
const FAILED = 'Something went wrong when confirming email change. Please try again later or contact support.';

const post = (host: Host, path: string, body: object, headers: Record<string, string> = {}) =>
  host.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function signUp(host: Host, email: string): Promise<string> {
  const response = await post(host, '/api/auth/sign-up/email', { email, password });
  return ((await response.json()) as { token: string }).token;
}
const change = (host: Host, token: string, newEmail: string, secret = password) =>
  post(host, '/api/live_api/account/completeEmailChange', { newEmail, password: secret }, bearer(token));
const confirm = (host: Host, token: string | null) => post(host, '/api/live_api/account/confirmEmail', { token });
const emailOf = async (host: Host, token: string) => {
  const response = await host.fetch('/api/live_api/account/current', { headers: bearer(token) });
  return ((await response.json()) as { email?: string }).email;
};
const mailsTo = async (host: Host, to: string): Promise<{ to: string; subject: string; text: string }[]> => {
  const { data } = await host.graphql('{ outbox { to subject text } }', {}, { kind: 'account', id: 'x', admin: true });
  return (data as { outbox: { to: string; subject: string; text: string }[] }).outbox.filter((mail) => mail.to === to);
};
const tokenFor = async (host: Host, to: string): Promise<string | null> => {
  const [mail] = (await mailsTo(host, to)).filter(({ subject }) => subject === 'Confirm your new email');
  return new URLSearchParams(new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? 'missing:').hash.slice(1)).get('token');
};

afterEach(() => {
  vi.useRealTimers();
});

describe('changing the email', () => {
  it('requires the password, notifies the old address, and does not log in', async () => {
    await using host = await testHost(accounts, { runJobs: true });
    const token = await signUp(host, 'ada@example.org');
    const wrong = await change(host, token, 'ada@new.example', 'a guess of mine');
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { message: 'Invalid email or password', code: 'auth/wrong-password' }]);
    expect(await mailsTo(host, 'ada@new.example')).toEqual([]);

    expect((await change(host, token, 'Ada@New.example')).status).toBe(200);
    const [notice] = await mailsTo(host, 'ada@example.org');
    expect(notice).toMatchObject({ subject: 'Your email is about to change', text: expect.stringContaining('ada@new.example') });
    expect(await emailOf(host, token)).toBe('ada@example.org');

    const link = await tokenFor(host, 'ada@new.example');
    const opened = await confirm(host, link);
    expect([opened.status, opened.headers.getSetCookie(), opened.headers.get('set-auth-token'), await opened.json()]).toEqual([
      200,
      [],
      null,
      {},
    ]);
    expect(await emailOf(host, token)).toBe('ada@new.example');
    expect((await mailsTo(host, 'ada@example.org'))[0]).toMatchObject({ subject: 'Your email was changed' });
    expect((await mailsTo(host, 'ada@example.org')).filter(({ text }) => text.includes(link ?? ''))).toEqual([]);
    const login = (email: string) => post(host, '/api/auth/sign-in/email', { email, password });
    expect([(await login('ada@example.org')).status, (await login('ada@new.example')).status]).toEqual([401, 200]);
  });

  it('takes no password for ten minutes after a log-in, and says what to do later', async () => {
    await using host = await testHost(accounts, { runJobs: true });
    const token = await signUp(host, 'ada@example.org');
    const ask = (newEmail: string, headers: Record<string, string>) =>
      post(host, '/api/live_api/account/completeEmailChange', { newEmail }, headers);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60_000 });
    expect((await ask('ada@new.example', bearer(token))).status).toBe(200);
    expect((await confirm(host, await tokenFor(host, 'ada@new.example'))).status).toBe(200);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    const late = await ask('ada@late.example', bearer(token));
    const refusal = {
      code: 'auth/requires-recent-login',
      message: 'Log in again to change your email: your last log-in was too long ago.',
    };
    expect([late.status, await late.json()]).toMatchObject([401, refusal]);
    expect(await mailsTo(host, 'ada@late.example')).toEqual([]);
    // The password confirms the change at any time, and another log-in does.
    expect((await change(host, token, 'ada@late.example')).status).toBe(200);
    const again = (await (await post(host, '/api/auth/sign-in/email', { email: 'ada@new.example', password })).json()) as {
      token: string;
    };
    expect((await ask('ada@later.example', bearer(again.token))).status).toBe(200);
    expect((await ask('ada@later.example', {})).status).toBe(401);
  });

  it('rejects an address in use, also one taken while the change was pending', async () => {
    await using host = await testHost(accounts, { runJobs: true });
    const token = await signUp(host, 'ada@example.org');
    const inUse = { message: 'This email is already in use', code: 'auth/email-already-exists' };
    await change(host, token, 'taken@example.org');
    await signUp(host, 'taken@example.org');
    const late = await confirm(host, await tokenFor(host, 'taken@example.org'));
    expect([late.status, await late.json()]).toMatchObject([409, inUse]);
    const response = await change(host, token, 'TAKEN@example.org');
    expect([response.status, await response.json()]).toMatchObject([409, inUse]);
    expect(await emailOf(host, token)).toBe('ada@example.org');
  });

  it('is cancelled by a new password and by a newer change, and its link is valid once', async () => {
    await using host = await testHost(accounts, { runJobs: true });
    const token = await signUp(host, 'ada@example.org');
    await change(host, token, 'one@new.example');
    await change(host, token, 'two@new.example');
    const superseded = await confirm(host, await tokenFor(host, 'one@new.example'));
    expect([superseded.status, await superseded.json()]).toMatchObject([400, { code: 'auth/link-invalid', message: FAILED }]);
    expect((await confirm(host, await tokenFor(host, 'two@new.example'))).status).toBe(200);
    // The link of an earlier change does not revert a later one.
    await change(host, token, 'three@new.example');
    expect((await confirm(host, await tokenFor(host, 'three@new.example'))).status).toBe(200);
    expect((await confirm(host, await tokenFor(host, 'two@new.example'))).status).toBe(400);

    await change(host, token, 'thief@new.example');
    const body = { currentPassword: password, newPassword: 'another long secret' };
    expect((await post(host, '/api/auth/change-password', body, bearer(token))).status).toBe(200);
    expect((await confirm(host, await tokenFor(host, 'thief@new.example'))).status).toBe(400);
  });

  it('revokes reset links mailed to the old address', async () => {
    await using host = await testHost(accounts, { runJobs: true });
    const token = await signUp(host, 'ada@example.org');
    await post(host, '/api/auth/request-password-reset', { email: 'ada@example.org' });
    const resets = async () => (await mailsTo(host, 'ada@example.org')).filter(({ subject }) => subject === 'Reset your password');
    await expect.poll(async () => (await resets()).length).toBe(1);
    const [reset] = await resets();
    const secret = new URLSearchParams(/#(\S+)/.exec(reset?.text ?? '')?.[1]).get('token');
    await change(host, token, 'ada@new.example');
    await confirm(host, await tokenFor(host, 'ada@new.example'));
    const answer = await post(host, '/api/auth/reset-password', { token: secret, newPassword: 'another long secret' });
    expect(await answer.json()).toMatchObject({ message: 'Link invalid, try to reset your password again.' });
  });

  it('mails one address at most three times an hour, for all accounts together', async () => {
    await using host = await testHost(accounts, { runJobs: true });
    const asked = async (token: string) => (await change(host, token, 'stranger@example.org')).status;
    const people = [await signUp(host, 'ada@example.org'), await signUp(host, 'eve@example.org')];
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) for (const token of people) statuses.push(await asked(token));
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    expect(await mailsTo(host, 'stranger@example.org')).toHaveLength(3);
    expect((await change(host, people[0] ?? '', 'other@example.org')).status).toBe(200);
    const last = await change(host, people[0] ?? '', 'another@example.org');
    expect([last.status, await last.json()]).toMatchObject([429, { message: FAILED }]);
  });
});

it('limits reset links to five an hour per address, with or without an account', async () => {
  await using host = await testHost(accounts, { runJobs: true });
  await signUp(host, 'ada@example.org');
  const calls = [
    ['ada@example.org', '/api/live_api/account/sendResetPasswordEmail'],
    ['nobody@example.org', '/api/auth/request-password-reset'],
  ] as const;
  for (const [email, path] of calls) {
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) {
      statuses.push((await post(host, path, { email: call % 2 ? email : email.toUpperCase() })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  }
  const resets = async () => (await mailsTo(host, 'ada@example.org')).filter(({ subject }) => subject === 'Reset your password');
  await expect.poll(async () => (await resets()).length).toBe(5);
});
