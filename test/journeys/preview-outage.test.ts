import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, readyApp, signIn, type World } from './builder-world.ts';

let world: World;
let page: Page;
beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  await signIn(page, world.url);
  await readyApp(page);
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('loads an app again whose code was lost on the way', async () => {
  let lost = 0;
  await page.context().route(/\/m\/[\w-]+\.js$/, (route) => {
    lost += 1;
    return route.abort('connectionreset');
  });
  await page.reload();
  await expect.poll(() => lost).toBeGreaterThan(0);
  await page.context().unroute(/\/m\/[\w-]+\.js$/);
  await page.frameLocator('iframe').getByRole('button', { name: 'Add habit' }).waitFor();
});
