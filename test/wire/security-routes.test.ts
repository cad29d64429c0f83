import { definePlugin, type Http } from '@sayso/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appsServedBy } from '../apps-served-by.ts';
import { codeByHand } from '../security/code-by-hand.ts';
import { type Declared, declaredRefusals, statuses, withMembers } from '../security/members.ts';
import { routes } from '../security/routes.ts';
import { type Call, everyone, openWorld, type RouteRow, type World } from '../security/world.ts';

const ACCESS = ['public', 'account', 'builder', 'admin', 'app', 'signature'] as const;
const DEEDS = ['look', 'change-own', 'change-rows', 'change-app', 'administer', 'spend'] as const;

/** A plugin from outside, whose routes have no rows: what they declare decides, and every handler answers. */
const outside = definePlugin({
  name: 'outside',
  contract: 1,
  start: () => undefined,
  routes: addEvery,
  runtimeRoutes: addEvery,
});
function addEvery(http: Http): void {
  for (const access of ACCESS)
    for (const does of DEEDS)
      for (const path of [`/api/outside/${access}/${does}`, `/api/outside/${access}/${does}/of/:appId`])
        http.post(path, { config: { access, does }, schema: { hide: true } }, async () => ({ done: true }));
}

let world: World;
beforeAll(async () => {
  world = await openWorld({}, [outside]);
}, 180_000);
afterAll(() => world.server.close());

const isOutside = (url: string) => url.startsWith('/api/outside/');

test('every route of both hosts has a row, and every row is a route', () => {
  const running = world.server.routes.filter(({ url }) => !isOutside(url)).map(({ host, method, url }) => `${host} ${method} ${url}`);
  // `GET /*` serves the single-page app and exists only where it is built.
  expect(running.filter((route) => route !== 'builder GET /*').sort()).toEqual(Object.keys(routes).sort());
});

/** Of another process, only what it serves. */
const isServed = (route: string) => appsServedBy === 'main' || route.startsWith('runtime ');
// Each caller has an app of its own.
const timeout = 60_000;

test.each(Object.entries(routes).filter(([route]) => isServed(route)))('%s', { timeout }, async (route, row) => {
  expect(await answers(row)).toEqual(expectedOf(route, row));
});

test.runIf(isServed('builder')).each(Object.entries(codeByHand))(
  'only admins may change code by hand: %s',
  { timeout },
  async (_name, row) => {
    const found = await answers(row);
    expect(found).toMatchObject(row.expected);
    for (const member of ['editor', 'viewer', 'demoted', 'editorFrame', 'viewerFrame', 'olderFrame'] as const)
      expect(found[member]).toBe(403);
  },
);

describe.each(['builder', 'runtime'] as const)('a route of a plugin from outside, on the %s host', (host) => {
  test('is refused to each caller by what it declares, and reached by all others', { timeout }, async () => {
    const ofHost = world.server.routes.filter((route) => route.host === host && isOutside(route.url));
    expect(ofHost).toHaveLength(ACCESS.length * DEEDS.length * 2);
    const found: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const { url, access, does } of ofHost) {
      if (access === null || does === null) throw new Error(`${url} declares nothing.`);
      const declared = { access, does, isOfApp: url.includes(':appId') };
      const call: Call = { host, method: 'POST', path: url.replace(':appId', world.app.id) };
      found[url] = await answers({ call: () => call });
      const refusals = declaredRefusals(declared);
      // Cookies have no effect on the runtime host.
      const here = host === 'runtime' ? { ...refusals, ownerCookie: refusals.nobody } : refusals;
      expected[url] = Object.fromEntries(everyone.map((caller) => [caller, here[caller] ?? 200]));
    }
    expect(found).toEqual(expected);
  });
});

function expectedOf(route: string, { expected, members = {} }: RouteRow) {
  const found = world.server.routes.find(({ host, method, url }) => `${host} ${method} ${url}` === route);
  if (found?.access == null || found.does === null) return { ...withMembers(expected, OPEN, statuses), ...members };
  const declared = { access: found.access, does: found.does, isOfApp: found.url.includes(':appId') };
  return { ...withMembers(expected, declared, statuses), ...members };
}
/** Health and documentation, which do not authenticate. */
const OPEN: Declared = { access: 'public', does: 'look', isOfApp: false };

/** All callers at the same time: some answers wait, for a compilation elsewhere or so that their time says nothing. */
async function answers({ call }: Pick<RouteRow, 'call'>): Promise<Record<string, number>> {
  const statusOf = async (caller: (typeof everyone)[number]) => {
    const response = await world.request(caller, await call(world));
    // A stream does not end by itself.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel();
    else await response.arrayBuffer();
    return [caller, response.status];
  };
  return Object.fromEntries(await Promise.all(everyone.map(statusOf))) as Record<string, number>;
}
