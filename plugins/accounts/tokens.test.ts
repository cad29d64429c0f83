import { testHost } from '@sayso/core/testing';
import { describe, expect, it, vi } from 'vitest';
import accounts from './index.ts';
import { accountsRef } from './ref.ts';
import { bearer, type Host, me, post, signUp } from './testing/people.ts';

/** The example of RFC 7636, appendix B. */
const pkce = {
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};

describe('app tokens', () => {
  it('are valid for one app only, on both hosts', async () => {
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

  it('are refreshed while their session is active', async () => {
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
    ['the log-out from the builder', (host: Host, session: string) => post(host, '/api/auth/sign-out', {}, bearer(session)), 0],
    ['the log-out from the app', (host: Host, _session: string, app: string) => host.service(accountsRef).revokeAppToken(app), 0],
  ])('end with %s, at once', async (_name, end, withinMs) => {
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
      // A later log-in to the app is valid, even a millisecond later.
      vi.advanceTimersByTime(1);
      if (!isSessionOver) expect(await memories('one', (await mint('one')).token)).toEqual(known);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are redeemed by codes that are valid once', async () => {
    await using host = await testHost(accounts);
    const service = host.service(accountsRef);
    const claims = { appId: 'one', accountId: 'a', admin: false, sessionId: 's' };
    const { codeVerifier, codeChallenge } = pkce;
    const code = await service.createLoginCode(claims, codeChallenge);
    expect(await service.redeemLoginCode(code, codeVerifier)).toEqual(claims);
    expect(await service.redeemLoginCode(code, codeVerifier)).toBeNull();
    expect(await service.redeemLoginCode('guess', codeVerifier)).toBeNull();
  });

  it('are redeemed by codes bound to a verifier (RFC 7636), which a wrong one uses up', async () => {
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
