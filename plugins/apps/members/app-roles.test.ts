import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import apps from '../index.ts';
import { appsRef } from '../ref.ts';
import { challengeOf, codeVerifier, neighbours, owner, stranger } from '../testing/fakes.ts';

const PEOPLE = '{ people { id role isBuilder } roles { name people tables } }';
const rules = { read: { user_condition: { role: { $in: ['editor', 'chief'] } } } };
const Post = { properties: {}, 'x-accessControl': { permissions: { read: 'admin', write: 'admin' }, rules } };

/** A published app with a person in it. */
async function openApp() {
  const near = neighbours();
  const host = await near.connect(await testHost(apps, { provide: near.provide }));
  const service = host.service(appsRef);
  const files = { 'pages/Home': 'x', 'entities/Post.json': JSON.stringify(Post) };
  const { id } = await service.create(owner, { name: 'Roles', files });
  await service.publish(owner, id);
  await service.updateSettings(owner, id, { isSignupEnabled: true });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ nextUrl: 'http://roles.localhost:4001/', codeChallenge: challengeOf(codeVerifier) });
  await host.fetch(`/api/apps/${id}/login-code`, { method: 'POST', headers, body }, stranger);
  const ask = (field: string, args = '', as = owner) =>
    host.graphql(`${field.startsWith('people') ? '' : 'mutation '}{ ${field}(appId: "${id}"${args}) ${PEOPLE} }`, {}, as);
  return { host, service, id, ask };
}

it('gives, renames and removes roles of people, and names the tables whose rules name one', async () => {
  const { host, service, id, ask } = await openApp();
  const first = (await ask('peopleInApp')).data?.['peopleInApp'];
  expect(first.people).toEqual([
    { id: 'stranger', role: 'user', isBuilder: false },
    { id: 'owner', role: 'admin', isBuilder: true },
  ]);
  expect(first.roles).toEqual([
    { name: 'user', people: 1, tables: [] },
    { name: 'admin', people: 1, tables: [] },
    { name: 'chief', people: 0, tables: ['Post'] },
    { name: 'editor', people: 0, tables: ['Post'] },
  ]);
  const given = (await ask('setPersonRole', ', id: "stranger", role: " writer "')).data?.['setPersonRole'];
  expect(given.people[0]).toEqual({ id: 'stranger', role: 'writer', isBuilder: false });
  expect(await service.access.person(id, 'stranger')).toMatchObject({ role: 'writer' });
  expect(await service.access.me({ kind: 'app', id: 'stranger', appId: id, admin: false }, id)).toMatchObject({ role: 'writer' });
  await ask('renamePersonRole', ', from: "writer", to: "author"');
  expect(await service.access.person(id, 'stranger')).toMatchObject({ role: 'author' });
  await ask('removePersonRole', ', role: "author"');
  expect(await service.access.person(id, 'stranger')).toMatchObject({ role: 'user' });
  await host.close();
});

it.each([
  ['setPersonRole', ', id: "owner", role: "editor"', 'builds this app'],
  ['setPersonRole', ', id: "nobody", role: "editor"', 'The person'],
  ['setPersonRole', ', id: "stranger", role: "{{user}}"', 'is no name of a role'],
  ['setPersonRole', ', id: "stranger", role: ""', 'is no name of a role'],
  ['renamePersonRole', ', from: "editor", to: "author"', 'Rules of Post name the role "editor"'],
  ['renamePersonRole', ', from: "writer", to: "author"', 'The role "writer"'],
  ['removePersonRole', ', role: "chief"', 'Rules of Post name the role "chief"'],
  ['removePersonRole', ', role: "user"', 'Every app has the role "user"'],
  ['removePersonInApp', ', id: "owner"', 'builds this app'],
])('refuses %s(%s)', async (field, args, sentence) => {
  const { host, ask } = await openApp();
  const { errors = [] } = await ask(field, args);
  expect(errors.map(({ message }) => message).join()).toContain(sentence);
  expect((await ask(field, args, stranger)).errors).toHaveLength(1);
  await host.close();
});

it('removes a person with their role and what rules read of them', async () => {
  const { host, service, id, ask } = await openApp();
  await ask('setPersonRole', ', id: "stranger", role: "editor"');
  await service.access.updatePerson({ kind: 'app', id: 'owner', appId: id, admin: true }, id, 'stranger', { team: 'a' });
  expect(await service.access.person(id, 'stranger')).toMatchObject({ role: 'editor', fields: { team: 'a' } });
  const left = (await ask('removePersonInApp', ', id: "stranger"')).data?.['removePersonInApp'];
  expect(left.people.map((one: { id: string }) => one.id)).toEqual(['owner']);
  expect(await service.access.person(id, 'stranger')).toMatchObject({ role: 'user', fields: {} });
  await host.close();
});

it('renames and removes a role for everyone who has it: beyond those whom a list shows, and those who build the app now', async () => {
  const { host, service, id, ask } = await openApp();
  const member = (accountId: string, at: string) => ({ _id: `${id}/${accountId}`, appId: id, accountId, joinedAt: at, role: 'writer' });
  const many = Array.from({ length: 5001 }, (_, at) => member(`many-${at}`, '2026-01-01T00:00:00.000Z'));
  await host.context.collections.members.insertMany([...many, member('owner', '2020-01-01T00:00:00.000Z')]);
  const count = (role: string) => host.context.collections.members.count({ appId: id, role });
  expect((await ask('renamePersonRole', ', from: "writer", to: "author"')).errors).toBeUndefined();
  expect([await count('writer'), await count('author')]).toEqual([0, 5002]);
  expect((await ask('removePersonRole', ', role: "author"')).errors).toBeUndefined();
  expect([await count('author'), await count('user')]).toEqual([0, 5002]);
  // Of someone who builds the app, and so has the role of admins as long as they do.
  await host.context.collections.members.updateOne({ _id: `${id}/owner` }, { $set: { role: 'keeper' } });
  expect((await ask('removePersonRole', ', role: "keeper"')).errors).toBeUndefined();
  expect(await service.access.person(id, 'owner')).toMatchObject({ role: 'user' });
  await host.close();
});

it.each(['संपादक', 'e\u0301diteur', 'Chef de projet', 'a'.repeat(40)])('takes %j as the name of a role, in one spelling', async (role) => {
  const { host, service, id, ask } = await openApp();
  expect((await ask('setPersonRole', `, id: "stranger", role: "${role}"`)).errors).toBeUndefined();
  expect(await service.access.person(id, 'stranger')).toMatchObject({ role: role.normalize() });
  await host.close();
});

it.each(['__proto__', '$where', 'a.b', '{{user.role}}', ' ', '\u0301a', 'a\u200bb', 'a'.repeat(41)])(
  'refuses %j as the name of a role',
  async (role) => {
    const { host, ask } = await openApp();
    expect((await ask('setPersonRole', `, id: "stranger", role: "${role}"`)).errors?.[0]?.message).toContain('is no name of a role');
    await host.close();
  },
);
