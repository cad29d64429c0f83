import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import apps from './index.ts';
import { appsRef, type BuilderRole } from './ref.ts';
import { neighbours, owner, visitor } from './testing/fakes.ts';

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
async function ask(document: string, variables: Readonly<Record<string, unknown>>, as: Actor) {
  const { data, errors } = await host.graphql(document, variables, as);
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation
  return (errors?.[0]?.extensions?.['code'] ?? data) as any;
}
const INVITE = `mutation ($appId: ID!, $role: BuilderRole!) {
  inviteBuilder(appId: $appId, role: $role, uses: 5, days: 7) { link }
}`;
const ACCEPT = 'mutation ($code: String!) { acceptAppInvitation(code: $code) }';
const OFFER = 'query ($code: String!) { appInvitation(code: $code) { role } }';
const SET = 'mutation ($appId: ID!, $id: ID!, $role: BuilderRole!) { setBuilderRole(appId: $appId, accountId: $id, role: $role) { role } }';
const REMOVE = 'mutation ($appId: ID!, $id: ID!) { removeBuilder(appId: $appId, accountId: $id) }';
const LIST = 'query ($appId: ID!) { app(id: $appId) { invitations { role } } }';

const invite = async (role: BuilderRole, as: Actor = owner): Promise<string> =>
  new URL((await ask(INVITE, { appId, role }, as)).inviteBuilder.link).hash.slice('#code='.length);
const accept = async (code: string, id: string) => {
  const answer = await ask(ACCEPT, { code }, person(id));
  return typeof answer === 'string' ? answer : 'joined';
};
async function join(id: string, role: BuilderRole): Promise<Actor> {
  expect(await accept(await invite(role), id)).toBe('joined');
  return person(id);
}
const remove = (id: string, as: Actor = owner) => ask(REMOVE, { appId, id }, as);
const setRole = (id: string, role: BuilderRole) => ask(SET, { appId, id, role }, owner);

describe('an invitation that an owner made', () => {
  it.each([
    ['is removed', () => remove('second')],
    ['leaves', () => remove('second', person('second'))],
    ['may only edit', () => setRole('second', 'edit')],
    ['may only view', () => setRole('second', 'view')],
    ['is removed, and comes back as an owner', () => remove('second').then(() => join('second', 'own'))],
    ['was an owner again in between', () => setRole('second', 'edit').then(() => setRole('second', 'own'))],
  ])('ends when that owner %s', async (_name, event) => {
    const second = await join('second', 'own');
    const codes = [await invite('own', second), await invite('view', second)];
    await event();
    const { isInvitation, takeSignUp } = host.service().access;
    for (const code of codes) {
      expect(await ask(OFFER, { code }, visitor)).toEqual({ appInvitation: null });
      expect([await accept(code, 'second'), await accept(code, 'third')]).toEqual(['invitation-invalid', 'invitation-invalid']);
      const { access } = host.service();
      expect([await isInvitation.call(access, code), await takeSignUp.call(access, code)]).toEqual([false, false]);
    }
    expect((await ask(LIST, { appId }, owner)).app.invitations.map(({ role }: { role: string }) => role)).not.toContain('view');
  });

  it('stays while that owner is one, whoever else comes and goes', async () => {
    const second = await join('second', 'own');
    const code = await invite('edit', second);
    await join('third', 'edit');
    await remove('third');
    expect(await accept(code, 'fourth')).toBe('joined');
  });
});

describe('the mail of an invitation', () => {
  const TO = `mutation ($appId: ID!) { inviteBuilder(appId: $appId, role: edit, email: "a@example.org", uses: 1, days: 7) { invitation { id } } }`;
  const REVOKE = 'mutation ($appId: ID!, $id: ID!) { revokeAppInvitation(appId: $appId, id: $id) }';

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is withdrawn', (id) => ask(REVOKE, { appId, id }, owner)],
    ['loses its maker', () => remove('second')],
    ['loses its app', () => ask('mutation ($appId: ID!) { deleteApp(id: $appId) { id } }', { appId }, owner)],
  ])('names it, so that it is not sent once the invitation %s', async (_what, end) => {
    const second = await join('second', 'own');
    const { id } = (await ask(TO, { appId }, second)).inviteBuilder.invitation;
    expect(near.mails.at(-1)).toMatchObject({ to: 'a@example.org', invites: { in: 'appInvitations', id } });
    const { access } = host.service();
    expect(await access.isInvitationOpen(id)).toBe(true);
    await end(id);
    expect(await access.isInvitationOpen(id)).toBe(false);
  });
});

describe('the mail of an invitation to use an app', () => {
  const invited = async (by: Actor) => {
    const { access } = host.service();
    await access.invitePerson(by, appId, 'a@example.org');
    const { invites } = near.mails.at(-1) ?? {};
    return () => access.takesSignUps(invites?.id ?? '', invites?.by);
  };
  beforeEach(async () => {
    const service = host.service(appsRef);
    await service.publish(owner, appId);
    await service.updateSettings(owner, appId, { isSignupEnabled: true });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['may only view', () => setRole('second', 'view')],
    ['is removed', () => remove('second')],
    ['leaves', () => remove('second', person('second'))],
    ['is removed, and comes back', () => remove('second').then(() => join('second', 'edit'))],
  ])('is not sent once its maker %s', async (_name, end) => {
    const isAlive = await invited(await join('second', 'edit'));
    expect(await isAlive()).toBe(true);
    await end();
    expect(await isAlive()).toBe(false);
  });

  it('is sent while its maker may edit, whoever else comes and goes', async () => {
    const isAlive = await invited(await join('second', 'edit'));
    await join('third', 'own');
    await remove('third');
    expect(await isAlive()).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is unpublished', () => host.service(appsRef).unpublish(owner, appId)],
    ['closes its sign-up', () => host.service(appsRef).updateSettings(owner, appId, { isSignupEnabled: false })],
    ['is deleted', () => ask('mutation ($appId: ID!) { deleteApp(id: $appId) { id } }', { appId }, owner)],
  ])('is not sent once the app %s', async (_name, end) => {
    const isAlive = await invited(owner);
    expect(await isAlive()).toBe(true);
    await end();
    expect(await isAlive()).toBe(false);
  });
});

describe('an account that lost a role', () => {
  it.each<[string, BuilderRole, () => Promise<unknown>]>([
    ['was removed', 'edit', () => remove('other')],
    ['left', 'edit', () => remove('other', person('other'))],
    ['may only view', 'edit', () => setRole('other', 'view')],
    ['is no owner any more', 'own', () => setRole('other', 'edit')],
  ])('%s: gets it back by no invitation from before, but by a new one', async (_name, role, event) => {
    const [kept, top] = [await invite(role), await invite('own')];
    await join('other', role);
    await event();
    expect([await accept(kept, 'other'), await accept(top, 'other')]).toEqual(['invitation-invalid', 'invitation-invalid']);
    expect([await accept(kept, 'else'), await accept(await invite(role), 'other')]).toEqual(['joined', 'joined']);
  });

  it('is raised by an invitation from before when it lost none', async () => {
    const code = await invite('edit');
    await join('other', 'view');
    expect(await accept(code, 'other')).toBe('joined');
  });
});
