import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import apps from './index.ts';
import { appsRef, type BuilderRole } from './ref.ts';
import { admin, neighbours, owner, stranger, visitor } from './testing/fakes.ts';

const near = neighbours();
const start = async () => near.connect(await testHost(apps, { provide: near.provide }));
let host: Awaited<ReturnType<typeof start>>;
let appId: string;
beforeEach(async () => {
  host = await start();
  appId = (await host.service(appsRef).create(owner, { name: 'Club', files: { 'pages/Home': 'x' } })).id;
});
afterEach(() => host.close());

const person = (id: string): Actor => ({ kind: 'account', id, admin: false, builder: true });
/** The data of an operation, or the code of its error. */
async function ask(document: string, variables: Readonly<Record<string, unknown>>, as: Actor) {
  const { data, errors } = await host.graphql(document, variables, as);
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation
  return (errors?.[0]?.extensions?.['code'] ?? data) as any;
}
const INVITE = `mutation ($appId: ID!, $role: BuilderRole!, $email: String, $uses: Int!, $days: Int!) {
  inviteBuilder(appId: $appId, role: $role, email: $email, uses: $uses, days: $days) { link invitation { id usesLeft email } }
}`;
const ACCEPT = 'mutation ($code: String!) { acceptAppInvitation(code: $code) }';
const SET = 'mutation ($appId: ID!, $id: ID!, $role: BuilderRole!) { setBuilderRole(appId: $appId, accountId: $id, role: $role) { role } }';
const REMOVE = 'mutation ($appId: ID!, $id: ID!) { removeBuilder(appId: $appId, accountId: $id) }';
const PEOPLE = 'query ($appId: ID!) { app(id: $appId) { role builders { accountId role } } }';
const invite = (more: object = {}, as: Actor = owner) => ask(INVITE, { appId, role: 'edit', uses: 1, days: 7, ...more }, as);
const codeOf = ({ inviteBuilder: { link } }: { inviteBuilder: { link: string } }) => new URL(link).hash.slice('#code='.length);
async function join(id: string, role: BuilderRole): Promise<Actor> {
  expect(await ask(ACCEPT, { code: codeOf(await invite({ role })) }, person(id))).toEqual({ acceptAppInvitation: appId });
  return person(id);
}
const rolesOf = async () => {
  const { app } = await ask(PEOPLE, { appId }, owner);
  return app.builders.map(({ accountId, role }: { accountId: string; role: string }) => [accountId, role]);
};

describe('an invitation', () => {
  it('makes a builder, once for each of its uses', async () => {
    const code = codeOf(await invite({ uses: 2 }));
    const offer = 'query ($code: String!) { appInvitation(code: $code) { appName role invitedBy } }';
    expect(await ask(offer, { code }, visitor)).toEqual({ appInvitation: { appName: 'Club', role: 'edit', invitedBy: 'owner' } });
    expect(await ask(ACCEPT, { code }, visitor)).toBe('unauthenticated');
    expect(await ask(PEOPLE, { appId }, stranger)).toBe('not-found');
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((id) => ask(ACCEPT, { code }, person(id))));
    expect(answers.filter((answer) => answer === 'invitation-invalid')).toHaveLength(2);
    expect(await rolesOf()).toHaveLength(3);
    expect(await ask(offer, { code }, visitor)).toEqual({ appInvitation: null });
  });

  it('is used up by no one who has the role, and lowers no role', async () => {
    const code = codeOf(await invite({ role: 'view' }));
    const editor = await join('editor', 'edit');
    for (const as of [editor, owner, admin]) expect(await ask(ACCEPT, { code }, as)).toEqual({ acceptAppInvitation: appId });
    expect(await rolesOf()).toEqual([
      ['owner', 'own'],
      ['editor', 'edit'],
    ]);
    expect(await ask(ACCEPT, { code }, person('viewer'))).toEqual({ acceptAppInvitation: appId });
  });

  it('for an address is mailed, and works for that account only', async () => {
    const made = await invite({ email: ' Ada@Example.com ', uses: 5 });
    expect(made.inviteBuilder.invitation).toMatchObject({ email: 'ada@example.com', usesLeft: 1 });
    expect(near.mails.at(-1)).toMatchObject({ to: 'ada@example.com', text: expect.stringContaining(made.inviteBuilder.link) });
    const code = codeOf(made);
    expect(await ask(ACCEPT, { code }, stranger)).toBe('invitation-invalid');
    expect(await ask(ACCEPT, { code }, person('ada'))).toEqual({ acceptAppInvitation: appId });
  });

  it('is revoked, and its code is not stored', async () => {
    const made = await invite();
    const revoke = 'mutation ($appId: ID!, $id: ID!) { revokeAppInvitation(appId: $appId, id: $id) }';
    const { id } = made.inviteBuilder.invitation;
    expect(JSON.stringify(await host.context.collections.invitations.find({}))).not.toContain(codeOf(made));
    expect(await ask(revoke, { appId, id }, await join('editor', 'edit'))).toBe('forbidden');
    expect(await ask(revoke, { appId, id }, owner)).toEqual({ revokeAppInvitation: true });
    expect(await ask(ACCEPT, { code: codeOf(made) }, stranger)).toBe('invitation-invalid');
  });

  it.each([{ uses: 0 }, { uses: 101 }, { days: 0 }, { days: 91 }, { email: 'ada' }])('refuses %j', async (given) => {
    expect(await invite(given)).toBe('invalid-input');
  });

  it('expires', async () => {
    const code = codeOf(await invite());
    await host.context.collections.invitations.updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1).toISOString() } });
    expect(await ask(ACCEPT, { code }, stranger)).toBe('invitation-invalid');
  });
});

describe('roles', () => {
  const RENAME = 'mutation ($appId: ID!) { renameApp(id: $appId, name: "New") { name } }';
  const DELETE = 'mutation ($appId: ID!) { deleteApp(id: $appId) { id } }';
  const READ = 'query ($appId: ID!) { app(id: $appId) { currentVersion { files { path } } } }';
  const LIST = 'query { apps { id role } }';
  const PREVIEW = 'mutation ($appId: ID!) { startPreview(appId: $appId) { token } }';

  it.each([
    ['view', 'forbidden', 'forbidden', 'forbidden', false],
    ['edit', 'ok', 'forbidden', 'forbidden', true],
    ['own', 'ok', 'ok', 'ok', true],
  ] as const)('%s: renames: %s, invites: %s, deletes: %s', async (role, rename, inviting, deleting, administers) => {
    const actor = await join('other', role);
    const outcome = (answer: unknown) => (typeof answer === 'string' ? answer : 'ok');
    expect(await ask(LIST, {}, actor)).toEqual({ apps: [{ id: appId, role }] });
    expect(outcome(await ask(READ, { appId }, actor))).toBe('ok');
    const { startPreview } = await ask(PREVIEW, { appId }, actor);
    expect(JSON.parse(startPreview.token)).toMatchObject({ accountId: 'other', admin: administers, isPreview: true });
    expect(outcome(await ask(RENAME, { appId }, actor))).toBe(rename);
    expect(outcome(await invite({}, actor))).toBe(inviting);
    const revoked = 'query ($appId: ID!) { app(id: $appId) { invitations { id } } }';
    expect(outcome(await ask(revoked, { appId }, actor))).toBe(inviting);
    expect(outcome(await ask(DELETE, { appId }, actor))).toBe(deleting);
  });

  it('take effect on tokens from before at once', async () => {
    const service = host.service(appsRef);
    const editor = await join('other', 'edit');
    const frame: Actor = { kind: 'app', id: 'other', appId, admin: true, preview: true };
    const rights = async () => {
      const app = await service.find(appId);
      return app && [service.isAppAdmin(frame, app), service.isAppViewer(frame, app)];
    };
    expect(await rights()).toEqual([true, false]);
    await ask(SET, { appId, id: 'other', role: 'view' }, owner);
    expect(await rights()).toEqual([false, true]);
    await ask(REMOVE, { appId, id: 'other' }, owner);
    expect(await rights()).toEqual([false, false]);
    expect(await ask(READ, { appId }, editor)).toBe('not-found');
    expect(await ask(LIST, {}, editor)).toEqual({ apps: [] });
  });

  it('always leave an owner', async () => {
    expect(await ask(REMOVE, { appId, id: 'owner' }, owner)).toBe('last-owner');
    expect(await ask(SET, { appId, id: 'owner', role: 'view' }, owner)).toBe('last-owner');
    const second = await join('second', 'own');
    const both = await Promise.all([ask(REMOVE, { appId, id: 'owner' }, owner), ask(REMOVE, { appId, id: 'second' }, second)]);
    expect(both.filter((answer) => answer === 'last-owner' || answer === 'not-found').length).toBeLessThanOrEqual(1);
    const { ownerId } = (await host.service(appsRef).find(appId)) ?? {};
    expect(['owner', 'second']).toContain(ownerId);
    const { app } = await ask(PEOPLE, { appId }, person(ownerId ?? ''));
    expect(app.role).toBe('own');
  });

  it('are given up by oneself, and changed by owners only', async () => {
    const viewer = await join('viewer', 'view');
    const editor = await join('editor', 'edit');
    expect(await ask(SET, { appId, id: 'viewer', role: 'own' }, viewer)).toBe('forbidden');
    expect(await ask(REMOVE, { appId, id: 'viewer' }, editor)).toBe('forbidden');
    expect(await ask(SET, { appId, id: 'stranger', role: 'own' }, owner)).toBe('not-found');
    expect(await ask(REMOVE, { appId, id: 'viewer' }, viewer)).toEqual({ removeBuilder: true });
    expect(await ask(PEOPLE, { appId }, viewer)).toBe('not-found');
    expect(await rolesOf()).toEqual([
      ['owner', 'own'],
      ['editor', 'edit'],
    ]);
  });
});
