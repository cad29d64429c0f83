import { afterAll, beforeAll, expect, test } from 'vitest';
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
