import { testHost } from '@sayso/core/testing';
import { describe, expect, it, vi } from 'vitest';
import accounts from './index.ts';
import { migrations } from './migrations.ts';
import { type AppRules, accountsRef, appRules } from './ref.ts';

type Host = Awaited<ReturnType<typeof testHost>>;
const password = 'a long enough secret';

const post = (host: Host, path: string, body: object, headers: Record<string, string> = {}) =>
  host.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

async function signUp(host: Host, email: string): Promise<{ token: string; id: string; cookie: string }> {
  const response = await post(host, '/api/auth/sign-up/email', { name: 'Ada', email, password });
  expect(response.status).toBe(200);
  const body = (await response.json()) as { token: string; user: { id: string } };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { token: body.token, id: body.user.id, cookie };
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const me = async (host: Host, headers: Record<string, string>) => {
  const response = await post(host, '/graphql', { query: '{ me { id email isAdmin emailVerified accountType plan } }' }, headers);
  return ((await response.json()) as { data: { me: Record<string, unknown> | null } }).data.me;
};
/** The secret of a link in a mail. */
const tokenIn = (link: URL) => new URLSearchParams(link.hash.slice(1)).get('token');
/** The link of the newest mail with this subject; some are written by a job. */
const linkIn = async (host: Host, subject: string): Promise<URL> => {
  const admin = { kind: 'account', id: 'x', admin: true } as const;
  const read = async () => {
    const { data } = await host.graphql('{ outbox { subject text } }', {}, admin);
    const mails = (data as { outbox: { subject: string; text: string }[] }).outbox;
    return /https?:\S+/.exec(mails.find((mail) => mail.subject === subject)?.text ?? '')?.[0];
  };
  await expect.poll(read).toBeDefined();
  return new URL((await read()) ?? 'missing:');
};

/** The example of RFC 7636, appendix B. */
const pkce = {
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};

const askReset = (host: Host) => post(host, '/api/auth/request-password-reset', { email: 'ada@example.org' });

describe('what an account says of itself', () => {
  it('is refused when it is long, at the sign-up and later', async () => {
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

it('keeps of calls that it counts neither their addresses nor, for long, anything', async () => {
  await using host = await testHost(accounts);
  for (const name of ['a', 'b', 'c']) expect((await host.fetch(`/api/auth/${name.repeat(10_000)}`)).status).toBe(404);
  const counters = await host.context.collections.limits.find({});
  expect(counters).toHaveLength(3);
  expect(JSON.stringify(counters).length).toBeLessThan(1000);
  for (const { expiresAt } of counters) expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
});

describe('signing up', () => {
  it('answers a bearer token in the header and in the body, and both work on every call', async () => {
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
    // An address of ADMIN_EMAILS counts once its owner has proved that it is theirs.
    expect(await me(host, bearer(boss.token))).toMatchObject({ isAdmin: false });
    const link = await linkIn(host, 'Verify your email');
    // Whoever signed up need not be the one who reads the mail.
    const { data } = await host.graphql('{ outbox { to text } }', {}, { kind: 'account', id: 'x', admin: true });
    const sent = (data as { outbox: { to: string; text: string }[] }).outbox.find(({ to }) => to === 'boss@example.org');
    expect(sent?.text).toContain('If you did not ask for it, do not open it');
    expect((await post(host, '/api/live_api/account/confirmEmail', { token: tokenIn(link) })).status).toBe(200);
    expect(await me(host, bearer(boss.token))).toMatchObject({ isAdmin: true, emailVerified: true });
  });

  it('makes the first account the admin though the server fails as it signs up', async () => {
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

  it('gives an address to one of several at once, in the words of the specification, and keeps no password of the others', async () => {
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

  it.each([
    ['short', { email: 'a@example.org', password: 'short' }, 'This password is too weak'],
    ['well known', { email: 'a@example.org', password: 'Password123' }, 'This password is too weak'],
    ['in use', { email: 'taken@example.org', password }, 'This email is already in use, try logging in'],
    ['no address', { email: 'nobody', password }, 'This email is invalid'],
  ])('refuses what is %s in the words of the specification', async (_case, body, message) => {
    await using host = await testHost(accounts);
    await signUp(host, 'taken@example.org');
    const response = await post(host, '/api/auth/sign-up/email', { name: 'Ada', ...body });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ message, error: { message } });
    expect(host.emitted('accounts.created')).toHaveLength(1);
  });
});

describe('a session token', () => {
  it('is worth nothing without its signature, and is not in the store', async () => {
    await using host = await testHost(accounts, { runJobs: true });
    const { token, cookie } = await signUp(host, 'ada@example.org');
    const [raw = ''] = decodeURIComponent(token).split('.');
    const [stored] = await host.context.collections.session.find({});
    expect(JSON.stringify(stored)).not.toContain(raw);
    for (const value of [raw, stored?.token ?? '', `${raw}.AAAA`, `${stored?.token}.AAAA`])
      expect(await me(host, bearer(value))).toBeNull();
    expect(await me(host, bearer(token))).toMatchObject({ email: 'ada@example.org' });
    expect(await me(host, { cookie, 'sec-fetch-site': 'same-origin' })).toMatchObject({ email: 'ada@example.org' });
    await askReset(host);
    const reset = tokenIn(await linkIn(host, 'Reset your password'));
    const kept = await host.context.collections.verification?.find({});
    expect([reset, kept]).toEqual([expect.stringMatching(/^\w{24}$/), [expect.anything()]]);
    expect(JSON.stringify(kept)).not.toContain(reset);
  });

  it('of an earlier version, which kept it whole, stays valid and is hashed', async () => {
    await using host = await testHost(accounts);
    const { token } = await signUp(host, 'ada@example.org');
    const { session } = host.context.collections;
    const [raw = ''] = decodeURIComponent(token).split('.');
    await session.updateOne({}, { $set: { token: raw } });
    const { collections, blobs, log } = host.context;
    const { signal } = new AbortController();
    for (let run = 0; run < 2; run++) {
      for (const migration of migrations) await migration.run({ collections, blobs, log, signal });
    }
    expect(await me(host, bearer(token))).toMatchObject({ email: 'ada@example.org' });
    expect(await session.count({ token: raw })).toBe(0);
  });

  it('is renewed under the same token', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      await using host = await testHost(accounts);
      const { token } = await signUp(host, 'ada@example.org');
      const { session } = host.context.collections;
      const [before] = await session.find({});
      vi.advanceTimersByTime(2 * 24 * 3600_000);
      expect(await me(host, bearer(token))).toMatchObject({ email: 'ada@example.org' });
      const [after] = await session.find({});
      expect(after?.token).toBe(before?.token);
      expect(String(after?.expiresAt) > String(before?.expiresAt)).toBe(true);
      expect((await post(host, '/api/auth/sign-out', {}, bearer(token))).status).toBe(200);
      expect(await session.count({})).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('changing the password', () => {
  const change = (host: Host, token: string, newPassword: string, more: object = {}) =>
    post(host, '/api/auth/change-password', { currentPassword: password, newPassword, ...more }, bearer(token));

  it('ends all other sessions, whatever the caller asks for', async () => {
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

  it.each(['short', 'Password123', 'aaaaaaaaaaaa', 'ada@example.org'])('refuses "%s", as the sign-up does', async (weak) => {
    await using host = await testHost(accounts, { runJobs: true });
    const { token } = await signUp(host, 'ada@example.org');
    expect(await (await change(host, token, weak)).json()).toMatchObject({ message: 'This password is too weak' });
    expect(await me(host, bearer(token))).not.toBeNull();
    await askReset(host);
    const link = tokenIn(await linkIn(host, 'Reset your password'));
    const reset = await post(host, '/api/auth/reset-password', { newPassword: weak, token: link });
    expect(await reset.json()).toMatchObject({ message: 'Password is too weak, please try again.' });
  });

  it('does not let the holder of a session guess the password', async () => {
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

  it('stops guessing', async () => {
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

describe('resetting the password', () => {
  it('mails a link that works once and ends all sessions', async () => {
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

  it('does not say whether an address is known', async () => {
    await using host = await testHost(accounts);
    const asked = await post(host, '/api/live_api/account/sendResetPasswordEmail', { email: 'nobody@example.org' });
    expect(asked.status).toBe(200);
  });
});

it('keeps mail that was not sent for a month', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await using host = await testHost(accounts);
    const { outbox } = host.context.collections;
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();
    const fresh = { state: 'kept', attempts: 0, error: null, round: 1, heldUntil: null } as const;
    const mail = { to: 'ada@example.org', subject: 'Hello', sealed: '', ...fresh };
    for (const days of [29, 31]) await outbox.insertOne({ _id: `${days} days`, ...mail, createdAt: daysAgo(days) });
    vi.advanceTimersByTime(60_000);
    await expect.poll(async () => (await outbox.find({})).map(({ _id }) => _id)).toEqual(['29 days']);
  } finally {
    vi.useRealTimers();
  }
});

describe('app tokens', () => {
  it('are good for one app, on both hosts, and never more', async () => {
    await using host = await testHost(accounts);
    const { id } = await signUp(host, 'ada@example.org');
    const service = host.service(accountsRef);
    const { token } = await service.mintAppToken({ appId: 'one', accountId: id, admin: false, sessionId: null });
    await service.changeMemories(id, 'one', () => ({ name: 'Ada' }));
    const memories = (appId: string, on: 'builder' | 'runtime') =>
      host.fetch(`/api/live_api/user/memories/current?appId=${appId}`, { headers: bearer(token), host: on });
    expect(await (await memories('one', 'builder')).json()).toEqual({ memories: { name: 'Ada' } });
    expect(await (await memories('one', 'runtime')).json()).toEqual({ memories: { name: 'Ada' } });
    expect((await memories('two', 'runtime')).status).toBe(404);
    expect(await me(host, bearer(token))).toBeNull();
    expect((await host.fetch('/api/live_api/account/current', { headers: bearer(token) })).status).toBe(403);
    expect(await service.verifyAppToken(`${token}x`)).toBeNull();
  });

  it('are refreshed while their session lives', async () => {
    await using host = await testHost(accounts);
    const { id, token } = await signUp(host, 'ada@example.org');
    const service = host.service(accountsRef);
    const session = await service.session(new Headers(bearer(token)));
    expect(session?.accountId).toBe(id);
    const app = await service.mintAppToken({ appId: 'one', accountId: id, admin: true, sessionId: session?.id ?? null });
    expect(await service.refreshAppToken(app.token)).not.toBeNull();
    const preview = await service.mintAppToken({
      appId: 'one',
      accountId: id,
      admin: true,
      sessionId: session?.id ?? null,
      isPreview: true,
    });
    expect(await service.verifyAppToken(preview.token)).toMatchObject({ appId: 'one', admin: true });
    expect(await service.refreshAppToken(preview.token)).toBeNull();
    await post(host, '/api/auth/sign-out', {}, bearer(token));
    expect(await service.refreshAppToken(app.token)).toBeNull();
  });

  it.each([
    ['the log-out from the builder', (host: Host, session: string) => post(host, '/api/auth/sign-out', {}, bearer(session)), 60_000],
    ['the log-out from the app', (host: Host, _session: string, app: string) => host.service(accountsRef).revokeAppToken(app), 0],
  ])('end with %s, within a minute', async (_name, end, withinMs) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      await using host = await testHost(accounts);
      const looks = vi.spyOn(host.context.collections.session, 'findOne');
      const { id, token } = await signUp(host, 'ada@example.org');
      const service = host.service(accountsRef);
      const session = await service.session(new Headers(bearer(token)));
      const mint = (appId: string) => service.mintAppToken({ appId, accountId: id, admin: false, sessionId: session?.id ?? null });
      const [one, other] = [await mint('one'), await mint('other')];
      const memories = async (appId: string, bearing: string) =>
        (await host.fetch(`/api/live_api/user/memories/current?appId=${appId}`, { headers: bearer(bearing), host: 'runtime' })).json();
      await service.changeMemories(id, 'one', () => ({ name: 'Ada' }));
      const known = { memories: { name: 'Ada' } };
      looks.mockClear();
      for (let call = 0; call < 20; call += 1) expect(await memories('one', one.token)).toEqual(known);
      expect(looks).toHaveBeenCalledOnce();

      vi.advanceTimersByTime(1);
      await end(host, token, one.token);
      vi.advanceTimersByTime(withinMs);
      expect(await memories('one', one.token)).toEqual({ memories: {} });
      expect(await service.refreshAppToken(one.token)).toBeNull();
      const isSessionOver = (await service.session(new Headers(bearer(token)))) === null;
      expect((await service.verifyAppToken(other.token)) === null).toBe(isSessionOver);
      // Logging in to the app again, in the very next moment, is a new beginning.
      vi.advanceTimersByTime(1);
      if (!isSessionOver) expect(await memories('one', (await mint('one')).token)).toEqual(known);
    } finally {
      vi.useRealTimers();
    }
  });

  it('come by codes that work once', async () => {
    await using host = await testHost(accounts);
    const service = host.service(accountsRef);
    const claims = { appId: 'one', accountId: 'a', admin: false, sessionId: 's' };
    const { codeVerifier, codeChallenge } = pkce;
    const code = await service.createLoginCode(claims, codeChallenge);
    expect(await service.redeemLoginCode(code, codeVerifier)).toEqual(claims);
    expect(await service.redeemLoginCode(code, codeVerifier)).toBeNull();
    expect(await service.redeemLoginCode('guess', codeVerifier)).toBeNull();
  });

  it('come by codes that are bound to a verifier (RFC 7636), and used up by a wrong one', async () => {
    await using host = await testHost(accounts);
    const service = host.service(accountsRef);
    const { codeVerifier, codeChallenge } = pkce;
    for (const guess of [`${codeVerifier}x`, codeChallenge, '']) {
      const code = await service.createLoginCode({ appId: 'one', accountId: 'a', admin: false, sessionId: 's' }, codeChallenge);
      expect(await service.redeemLoginCode(code, guess)).toBeNull();
      expect(await service.redeemLoginCode(code, codeVerifier)).toBeNull();
    }
  });
});

describe('a session on the builder host', () => {
  const elsewhere = async (host: Host) => void (await host.context.collections.session?.deleteMany({}));
  it.each([
    ['a log-out here at once', 0, (host: Host, token: string) => post(host, '/api/auth/sign-out', {}, bearer(token))],
    ['its end on another node within seconds', 5_000, elsewhere],
  ])('is looked up once in seconds; it ends with %s', async (_name, withinMs, end) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      await using host = await testHost(accounts);
      const { token } = await signUp(host, 'ada@example.org');
      const looks = vi.spyOn(host.context.collections.session, 'findOne');
      for (let call = 0; call < 20; call += 1) expect(await me(host, bearer(token))).toMatchObject({ email: 'ada@example.org' });
      expect(looks).toHaveBeenCalledOnce();
      await end(host, token);
      vi.advanceTimersByTime(withinMs);
      expect(await me(host, bearer(token))).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('log-ins from other places', () => {
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

it('ignores cookies on the runtime host', async () => {
  let owner: string | null = null;
  const rules: AppRules = {
    administers: async (actor, appId) => actor.kind === 'account' && actor.id === owner && appId === 'one',
    takesSignUps: async () => false,
  };
  await using host = await testHost(accounts, { additions: [[appRules, [rules]]] });
  const { cookie, id } = await signUp(host, 'ada@example.org');
  await host.service(accountsRef).changeMemories(id, 'one', () => ({ name: 'Ada' }));
  const path = '/api/live_api/user/memories/current?appId=one';
  // Of an app of others, a person on the builder host is a visitor.
  expect(await (await host.fetch(path, { headers: { cookie } })).json()).toEqual({ memories: {} });
  owner = id;
  expect(await (await host.fetch(path, { headers: { cookie } })).json()).toEqual({ memories: { name: 'Ada' } });
  expect(await (await host.fetch(path, { headers: { cookie }, host: 'runtime' })).json()).toEqual({ memories: {} });
});
