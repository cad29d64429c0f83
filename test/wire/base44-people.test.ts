import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { client, type SdkVersion, versions } from '../base44/clients.ts';
import { bearer, type Caller, type Data, openWorld, type Person, signUp, type World } from '../security/world.ts';

let world: World;
/** People of the app beside the user, and of the other app. */
let ada: Person;
let bob: Person;
let foreigner: Person;
beforeAll(async () => {
  // The clients write to the console.
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await openWorld();
  ada = await signUp(world.server, 'ada@example.org', { appId: world.app.id });
  bob = await signUp(world.server, 'bob@example.org', { appId: world.app.id });
  foreigner = await signUp(world.server, 'foreigner@example.org', { appId: world.foreign.id });
  for (const { token } of [ada, bob]) await world.enter(token, world.app);
  await world.enter(foreigner.token, world.foreign);
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  vi.restoreAllMocks();
});

function as(caller: Caller, version: SdkVersion = '0.8.50', host: 'builder' | 'runtime' = 'builder'): Data {
  const serverUrl = host === 'builder' ? world.server.builderUrl : world.server.runtimeUrl;
  const token = world.headers[caller]['authorization']?.replace('Bearer ', '');
  const made = client(version, { serverUrl, appId: world.app.id, token });
  made.cleanup?.();
  return made;
}
const refusal = (status: number) => ({ name: 'Base44Error', status });
const emails = (people: Data[]) => people.map(({ email }) => email);
const [adaEmail, bobEmail, userEmail, ownerEmail] = ['ada@example.org', 'bob@example.org', 'user@example.org', 'owner@example.org'];

describe.each(versions)('the client %s', (version) => {
  test('lists, filters and changes the people of an app for its admins', async () => {
    for (const { User } of [as('owner', version).entities, as('admin', version).entities]) {
      expect(emails(await User.list('email'))).toEqual([adaEmail, bobEmail, ownerEmail, userEmail]);
      expect(emails(await User.list())).toEqual([bobEmail, adaEmail, userEmail, ownerEmail]);
      expect(emails(await User.list('-email', 2, 1))).toEqual([ownerEmail, bobEmail]);
      expect(await User.filter({ role: 'admin' }, 'email', 5, 0, ['email'])).toEqual([{ id: world.people.owner.id, email: ownerEmail }]);
      expect(await User.get(ada.id)).toMatchObject({
        id: ada.id,
        email: adaEmail,
        role: 'user',
        app_id: world.app.id,
        created_date: expect.stringContaining('T'),
      });
      const whole = await User.get(ada.id);
      expect(await User.update(ada.id, { ...whole, team: version, email: 'x@example.org' })).toMatchObject({
        email: adaEmail,
        team: version,
      });
      expect(emails(await User.filter({ team: version }))).toEqual([adaEmail]);
      expect(await User.update(ada.id, { team: null })).not.toHaveProperty('team');
      expect(await User.update(ada.id, { role: 'editor' })).toMatchObject({ id: ada.id, role: 'editor' });
      await expect(User.update(ada.id, { role: '{{user}}' })).rejects.toMatchObject(refusal(400));
      await expect(User.update(world.people.owner.id, { role: 'user' })).rejects.toMatchObject(refusal(409));
      expect(await User.update(ada.id, { role: 'user' })).toMatchObject({ role: 'user' });
      for (const id of [foreigner.id, world.people.stranger.id, 'none']) {
        await expect(User.get(id)).rejects.toMatchObject(refusal(404));
        await expect(User.update(id, { team: 'x' })).rejects.toMatchObject(refusal(404));
      }
    }
  });

  test.each<[Caller, number]>([
    ['nobody', 401],
    ['visitor', 401],
    ['appUser', 403],
    ['otherApp', 404],
    ['stranger', 401],
    ['tampered', 401],
  ])('refuses people to %s', async (caller, status) => {
    const { User } = as(caller, version).entities;
    for (const call of [
      () => User.list(),
      () => User.filter({ email: ownerEmail }),
      () => User.get(ada.id),
      () => User.update(ada.id, { team: 'x' }),
    ])
      await expect(call()).rejects.toMatchObject(refusal(status));
  });

  test('says which calls of rows people do not have', async () => {
    const { User } = as('owner', version).entities;
    const file = new File(['email\nx@example.org\n'], 'people.csv', { type: 'text/csv' });
    const calls = [
      () => User.create({ email: 'new@example.org' }),
      () => User.bulkCreate([{ email: 'new@example.org' }]),
      () => User.deleteMany({}),
      () => User.importEntities(file),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({ ...refusal(501), message: expect.stringMatching(/^People are no rows/) });
    expect(await User.list()).toHaveLength(4);
  });
});

test('removes a person, whose token ends with their data, and who may join again', async () => {
  const eve = await signUp(world.server, 'eve@example.org', { appId: world.app.id });
  const token = await world.enter(eve.token, world.app);
  const own = client('0.8.50', { serverUrl: world.server.runtimeUrl, appId: world.app.id, token }) as Data;
  own.cleanup?.();
  await own.auth.updateMe({ colour: 'red' });
  const note = await own.entities.Note.create({ text: 'of Eve' });
  await expect(own.entities.User.delete(ada.id)).rejects.toMatchObject(refusal(403));
  const { User, Note } = as('owner').entities;
  expect(await User.delete(eve.id)).toEqual({ success: true });
  await expect(own.auth.me()).rejects.toMatchObject(refusal(401));
  await expect(User.get(eve.id)).rejects.toMatchObject(refusal(404));
  await expect(User.delete(eve.id)).rejects.toMatchObject(refusal(404));
  expect((await Note.get(note.id)).text).toBe('of Eve');
  const again = client('0.8.50', {
    serverUrl: world.server.runtimeUrl,
    appId: world.app.id,
    token: await world.enter(eve.token, world.app),
  }) as Data;
  again.cleanup?.();
  expect(await again.auth.me()).not.toHaveProperty('colour');
  await User.delete(eve.id);
  const { message } = await User.delete(world.people.owner.id).catch((error: Error) => error);
  expect(message).toBe('owner builds this app. Remove them from the people who build it first.');
  await expect(as('appOwner').entities.User.delete(ada.id)).rejects.toMatchObject(refusal(404));
});

test('invites a person by a mail while the app accepts sign-ups', async () => {
  const { users, auth } = as('owner');
  expect(await users.inviteUser('new@example.org', 'user')).toEqual({ success: true });
  await auth.inviteUser('newer@example.org', 'user');
  const read = async (): Promise<Data[]> => (await world.graphql('admin', '{ outbox { to subject text } }')).data.outbox;
  await expect
    .poll(async () => (await read()).map(({ to }) => to))
    .toEqual(expect.arrayContaining(['new@example.org', 'newer@example.org']));
  const mail = (await read()).find(({ to }) => to === 'new@example.org');
  expect(mail.text).toContain(`${world.server.builderUrl}/apps/${world.app.id}/login?mode=signup`);
  await expect(users.inviteUser('no address', 'user')).rejects.toMatchObject(refusal(400));
  for (const caller of ['appUser', 'nobody', 'otherApp'] as const)
    await expect(as(caller).users.inviteUser('x@example.org', 'user')).rejects.toMatchObject({ name: 'Base44Error' });
  await world.json('owner', { path: `/api/apps/${world.app.id}/settings`, body: { appSettings: { isSignupEnabled: false } } });
  await expect(users.inviteUser('late@example.org', 'user')).rejects.toMatchObject({
    ...refusal(409),
    message: expect.stringContaining('sign-up'),
  });
  await world.json('owner', { path: `/api/apps/${world.app.id}/settings`, body: { appSettings: { isSignupEnabled: true } } });
});

test('gives a person the role that they were invited with, once their address is verified', async () => {
  const { users } = as('owner');
  // The client itself refuses other roles than `user` and `admin`. The address is not that of the other calls, which are limited.
  const invite = (role: string) => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    return world.request('owner', {
      path: `/api/apps/${world.app.id}/runtime/users/invite-user`,
      body: { user_email: 'lena@example.org', role },
      headers,
    });
  };
  for (const role of ['stranger', '', '<b>', 'Admin']) {
    const answer = await invite(role);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('Its roles are "admin", "user".') },
    ]);
  }
  for (const caller of ['appUser', 'appOwner'] as const)
    await expect(as(caller).users.inviteUser('lena@example.org', 'admin')).rejects.toMatchObject({ name: 'Base44Error' });
  const meOf = async (session: string): Promise<Data> => {
    const token = await world.enter(session, world.app);
    const one = client('0.8.50', { serverUrl: world.server.runtimeUrl, appId: world.app.id, token }) as Data;
    one.cleanup?.();
    return one.auth.me();
  };
  const { token, id, email } = await signUp(world.server, 'lena@example.org', { appId: world.app.id });
  expect(await users.inviteUser('Lena@Example.org', 'admin')).toEqual({ success: true });
  expect((await meOf(token)).role).toBe('user');
  const secret = async (): Promise<string | null> => {
    const outbox: Data[] = (await world.graphql('admin', '{ outbox { to subject text } }')).data.outbox;
    const link = /https?:\S+/.exec(outbox.find((one) => one.to === email && /verify|confirm/i.test(one.subject))?.text ?? '')?.[0];
    return link === undefined ? null : new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  };
  await expect.poll(secret).toEqual(expect.any(String));
  await as('nobody').auth.verifyOtp({ email, otpCode: String(await secret()) });
  expect((await meOf(token)).role).toBe('admin');
  const { User } = as('owner').entities;
  // A role that is given later stays.
  expect(await User.update(id, { role: 'writer' })).toMatchObject({ role: 'writer' });
  expect((await meOf(token)).role).toBe('writer');
  expect((await invite('writer')).status).toBe(200);
  await User.delete(id);
  expect((await meOf(token)).role).toBe('user');
  await User.delete(id);
});

test('shows the code of a preview only its builder', async () => {
  const { User } = as('appOwner').entities;
  expect(emails(await User.list())).toEqual([ownerEmail]);
  expect(emails(await User.filter({ email: userEmail }))).toEqual([]);
  await expect(User.get(ada.id)).rejects.toMatchObject(refusal(404));
  await expect(User.update(ada.id, { team: 'x' })).rejects.toMatchObject(refusal(404));
});

test('shows people to an admin with a token of the published app', async () => {
  const token = await world.enter(world.people.owner.token, world.app);
  const path = `/api/apps/${world.app.id}/entities/User?q=${encodeURIComponent('{"role":"user"}')}`;
  const answer = await world.request('nobody', { host: 'runtime', path, headers: bearer(token) });
  expect(emails((await answer.json()) as Data[])).toEqual([bobEmail, adaEmail, userEmail]);
});

test('pages and counts people, by filters of people', async () => {
  const { User } = as('owner').entities;
  expect([await User.count(), await User.count({ role: 'user' })]).toEqual([4, 3]);
  const page = await User.list({ limit: 3, sort: 'email' });
  expect([emails(page.items), page.has_more]).toEqual([[adaEmail, bobEmail, ownerEmail], true]);
  const rest = await User.list({ limit: 3, cursor: page.next_cursor });
  expect([emails(rest.items), rest.has_more, rest.next_cursor]).toEqual([[userEmail], false, null]);
  await User.update(bob.id, { points: 3, tags: ['x', 'y'] });
  const found = async (filter: object) => emails(await User.filter(filter, 'email'));
  for (const filter of [
    { points: { $gt: 2, $lte: 3 } },
    { tags: 'x' },
    { points: { $exists: true } },
    { $and: [{ email: { $gte: 'b' } }, { email: { $lt: 'c' } }] },
    { email: { $nin: [adaEmail, ownerEmail, userEmail] } },
    { email: [bobEmail, 'none'] },
    { $or: [{ id: bob.id }, { email: 'none' }] },
    { email: { $ne: adaEmail }, role: 'user', full_name: { $in: ['bob'] } },
  ])
    expect(await found(filter), JSON.stringify(filter)).toEqual([bobEmail]);
  expect(await found({ toString: { $exists: true } })).toEqual([]);
  for (const filter of [
    { email: { $regex: 'x' } },
    { $where: '1' },
    { $or: {} },
    { email: { $in: 'x' } },
    { email: { toString: 1, $gt: 1 } },
  ])
    await expect(User.filter(filter)).rejects.toMatchObject(refusal(400));
  await expect(User.list({ distinct: 'email' })).rejects.toMatchObject(refusal(501));
  await expect(User.list({ cursor: page.next_cursor, sort: 'role' })).rejects.toMatchObject(refusal(400));
});
