import { afterAll, beforeAll, expect, test } from 'vitest';
import { appsServedBy } from '../apps-served-by.ts';
import { codeByHand } from '../security/code-by-hand.ts';
import { routes } from '../security/routes.ts';
import { type Caller, callers, openWorld, type Policy, type RouteRow, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.server.close());

test('every route of both hosts has a row, and every row is a route', () => {
  const running = world.server.routes.map(({ host, method, url }) => `${host} ${method} ${url}`);
  // `GET /*` serves the single-page app and exists only where it is built.
  expect(running.filter((route) => route !== 'builder GET /*').sort()).toEqual(Object.keys(routes).sort());
});

/** Of another process, only what it serves. */
const isServed = (route: string) => appsServedBy === 'main' || route.startsWith('runtime ');

test.each(Object.entries(routes).filter(([route]) => isServed(route)))('%s', async (_route, { call, expected }) => {
  expect(await answers({ call, expected })).toEqual(expected);
});

test.runIf(isServed('builder')).each(Object.entries(codeByHand))(
  'only admins may change code by hand: %s',
  async (_name, { call, expected }) => {
    expect(await answers({ call, expected })).toEqual(expected);
  },
);

/** All callers at the same time: some answers wait, for a compilation elsewhere or so that their time says nothing. */
async function answers({ call }: RouteRow): Promise<Policy> {
  const statusOf = async (caller: Caller) => {
    const response = await world.request(caller, await call(world));
    // A stream does not end by itself.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel();
    else await response.arrayBuffer();
    return [caller, response.status];
  };
  return Object.fromEntries(await Promise.all(callers.map(statusOf))) as Policy;
}
