import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { inspect, openWorld, readyApp, say, startApp, type World } from './builder-world.ts';
import { signUp } from './first-app.ts';

// Layout, contrast and target sizes of each kind of screen. Component tests show all states.

const admin = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const { page } = await world.visit();
  const { request } = page.context();
  const answer = await request.post(`${world.url}/api/auth/sign-up/email`, { headers: { origin: world.url }, data: admin });
  expect(answer.status()).toBe(200);
  await page.context().close();
});
afterAll(() => world?.[Symbol.asyncDispose]());

interface Visitor {
  readonly page: Page;
  readonly open: (path: string) => Promise<unknown>;
  readonly button: (name: string | RegExp) => ReturnType<Page['getByRole']>;
  readonly text: (words: string | RegExp) => Promise<void>;
  /** Goes through the states, inspects each, and expects no faults and no console errors. */
  readonly tour: (states: Readonly<Record<string, () => Promise<unknown>>>) => Promise<void>;
}

async function visit({ isAdmin }: { readonly isAdmin: boolean }): Promise<Visitor> {
  const { page, complaints } = await world.visit();
  if (isAdmin) await page.context().request.post(`${world.url}/api/auth/sign-in/email`, { headers: { origin: world.url }, data: admin });
  return {
    page,
    open: (path) => page.goto(`${world.url}${path}`),
    button: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    text: (words) => page.getByText(words).first().waitFor(),
    async tour(states) {
      const found: string[] = [];
      for (const [state, reach] of Object.entries(states)) {
        await reach();
        found.push(...(await inspect(page, state)));
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  };
}

it('screens before the log-in', async () => {
  const { page, open, button, text, tour } = await visit({ isAdmin: false });
  await tour({
    'log-in, fields missing': async () => {
      await open('/login');
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
    'forgotten password, sent': async () => {
      await open('/auth/handler?mode=forgotPassword');
      await page.getByLabel('Email').fill('nobody@example.org');
      await button('Ask for a link').click();
      await text('is in the outbox. Ask the admin of this site for it');
    },
    'new password': async () => {
      await open('/auth/handler#token=any');
      await page.getByLabel('New password').waitFor();
    },
    'not found': async () => {
      await open('/nothing/here');
      await text('Page not found');
    },
  });
});

it('screens of a new account', async () => {
  const { page, open, button, text, tour } = await visit({ isAdmin: false });
  await signUp(page, world.url, 'bea@example.org');
  await tour({
    verify: async () => {
      await open('/auth/verifyEmail');
      await text('nothing was sent to');
    },
    'home, empty': async () => {
      await open('/home');
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
  });
});

it('screens of an admin', async () => {
  const { page, open, button, text, tour } = await visit({ isAdmin: true });
  await tour({
    'settings, changing the email': async () => {
      await open('/settings');
      await button('Change email').click();
      await page.getByLabel('New email').waitFor();
    },
    'language model': async () => {
      await open('/settings/model');
      await text('OPENAI_BASE_URL in the environment decides.');
    },
    outbox: async () => {
      await open('/outbox');
      await button(/^Verify/)
        .first()
        .click();
      await page.getByRole('link', { name: /^http/ }).waitFor();
    },
    accounts: async () => {
      await open('/accounts');
      await button('Create link').click();
      await page.getByLabel('Invitation link').waitFor();
      await page.getByText('ada@example.org').first().waitFor();
    },
  });
});

it('the builder while a turn runs', async () => {
  const { page, open, button, text, tour } = await visit({ isAdmin: true });
  await tour({
    'writing, with its reasoning': async () => {
      await open('/home');
      await startApp(page, REQUESTS.writing);
      await text('pages/Chart');
      await button('Reasoning').click();
    },
    stopped: async () => {
      await button('Stop').click();
      await text('Stopped. Your app was not changed.');
    },
    'no files yet': async () => {
      await page.locator('header label', { hasText: 'Code' }).click();
      await text('No files yet');
    },
  });
});

it('the builder of a ready app', async () => {
  const { page, open, button, text, tour } = await visit({ isAdmin: true });
  // The changed file is looked at for longer than it takes to be saved by itself.
  await page.addInitScript(() => {
    if (window === window.top) localStorage.setItem('sayso-code-autosave', 'false');
  });
  const view = (name: string) => page.locator('header label', { hasText: name }).click();
  await tour({
    'changes unfolded': async () => {
      await open('/home');
      await readyApp(page);
      await button(/\d+ changes/).click();
    },
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
    'file, changed': async () => {
      await page.keyboard.press('Escape');
      await view('Code');
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
    'publishing, address refused': async () => {
      await page.keyboard.press('Escape');
      await button('Publish').click();
      await button('Change address').click();
      await page.getByLabel('Address').fill('x');
      await button('Save address').click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  });
});

it('questions and failures in the builder', async () => {
  const { page, open, button, text, tour } = await visit({ isAdmin: true });
  await open('/home');
  const appId = await readyApp(page);
  await tour({
    'waiting for an answer': async () => {
      await say(page, REQUESTS.waiting);
      await text('Please confirm: everyone who uses the app will see all habits.');
    },
    'cut off': async () => {
      await button('Decline').click();
      await text('Stopped.');
      await say(page, REQUESTS.truncated);
      await button("Let's keep going").waitFor();
    },
    'not sent': async () => {
      await page.route('**/graphql', (route) => route.abort());
      await say(page, 'anything');
      await button('Discard').waitFor();
    },
    'problems listed': async () => {
      await page.unroute('**/graphql');
      await open(`/build/app/${appId}`);
      await say(page, REQUESTS.broken);
      await text('1 problem');
      await page.getByRole('complementary', { name: 'Problems in your app' }).getByRole('button').first().click();
    },
    'an older version': async () => {
      await button('View').first().click();
      await text("You're viewing an older version");
    },
    'change of an older version': async () => {
      await say(page, 'anything');
      await page.getByRole('dialog', { name: "You're viewing an older version" }).waitFor();
    },
  });
});

it('home with apps, and the log-in of an app', async () => {
  const { page, open, button, text, tour } = await visit({ isAdmin: true });
  const genApp = { name: 'Club', pages: { Home: 'export default function Home() { return <h1>Club</h1>; }' } };
  const headers = { origin: world.url };
  const made = await page.context().request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } });
  const { id } = await made.json();
  const query = 'mutation ($id: ID!) { publishApp(id: $id) { id } }';
  await page.context().request.post(`${world.url}/graphql`, { headers, data: { query, variables: { id } } });
  await tour({
    'card menu': async () => {
      await open('/home');
      await button('More for Club').click();
      await page.getByRole('menu').waitFor();
    },
    renaming: async () => {
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByLabel('App name').waitFor();
    },
    'deleted, with the way back': async () => {
      await page.keyboard.press('Escape');
      await button('More for Club').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await button('Undo').click({ trial: true });
    },
    failed: async () => {
      await button('Undo').click();
      await page.getByRole('link', { name: 'Club' }).waitFor();
      await page.route('**/graphql', (route) => (/"Home"/.test(route.request().postData() ?? '') ? route.abort() : route.continue()));
      await open('/home');
      await text('Could not load your apps');
    },
    'app log-in': async () => {
      await page.unroute('**/graphql');
      await open(`/apps/${id}/login?nextUrl=${encodeURIComponent(world.url)}&codeChallenge=any`);
      await button('Use another account').click();
      await page.getByLabel('Email').waitFor();
    },
  });
});
