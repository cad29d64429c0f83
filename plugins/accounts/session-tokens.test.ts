import { testHost } from '@sayso/core/testing';
import { describe, expect, it, vi } from 'vitest';
import accounts from './index.ts';
import { migrations } from './migrations.ts';
import { type AppRules, accountsRef, appRules } from './ref.ts';
import { askReset, bearer, type Host, linkIn, me, post, signUp, tokenIn } from './testing/people.ts';

describe('a session token', () => {
  it('is invalid without its signature, and not stored', async () => {
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

  it('that an earlier version stored in plain text stays valid and is hashed', async () => {
    await using host = await testHost(accounts);
    const { token } = await signUp(host, 'ada@example.org');
    const { session } = host.context.collections;
    const [raw = ''] = decodeURIComponent(token).split('.');
    await session.updateOne({}, { $set: { token: raw } });
    const { collections, blobs, log } = host.context;
    const { signal } = new AbortController();
    const [hashTokens] = migrations;
    const drop = async (): Promise<void> => undefined;
    for (let run = 0; run < 2; run++) await hashTokens?.run({ collections, drop, blobs, log, signal });
    expect(await me(host, bearer(token))).toMatchObject({ email: 'ada@example.org' });
    expect(await session.count({ token: raw })).toBe(0);
  });

  it('is renewed without changing', async () => {
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

describe('a session on the builder host', () => {
  const elsewhere = async (host: Host) => void (await host.context.collections.session?.deleteMany({}));
  const announced = async (host: Host) => {
    await elsewhere(host);
    await host.emit('accounts.sessionsChanged', {});
  };
  it.each([
    ['a log-out here at once', 0, (host: Host, token: string) => post(host, '/api/auth/sign-out', {}, bearer(token))],
    ['its end on another node as soon as that is known', 0, announced],
    ['its end on another node within seconds', 5_000, elsewhere],
  ])('is cached for seconds; it ends with %s', async (_name, withinMs, end) => {
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

it('ignores cookies on the runtime host', async () => {
  let owner: string | null = null;
  const rules: AppRules = {
    administers: async (actor, appId) => actor.kind === 'account' && actor.id === owner && appId === 'one',
    takesSignUps: async () => false,
    nameOf: async () => null,
    isInvitation: async () => false,
    isInvitationOpen: async () => false,
    takeSignUp: async () => false,
    tokenRights: async () => null,
  };
  await using host = await testHost(accounts, { additions: [[appRules, [rules]]] });
  const { cookie, id } = await signUp(host, 'ada@example.org');
  await host.service(accountsRef).changeMemories(id, 'one', () => ({ name: 'Ada' }));
  const path = '/api/live_api/user/memories/current?appId=one';
  // On the builder host, a person is a visitor of an app of others.
  expect(await (await host.fetch(path, { headers: { cookie } })).json()).toEqual({ memories: {} });
  owner = id;
  expect(await (await host.fetch(path, { headers: { cookie } })).json()).toEqual({ memories: { name: 'Ada' } });
  expect(await (await host.fetch(path, { headers: { cookie }, host: 'runtime' })).json()).toEqual({ memories: {} });
});
