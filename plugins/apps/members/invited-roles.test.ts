import { type AccountsApi, accountsRef } from '@sayso/accounts/ref';
import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import apps from '../index.ts';
import { appsRef } from '../ref.ts';
import { neighbours, owner } from '../testing/fakes.ts';

const rules = { read: { user_condition: { role: { $in: ['editor', 'chief'] } } } };
const Post = { properties: {}, 'x-accessControl': { permissions: { read: 'admin', write: 'admin' }, rules } };
const EDITOR: Actor = { kind: 'account', id: 'builder', admin: false, builder: true };
const DAY = 24 * 3_600_000;

/** A published app, whose accounts have the addresses of `addresses`; those in `unverified` are not verified, those in `gone` do not exist. */
async function openApp() {
  const near = neighbours();
  const addresses = new Map([['ann', 'ann@example.com']]);
  const unverified = new Set<string>();
  const gone = new Set<string>();
  const provide = near.provide.map((entry) => {
    if (entry[0].id !== accountsRef.id) return entry;
    const fake = entry[1] as AccountsApi;
    const account: AccountsApi['account'] = async (id) => {
      const found = gone.has(id) ? null : await fake.account(id);
      return found && { ...found, email: addresses.get(id) ?? found.email, emailVerified: !unverified.has(id) };
    };
    const byEmail: AccountsApi['byEmail'] = async (email) => {
      for (const id of ['ann', 'owner', 'builder']) {
        const found = await account(id);
        if (found?.email === email.toLowerCase()) return found;
      }
      return null;
    };
    const accounts: AccountsApi['accounts'] = async (ids) => {
      const found = await Promise.all(ids.map(async (id) => [id, await account(id)] as const));
      return new Map(found.flatMap(([id, one]) => (one === null ? [] : [[id, one] as const])));
    };
    return [accountsRef, { ...fake, account, accounts, byEmail }] as const;
  });
  const host = near.connect(await testHost(apps, { provide: provide as typeof near.provide }));
  const service = host.service(appsRef);
  const files = { 'pages/Home': 'x', 'entities/Post.json': JSON.stringify(Post) };
  const { id } = await service.create(owner, { name: 'Roles', files });
  await service.publish(owner, id);
  await service.updateSettings(owner, id, { isSignupEnabled: true });
  const { collections } = host.context;
  const build = (role: 'edit' | null) =>
    collections.apps.updateOne({ _id: id }, { $set: { builders: role === null ? [] : [{ accountId: 'builder', role }] } });
  const { access } = service;
  return {
    ...{ host, service, id, near, addresses, unverified, gone, collections, build },
    as: (accountId: string, more: object = {}): Actor => ({ kind: 'app', id: accountId, appId: id, admin: false, ...more }),
    invite: (role: string | undefined, by: Actor = owner, email = 'Ann@Example.com') => access.invitePerson(by, id, email, role),
    join: () => access.enter(id, { accountId: 'ann', sessionId: 'session' }),
    role: async () => (await access.person(id, 'ann')).role,
    open: () => collections.invitedRoles.count({ appId: id }),
    roles: (name: 'rename' | 'remove', role: string, to = '') =>
      host.graphql(
        `mutation { ${name}PersonRole(appId: "${id}", ${name === 'remove' ? `role: "${role}"` : `from: "${role}", to: "${to}"`}) { roles { name } } }`,
        {},
        owner,
      ),
  };
}
type Open = Awaited<ReturnType<typeof openApp>>;

it.each(['admin', 'editor', 'chief'])('gives %s once to the person whose verified address was invited', async (role) => {
  const app = await openApp();
  await app.invite(role);
  expect(await app.role()).toBe('user');
  await app.join();
  expect(await app.role()).toBe(role);
  expect((await app.service.access.me(app.as('ann'), app.id))?.role).toBe(role);
  expect(await app.open()).toBe(0);
  // An admin who leaves and comes back by themselves is a user.
  await app.service.access.removePerson(owner, app.id, 'ann');
  await app.join();
  expect(await app.role()).toBe('user');
  await app.host.close();
});

it('gives a person who uses the app the role at once, also in place of another one', async () => {
  const app = await openApp();
  await app.join();
  for (const role of ['editor', 'admin', 'chief']) {
    await app.invite(role);
    expect(await app.role()).toBe(role);
  }
  // Every invitation gives the role of a user, so another one of that role changes nothing.
  await app.invite('user');
  await app.invite(undefined);
  expect(await app.role()).toBe('chief');
  expect([await app.open(), app.near.mails.length]).toEqual([0, 5]);
  await app.host.close();
});

const LATER: readonly [string, (app: Open) => unknown][] = [
  [
    '30 days later',
    (app) => app.collections.invitedRoles.updateMany({}, { $set: { at: new Date(Date.now() - 30 * DAY - 1000).toISOString() } }),
  ],
  ['after an invitation without a role', (app) => app.invite('user')],
  [
    'after the role was removed',
    async (app) => {
      await app.collections.invitedRoles.updateMany({}, { $set: { role: 'writer' } });
      expect((await app.roles('remove', 'writer')).errors).toBeUndefined();
    },
  ],
  ['after the one who invited builds the app no longer', (app) => app.build(null)],
  [
    'after the one who invited lost a role and got it again',
    (app) => app.collections.demotions.insertOne({ _id: `${app.id}/builder`, appId: app.id, revision: 1 }),
  ],
  ['after the account of the one who invited ended', (app) => app.gone.add('builder')],
  ['to an address that is not verified', (app) => app.unverified.add('ann')],
  ['to another address', (app) => app.addresses.set('ann', 'ann@example.com.evil.example')],
  [
    'to somebody who built the app since',
    (app) => app.collections.demotions.insertOne({ _id: `${app.id}/ann`, appId: app.id, revision: 1 }),
  ],
];
it.each(LATER)('gives no role %s', async (_name, change) => {
  const app = await openApp();
  await app.build('edit');
  await app.invite('editor', EDITOR);
  await change(app);
  await app.join();
  expect(await app.role()).toBe('user');
  expect((await app.service.access.me(app.as('ann'), app.id))?.role).toBe('user');
  await app.host.close();
});

it('gives the role once the address of a user is verified, unless an admin decided otherwise since', async () => {
  for (const decide of [null, 'setPersonRole', 'removePerson'] as const) {
    const app = await openApp();
    app.unverified.add('ann');
    await app.join();
    await app.invite('editor');
    expect(await app.role()).toBe('user');
    if (decide === 'setPersonRole') await app.service.access.setPersonRole(owner, app.id, 'ann', 'user');
    if (decide === 'removePerson') {
      await app.service.access.removePerson(owner, app.id, 'ann');
      await app.join();
    }
    app.unverified.clear();
    expect(await app.role()).toBe(decide === null ? 'editor' : 'user');
    expect(await app.open()).toBe(0);
    await app.host.close();
  }
});

it('follows the role to another name, and keeps it among those of the app', async () => {
  const app = await openApp();
  await app.join();
  await app.service.access.setPersonRole(owner, app.id, 'ann', 'writer');
  await app.invite('writer', owner, 'bob@example.com');
  await app.service.access.setPersonRole(owner, app.id, 'ann', 'user');
  const renamed = await app.roles('rename', 'writer', 'author');
  expect(renamed.data?.['renamePersonRole'].roles).toContainEqual({ name: 'author' });
  expect(await app.collections.invitedRoles.distinct('role', { appId: app.id })).toEqual(['author']);
  await app.host.close();
});

it('decides two calls at once to one role, once', async () => {
  const app = await openApp();
  await app.invite('editor');
  await app.join();
  expect(await Promise.all(Array.from({ length: 8 }, () => app.role()))).toEqual(Array.from({ length: 8 }, () => 'editor'));
  await Promise.all([app.service.access.setPersonRole(owner, app.id, 'ann', 'user'), app.role(), app.role()]);
  expect(await app.role()).toBe('user');
  await app.host.close();
});

it.each<[string, (app: Open) => Promise<void>, RegExp]>([
  [
    'a role that the app does not have',
    (app) => app.invite('stranger'),
    /no role "stranger"\. Its roles are "admin", "chief", "editor", "user"\.$/,
  ],
  ['a role in another spelling', (app) => app.invite('Editor'), /no role "Editor"/],
  ['an empty role', (app) => app.invite(''), /no role ""/],
  ['a path', (app) => app.invite('__proto__'), /no role "__proto__"/],
  ['a caller without rights', (app) => app.invite('editor', app.as('ann')), /Only admins/],
  [
    'a person with the role admin who does not build the app',
    async (app) => {
      await app.join();
      await app.service.access.setPersonRole(owner, app.id, 'ann', 'admin');
      await app.invite('editor', app.as('ann'), 'bob@example.com');
    },
    /Only admins/,
  ],
  [
    'a builder who may only look',
    async (app) => {
      await app.collections.apps.updateOne({ _id: app.id }, { $set: { builders: [{ accountId: 'builder', role: 'view' }] } });
      await app.invite('editor', EDITOR);
    },
    /Only admins/,
  ],
  ['the code of a preview', (app) => app.invite('editor', app.as('owner', { admin: true, preview: true })), /preview gives no roles/],
  ['another role than admin for somebody who builds the app', (app) => app.invite('editor', owner, 'owner@example.com'), /builds this app/],
])('refuses %s, and sends nothing', async (_name, call, sentence) => {
  const app = await openApp();
  await expect(call(app)).rejects.toThrow(sentence);
  expect([app.near.mails.length, await app.open()]).toEqual([0, 0]);
  await app.host.close();
});
