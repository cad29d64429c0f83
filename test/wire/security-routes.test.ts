import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeByHand, routes } from '../security/routes.ts';
import { callers, openWorld, type Policy, type RouteRow, type World } from '../security/world.ts';

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

test.each(Object.entries(routes))('%s', async (_route, { call, expected }) => {
  expect(await answers({ call, expected })).toEqual(expected);
});

test.each(Object.entries(codeByHand))('only admins may change code by hand: %s', async (_name, { call, expected }) => {
  expect(await answers({ call, expected })).toEqual(expected);
});

async function answers({ call }: RouteRow): Promise<Policy> {
  const statuses: [string, number][] = [];
  for (const caller of callers) {
    const response = await world.request(caller, await call(world));
    // A stream does not end by itself.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel();
    else await response.arrayBuffer();
    statuses.push([caller, response.status]);
  }
  return Object.fromEntries(statuses) as Policy;
}
