import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { openWorld, readyApp, signIn, type World } from './builder-world.ts';
import { layoutFaults } from './layout-faults.ts';

// English made 40 % longer: what other languages need. On a desktop, a tablet and a phone.

let world: World;
let page: Page;
let builder: string;
beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  await signIn(page, world.url);
  builder = `${world.url}/build/app/${await readyApp(page)}`;
  await page.addInitScript(() => localStorage.setItem('sayso-language', 'en-XA'));
});
afterAll(() => world?.[Symbol.asyncDispose]());

const open = (path: string) => async () => {
  await page.goto(path.startsWith('?') ? `${builder}${path}` : `${world.url}${path}`);
  await page.locator('h1').first().waitFor({ state: 'attached' });
};
/** The builder with everything that it loads after its header. On a desktop: a phone shows either the chat or the preview. */
const openBuilder = async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('?')();
  await page.locator('footer time').first().waitFor({ state: 'attached' });
};
const ask = async (request: string) => {
  await openBuilder();
  await page.locator('form textarea').fill(request);
  await page.locator('form textarea').press('Enter');
};
const press = (selector: string) => () => page.locator(selector).first().click();
const menu = (selector: string) => async () => {
  await page.locator(selector).first().click();
  await page.locator('[role=menu]').waitFor();
};

const signedIn: Readonly<Record<string, () => Promise<unknown>>> = {
  home: open('/home'),
  'home, menu of an app': menu('article button[aria-haspopup=menu]'),
  'home, account': async () => {
    await open('/home')();
    await menu('header button[aria-haspopup=menu]')();
  },
  'home, commands': async () => {
    await open('/home')();
    await page.locator('header button').first().click();
    await page.getByRole('dialog').getByRole('button').first().waitFor();
  },
  settings: open('/settings'),
  'settings, email': press('main [aria-expanded=false]'),
  'language model': open('/settings/model'),
  packages: open('/settings/packages'),
  accounts: open('/accounts'),
  'accounts, link': async () => {
    await page.locator('section button').first().click();
    await page.locator('[class*=link] input').waitFor();
  },
  outbox: open('/outbox'),
  ratings: open('/ratings'),
  'verify the email': open('/auth/verifyEmail'),
  builder: openBuilder,
  'builder, code': async () => {
    await open('?panel=code')();
    await page.locator('.cm-content').waitFor();
  },
  'builder, versions': async () => {
    await open('?panel=versions')();
    await page.locator('[role=dialog] time').first().waitFor();
  },
  'builder, publish': async () => {
    await open('?panel=publish')();
    await page.locator('[role=dialog] [role=switch]').first().waitFor();
  },
  'builder, published': async () => {
    await page.locator('[role=dialog] > * > button, [role=dialog] button').last().click();
    await page.locator('[role=dialog] hr').first().waitFor();
  },
  'builder, waiting': async () => {
    await ask(REQUESTS.waiting);
    await page.locator('[class*=card] button').nth(1).waitFor();
  },
  'builder, problems': async () => {
    await page.locator('[class*=card] button').last().click();
    await page.locator('[class*=card] button').nth(1).waitFor({ state: 'detached' });
    await ask(REQUESTS.broken);
    await page.locator('aside button').first().click();
    await page.locator('aside li').first().waitFor();
  },
  'no such app': open('/build/app/none'),
  'no such screen': open('/nowhere'),
};

it.each(Object.keys(signedIn))('%s', async (state) => {
  await signedIn[state]?.();
  expect(await layoutFaults(page, state)).toEqual([]);
});

it.each([
  '/login',
  '/login?mode=signup',
  '/invite',
  '/auth/handler?mode=forgotPassword',
  '/auth/handler?mode=verifyEmail',
  '/error/unauthorized',
])('%s', async (path) => {
  const { page: visitor } = await world.visit();
  await visitor.addInitScript(() => localStorage.setItem('sayso-language', 'en-XA'));
  await visitor.goto(`${world.url}${path}`);
  await visitor.locator('h1').waitFor();
  expect(await layoutFaults(visitor, path)).toEqual([]);
  await visitor.context().close();
});
