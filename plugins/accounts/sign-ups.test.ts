import { testHost } from '@sayso/core/testing';
import { describe, expect, it } from 'vitest';
import accounts from './index.ts';
import { type AppRules, appRules } from './ref.ts';

const rules: AppRules = {
  administers: async () => false,
  takesSignUps: async (appId) => appId === 'open',
  nameOf: async (appId) => (appId === 'open' ? 'Habits & more' : null),
  isInvitation: async (code) => code === 'to an app',
  isInvitationOpen: async () => false,
  takeSignUp: async (code) => code === 'to an app',
  tokenRights: async () => null,
};
async function start(policy: 'invite' | 'open' | 'closed') {
  const host = await testHost(accounts, { config: { BUILDER_SIGNUP: policy }, additions: [[appRules, [rules]]] });
  const service = host.service();
  return { host, service, [Symbol.asyncDispose]: () => host.close() };
}
type Started = Awaited<ReturnType<typeof start>>;

let people = 0;
/** The resulting account type, or the error code. */
async function signUp({ host, service }: Started, body: object = {}): Promise<string> {
  const email = `person-${people++}@example.org`;
  const answer = await host.fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse battery', ...body }),
  });
  const { code } = (await answer.json()) as { code?: string };
  return code ?? (await service.byEmail(email))?.accountType ?? 'nothing';
}

describe('signing up', () => {
  it.each([
    // policy, without anything, by a guessed invitation, by an open one, through an app that takes sign-ups, through one that does not
    ['open', 'builder', 'builder', 'builder', 'user', 'app-signup-closed'],
    ['invite', 'invitation-needed', 'invitation-invalid', 'builder', 'user', 'app-signup-closed'],
    ['closed', 'signup-closed', 'signup-closed', 'signup-closed', 'user', 'app-signup-closed'],
  ] as const)(
    '%s: the first account builds, later ones by the policy',
    async (policy, plain, guess, invited, app, closedApp) => {
      await using other = await start(policy);
      expect(await signUp(other)).toBe('builder');
      const { code } = await other.service.invitations.create('admin', { uses: 1, days: 1 });
      expect([
        await signUp(other),
        await signUp(other, { invitation: 'guess' }),
        await signUp(other, { invitation: code }),
        await signUp(other, { appId: 'open' }),
        await signUp(other, { appId: 'closed' }),
      ]).toEqual([plain, guess, invited, app, closedApp]);
    },
    60_000,
  );

  it('ignores the account type that a client claims', async () => {
    await using started = await start('invite');
    await signUp(started);
    expect(await signUp(started, { appId: 'open', accountType: 'builder' })).toBe('user');
    expect(await signUp(started, { accountType: 'user' })).toBe('invitation-needed');
    expect(await signUp(started, { appId: 'open', signupAppId: 'closed', isAdmin: true, disabled: true })).not.toBe('builder');
  });

  it('makes one of many concurrent sign-ups the first account', async () => {
    await using started = await start('invite');
    const kinds = await Promise.all(Array.from({ length: 8 }, () => signUp(started)));
    expect(kinds.filter((kind) => kind === 'builder')).toHaveLength(1);
  });
});

describe('an invitation', () => {
  it('makes as many builders as it has uses, also concurrently, and none once revoked or expired', async () => {
    await using started = await start('invite');
    await signUp(started);
    const { invitations } = started.service;
    const three = await invitations.create('admin', { uses: 3, days: 1 });
    const kinds = await Promise.all(Array.from({ length: 8 }, () => signUp(started, { invitation: three.code })));
    expect(kinds.filter((kind) => kind === 'builder')).toHaveLength(3);
    expect(await invitations.isOpen(three.code)).toBe(false);

    const revoked = await invitations.create('admin', { uses: 1, days: 1 });
    expect(await invitations.revoke(revoked.invitation.id)).toBe(true);
    const expired = await invitations.create('admin', { uses: 1, days: -1 });
    for (const { code } of [revoked, expired]) expect(await signUp(started, { invitation: code })).toBe('invitation-invalid');
    expect(await invitations.list()).toEqual([]);
  });

  it('is stored only as a hash', async () => {
    await using started = await start('invite');
    const { code } = await started.service.invitations.create('admin', { uses: 1, days: 1 });
    const stored = await started.host.context.collections.invitations.find({});
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  it('lets a user of apps build', async () => {
    await using started = await start('invite');
    const { host, service } = started;
    await signUp(started);
    await signUp(started, { appId: 'open' });
    const user = await service.byEmail(`person-${people - 1}@example.org`);
    const as = { kind: 'account', id: user?.id ?? '', admin: false } as const;
    const build = (invitation: string | null) =>
      host.graphql<{ startBuilding: { accountType: string } }>(
        'mutation ($invitation: String) { startBuilding(invitation: $invitation) { accountType } }',
        { invitation },
        as,
      );
    for (const wrong of [null, 'guess']) expect((await build(wrong)).errors?.[0]?.extensions?.['code']).toBe('invitation-invalid');
    const { code } = await service.invitations.create('admin', { uses: 1, days: 1 });
    expect((await build(code)).data?.startBuilding.accountType).toBe('builder');
  });
});

describe('admins', () => {
  it('disable an account, which ends its sessions at once, and enable it again', async () => {
    await using started = await start('open');
    const { host, service } = started;
    await signUp(started);
    const [first] = (await service.directory.page({})).accounts;
    const credentials = { email: 'ada@example.org', password: 'correct horse battery' };
    const enter = (path: string) =>
      host.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) });
    const { token, user } = (await (await enter('/api/auth/sign-up/email')).json()) as { token: string; user: { id: string } };
    const me = async () => (await service.signedIn(new Headers({ authorization: `Bearer ${token}` })))?.account?.id ?? null;
    const { id: sessionId } = (await service.session(new Headers({ authorization: `Bearer ${token}` }))) ?? { id: '' };
    const app = await service.mintAppToken({ appId: 'open', accountId: user.id, admin: false, sessionId });
    expect(await me()).toBe(user.id);
    expect(await service.verifyAppToken(app.token)).not.toBeNull();
    await service.directory.setDisabled(first?.id ?? '', user.id, true);
    expect(await me()).toBeNull();
    expect(await service.verifyAppToken(app.token)).toBeNull();
    expect((await enter('/api/auth/sign-in/email')).status).toBe(403);
    await service.directory.setDisabled(first?.id ?? '', user.id, false);
    expect((await enter('/api/auth/sign-in/email')).status).toBe(200);
    // Admins cannot lock themselves out.
    await expect(service.directory.setDisabled(user.id, first?.id ?? '', true)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(service.directory.setAccountType(first?.id ?? '', 'user')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('find accounts by name, email and type', async () => {
    await using started = await start('open');
    await signUp(started, { email: 'ada.b+c@example.org', name: 'Ada' });
    await signUp(started, { email: 'bob@example.org', appId: 'open', name: 'Bob' });
    const found = async (search: object) => (await started.service.directory.page(search)).accounts.map(({ name }) => name);
    expect(await found({})).toEqual(['Bob', 'Ada']);
    expect(await found({ search: 'ADA' })).toEqual(['Ada']);
    expect(await found({ search: 'b+c@' })).toEqual(['Ada']);
    expect(await found({ search: '.*' })).toEqual([]);
    expect(await found({ accountType: 'user' })).toEqual(['Bob']);
    expect(await found({ accountType: 'builder' })).toEqual(['Ada']);
  });
});
