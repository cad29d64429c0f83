import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Data, openWorld, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.server.close());

const page = 'export default () => <h1>Hello</h1>;';
const task = { type: 'object', properties: { title: { type: 'string' } } };
const text = JSON.stringify(task);
const post = async (path: string, body: unknown, caller: 'admin' | 'owner' = 'admin'): Promise<[number, Data]> => {
  const response = await world.request(caller, { path, body });
  return [response.status, await response.json()];
};
const bundleOf = (appId: string) => world.json('admin', { path: `/runtime/bundle?appId=${appId}` });

describe('POST /api/apps', () => {
  test.each(['generated', 'space', 'single_tool', 'ai'])('creates an app of the kind %s', async (appType) => {
    const [status, app] = await post('/api/apps', { appType, ...(appType === 'generated' ? {} : { app: { header: 'A tool' } }) }, 'owner');
    expect([status, app]).toMatchObject([200, { id: expect.any(String), slug: expect.any(String), appType, status: 'draft' }]);
  });

  test.each([
    ['names and code', { pages: { Home: page }, components: { Card: page }, entities: { Task: task }, layout: page, globalsCss: 'a {}' }],
    ['paths', { pages: { 'pages/Home.jsx': page }, components: { 'components/Card.tsx': page }, entities: { 'Task.json': task } }],
    ['objects of code', { pages: { Home: { code: page } }, components: { Card: { content: page } }, entities: { Task: text } }],
    [
      'lists',
      { pages: [{ name: 'Home', code: page }], components: [{ name: 'Card', content: page }], entities: [{ name: 'Task', ...task }] },
    ],
    [
      'lists with schemas',
      { pages: [{ name: 'Home', code: page }], components: { Card: page }, entities: [{ name: 'Task', schema: task }] },
    ],
    [
      'nulls',
      { pages: { Home: page }, components: { Card: page }, entities: { Task: task }, services: null, layout: null, globalsCss: null },
    ],
  ])('accepts %s', async (_how, genApp) => {
    const [status, app] = await post('/api/apps', { appType: 'generated', genApp: { name: 'Whole', ...genApp } }, 'owner');
    expect([status, app.name]).toEqual([200, 'Whole']);
    const bundle = await bundleOf(app.id);
    expect(bundle).toMatchObject({ id: app.id, slug: app.slug, name: 'Whole', versionId: app.currentVersionId, mainPage: 'Home' });
    expect([bundle.pages, bundle.components, Object.keys(bundle.entities)]).toEqual([{ Home: page }, { Card: page }, ['Task']]);
    expect(bundle.entities.Task.properties).toEqual(task.properties);
    const { installed_packages: described } = await world.json('admin', { path: `/apps/${app.id}/integrations/schema` });
    const installed = described.map(({ name, endpoints }: Data) => ({ package: name, endpoints: endpoints.map((one: Data) => one.name) }));
    expect(bundle.installedIntegrations).toEqual(installed);
    expect(installed).toMatchObject([{ package: 'Core', endpoints: expect.arrayContaining(['InvokeLLM', 'SendEmail', 'UploadFile']) }]);
  });

  test.each([
    ['beside the files', { name: 'Beside', genApp: { pages: { Home: page } } }, 'Beside'],
    ['in odd characters', { genApp: { name: ' <b>Ünï\n "cödé" 🎉 \\ ' } }, '<b>Ünï "cödé" 🎉 \\'],
    ['blank', { genApp: { name: '   ' } }, 'New app'],
    ['of a plain app', { appType: 'ai', app: { header: 'Ask me' } }, 'Ask me'],
  ])('a name %s', async (_how, body, name) => {
    const [status, app] = await post('/api/apps', body, 'owner');
    expect([status, app.name]).toEqual([200, name]);
    expect(app.slug).toMatch(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/);
  });

  test.each([
    [{ appType: 'robot' }, '"appType" in the body must be generated, space, single_tool or ai.'],
    [{ genApp: { pages: 5 } }, /^"genApp.pages" in the body must be an object of names and contents/],
    [{ genApp: { entities: { Task: 5 } } }, /^"genApp.entities" in the body must be an object of names and schemas/],
    [{ genApp: { entities: { Task: '{"a' } } }, /^entities\/Task.json: is not valid JSON/],
    [{ genApp: { pages: { '../x': page } } }, /^"pages\/..\/x" is not a file of an app: Use pages\/<Name>/],
    [{ genApp: { name: 'x'.repeat(101) } }, 'The name of an app has at most 100 characters.'],
    [{ genApp: { pages: { Home: page, 'ho-me': page } } }, /their addresses would be the same/],
    [{ genApp: { pages: { Home: 'x'.repeat(1_000_001) } } }, 'pages/Home: The file has more than 1000000 characters.'],
  ])('refuses %#', async (body, message) => {
    const [status, answer] = await post('/api/apps', body, 'owner');
    expect([status, answer.message, answer.error.message]).toEqual([400, answer.message, answer.message]);
    if (typeof message === 'string') expect(answer.message).toBe(message);
    else expect(answer.message).toMatch(message);
  });

  test('accepts a bundle as it was returned', async () => {
    const pages = { About: page, Contact: page };
    const genApp = {
      name: 'Read',
      pages,
      mainPage: 'Contact',
      components: { Card: page },
      entities: { Task: task, User: task },
      layout: page,
    };
    const { id } = await world.json('owner', { path: '/api/apps', body: { genApp } });
    const { id: _id, versionId: _version, slug: _slug, ...first } = await bundleOf(id);
    expect([Object.keys(first.entities), first.user_entity.properties, first.mainPage]).toEqual([['Task'], task.properties, 'Contact']);
    const copy = await world.json('owner', { path: '/api/apps', body: { genApp: first } });
    expect(await bundleOf(copy.id)).toMatchObject(first);
    await world.json('owner', { path: '/api/apps', body: { appId: copy.id, genApp: { entities: {} } } });
    expect(await bundleOf(copy.id)).toMatchObject({ entities: {}, user_entity: first.user_entity });
  });

  test('with an id updates that app, for admins only', async () => {
    const app = await world.newApp();
    const body = { appType: 'generated', appId: app.id, genApp: { name: 'Saved', pages: { Start: page } } };
    expect((await post('/api/apps', body, 'owner'))[0]).toBe(403);
    expect((await post('/api/apps', body, 'admin'))[1]).toMatchObject({ id: app.id, name: 'Saved' });
    expect(await bundleOf(app.id)).toMatchObject({ pages: { Start: page }, entities: { Note: {}, Sign: {} } });
    expect((await world.request('stranger', { path: '/api/apps', body })).status).toBe(404);
  });

  test.each([13, 40])('answers a body of %i MB without reading it', async (megabytes) => {
    const [status, answer] = await post('/api/apps', { genApp: { name: 'x'.repeat(megabytes * 1_000_000) } });
    expect([status, answer.message]).toEqual([413, 'The body is too large.']);
  });
});

describe('files/update', () => {
  test.each([
    ['pages/Home', 'pages/Home'],
    ['pages/Home.jsx', 'pages/Home'],
    ['src/pages/Home.tsx', 'pages/Home'],
    ['Home.jsx', 'pages/Home'],
    ['Home', 'pages/Home'],
    ['Layout.js', 'layout'],
    ['globals.css', 'globals.css'],
    ['components/New.tsx', 'components/New'],
    ['services/api.ts', 'services/api'],
  ])('%s is %s', async (id, path) => {
    const app = await world.newApp();
    const content = `// by ${id}`;
    const [status, { versionId, version }] = await post(`/api/apps/${app.id}/files/update`, { file: { id, content } });
    expect([status, version.title]).toEqual([200, `Edited ${path}`]);
    const { files } = await world.json('owner', { path: `/api/apps/${app.id}/versions/${versionId}` });
    expect(files).toContainEqual({ path, content });
  });

  test.each([
    ['entities/Note.json', text],
    ['Note.json', text],
    ['src/entities/Note', text],
    ['entities/Other.json', task],
  ])('%s with a schema is read-only', async (id, content) => {
    const app = await world.newApp();
    const before = await bundleOf(app.id);
    const refusal = [400, { code: 'table-read-only', message: expect.stringMatching(/^"entities\/\w+.json" is read-only\./) }];
    expect(await post(`/api/apps/${app.id}/files/update`, { file: { id, content } }, 'owner')).toMatchObject(refusal);
    const body = { fileId: 'pages/Home', referencesToUpdate: [{ path: id, content: JSON.stringify(task) }] };
    expect(await post(`/api/apps/${app.id}/files/delete`, body)).toMatchObject(refusal);
    expect(await bundleOf(app.id)).toEqual(before);
  });

  test.each([
    [{ file: { id: 'Gone.jsx', content: '' } }, 400, /"Gone.jsx" is not a file of an app/],
    [{ file: { id: 'pages/Home', content: 5 } }, 400, /"file.content" in the body must be text\./],
    [{}, 400, /"file" in the body is missing\./],
    [{ file: { id: 'pages/Home', content: '' }, baseVersionId: 'older' }, 409, /has changed in the meantime/],
  ])('refuses %#', async (body, status, message) => {
    const app = await world.newApp();
    expect(await post(`/api/apps/${app.id}/files/update`, body)).toMatchObject([status, { message: expect.stringMatching(message) }]);
  });
});

test('files/delete removes the file and saves those that named it, as one version', async () => {
  const app = await world.newApp();
  await post(`/api/apps/${app.id}/files/update`, { file: { id: 'components/Card', content: page } });
  const body = { fileId: 'components/Card.jsx', referencesToUpdate: [{ path: 'pages/Home.jsx', content: page }] };
  const [status, { version }] = await post(`/api/apps/${app.id}/files/delete`, body);
  expect([status, version.title]).toEqual([200, 'Deleted components/Card']);
  expect(await bundleOf(app.id)).toMatchObject({ versionId: version.id, components: {}, pages: { Home: page } });
});

test.each(['pages/Gone', 'components/Gone.jsx', 'entities/Gone.json'])(
  'files/delete of %s, which the app lacks, is refused',
  async (fileId) => {
    const app = await world.newApp();
    const before = await bundleOf(app.id);
    const body = { fileId, referencesToUpdate: [{ path: 'pages/Home.jsx', content: page }] };
    const [status, { message }] = await post(`/api/apps/${app.id}/files/delete`, body);
    expect([status, message]).toEqual([404, expect.stringMatching(/^The file "\w+\/Gone(?:\.json)?" was not found\.$/)]);
    expect(await bundleOf(app.id)).toEqual(before);
  },
);

describe('an unknown path', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/live_api/nothing'],
    ['PUT', '/api/apps'],
    ['POST', '/runtime/bundle'],
    ['GET', '/integrations/Core/Nothing'],
  ])('%s %s', async (method, path) => {
    const response = await world.request('owner', { method, path });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: 'not-found', message: `${method} ${path} was not found.` },
    ]);
  });
});
