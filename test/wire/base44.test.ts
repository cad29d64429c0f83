import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { client, type SdkVersion, versions } from '../base44/clients.ts';
import { type Caller, type Data, openWorld, password, type World } from '../security/world.ts';

const permissions = (read: string, write: string) => ({ 'x-accessControl': { permissions: { read, write } } });
const properties = {
  title: { type: 'string' },
  points: { type: 'number' },
  tags: { type: 'array', items: { type: 'string' } },
};
const entities = {
  Task: { properties, required: ['title'], ...permissions('creator', 'creator') },
  Post: { properties, ...permissions('all', 'creator') },
  Own: { properties: { created_by: { type: 'string' }, created_date: { type: 'string' } }, ...permissions('creator', 'creator') },
};

let world: World;
beforeAll(async () => {
  // The clients write to the console.
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await openWorld();
  await world.json('owner', { path: '/api/apps', body: { appId: world.app.id, genApp: { entities } } });
  await world.publish(world.app);
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  vi.restoreAllMocks();
});

const tokenOf = (caller: Caller) => world.headers[caller]['authorization']?.replace('Bearer ', '');
function as(caller: Caller, version: SdkVersion, host: 'builder' | 'runtime' = 'runtime'): Data {
  const serverUrl = host === 'builder' ? world.server.builderUrl : world.server.runtimeUrl;
  const made = client(version, { serverUrl, appId: world.app.id, token: tokenOf(caller) });
  made.cleanup?.();
  return made;
}
const refusal = (status: number) => ({ name: 'Base44Error', status });
const titles = (rows: Data[]) => rows.map(({ title }) => title);

describe.each(versions)('the client %s', (version) => {
  describe.each(['builder', 'runtime'] as const)('on the %s host', (host) => {
    test('drives every method of its entities', async () => {
      const { Task } = as('appUser', version, host).entities;
      await Task.deleteMany({});
      const email = world.people.user.email;
      const made = await Task.create({ title: 'a', points: 1 });
      expect(made).toMatchObject({
        title: 'a',
        points: 1,
        created_date: made.createdAt,
        updated_date: made.updatedAt,
        created_by: email,
        created_by_id: world.people.user.id,
      });
      expect(await Task.get(made.id)).toEqual(made);
      // Clients send whole rows back.
      expect(await Task.update(made.id, { ...made, title: 'b', created_by: 'x', created_date: 'y' })).toMatchObject({
        title: 'b',
        created_by: email,
        created_date: made.created_date,
      });
      const more = await Task.bulkCreate([
        { title: 'c', points: 3, tags: ['x'] },
        { title: 'd', points: 2, tags: ['x', 'y'] },
      ]);
      expect(titles(more)).toEqual(['c', 'd']);
      expect(titles(await Task.list())).toEqual(['d', 'c', 'b']);
      expect(titles(await Task.list('points'))).toEqual(['b', 'd', 'c']);
      expect(titles(await Task.list('-created_date', 1, 1))).toEqual(['c']);
      expect(titles(await Task.list('created_date', 2))).toEqual(['b', 'c']);
      const [slim] = await Task.list('-points', 1, 0, ['title', 'created_date']);
      expect(slim).toMatchObject({ title: 'c', created_date: expect.any(String) });
      expect(slim).not.toHaveProperty('points');
      expect(titles(await Task.filter({ created_by: email }, 'title'))).toEqual(['b', 'c', 'd']);
      expect(titles(await Task.filter({ created_by: { $in: [email, 'x'] }, points: { $gt: 1 } }, 'title'))).toEqual(['c', 'd']);
      expect(titles(await Task.filter({ created_by: { $ne: email } }))).toEqual([]);
      expect(titles(await Task.filter({ title: ['b', 'd'] }, 'title'))).toEqual(['b', 'd']);
      expect(titles(await Task.filter({ created_date: { $gte: made.created_date } }, 'title', 1, 2))).toEqual(['d']);
      const file = new File(['title,points\ne,5\nf,x\n'], 'tasks.csv', { type: 'text/csv' });
      expect(await Task.importEntities(file)).toMatchObject({ status: 'success', imported: 1, failed: 1 });
      expect(await Task.delete(made.id)).toMatchObject({ success: true });
      await expect(Task.get(made.id)).rejects.toMatchObject(refusal(404));
      expect(await Task.deleteMany({ points: { $gte: 3 } })).toMatchObject({ success: true, deleted: 2 });
      expect(titles(await Task.list())).toEqual(['d']);
    });

    test('knows who uses the app', async () => {
      const { auth } = as('appUser', version, host);
      const { id, email } = world.people.user;
      const me = await auth.me();
      expect(me).toMatchObject({ id, email, role: 'user', full_name: 'user', app_id: world.app.id });
      expect(await auth.isAuthenticated()).toBe(true);
      expect(await auth.updateMe({ ...me, colour: 'red', email: 'x@example.org', role: 'admin' })).toMatchObject({
        id,
        email,
        role: 'user',
        colour: 'red',
      });
      expect(await as('nobody', version, host).auth.isAuthenticated()).toBe(false);
      await expect(as('nobody', version, host).auth.me()).rejects.toMatchObject(refusal(401));
      await expect(as('otherApp', version, host).auth.me()).rejects.toMatchObject(refusal(404));
    });
  });

  test('shows everyone what their permissions allow', async () => {
    const mine = await as('appUser', version).entities.Post.create({ title: 'of a user' });
    const theirs = await as('owner', version, 'builder').entities.Post.create({ title: 'of the owner' });
    const { user, owner } = world.people;
    const seen = async (caller: Caller) => {
      const rows: Data[] = await as(caller, version, 'builder').entities.Post.filter({ id: { $in: [mine.id, theirs.id] } }, 'created_date');
      return rows.map(({ created_by }) => created_by);
    };
    expect(await seen('nobody')).toEqual([null, null]);
    expect(await seen('appUser')).toEqual([user.email, null]);
    expect(await seen('stranger')).toEqual([null, null]);
    for (const caller of ['owner', 'admin'] as const) expect(await seen(caller)).toEqual([user.email, owner.email]);
    expect(await seen('appOwner')).toEqual([]);
    // A filter by an address reveals it to no one who may not know it.
    const byOwner = { created_by: owner.email, id: theirs.id };
    expect(await as('appUser', version).entities.Post.filter(byOwner)).toEqual([]);
    expect(titles(await as('owner', version, 'builder').entities.Post.filter(byOwner))).toEqual(['of the owner']);
    for (const condition of [{ $ne: owner.email }, { $nin: [owner.email] }, { $not: { $eq: owner.email } }, { $regex: 'o' }]) {
      const filter = { created_by: condition };
      await expect(as('appUser', version).entities.Post.filter(filter)).rejects.toMatchObject(refusal(400));
      await expect(as('appUser', version).entities.Post.deleteMany(filter)).rejects.toMatchObject(refusal(400));
    }
    await expect(as('nobody', version).entities.Post.create({ title: 'x' })).rejects.toMatchObject(refusal(401));
    await expect(as('nobody', version).entities.Task.list()).rejects.toMatchObject(refusal(401));
    await expect(as('otherApp', version).entities.Post.list()).rejects.toMatchObject(refusal(404));
    await expect(as('otherApp', version).entities.Post.create({ title: 'x' })).rejects.toMatchObject(refusal(404));
    await expect(as('tampered', version).entities.Post.list()).rejects.toMatchObject(refusal(401));
    await expect(as('appUser', version).entities.Post.update(theirs.id, { title: 'x' })).rejects.toMatchObject(refusal(403));
    await expect(as('appUser', version).entities.Unknown.list()).rejects.toMatchObject(refusal(404));
    await expect(as('appUser', version).entities.constructor.list()).rejects.toMatchObject(refusal(404));
  });

  test('gives the preview its own rows', async () => {
    const preview = as('appOwner', version).entities.Post;
    const draft = await preview.create({ title: 'draft' });
    expect(await preview.get(draft.id)).toEqual(draft);
    for (const caller of ['nobody', 'appUser', 'owner'] as const)
      await expect(as(caller, version, 'builder').entities.Post.get(draft.id)).rejects.toMatchObject(refusal(404));
    await preview.delete(draft.id);
    expect(await preview.list()).toEqual([]);
  });

  test('leaves fields of the table that have names of the server to the table', async () => {
    const { Own } = as('appUser', version).entities;
    const row = { created_by: 'someone', created_date: 'once' };
    const made = await Own.create(row);
    expect(made).toMatchObject(row);
    expect(await Own.filter({ created_by: 'someone', id: made.id })).toMatchObject([row]);
  });
});

describe.each(versions.filter((version) => version !== '0.1.2'))('the client %s', (version) => {
  test('logs in with a password, and gets a token of this app only', async () => {
    const visitor = as('nobody', version);
    const { email, id } = world.people.user;
    const { access_token, user } = await visitor.auth.loginViaEmailPassword(email, password);
    expect(user).toMatchObject({ id, email, role: 'user' });
    expect(await visitor.auth.me()).toMatchObject({ id });
    const made = await visitor.entities.Task.create({ title: 'after a log-in' });
    expect(made.created_by).toBe(email);
    const elsewhere = client(version, { serverUrl: world.server.runtimeUrl, appId: world.foreign.id, token: access_token });
    elsewhere.cleanup?.();
    await expect(elsewhere.auth.me()).rejects.toMatchObject(refusal(404));
    await expect(as('nobody', version).auth.loginViaEmailPassword(email, 'a wrong password')).rejects.toMatchObject({
      ...refusal(401),
      message: 'Invalid email or password',
    });
  });
});
