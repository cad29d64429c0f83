import { testHost } from '@sayso/core/testing';
import { runtimeRef } from '@sayso/runtime/ref';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import apps from './index.ts';
import { appsRef } from './ref.ts';
import { admin, neighbours, owner, stranger, visitor } from './testing/fakes.ts';

const near = neighbours();
let host: Awaited<ReturnType<typeof start>>;
const start = () => testHost(apps, { provide: near.provide });
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

const habit = { type: 'object', properties: { name: { type: 'string' }, streak: { type: 'number' } } };
const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
async function make(name: string, as = owner) {
  const body = { appType: 'generated', genApp: { name, pages: { Home: 'export default () => null;' }, entities: { Habit: habit } } };
  const answer = await host.fetch('/api/apps', json(body), as);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { id: string; slug: string; name: string; status: string; currentVersionId: string };
}
const filesOf = (appId: string, versionId?: string) => host.service(appsRef).files(appId, versionId);

type Pages = Readonly<Record<string, string>>;

describe('an app over REST', () => {
  it('ends in the state requested last: a slow publish overrides neither a later publish nor an unpublish', async () => {
    const [service, runtime] = [host.service(appsRef), host.service(runtimeRef)];
    const { id, currentVersionId: first } = await make('Slow');
    const slowly = async () => {
      const [begun, compiled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      vi.spyOn(runtime, 'publish').mockImplementationOnce(async () => {
        begun.resolve();
        await compiled.promise;
        return { buildId: 'slow' };
      });
      const published = service.publish(owner, id, { versionId: first });
      await begun.promise;
      return async () => {
        compiled.resolve();
        return published;
      };
    };
    const finish = await slowly();
    const changes = [{ path: 'pages/Home', content: 'export default () => 1;' }];
    const { id: second } = await service.commit({ appId: id, baseVersionId: first, changes, title: 'Second' });
    await service.publish(owner, id);
    expect(await finish()).toMatchObject({ status: 'active', published: { versionId: second } });
    const finishAgain = await slowly();
    await service.unpublish(owner, id);
    expect(await finishAgain()).toMatchObject({ status: 'draft', published: null });
    expect(await service.publish(owner, id)).toMatchObject({ status: 'active', published: { versionId: second } });
  });

  it('is published and opened for sign-ups in one write, or not at all', async () => {
    const service = host.service();
    const { id } = await make('Members');
    const seen: (readonly [string, boolean])[] = [];
    const stop = new AbortController();
    const changes = await service.changes(owner, id, stop.signal);
    const watching = (async () => {
      for await (const { status, settings } of changes) {
        seen.push([status, settings.isSignupEnabled]);
        if (status === 'active') stop.abort();
      }
    })();
    const mutation = (more: string) => `mutation { publishApp(id: "${id}"${more}) { status settings { isSignupEnabled } } }`;
    const signup = (status: string, isSignupEnabled: boolean) => ({ publishApp: { status, settings: { isSignupEnabled } } });
    expect((await host.graphql(mutation(', isSignupEnabled: true'), {}, owner)).data).toEqual(signup('active', true));
    await watching;
    expect(seen.every(([status, isOpen]) => (status === 'active') === isOpen)).toBe(true);

    // Without `isSignupEnabled` it is unchanged; rejected as a whole when the settings rule it out.
    expect((await host.graphql(mutation(''), {}, owner)).data).toEqual(signup('active', true));
    await service.updateSettings(owner, id, { isPaidMembershipsEnabled: true });
    await service.unpublish(owner, id);
    const published = near.published.length;
    await expect(service.publish(owner, id, { isSignupEnabled: false })).rejects.toThrow('Turn paid memberships off first');
    expect(near.published.length).toBe(published);
    expect(await service.find(id)).toMatchObject({ status: 'draft', settings: { isSignupEnabled: true } });
  });

  it('keeps its address when a published app concurrently tries to move to it', async () => {
    const service = host.service(appsRef);
    const mover = await make('Mover');
    await service.publish(owner, mover.id);
    const { addresses } = host.context.collections;
    const insertOne = addresses.insertOne.bind(addresses);
    let id = '';
    vi.spyOn(addresses, 'insertOne').mockImplementationOnce(async (address) => {
      ({ id } = await make('Wanted'));
      await insertOne(address);
    });
    await expect(service.updateSlug(owner, mover.id, 'wanted')).rejects.toMatchObject({ code: 'slug-taken' });
    expect(await service.publish(owner, id)).toMatchObject({ slug: 'wanted', status: 'active' });
    await expect(service.updateSlug(owner, mover.id, 'wanted')).rejects.toMatchObject({ code: 'slug-taken' });
  });

  it('limits the size of all properties, also when saved one after another', async () => {
    const save = async (app: object, appId?: string) => {
      const answer = await host.fetch('/api/apps', json({ appType: 'ai', appId, app }), owner);
      return { status: answer.status, body: (await answer.json()) as { id: string; message: string } };
    };
    const text = 'x'.repeat(200_000);
    expect((await save({ header: 'Long', texts: text.repeat(3) })).status).toBe(400);
    const { id } = (await save({ header: 'Long', texts: text })).body;
    expect((await save({ fields: text }, id)).status).toBe(200);
    expect(await save({ blocks: text }, id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('500000 characters') },
    });
    expect((await save({ texts: 'short', blocks: text }, id)).status).toBe(200);
  });

  it('is created with its files, listed, read and deleted', async () => {
    const app = await make('Habit tracker');
    expect(app).toMatchObject({ name: 'Habit tracker', slug: 'habit-tracker', status: 'draft', appType: 'generated' });
    expect(Object.keys(await filesOf(app.id))).toEqual(['entities/Habit.json', 'pages/Home']);
    const list = (await (await host.fetch('/api/apps', {}, owner)).json()) as { apps: { id: string }[] };
    expect(list.apps.map(({ id }) => id)).toContain(app.id);
    expect((await host.fetch(`/api/apps/${app.id}`, { method: 'DELETE' }, owner)).status).toBe(200);
    expect((await host.fetch(`/api/apps/${app.id}`, {}, owner)).status).toBe(404);
    const after = (await (await host.fetch('/api/apps', {}, owner)).json()) as { apps: { id: string }[] };
    expect(after.apps.map(({ id }) => id)).not.toContain(app.id);
  });

  it('is saved again by its id: given kinds of files are replaced, other kinds stay', async () => {
    const app = await make('Saved again');
    const body = { appId: app.id, genApp: { pages: { Start: 'export default () => 1;' } } };
    const answer = await host.fetch('/api/apps', json(body), admin);
    expect(await answer.json()).toMatchObject({ id: app.id, name: 'Saved again' });
    expect(Object.keys(await filesOf(app.id))).toEqual(['entities/Habit.json', 'pages/Start']);
  });

  it('limits its description, whichever call saves it', async () => {
    const app = await make('Described');
    const answer = await host.fetch('/api/apps', json({ appId: app.id, app: { description: 'x'.repeat(100_000) } }), owner);
    expect(answer.status).toBe(200);
    expect((await host.context.collections.apps.findOne({ _id: app.id }))?.description).toHaveLength(2000);
  });

  const saved = { name: 'New name', description: 'New', mainPage: 'Home' };
  it.each([
    ['code by hand', { ...saved, pages: { Home: 'export default () => 2;' } }, owner, 403],
    ['removed code', { ...saved, pages: {} }, owner, 403],
    ['a style sheet', { ...saved, globalsCss: 'p { color: red }' }, owner, 403],
    ['an invalid path', { ...saved, pages: { '../x': '' } }, admin, 400],
    ['an invalid schema', { ...saved, entities: { Task: '{' } }, owner, 400],
    ['a main page that is too long', { ...saved, mainPage: 'x'.repeat(101) }, owner, 400],
    ['a name that is too long', { ...saved, name: 'x'.repeat(101) }, owner, 400],
  ])('is saved atomically: %s', async (_case, genApp, actor, status) => {
    const { id, currentVersionId } = await make('Whole');
    const before = await host.context.collections.apps.findOne({ _id: id });
    const answer = await host.fetch('/api/apps', json({ appId: id, genApp, app: { header: 'New header' } }), actor);
    expect([answer.status, before?.currentVersionId]).toEqual([status, currentVersionId]);
    expect(await host.context.collections.apps.findOne({ _id: id })).toEqual(before);
  });

  it.each([
    ['by its owner, without a change of its code', owner, (files: Pages) => ({ pages: files })],
    ['by its owner, with another table', owner, (files: Pages) => ({ pages: files, entities: { Task: habit } })],
    ['by an admin, with other code', admin, () => ({ pages: { Home: 'export default () => 2;' } })],
  ])('is saved again %s', async (_case, actor, genApp) => {
    const { id } = await make('Saved');
    const { 'pages/Home': Home = '' } = await filesOf(id);
    const answer = await host.fetch('/api/apps', json({ appId: id, genApp: { ...saved, ...genApp({ Home }) } }), actor);
    expect([answer.status, await answer.json()]).toMatchObject([200, { name: 'New name', description: 'New' }]);
  });

  it('accepts code from its owner: at creation, as its first version, and later in a space app', async () => {
    const genApp = { pages: { Home: 'export default () => 1;' } };
    const post = async (body: object) => {
      const answer = await host.fetch('/api/apps', json(body), owner);
      return { answered: answer.status, id: ((await answer.json()) as { id: string }).id };
    };
    expect(await post({ genApp })).toMatchObject({ answered: 200 });
    const { id } = await post({});
    expect(await post({ appId: id, genApp })).toMatchObject({ answered: 200 });
    expect(await post({ appId: id, genApp: { pages: { Home: 'export default () => 2;' } } })).toMatchObject({ answered: 403 });
    const space = await post({ appType: 'space', genApp });
    expect(await post({ appId: space.id, genApp: { pages: { Home: 'export default () => 2;' } } })).toMatchObject({ answered: 200 });
    // Its type is fixed once it is created.
    expect(await post({ appId: id, appType: 'space', genApp: { pages: { Home: '' } } })).toMatchObject({ answered: 403 });
  });

  it('keeps the properties of a plain app', async () => {
    const app = { header: 'Name my cat', inputLabel: 'Colour', fields: [{ name: 'mood' }] };
    const made = await (await host.fetch('/api/apps', json({ appType: 'single_tool', app, appBuilderVersion: 4 }), owner)).json();
    expect(made).toMatchObject({ name: 'Name my cat', appType: 'single_tool', ...app, currentVersionId: null });
    const { id } = made as { id: string };
    const saved = await host.fetch('/api/apps', json({ appId: id, app: { inputLabel: 'Fur', id: 'x' } }), owner);
    expect(await saved.json()).toMatchObject({ id, name: 'Name my cat', inputLabel: 'Fur', header: 'Name my cat' });
  });

  it('checks the access of each route', async () => {
    const { id, currentVersionId: version } = await make('Access');
    const file = { file: { id: 'entities/Habit.json', content: JSON.stringify(habit) } };
    const code = { file: { id: 'pages/Home', content: 'export default () => 2;' } };
    const rows = [
      // method, path, body, visitor, stranger, owner, admin
      ['GET', `/api/apps/${id}`, undefined, 401, 404, 200, 200],
      ['GET', '/api/apps/unknown', undefined, 401, 404, 404, 404],
      ['POST', `/api/apps/${id}/style`, { appStyle: { styleName: 'dark' } }, 401, 404, 200, 200],
      ['POST', `/api/apps/${id}/style`, { appStyle: { styleName: 'pink' } }, 401, 404, 400, 400],
      ['POST', `/api/apps/${id}/style`, { appStyle: { hideBuildAI: true } }, 401, 404, 403, 200],
      ['POST', `/api/apps/${id}/settings`, { appSettings: { isSignupEnabled: true } }, 401, 404, 400, 400],
      ['POST', `/api/apps/${id}/settings`, { appSettings: { modelTemperature: 0.7 } }, 401, 404, 200, 200],
      ['POST', `/api/apps/${id}/settings`, { appSettings: { modelTemperature: 1.1 } }, 401, 404, 403, 200],
      ['POST', `/api/apps/${id}/settings`, { appSettings: { modelTemperature: 1.15 } }, 401, 404, 400, 400],
      ['POST', `/api/apps/${id}/settings`, { appSettings: { dailyUserLimit: 101 } }, 401, 404, 400, 400],
      ['POST', `/api/apps/${id}/settings`, { appSettings: { constructor: 'x' } }, 401, 404, 200, 200],
      ['POST', `/api/apps/${id}/settings`, { appSettings: { privacyPolicyLink: 'javascript:alert(1)' } }, 401, 404, 400, 400],
      ['POST', `/api/apps/${id}/files/update`, file, 401, 404, 400, 400],
      ['POST', `/api/apps/${id}/files/update`, code, 401, 404, 403, 200],
      ['POST', `/api/apps/${id}/files/delete`, { fileId: 'pages/Gone' }, 401, 404, 403, 404],
      ['GET', `/api/apps/${id}/versions`, undefined, 401, 404, 200, 200],
      ['GET', `/api/apps/${id}/versions/${version}`, undefined, 401, 404, 200, 200],
      ['GET', `/runtime/bundle?appId=${id}`, undefined, 404, 404, 200, 200],
      ['GET', `/api/apps/${id}/thumbnail`, undefined, 401, 404, 404, 404],
      ['GET', `/api/apps/${id}/public`, undefined, 404, 404, 404, 404],
      ['POST', '/api/apps', { appId: id, genApp: {} }, 401, 404, 200, 200],
      ['POST', '/api/apps', { appId: id, genApp: { pages: { Home: 'export default () => 3;' } } }, 401, 404, 403, 200],
      ['POST', '/api/apps', { genApp: { pages: { '../x': '' } } }, 401, 400, 400, 400],
      ['DELETE', `/api/apps/${id}`, undefined, 401, 404, 200, 404],
    ] as const;
    for (const [method, path, body, ...expected] of rows) {
      const answers = [];
      for (const as of [visitor, stranger, owner, admin]) {
        answers.push((await host.fetch(path, body ? json(body, method) : { method }, as)).status);
      }
      expect([method, path, JSON.stringify(body), answers]).toEqual([method, path, JSON.stringify(body), expected]);
    }
  });

  it('rejects the app token that generated code holds', async () => {
    const { id } = await make('Hostile');
    const token = { kind: 'app', id: 'owner', appId: id, admin: true } as const;
    expect((await host.fetch(`/api/apps/${id}`, { method: 'DELETE' }, token)).status).toBe(403);
    await expect(host.service(appsRef).rename(token, id, 'Taken')).rejects.toThrow('was not found');
  });
});
