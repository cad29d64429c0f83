import { testHost } from '@sayso/core/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import accounts from './index.ts';
import { appRules } from './ref.ts';

afterEach(() => vi.unstubAllGlobals());

const RETURN = '/auth/handler?mode=signedIn';
const json = { 'content-type': 'application/json' };
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Google's token endpoint for this person; rejects every other URL. */
function stubGoogle(email: string, emailVerified: unknown): void {
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url !== 'https://oauth2.googleapis.com/token') throw new Error(`Unexpected request to ${url}`);
    const claims = { sub: `google-${email}`, email, email_verified: emailVerified, name: 'Grace' };
    const id_token = `${part({ alg: 'RS256', kid: 'a' })}.${part(claims)}.signature`;
    return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 3600, id_token });
  });
}

async function start(policy: 'invite' | 'open' | 'closed') {
  const host = await testHost(accounts, {
    config: { BUILDER_SIGNUP: policy, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'google-secret' },
    additions: [
      [
        appRules,
        [
          {
            administers: async () => false,
            takesSignUps: async (appId: string) => appId === 'open',
            isInvitation: async () => false,
            isInvitationOpen: async () => false,
            takeSignUp: async () => false,
            tokenRights: async () => null,
          },
        ],
      ],
    ],
  });
  const service = host.service();
  const email = 'first@example.org';
  await host.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  });
  return { host, service, [Symbol.asyncDispose]: () => host.close() };
}
type Started = Awaited<ReturnType<typeof start>>;

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

/** Signs in as a browser does: to Google, and back with a code. */
async function signIn(
  { host }: Started,
  email: string,
  additionalData: object = {},
  verified: { readonly said: unknown } = { said: true },
) {
  stubGoogle(email, verified.said);
  const begun = await host.fetch('/api/auth/sign-in/social', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ provider: 'google', callbackURL: RETURN, errorCallbackURL: RETURN, disableRedirect: true, additionalData }),
  });
  const { url } = (await begun.json()) as { url: string };
  const state = new URL(url).searchParams.get('state') ?? '';
  const back = await host.fetch(`/api/auth/callback/google?${new URLSearchParams({ code: 'code', state })}`, {
    headers: { cookie: cookiesOf(begun).join('; ') },
    redirect: 'manual',
  });
  return { url: new URL(url), location: back.headers.get('location') ?? '', cookies: cookiesOf(back) };
}

const hasSession = (cookies: readonly string[]) => cookies.some((cookie) => /session_token=.{20,}/.test(cookie));

describe('signing in with Google', () => {
  it.each([
    [{}, false],
    [{ GOOGLE_CLIENT_ID: 'id' }, false],
    [{ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'google-secret' }, true],
  ])('is offered only when configured: %o', async (config, expected) => {
    await using host = await testHost(accounts, { config });
    expect(host.service().isGoogleEnabled).toBe(expected);
  });

  it('sends Google a PKCE challenge, and redirects back to a URL without secrets', async () => {
    await using started = await start('open');
    const { url, location, cookies } = await signIn(started, 'grace@example.org');
    expect(url.origin).toBe('https://accounts.google.com');
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.search).not.toContain('google-secret');
    expect(location).toBe(RETURN);
    expect(hasSession(cookies)).toBe(true);
    expect(await started.service.byEmail('grace@example.org')).toMatchObject({ emailVerified: true, accountType: 'builder' });
  });

  it.each([
    ['open', {}, 'builder'],
    ['invite', {}, 'invitation-needed'],
    ['invite', { invitation: 'guess' }, 'invitation-invalid'],
    ['closed', {}, 'signup-closed'],
    ['closed', { appId: 'open' }, 'user'],
    ['open', { appId: 'closed' }, 'app-signup-closed'],
    ['invite', { appId: 'open', accountType: 'builder' }, 'user'],
  ] as const)('%s, with %o: %s', async (policy, brought, expected) => {
    await using started = await start(policy);
    const { location, cookies } = await signIn(started, 'new@example.org', brought);
    const error = new URL(location, 'http://localhost').searchParams.get('error');
    expect(error ?? (await started.service.byEmail('new@example.org'))?.accountType).toBe(expected);
    expect(hasSession(cookies)).toBe(error === null);
  });

  it.each(['false', 'no', '0', 0, 1, null, undefined, 'true', [], {}, false])('takes no address for verified by %j', async (said) => {
    await using started = await start('open');
    await signIn(started, 'grace@example.org', {}, { said });
    expect((await started.service.byEmail('grace@example.org'))?.emailVerified ?? false).toBe(false);
  });

  it.each(['false', false])('does not link to a verified account by %j', async (said) => {
    await using started = await start('open');
    await started.host.context.collections.user.updateOne({ email: 'first@example.org' }, { $set: { emailVerified: true } });
    const { cookies } = await signIn(started, 'first@example.org', {}, { said });
    expect(hasSession(cookies)).toBe(false);
    expect(hasSession((await signIn(started, 'first@example.org')).cookies)).toBe(true);
  });

  it('does not link to an account with an unverified address', async () => {
    await using started = await start('open');
    const { location, cookies } = await signIn(started, 'first@example.org');
    expect([new URL(location, 'http://localhost').searchParams.get('error'), hasSession(cookies)]).toEqual(['account_not_linked', false]);
  });

  it('makes a builder by an invitation, and uses it up', async () => {
    await using started = await start('invite');
    const { code } = await started.service.invitations.create('admin', { uses: 1, days: 1 });
    await signIn(started, 'invited@example.org', { invitation: code });
    expect(await started.service.byEmail('invited@example.org')).toMatchObject({ accountType: 'builder' });
    expect(await started.service.invitations.isOpen(code)).toBe(false);
    // The account exists, so signing in needs no invitation.
    expect(hasSession((await signIn(started, 'invited@example.org')).cookies)).toBe(true);
  });

  it.each(['user', 'account', 'session'] as const)('can be repeated after the write of the %s failed', async (table) => {
    await using started = await start('open');
    const insertOne = vi.spyOn(started.host.context.collections[table], 'insertOne').mockRejectedValueOnce(new Error('the store is away'));
    expect(hasSession((await signIn(started, 'grace@example.org')).cookies)).toBe(false);
    expect(insertOne).toHaveBeenCalledOnce();
    expect(hasSession((await signIn(started, 'grace@example.org')).cookies)).toBe(true);
  });
});
