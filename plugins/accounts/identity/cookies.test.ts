import { createHash } from 'node:crypto';
import { betterAuth } from 'better-auth/minimal';
import { expect, test } from 'vitest';
import { cookieOptions } from './cookies.ts';

const SECRET = createHash('sha256').update('secret').digest('hex');
const PASSWORD = 'correct horse battery';
const identityAt = (baseURL: string) =>
  betterAuth({
    baseURL,
    secret: SECRET,
    advanced: cookieOptions(baseURL),
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
  });
type Identity = ReturnType<typeof identityAt>;

const signUp = async (identity: Identity, email: string) => {
  const answer = await identity.api.signUpEmail({ body: { email, password: PASSWORD, name: email }, asResponse: true });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie();
};
const emailOf = async (identity: Identity, cookie: string) =>
  (await identity.api.getSession({ headers: new Headers({ cookie }) }))?.user.email ?? null;

test('with HTTPS, sessions are cookies that no other host can set', async () => {
  const identity = identityAt('https://build.example.org');
  const lines = await signUp(identity, 'ada@example.org');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).toMatch(/^__Host-sayso\.\w+=/);
    expect(line).toMatch(/; Secure(?:;|$)/i);
    expect(line).toMatch(/; HttpOnly(?:;|$)/i);
    expect(line).toMatch(/; Path=\/(?:;|$)/i);
    expect(line).not.toMatch(/; Domain=/i);
  }
  const own = lines.map((line) => line.split(';')[0]).join('; ');
  expect(await emailOf(identity, own)).toBe('ada@example.org');
});

test('a session that a host of the same domain plants is ignored, whatever its name, path and place', async () => {
  const identity = identityAt('https://build.example.org');
  const [own = '', theirs = ''] = await Promise.all(
    ['ada@example.org', 'eve@example.org'].map(async (email) => (await signUp(identity, email))[0]?.split(';')[0]),
  );
  const value = theirs.slice(theirs.indexOf('=') + 1);
  // Names that a page of another host may set for the domain: browsers refuse `__Host-` in any case.
  for (const prefix of ['', '__Secure-', '__Secure-__Host-'])
    for (const separator of ['.', '-']) {
      const planted = `${prefix}sayso${separator}session_token=${value}`;
      expect([planted, await emailOf(identity, planted)]).toEqual([planted, null]);
      expect([planted, await emailOf(identity, `${planted}; ${own}`)]).toEqual([planted, 'ada@example.org']);
      expect([planted, await emailOf(identity, `${own}; ${planted}`)]).toEqual([planted, 'ada@example.org']);
    }
});

test('without HTTPS, cookies have no prefix, which browsers would refuse', async () => {
  const lines = await signUp(identityAt('http://192.168.1.20:4000'), 'ada@example.org');
  for (const line of lines) {
    expect(line).toMatch(/^sayso\./);
    expect(line).not.toMatch(/; Secure/i);
  }
});
