import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, type Call, cookieOf, type Data, openWorld, password, signUp, type World } from '../security/world.ts';

let world: World;
let machines = 1;
beforeAll(async () => {
  world = await openWorld({ ADMIN_EMAILS: 'boss@example.org' });
}, 60_000);
afterAll(() => world.server.close());

/** Each call has its own address, so that the tests do not share rate limits. */
const call = (given: Call) =>
  world.request('nobody', { ...given, headers: { 'x-forwarded-for': `198.51.100.${machines}`, ...given.headers } });
const newPerson = async () => signUp(world.server, `linked-${machines++}@example.org`);
const mails = async (to: string): Promise<Data[]> => {
  const { data } = await world.graphql('admin', '{ outbox { to subject text } }');
  return data.outbox.filter((mail: Data) => mail.to === to);
};
/** The link of the latest mail to an address; a job may still be writing it. */
const mailed = async (to: string, subject: string, count = 1): Promise<URL> => {
  const found = async () => (await mails(to)).filter((one) => one.subject === subject);
  await expect.poll(async () => (await found()).length).toBe(count);
  return new URL(/https?:\S+/.exec((await found())[0].text)?.[0] ?? 'missing:');
};
const tokenIn = (link: URL): string | null => new URLSearchParams(link.hash.slice(1)).get('token');
const post = (path: string, body: object, headers: Record<string, string> = {}) => call({ path, body, headers });
const me = async (headers: Record<string, string>): Promise<Data> =>
  ((await (await post('/graphql', { query: '{ me { email emailVerified isAdmin } }' }, headers)).json()) as Data).data.me;
const confirm = (token: string | null) => post('/api/live_api/account/confirmEmail', { token });

test('the builder, its server and its router permit the same redirect targets', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const listed = (path: string) => [...read(path).matchAll(/^ {2}'([^']+)',$/gm)].map(([, target]) => target);
  const targets = listed('plugins/accounts/identity/targets.ts');
  expect(targets).toContain('build/app/:appId/:pageName?');
  expect(listed('web/src/lib/targets.ts')).toEqual(targets);
  const paths = [...read('web/src/app/router.tsx').matchAll(/path: '([^']+)'/g)].map(([, path]) => path);
  const notLedTo = ['login', 'logout', 'invite', 'join', 'connected', 'auth/verifyEmail', 'auth/handler', 'error/unauthorized', '*'];
  expect(paths.sort()).toEqual([...targets, ...notLedTo].sort());
});

/** Redirect targets of an attacker: another site, generated code, an API call. */
const aims = (slug: string): readonly string[] => [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\/evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'https://localhost@evil.example/home',
  `/app/${slug}`,
  `/app/${slug}/`,
  `/home/../app/${slug}`,
  `/%2e%2e/app/${slug}`,
  `/home%2f..%2f..%2fapp/${slug}`,
  `/build/app/..%2f..%2fapp%2f${slug}`,
  `/\tapp/${slug}`,
  '/api/auth/error',
  '/logout',
  `/home?${'x'.repeat(4000)}`,
];

describe('the links in mails', () => {
  test('of a reset always target its page, with the secret in the fragment, whatever the caller requests', async () => {
    const all = [...aims(world.foreign.slug), `${world.server.builderUrl}/app/${world.foreign.slug}`];
    let email = '';
    for (const [index, target] of all.entries()) {
      // The limit is five mails an hour for each address.
      if (index % 4 === 0) ({ email } = await newPerson());
      const asked =
        index % 2 === 0
          ? await post('/api/auth/request-password-reset', { email, redirectTo: target })
          : await post('/api/live_api/account/sendResetPasswordEmail', { email, continueUrl: target });
      expect([target, asked.status]).toEqual([target, 200]);
      const link = await mailed(email, 'Reset your password', (index % 4) + 1);
      expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${world.server.builderUrl}/auth/handler?mode=resetPassword`);
      expect(tokenIn(link)).toMatch(/^\w{24}$/);
      const opened = await call({ path: link.pathname + link.search, headers: { accept: 'text/html' } });
      expect([opened.status >= 300 && opened.status < 400, opened.headers.get('location')]).toEqual([false, null]);
    }
  }, 60_000);

  test('of a verification do so as well', async () => {
    const { email } = await newPerson();
    for (const target of aims(world.foreign.slug)) {
      const asked = await post('/api/auth/send-verification-email', { email, callbackURL: target });
      expect([target, asked.status]).toEqual([target, 403]);
    }
    expect(await mails(email)).toHaveLength(1);
  });

  test.each(['/settings', '/build/app/one?version=2', '/apps/one/login?nextUrl=x'])('redirect to %s, which is a screen', async (screen) => {
    const { email } = await newPerson();
    await post('/api/live_api/account/sendResetPasswordEmail', { email, continueUrl: screen });
    await post('/api/auth/send-verification-email', { email, callbackURL: screen });
    expect((await mailed(email, 'Reset your password')).searchParams.get('continueUrl')).toBe(screen);
    // The sign-up sent the first one.
    expect((await mailed(email, 'Verify your email', 2)).searchParams.get('continueUrl')).toBe(screen);
  });

  test('of an earlier version, which redirected with their secret, are invalid', async () => {
    const { email } = await newPerson();
    await post('/api/auth/request-password-reset', { email });
    const token = tokenIn(await mailed(email, 'Reset your password'));
    for (const path of ['reset-password/', 'reset%2Dpassword/', 'reset-password//']) {
      const answer = await call({ path: `/api/auth/${path}${token}?callbackURL=%2Fhome` });
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    }
    expect((await post('/api/auth/reset-password', { token, newPassword: 'another long secret' })).status).toBe(200);
  });
});

test.each(['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'])(
  'every call of the identity service rejects a %s that is no screen',
  async (name) => {
    for (const target of aims(world.foreign.slug)) {
      const inBody = await post('/api/auth/sign-in/social', { provider: 'google', [name]: target });
      const inQuery = await call({ path: `/api/auth/ok?${name}=%2Fhome&${name}=${encodeURIComponent(target)}` });
      expect([target, inBody.status, inQuery.status]).toEqual([target, 403, 403]);
    }
    expect((await post('/api/auth/sign-in/social', { provider: 'google', [name]: ['/home', 'https://evil.example'] })).status).toBe(403);
    expect((await call({ path: `/api/auth/ok?${name}=%2Fhome` })).status).toBe(200);
  },
);

describe('an email address', () => {
  test('is verified, and grants its rights, only after its owner has opened the link', async () => {
    const { token, email } = await newPerson();
    await confirm(tokenIn(await mailed(email, 'Verify your email')));
    expect(await me(bearer(token))).toMatchObject({ email, emailVerified: true });
    const change = { newEmail: 'boss@example.org', password };
    expect((await post('/api/auth/change-email', change, bearer(token))).status).toBe(404);
    expect((await post('/api/live_api/account/completeEmailChange', change, bearer(token))).status).toBe(200);
    expect(await me(bearer(token))).toMatchObject({ email, isAdmin: false });
    await confirm(tokenIn(await mailed('boss@example.org', 'Confirm your new email')));
    expect(await me(bearer(token))).toEqual({ email: 'boss@example.org', emailVerified: true, isAdmin: true });
  });

  test('is verified by opening the link without signing in, also by the GET of an earlier version', async () => {
    const { email } = await newPerson();
    const token = tokenIn(await mailed(email, 'Verify your email'));
    const got = await call({ path: `/api/auth/verify-email?token=${token}&callbackURL=%2Fhome` });
    expect([got.status, got.headers.getSetCookie()]).toEqual([404, []]);
    const answer = await confirm(token);
    expect([answer.status, cookieOf(answer), await answer.json()]).toEqual([200, '', {}]);
    // Opened twice, as browsers and people do.
    expect((await confirm(token)).status).toBe(200);
  });
});
