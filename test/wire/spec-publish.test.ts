import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAt, pkce } from '../app-origin.ts';
import { bearer, type Call, type Caller, type Data, type NewApp, openWorld, password, signUp, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.server.close());

const page = (words: string) => `export default () => <h1>${words}</h1>;`;
const pages = { Home: page('home'), 'Team-List': page('team'), About: page('about') };

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly body: string;
}
const originOf = (slug: string) => world.server.runtimeUrl.replace('://', `://${slug}.`);

async function open(slug: string, path: string): Promise<Answer> {
  const answer = await fetchAt(originOf(slug), path, { headers: { accept: 'text/html' } });
  return { status: answer.status, location: answer.headers.get('location'), body: await answer.text() };
}

const newApp = async (genApp: object): Promise<NewApp> => {
  const { id, slug, currentVersionId } = await world.json('owner', { path: '/api/apps', body: { appType: 'generated', genApp } });
  return { id, slug, versionId: currentVersionId };
};
const mutate = async (field: string, app: NewApp, more = ''): Promise<Data> =>
  world.graphql(
    'owner',
    `mutation { answer: ${field}(id: "${app.id}"${more}) { id slug status publishedVersionId hasUnpublishedChanges } }`,
  );
const shows = async (slug: string, path = '/'): Promise<number> => (await open(slug, path)).status;

describe('the pages of a published app', () => {
  let app: NewApp;
  beforeAll(async () => {
    app = await world.publish(await newApp({ name: 'Places', pages }));
  });

  test.each([
    ['/ABOUT', '/about'],
    ['/deep/er/about', '/about'],
    ['/about/?x=1', '/about'],
    ['/Team-List', '/teamlist'],
    ['/places', '/'],
    ['/home', '/'],
  ])('%s is the page at %s', async (path, same) => {
    const answer = await open(app.slug, path);
    expect(answer).toEqual(await open(app.slug, same));
    expect(answer.status).toBe(200);
    // Each page preloads its own modules, so no two documents are equal.
    expect(answer.body).not.toBe((await open(app.slug, same === '/' ? '/about' : '/')).body);
  });

  test.each(['/nothing', '/nothing.js', '/about/nothing'])('%s is not found', async (path) => {
    const answer = await open(app.slug, path);
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('<title>Places</title>');
  });

  test('its id opens the main page', async () => {
    expect(await shows(app.slug, `/${app.id}`)).toBe(200);
  });

  test.each(['builder', 'runtime'] as const)("/app/{slug} on the %s host redirects to the app's own origin", async (host) => {
    const origin = world.server.runtimeUrl.replace('://', `://${app.slug}.`);
    for (const [path, target] of [
      [`/app/${app.slug}`, `${origin}/`],
      [`/app/${app.slug.toUpperCase()}/`, `${origin}/`],
      [`/app/${app.slug}/deep/about?x=1`, `${origin}/deep/about?x=1`],
    ] as const) {
      const response = await world.request('nobody', { host, path });
      expect([response.status, response.headers.get('location')]).toEqual([302, target]);
    }
    expect((await world.request('nobody', { host, path: '/app/a%20b' })).status).toBe(404);
  });

  test('an unused slug is not found', async () => {
    expect(await shows('nobody-has-this')).toBe(404);
  });
});

test('visitors get the published version, and a change once it is published', async () => {
  const app = await newApp({ name: 'Changing', pages });
  expect(await shows(app.slug)).toBe(404);
  expect(await mutate('publishApp', app)).toMatchObject({ data: { answer: { status: 'active', hasUnpublishedChanges: false } } });
  const first = await open(app.slug, '/');
  const edit = (content: string) =>
    world.json('admin', { path: `/api/apps/${app.id}/files/update`, body: { file: { id: 'pages/Home', content } } });
  await edit(page('changed'));
  expect(await open(app.slug, '/')).toEqual(first);
  expect(await mutate('publishApp', app)).toMatchObject({ data: { answer: { hasUnpublishedChanges: false } } });
  const second = await open(app.slug, '/');
  expect(second.status).toBe(200);
  expect(second.body).not.toBe(first.body);
  await edit('export default (');
  const { errors } = await mutate('publishApp', app);
  expect(errors[0].message).toMatch(/^App compilation failed: pages\/Home:1: /);
  expect(await open(app.slug, '/')).toEqual(second);
  expect(await mutate('publishApp', app, `, versionId: "${app.versionId}"`)).toMatchObject({
    data: { answer: { publishedVersionId: app.versionId, hasUnpublishedChanges: true } },
  });
  expect((await open(app.slug, '/')).body).toBe(first.body);
});

test('unpublishing and deleting remove the URL at once, undo restores it', async () => {
  const app = await world.publish(await newApp({ name: 'Coming and going', pages }));
  const neighbour = await world.publish(await newApp({ name: 'Coming and going', pages }));
  expect(neighbour.slug).not.toBe(app.slug);
  const seen: (number | undefined)[] = [];
  for (const step of ['unpublishApp', 'publishApp', 'deleteApp', 'undoDeleteApp']) {
    expect(await mutate(step, app)).toMatchObject({ data: { answer: { slug: app.slug } } });
    seen.push(await shows(app.slug), await shows(app.slug, '/about'), await shows(neighbour.slug));
  }
  expect(seen).toEqual([404, 404, 200, 200, 200, 200, 404, 404, 200, 200, 200, 200]);
});

test("an app's own origin serves no other app", async () => {
  const app = await world.publish(await newApp({ name: 'Harbour', pages }));
  const other = await world.publish(await newApp({ name: 'Pirates', pages }));
  const seen = [];
  for (const path of [`/app/${other.slug}`, `/app/${other.slug}/about?x=1`, `/app/none`, `/app/${app.slug}/about`]) {
    const { status, location, body } = await open(app.slug, path);
    expect([body.includes(other.id), body.includes(other.slug)], path).toEqual([false, false]);
    seen.push([status, location]);
  }
  expect(seen).toEqual([
    [404, null],
    // A page of its own: addresses are matched by their last segment.
    [200, null],
    [404, null],
    [302, `${originOf(app.slug)}/about`],
  ]);
});

test.each([
  ['publishApp', { appType: 'generated' }, 'This app is still empty. Describe it in the chat first.'],
  ['unpublishApp', null, 'The app was not found.'],
])('%s refuses', async (field, body, message) => {
  const app = body ? await world.json('owner', { path: '/api/apps', body }) : { id: 'none' };
  const { errors } = await mutate(field, app);
  expect(errors[0].message).toBe(message);
});

test.each([
  ['A b', 'An address has 3 to 40 lower-case letters, digits and dashes, and starts and ends with a letter or digit.'],
  ['admin', 'The address "admin" is reserved. Choose another one.'],
  ['the-taken-one', 'The address "the-taken-one" is taken. Choose another one.'],
])('the address %s is refused', async (slug, message) => {
  await newApp({ name: 'The taken one', pages });
  const app = await newApp({ name: 'Another', pages });
  const { errors } = await world.graphql('owner', `mutation { updateAppSlug(id: "${app.id}", slug: "${slug}") { slug } }`);
  expect(errors[0].message).toBe(message);
});

describe('the users of a published app', () => {
  const say = async (caller: Caller, call: Call, token?: string): Promise<[number, Data]> => {
    const response = await world.request(caller, token === undefined ? call : { ...call, headers: bearer(token) });
    return [response.status, await response.json()];
  };

  test('sign up on the builder host, return with a one-time code, and are users of that app only', async () => {
    const accent = { light: '#0f1729', dark: '#ff8800' };
    const globalsCss = ':root { --primary: 222 47% 11%; } .dark { --primary: #f80; } :root { --ring: red }';
    const app = await newApp({ name: 'Club', pages, globalsCss });
    const own = world.server.runtimeUrl.replace('://', `://${app.slug}.`);
    const person = await signUp(world.server, 'new-member@example.org');
    const { codeVerifier, codeChallenge } = pkce();
    const code = (nextUrl: string) =>
      say('nobody', { path: `/api/apps/${app.id}/login-code`, body: { nextUrl, codeChallenge } }, person.token);
    expect(await say('nobody', { path: `/api/apps/${app.id}/public` })).toMatchObject([404, { code: 'not-found' }]);
    await mutate('publishApp', app);
    expect(await say('nobody', { path: `/api/apps/${app.id}/public` })).toEqual([
      200,
      {
        name: 'Club',
        isSignupEnabled: false,
        url: own,
        logoUrl: null,
        termsOfServiceLink: null,
        privacyPolicyLink: null,
        supportEmail: null,
        accent,
      },
    ]);
    expect(await code(`${own}/`)).toMatchObject([403, { message: 'Club does not accept sign-ups.' }]);
    await world.json('owner', { path: `/api/apps/${app.id}/settings`, body: { appSettings: { isSignupEnabled: true } } });
    for (const foreign of ['https://elsewhere.example/', `${own}.elsewhere.example/`, world.server.builderUrl, 'about']) {
      expect(await code(foreign)).toMatchObject([400, { message: 'This log-in link does not lead to Club.' }]);
    }
    const [, { redirectTo }] = await code(`${own}/about?x=1#state=begun`);
    expect(redirectTo).toMatch(new RegExp(`^${own}/about\\?x=1#code=[\\w-]+&state=begun$`));
    const given = new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code');
    const exchange = async (): Promise<[number, Data]> => {
      const answer = await fetchAt(own, `/live_api/apps/${app.id}/auth/exchange`, { body: { code: given, codeVerifier } });
      return [answer.status, await answer.json()];
    };
    const [status, { token }] = await exchange();
    expect(status).toBe(200);
    expect(await exchange()).toMatchObject([401, { message: 'This log-in link has expired. Please log in again.' }]);

    const me = { path: `/live_api/apps/${app.id}/auth/me`, host: 'runtime' } as const;
    expect(await say('nobody', me)).toEqual([200, { user: null }]);
    const user = { id: person.id, email: person.email, emailVerified: false, role: 'user' };
    expect(await say('nobody', me, token)).toMatchObject([200, { user }]);
    const kept = await say(
      'nobody',
      { ...me, method: 'PUT', body: { nickname: 'Nell', role: 'admin', id: 'other', emailVerified: true } },
      token,
    );
    expect(kept).toMatchObject([200, { user: { ...user, nickname: 'Nell' } }]);
    const memories = { path: `/api/live_api/user/memories/current?appId=${app.id}` };
    expect(await say('nobody', memories, token)).toEqual([200, { memories: { nickname: 'Nell' } }]);
    expect((await say('nobody', { path: '/api/apps' }, token))[0]).toBe(403);
    expect((await say('nobody', { path: `/live_api/apps/${world.app.id}/auth/me`, host: 'runtime' }, token))[0]).toBe(404);

    await mutate('unpublishApp', app);
    const renewed = await say('nobody', { method: 'POST', host: 'runtime', path: `/live_api/apps/${app.id}/auth/refresh` }, token);
    expect(renewed).toMatchObject([401, { message: 'Your log-in has expired. Please log in again.' }]);
    expect((await say('nobody', me, token))[0]).toBe(404);
  });

  test('get the public parts of the bundle, and those who build the app the whole of it', async () => {
    const path = `/runtime/bundle?appId=${world.app.id}`;
    for (const caller of ['nobody', 'stranger', 'userSession'] as const) {
      const [code, answer] = await say(caller, { path });
      expect([code, answer]).toMatchObject([
        200,
        {
          id: world.app.id,
          slug: world.app.slug,
          mainPage: 'Home',
          pages: { Home: '' },
          components: {},
          services: {},
          modules: {},
          layout: null,
        },
      ]);
      // The table that all may read, not the one of creators.
      expect(Object.keys(answer.entities)).toEqual(['Sign']);
    }
    const [code, whole] = await say('owner', { path });
    expect([code, whole.pages.Home, Object.keys(whole.entities).sort()]).toEqual([200, expect.stringContaining('h1'), ['Note', 'Sign']]);
  });

  test.each([
    ['nobody', 'Please log in to Notes first.'],
    ['stranger', 'You may not open Notes here.'],
  ] as const)('%s is led to the log-in of the app for another version than the published one', async (caller, message) => {
    const answer = await world.request(caller, { path: `/runtime/bundle?appId=${world.app.id}&versionId=other` });
    expect([answer.status, answer.headers.get('location'), ((await answer.json()) as { message: string }).message]).toEqual([
      403,
      `/apps/${world.app.id}/login`,
      message,
    ]);
  });

  test('log in with the password that they chose', async () => {
    const [status] = await say('nobody', { path: '/api/auth/sign-in/email', body: { email: 'user@example.org', password } });
    expect(status).toBe(200);
  });
});
