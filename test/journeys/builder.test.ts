import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { inspect, openWorld, readyApp, say, startApp, type World } from './builder-world.ts';

let world: World;
let page: Page;
let complaints: string[];
/** The app used for most states. */
let appId: string;
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
});
afterAll(() => world?.[Symbol.asyncDispose]());

const open = (path: string) => page.goto(`${world.url}${path}`);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const view = (name: string) => page.locator('header label', { hasText: name }).click();
const text = (words: string | RegExp) => page.getByText(words).first().waitFor();

/** Goes through the states, inspects each, and expects no faults and no console errors. */
async function tour(states: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const found: string[] = [];
  for (const [state, reach] of Object.entries(states)) {
    await reach();
    found.push(...(await inspect(page, state)));
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
}

it('visitors: every screen before the log-in', () =>
  tour({
    'log-in': async () => {
      await open('/login');
      await page.getByLabel('Email').waitFor();
    },
    'log-in, fields missing': async () => {
      await button('Log in').click();
      await text('Enter your password');
    },
    'log-in, refused': async () => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password').first().fill('not a password of anybody');
      await button('Log in').click();
      await page.getByRole('alert').waitFor();
    },
    'sign-up': () => button('Sign up').click(),
    'forgotten password': async () => {
      await open('/login');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await text('Reset your password');
    },
    'forgotten password, sent': async () => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await button('Ask for a link').click();
      await text('is in the outbox. Ask the admin of this site for it');
    },
    'new password': async () => {
      await open('/auth/handler#token=any');
      await page.getByLabel('New password').waitFor();
    },
    'new password, link used up': async () => {
      await open('/auth/handler');
      await text('Link invalid');
    },
    'email link used up': async () => {
      await open('/auth/handler?mode=verifyEmail#token=used');
      await text('This link is no longer valid');
    },
    'no account': async () => {
      await open('/error/unauthorized');
      await text('No account');
    },
    'not found': async () => {
      await open('/nothing/here');
      await text('Page not found');
    },
    'login of an app that is none': async () => {
      await open('/apps/nothing/login');
      await text('This app is not available');
    },
  }));

it('new accounts: verification, empty home, settings, mail', () =>
  tour({
    verify: async () => {
      await open('/login?mode=signup');
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password').first().fill('a long enough secret');
      await button('Sign up').click();
      await text('nothing was sent to');
    },
    'verify, not done': async () => {
      await button('I have verified my email').click();
      await page.getByRole('alert').waitFor();
    },
    'home, empty': async () => {
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.getByRole('list', { name: 'Examples' }).getByRole('button').first().waitFor();
    },
    'account menu': async () => {
      await button(/^Account/).click();
      await page.getByRole('menu').waitFor();
    },
    search: async () => {
      await page.keyboard.press('Escape');
      await button(/^Search/).click();
      await page.getByRole('dialog', { name: 'Search' }).waitFor();
    },
    settings: async () => {
      await open('/settings');
      await text('Account');
    },
    'language model': async () => {
      await open('/settings/model');
      await text('OPENAI_BASE_URL in the environment decides.');
    },
    outbox: async () => {
      await open('/outbox');
      await button(/^Verify/).click();
      await page.getByRole('link', { name: /^http/ }).waitFor();
    },
  }));

it('shows a running turn and its outcomes', () =>
  tour({
    'builder, writing': async () => {
      await open('/home');
      await startApp(page, REQUESTS.writing);
      await text('pages/Chart');
    },
    'builder, thoughts unfolded': () => button('Reasoning').click(),
    'builder, stopped': async () => {
      await button('Stop').click();
      await text('Stopped. Your app was not changed.');
    },
    'builder, thinking': async () => {
      await say(page, REQUESTS.thinking);
      await button('Thinking').waitFor();
      await button('Thinking').click();
    },
    'builder, no files yet': async () => {
      await button('Stop').click();
      await text('Stopped.');
      await view('Code');
      await text('No files yet');
    },
  }));

it('shows a ready app: preview, files, versions, publishing', () =>
  tour({
    'builder, ready': async () => {
      await open('/home');
      appId = await readyApp(page);
    },
    'changes unfolded': () => button(/\d+ changes/).click(),
    'what a change wrote': async () => {
      await button(/globals\.css/).click();
      await page.getByRole('dialog').locator('.cm-content').waitFor();
    },
    'page menu': async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await button(/^Page:/).click();
      await page.getByRole('menu').waitFor();
    },
    files: async () => {
      await page.keyboard.press('Escape');
      await view('Code');
      await page.getByRole('textbox', { name: 'pages/Home' }).waitFor();
    },
    'file, changed': async () => {
      await page.getByRole('textbox', { name: 'pages/Home' }).press('End');
      await page.keyboard.type(' ');
      await button('Save').waitFor();
    },
    'file, about to be deleted': async () => {
      await button('Discard').click();
      await button('Delete pages/Home').click();
      await page.getByRole('dialog', { name: /^Delete/ }).waitFor();
    },
    versions: async () => {
      await button('Keep it').click();
      await view('Preview');
      await button('Versions').click();
      await text('Latest');
    },
    'publishing, draft': async () => {
      await page.keyboard.press('Escape');
      await button('Publish').click();
      await text('Publish your app');
    },
    'publishing, live': async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      await text('Your app is live');
    },
    'publishing, address': async () => {
      await button('Change address').click();
      await page.getByLabel('Address').fill('x');
      await button('Save address').click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
    'publishing, taking back': async () => {
      await button('Cancel').click();
      await button('Unpublish').click();
      await page.getByRole('dialog', { name: /^Unpublish/ }).waitFor();
      await button('Keep it live').waitFor();
    },
  }));

it('shows confirmations and failures', async () => {
  await button('Keep it live').click();
  await tour({
    'builder, waiting for an answer': async () => {
      await open(`/build/app/${appId}`);
      await say(page, REQUESTS.waiting);
      await text('Please confirm: everyone who uses the app will see all habits.');
    },
    'builder, cut off': async () => {
      await button('Decline').click();
      await text('Stopped.');
      await say(page, REQUESTS.truncated);
      await button("Let's keep going").waitFor();
    },
    'builder, failed': async () => {
      await say(page, REQUESTS.failed);
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    },
    'builder, not sent': async () => {
      await page.route('**/graphql', (route) => route.abort());
      await say(page, 'anything');
      await button('Discard').waitFor();
    },
    'builder, not reachable': async () => {
      await page.reload();
      await text('Sayso cannot be reached');
    },
    'builder, problems folded': async () => {
      await page.unroute('**/graphql');
      await open(`/build/app/${appId}`);
      await say(page, REQUESTS.broken);
      await text('1 problem');
    },
    'builder, problems listed': () => page.getByRole('complementary', { name: 'Problems in your app' }).getByRole('button').first().click(),
    'builder, an older version': async () => {
      await button('View').first().click();
      await text("You're viewing an older version");
    },
    'builder, change of an older version': async () => {
      await say(page, 'anything');
      await page.getByRole('dialog', { name: "You're viewing an older version" }).waitFor();
    },
    'builder, app that is not there': async () => {
      await open('/build/app/nothing');
      await text('App not found');
    },
  });
});

it('home: menu, renaming, deleting, loading, failing', () =>
  tour({
    'home, full': async () => {
      await open('/home');
      await text('Your apps');
      await button(/^More for/)
        .first()
        .waitFor();
    },
    'card menu': async () => {
      await button(/^More for/)
        .first()
        .click();
      await page.getByRole('menu').waitFor();
    },
    renaming: async () => {
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByLabel('App name').waitFor();
    },
    'deleted, with the way back': async () => {
      await page.keyboard.press('Escape');
      await button(/^More for/)
        .last()
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await button('Undo').waitFor();
    },
    'home, loading': async () => {
      await button('Undo').click();
      await page.route('**/graphql', async (route) => {
        if (!/"Home"/.test(route.request().postData() ?? '')) await route.continue();
      });
      await open('/home');
      await page.locator('[aria-busy=true]').waitFor();
    },
    'home, failed': async () => {
      await page.unroute('**/graphql');
      await page.route('**/graphql', (route) => (/"Home"/.test(route.request().postData() ?? '') ? route.abort() : route.continue()));
      await open('/home');
      await text('Could not load your apps');
    },
  }));

it('logs users in to a published app', async () => {
  await page.unroute('**/graphql');
  await tour({
    'app login, known': async () => {
      await open(`/apps/${appId}/login`);
      await text('Continue to');
    },
    'app login': async () => {
      await button('Use another account').click();
      await page.getByLabel('Email').waitFor();
    },
  });
});
