import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { testHost } from '@sayso/core/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import accounts from './index.ts';

const RETURN = '/auth/handler?mode=signedIn';
const CLIENT = 'client-of-the-operator';
const VICTIM = 'victim@example.org';
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
const attacker = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = google.publicKey.export({ format: 'jwk' });

const now = () => Math.floor(Date.now() / 1000);
const claimsOf = (more: object = {}) => ({
  ...{ iss: 'https://accounts.google.com', aud: CLIENT, azp: CLIENT, sub: 'google-victim', email: VICTIM, email_verified: true },
  ...{ name: 'Eve', iat: now(), exp: now() + 3600, ...more },
});
function signed(claims: object, key = google.privateKey): string {
  const text = `${part({ alg: 'RS256', kid: 'a', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
}

/** The requests that the server sends. */
let sent: string[] = [];
let answered: object = {};
type Host = Awaited<ReturnType<typeof open>>;
const open = () =>
  testHost(accounts, { config: { BUILDER_SIGNUP: 'open', GOOGLE_CLIENT_ID: CLIENT, GOOGLE_CLIENT_SECRET: 'google-secret' } });
let host: Host;
beforeAll(async () => {
  host = await open();
});
afterAll(() => host.close());
beforeEach(() => {
  sent = [];
  answered = { id_token: signed(claimsOf()) };
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    sent.push(url);
    if (url === 'https://oauth2.googleapis.com/token')
      return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 3600, ...answered });
    if (url === 'https://www.googleapis.com/oauth2/v3/certs')
      return Response.json({ keys: [{ ...publicKey, kid: 'a', alg: 'RS256', use: 'sig' }] });
    throw new Error(`Unexpected request to ${url}`);
  });
});
afterEach(() => vi.unstubAllGlobals());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  host.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
const hasSession = (answer: Response) => cookiesOf(answer).some((cookie) => /session_token=.{20,}/.test(cookie));
async function begin(more: object = {}) {
  const begun = await post('/api/auth/sign-in/social', { provider: 'google', callbackURL: RETURN, disableRedirect: true, ...more });
  const { url = 'https://none.example' } = (await begun.json()) as { url?: string };
  return { begun, state: new URL(url).searchParams.get('state') ?? '', cookie: cookiesOf(begun).join('; ') };
}
const back = (query: Record<string, string>, cookie = '') =>
  host.fetch(`/api/auth/callback/google?${new URLSearchParams(query)}`, { headers: { cookie }, redirect: 'manual' });

describe('a token of Google instead of a log-in', () => {
  const unsigned = (alg: string) => `${part({ alg, typ: 'JWT' })}.${part(claimsOf())}.`;
  const byHash = (key: string) => {
    const text = `${part({ alg: 'HS256', kid: 'a', typ: 'JWT' })}.${part(claimsOf())}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  it.each<[string, () => string]>([
    // It was made for another log-in: the page that brings it never began one here.
    ['that is valid', () => signed(claimsOf())],
    ['with a nonce of another log-in', () => signed(claimsOf({ nonce: 'another' }))],
    ['without a signature', () => unsigned('none')],
    ['without a signature, in capital letters', () => unsigned('None')],
    ['signed by the secret of the client', () => byHash('google-secret')],
    ['signed by the public key as a secret', () => byHash(google.publicKey.export({ format: 'pem', type: 'spki' }).toString())],
    ['signed by another key', () => signed(claimsOf(), attacker.privateKey)],
    ['for another client', () => signed(claimsOf({ aud: 'another-client' }))],
    ['of another issuer', () => signed(claimsOf({ iss: 'https://accounts.evil.example' }))],
    ['that has expired', () => signed(claimsOf({ exp: now() - 7200, iat: now() - 9000 }))],
    [
      'whose key it names itself',
      () => signed(claimsOf()).replace(/^[^.]+/, part({ alg: 'RS256', jku: 'http://127.0.0.1:1/keys', kid: 'b' })),
    ],
  ])('signs nobody in: %s', async (_what, token) => {
    for (const path of ['/api/auth/sign-in/social', '/api/auth/link-social']) {
      const answer = await post(path, { provider: 'google', idToken: { token: token() }, callbackURL: RETURN });
      expect([path, answer.ok, hasSession(answer)]).toEqual([path, false, false]);
    }
    expect(await host.service().byEmail(VICTIM)).toBeNull();
    expect(sent.filter((url) => !url.startsWith('https://www.googleapis.com/'))).toEqual([]);
  });
});

describe('a callback', () => {
  it.each<[string, (begun: Awaited<ReturnType<typeof begin>>) => Promise<Response>]>([
    ['without a state', ({ cookie }) => back({ code: 'code' }, cookie)],
    ['with a state that is a guess', ({ cookie }) => back({ code: 'code', state: 'guess' }, cookie)],
    ['in another browser, as by a link of an attacker', ({ state }) => back({ code: 'code', state })],
    ['with the state of another log-in', async ({ cookie }) => back({ code: 'code', state: (await begin()).state }, cookie)],
    ['without a code', ({ state, cookie }) => back({ state }, cookie)],
    ['with an error and a code', ({ state, cookie }) => back({ state, code: 'code', error: 'access_denied' }, cookie)],
  ])('signs nobody in: %s', async (_what, call) => {
    const answer = await call(await begin());
    expect(hasSession(answer)).toBe(false);
    expect(await host.service().byEmail(VICTIM)).toBeNull();
    expect(new URL(answer.headers.get('location') ?? '/', 'http://localhost').pathname).not.toContain('//');
  });

  it('of another provider signs nobody in', async () => {
    const { state, cookie } = await begin();
    for (const id of ['github', 'google%2f..', '__proto__', 'constructor']) {
      const answer = await host.fetch(`/api/auth/callback/${id}?${new URLSearchParams({ code: 'code', state })}`, {
        headers: { cookie },
        redirect: 'manual',
      });
      expect([id, hasSession(answer)]).toEqual([id, false]);
    }
    expect(sent).toEqual([]);
  });

  it.each<[string, object]>([
    ['without a token of the person', { id_token: undefined }],
    ['with a token that is none', { id_token: 'a.b.c' }],
    ['with an address that is none', { id_token: signed(claimsOf({ email: undefined })) }],
  ])('signs nobody in whose provider answers %s', async (_what, wrong) => {
    answered = wrong;
    const { state, cookie } = await begin();
    expect(hasSession(await back({ code: 'code', state }, cookie))).toBe(false);
  });

  it('works once', async () => {
    const { state, cookie } = await begin();
    expect(hasSession(await back({ code: 'code', state }, cookie))).toBe(true);
    expect(hasSession(await back({ code: 'code', state }, cookie))).toBe(false);
  });
});

it.each([
  ...[
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'http://localhost@evil.example/',
  ],
  ...['/%2f%2fevil.example', '/\t/evil.example', 'https:evil.example', ' https://evil.example'],
])('leads nobody to %j after a log-in', async (address) => {
  for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
    const { begun, state, cookie } = await begin({ [name]: address });
    if (!begun.ok) continue;
    const answers = [
      await back({ error: 'access_denied', state }, cookie),
      await back({ code: 'code', state: (await begin({ [name]: address })).state }),
    ];
    for (const answer of answers) {
      const location = answer.headers.get('location') ?? '/';
      expect([name, new URL(location, 'http://localhost').hostname]).toEqual([name, 'localhost']);
    }
  }
});
