import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAt } from '../app-origin.ts';
import { openWorld, type World } from '../security/world.ts';

let world: World;
/** The addresses of one app: below the runtime host, and a domain of its own. */
let given: string;
let domain: string;
beforeAll(async () => {
  world = await openWorld();
  given = world.server.runtimeUrl.replace('://', `://${world.app.slug}.`);
  domain = 'https://club.example';
  await world.json('admin', { path: `/api/apps/${world.app.id}/settings`, body: { appSettings: { customDomain: 'club.example' } } });
}, 120_000);
afterAll(() => world?.server.close());

const location = async (origin: string, path: string) => {
  const answer = await fetchAt(world.server.runtimeUrl, path, { headers: { host: new URL(origin).host } });
  return [answer.status, answer.headers.get('location')];
};

test('an app stays at the address at which its path with the slug was opened', async () => {
  const slug = world.app.slug;
  const at = async (origin: string, path: string) => location(origin, `/app/${slug}${path}`);
  for (const origin of [given, domain]) {
    expect(await at(origin, '')).toEqual([302, `${origin}/`]);
    expect(await at(origin, '/list?x=1')).toEqual([302, `${origin}/list?x=1`]);
    expect((await at(origin, '//evil.example/x'))[1]).toBe(`${origin}/evil.example/x`);
    for (const path of ['/%5Cevil.example', '/%09/evil.example']) expect(new URL(String((await at(origin, path))[1])).origin).toBe(origin);
    expect(await location(origin, `/app/${world.foreign.slug}`)).toEqual([404, null]);
  }
  // A proxy may leave the port out of `Host`.
  const answer = await fetchAt(world.server.runtimeUrl, `/app/${slug}/list`, { headers: { host: new URL(given).hostname } });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${given}/list`]);
  expect(await at(world.server.runtimeUrl, '/list')).toEqual([302, `${given}/list`]);
});

test('a log-in of a client is at the address of the page that it is for', async () => {
  const query = (page: string) => `?${new URLSearchParams({ from_url: page })}`;
  for (const [here, there] of [
    [given, domain],
    [domain, given],
  ] as const) {
    expect(await location(here, `/login${query(`${there}/list?x=1#top`)}`)).toEqual([
      302,
      `${there}/login${query(`${there}/list?x=1#top`)}`,
    ]);
    expect((await location(here, `/login${query(`${here}/list`)}`))[0]).toBe(200);
    const asked = `/api/apps/auth/login${query(`${there}/list`)}&app_id=${world.app.id}`;
    expect(await location(world.server.runtimeUrl, asked)).toEqual([302, `${there}/login${query(`${there}/list`)}`]);
  }
});

describe('a page by the name of an address of the product', () => {
  /** Each is the first or the only part of an address that a host answers itself. */
  const names = [
    'metrics',
    'healthz',
    'readyz',
    'graphql',
    'api',
    'live_api',
    'integrations',
    'runtime',
    'app',
    'preview',
    'lib',
    'm',
    'c',
    'login',
    'events',
  ];
  let origins: readonly string[] = [];
  beforeAll(async () => {
    const pages = names.map((name) => [`src/pages/${name}.jsx`, strToU8(`export default () => <h1>Own ${name}</h1>;`)]);
    const body = new FormData();
    body.append('file', new Blob([Buffer.from(zipSync(Object.fromEntries(pages)))]), 'project.zip');
    const { id } = await world.json('owner', { path: '/api/apps/import', body });
    const { data } = await world.graphql('owner', 'mutation ($id: ID!) { publishApp(id: $id) { slug } }', { id });
    await world.json('admin', { path: `/api/apps/${id}/settings`, body: { appSettings: { customDomain: 'pages.example' } } });
    origins = [world.server.runtimeUrl.replace('://', `://${data.publishApp.slug}.`), 'https://pages.example'];
  }, 240_000);

  const ask = async (host: string, path: string, headers: Readonly<Record<string, string>>) => {
    const answer = await fetchAt(world.server.runtimeUrl, path, { headers: { host, ...headers } });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '' };
  };
  const visit = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };

  test.each(names)('/%s is shown to people who open it at a name of the app', async (name) => {
    for (const origin of origins)
      for (const path of [`/${name}`, `/${name}?a=b`, `/${name}/`])
        expect([origin, path, await ask(new URL(origin).host, path, visit)]).toEqual([
          origin,
          path,
          { status: 200, type: 'text/html; charset=utf-8' },
        ]);
  });

  test.each(['healthz', 'readyz', 'metrics'])('/%s answers probes at every name, and people at names of the product', async (name) => {
    const isJson = ({ type }: { readonly type: string }) => !type.startsWith('text/html');
    for (const origin of origins) expect(isJson(await ask(new URL(origin).host, `/${name}`, { accept: '*/*' }))).toBe(true);
    for (const host of [new URL(world.server.runtimeUrl).host, '127.0.0.1:4001', '[::1]:4001'])
      expect(isJson(await ask(host, `/${name}`, visit))).toBe(true);
  });
});
