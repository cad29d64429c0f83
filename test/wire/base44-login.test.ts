import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fetchAt } from '../app-origin.ts';
import { client, readToken, type SdkVersion, versions } from '../base44/clients.ts';
import { bearer, type Data, openWorld, type World } from '../security/world.ts';

let world: World;
/** The origin of the app, and that of another one. */
let own: string;
let foreign: string;
beforeAll(async () => {
  // The clients write to the console.
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await openWorld();
  own = world.server.runtimeUrl.replace('://', `://${world.app.slug}.`);
  foreign = world.server.runtimeUrl.replace('://', `://${world.foreign.slug}.`);
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  vi.restoreAllMocks();
});
afterEach(() => vi.unstubAllGlobals());

/** A browser on a page of the app, as far as the clients use it. `stored`: its storage. */
function browser(path: string, stored: Readonly<Record<string, string>> = {}) {
  const storage = new Map(Object.entries(stored));
  const location = { origin: own, href: `${own}${path}`, pathname: path, search: '', hash: '', reload: () => undefined };
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  const made: Data = { location, localStorage, addEventListener: () => undefined, document: { title: '' } };
  made.parent = made;
  vi.stubGlobal('window', made);
  vi.stubGlobal('document', made.document);
  vi.stubGlobal('localStorage', localStorage);
  return { address: () => new URL(location.href, own), storage };
}
const settingsIn = (html: string): Data => JSON.parse(/id="login">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');
const loginPage = async (fromUrl: string, origin = own) =>
  settingsIn(await (await fetchAt(origin, `/login?from_url=${encodeURIComponent(fromUrl)}`)).text());
const logoutPage = async (path: string): Promise<Data> =>
  JSON.parse(/id="logout">(.*?)<\/script>/.exec(await (await fetchAt(own, path)).text())?.[1] ?? 'null');
const location = async (path: string, origin = own) => {
  const answer = await fetchAt(origin, path);
  return [answer.status, answer.headers.get('location')];
};

/** What the log-in page of the product answers for the link of the app's page. */
async function completed(begin: string): Promise<URL> {
  const { searchParams, pathname, origin } = new URL(begin);
  expect([origin, pathname]).toEqual([world.server.builderUrl, `/apps/${world.app.id}/login`]);
  const body = { nextUrl: searchParams.get('nextUrl'), codeChallenge: searchParams.get('codeChallenge') };
  const { redirectTo } = await world.json('userSession', { path: `/api/apps/${world.app.id}/login-code`, body });
  return new URL(redirectTo);
}

describe.each(versions)('the client %s', (version: SdkVersion) => {
  const made = (config: object = {}): Data => {
    const one = client(version, { serverUrl: world.server.runtimeUrl, appId: world.app.id, appBaseUrl: own, ...config });
    one.cleanup?.();
    return one;
  };

  test('keeps the page that a log-in without an argument begins on', async () => {
    const { address } = browser('/list?tab=2#/inner?x=1');
    const { auth } = made();
    if (version === '0.1.2') auth.login();
    else auth.redirectToLogin();
    const asked = address();
    const to = version === '0.1.2' ? (await location(asked.pathname + asked.search, world.server.runtimeUrl))[1] : asked.href;
    const { next } = await loginPage(new URL(String(to)).searchParams.get('from_url') ?? '');
    expect(next).toBe('/list?tab=2#/inner?x=1');
  });

  test('redirects to the log-in, and finds its token in the storage of the app when that leads back', async () => {
    const { address } = browser('/list');
    const { auth } = made();
    if (version === '0.1.2') auth.login(`${own}/list?tab=2#top`);
    else auth.redirectToLogin(`${own}/list?tab=2#top`);
    const asked = address();
    // The oldest client goes to its server, which leads to the app.
    const [status, to] = version === '0.1.2' ? await location(asked.pathname + asked.search, world.server.runtimeUrl) : [302, asked.href];
    expect(status).toBe(302);
    const path = new URL(String(to));
    expect([path.origin, path.pathname]).toEqual([own, '/login']);
    const fromUrl = path.searchParams.get('from_url') ?? '';
    const { begin, next, state, codeVerifier } = await loginPage(fromUrl);
    expect(next).toBe('/list?tab=2#top');
    const back = await completed(begin);
    expect([back.origin, back.pathname, back.searchParams.get('from_url')]).toEqual([own, '/login', fromUrl]);
    const given = new URLSearchParams(back.hash.slice(1));
    expect(given.get('state')).toBe(state);
    const answer = await fetchAt(own, `/live_api/apps/${world.app.id}/auth/exchange`, { body: { code: given.get('code'), codeVerifier } });
    const { token } = (await answer.json()) as Data;
    browser('/list', { base44_access_token: token });
    expect(readToken(version)).toBe(token);
    expect(await made({ token: readToken(version) }).auth.me()).toMatchObject({ id: world.people.user.id });
  });
});

test('leads log-ins with a provider and log-outs of the newest client through the app', async () => {
  const { address } = browser('/list');
  const { auth } = client('0.8.50', { serverUrl: world.server.runtimeUrl, appId: world.app.id, appBaseUrl: own });
  for (const provider of ['google', 'microsoft', 'sso']) {
    auth.loginWithProvider(provider, '/list?tab=2');
    expect(await location(address().pathname + address().search)).toEqual([
      302,
      `/login?from_url=${encodeURIComponent(`${own}/list?tab=2`)}`,
    ]);
  }
  auth.logout(`${own}/list`);
  expect(await logoutPage(address().pathname + address().search)).toEqual({ appId: world.app.id, next: '/list' });
});

test.each<[string, () => string]>([
  ['another host', () => 'https://evil.example/list'],
  ['another app', () => `${foreign}/list`],
  ['the host with another port', () => `${own.replace(/:\d+$/, ':1')}/list`],
  ['the host as a user name', () => `${own}@evil.example/list`],
  ['a longer host', () => `${own.replace(/:\d+$/, '')}.evil.example/list`],
  ['a script', () => 'javascript:alert(1)'],
  ['a blob of the app', () => `blob:${own}/list`],
  ['a text', () => '//evil.example'],
  ['the log-in itself', () => `${own}/login?from_url=x`],
  ['nothing', () => ''],
])('leads back to the start page instead of to %s', async (_name, fromUrl) => {
  const { begin, next } = await loginPage(fromUrl());
  expect(next).toBe('/');
  expect(new URL(new URL(begin).searchParams.get('nextUrl') ?? '').origin).toBe(own);
  expect(await logoutPage(`/api/apps/auth/logout?from_url=${encodeURIComponent(fromUrl())}`)).toMatchObject({ next: '/' });
});

test.each([
  ['//evil.example/x', '/evil.example/x'],
  ['/\\evil.example/x', '/evil.example/x'],
  ['/a?b=</script><script>', '/a?b=%3C/script%3E%3Cscript%3E'],
])('keeps the path %s on the origin of the app', async (path, next) => {
  expect((await loginPage(`${own}${path}`)).next).toBe(next);
  expect(await logoutPage(`/api/apps/auth/logout?from_url=${encodeURIComponent(own + path)}`)).toMatchObject({ next });
});

test('gives each page a verifier of its own, forbids frames and further scripts, and is not kept', async () => {
  const url = new URL('/login?from_url=x', world.server.runtimeUrl);
  const { get } = await import('node:http');
  const headers = await new Promise<Data>((resolve, reject) =>
    get(url, { headers: { host: new URL(own).host } }, (answer) => resolve(answer.resume().headers)).on('error', reject),
  );
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src .+;.*frame-ancestors 'none'$/),
  });
  expect((await loginPage('x')).codeVerifier).not.toBe((await loginPage('x')).codeVerifier);
});

test('leads to the app from both hosts, and knows no other app', async () => {
  const query = `from_url=${encodeURIComponent(`${own}/list`)}`;
  const there = `${own}/login?${new URLSearchParams({ from_url: `${own}/list` })}`;
  for (const path of [`/api/apps/auth/login?app_id=${world.app.id}&${query}`, `/api/apps/${world.app.id}/auth/sso/login?${query}`])
    for (const origin of [world.server.builderUrl, world.server.runtimeUrl]) expect(await location(path, origin)).toEqual([302, there]);
  expect(await location(`/login?app_id=${world.app.id}&${query}`, world.server.runtimeUrl)).toEqual([302, there]);
  expect(await location(`/login?app_id=none&${query}`, world.server.runtimeUrl)).toEqual([404, null]);
  for (const path of ['/api/apps/auth/login', '/api/apps/auth/google/login?app_id=none', '/api/apps/none/auth/sso/login'])
    expect(await location(path, world.server.runtimeUrl)).toEqual([404, null]);
});

test("shows an app's own page of this name without a client's parameter", async () => {
  const draft = await world.newApp();
  await world.json('admin', {
    path: '/api/apps',
    body: { appId: draft.id, genApp: { pages: { Home: 'export default () => null;', Login: 'export default () => null;' } } },
  });
  const { slug } = await world.publish(draft);
  const origin = world.server.runtimeUrl.replace('://', `://${slug}.`);
  const answer = await fetchAt(origin, '/login');
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('id="sayso-app"')]);
  const own404 = await fetchAt(own, '/login');
  expect([own404.status, settingsIn(await own404.text())]).toEqual([404, null]);
});

test('gives the code of a log-in to no other origin and no other verifier', async () => {
  const { begin } = await loginPage(`${own}/list`);
  const hostile = new URL(begin);
  for (const nextUrl of [`${foreign}/login?from_url=x`, 'https://evil.example/login?from_url=x']) {
    const body = { nextUrl, codeChallenge: hostile.searchParams.get('codeChallenge') };
    const answer = await world.request('nobody', {
      path: `/api/apps/${world.app.id}/login-code`,
      body,
      headers: bearer(world.people.user.token),
    });
    expect(answer.status).toBe(400);
  }
  const { hash } = await completed(begin);
  const { codeVerifier } = await loginPage(`${own}/list`);
  const code = new URLSearchParams(hash.slice(1)).get('code');
  const answer = await fetchAt(own, `/live_api/apps/${world.app.id}/auth/exchange`, { body: { code, codeVerifier } });
  expect(answer.status).toBe(401);
});
