import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { openWorld, readyApp, say, type World } from './builder-world.ts';
import { signUp } from './first-app.ts';

let world: World;
let page: Page;
let appId: string;
beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  await signUp(page, world.url, 'ada@example.org');
  appId = await readyApp(page);
});
afterAll(() => world?.[Symbol.asyncDispose]());
beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const build = () => page.goto(`${world.url}/build/app/${appId}`);
const openCode = async () => {
  await build();
  await page.locator('header label', { hasText: 'Code' }).click();
};

/** Delays the responses to the named operation: the server answers at once, the page gets them on release. */
async function hold(operation: string, on = page) {
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isIt = (request: Request) => (request.postData() ?? '').includes(`"operationName":"${operation}"`);
  await on.route('**/graphql', async (route) => {
    if (!isIt(route.request())) return route.continue();
    const response = await route.fetch();
    requested.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return {
    requested: requested.promise,
    async release() {
      const answered = on.waitForResponse((response) => isIt(response.request()));
      released.resolve();
      await (await answered).finished();
    },
  };
}

/** Polls the server, not the page, until the turn is ready. */
async function isReady(message: string): Promise<void> {
  const query = 'query ($id: ID!) { app(id: $id) { latestTurn { status userMessage { parts { ... on TextPart { text } } } } } }';
  const data = { query, variables: { id: appId } };
  const read = async () => (await page.request.post(`${world.url}/graphql`, { data })).text();
  await expect.poll(read, { timeout: 20_000 }).toMatch(new RegExp(`"ready".*${message}`));
}

/** Polls from the test: waiting in the page would need animation frames. */
async function isReadOut(text: string): Promise<void> {
  const spoken = page.getByRole('region', { name: 'Chat' }).locator('> [role=status]').first();
  await expect.poll(() => spoken.textContent(), { timeout: 20_000 }).toBe(text);
}

it('text typed while a file is saved is neither lost nor a conflict', async () => {
  await openCode();
  const editor = page.getByRole('textbox', { name: 'pages/Home' });
  const save = page.getByRole('button', { name: 'Save' });
  await editor.press('Control+Home');
  await page.keyboard.type('// first');
  const update = await hold('UpdateAppFile');
  await save.click();
  await update.requested;
  await editor.press('Control+Home');
  await page.keyboard.type('// second ');
  await update.release();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await editor.getByText('// second // first').waitFor();
  await save.click();
  await save.waitFor({ state: 'detached' });
  await openCode();
  await editor.getByText('// second // first').waitFor();
});

it('an older version is shown without the draft of the latest one, which is kept', async () => {
  await openCode();
  const editor = page.getByRole('textbox', { name: 'pages/Home' });
  const save = page.getByRole('button', { name: 'Save' });
  await editor.press('Control+Home');
  await page.keyboard.type('// unsaved ');
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'View', exact: true }).first().click();
  await page.getByText("You're viewing an older version").waitFor();
  await editor.getByText('// unsaved').waitFor({ state: 'detached' });
  await save.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Switch to latest version' }).click();
  await editor.getByText('// unsaved').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await save.waitFor({ state: 'detached' });
});

it('deleting a file discards its draft', async () => {
  await openCode();
  await page.getByRole('textbox', { name: 'pages/Home' }).press('Control+Home');
  await page.keyboard.type('// unsaved');
  await page.getByRole('button', { name: 'Delete pages/Home' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted pages/Home').waitFor();
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(/\/home$/);
  expect(questions).toEqual([]);
});

it('announces the end of a turn that was running when the page was hidden', async () => {
  await build();
  await page.getByRole('button', { name: /\d+ changes/ }).waitFor();
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 1;
  });
  await say(page, REQUESTS.rename);
  await isReady('Small wins');
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await isReadOut('You call it Small wins from now on.');
});

it('announces an answer that arrives between two frames, before the response to the mutation', async () => {
  await build();
  await page.getByRole('button', { name: /\d+ changes/ }).waitFor();
  await page.evaluate(() => {
    const { requestAnimationFrame } = window;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    Object.assign(window, {
      draw() {
        window.requestAnimationFrame = requestAnimationFrame;
        for (const callback of held) requestAnimationFrame(callback);
      },
    });
  });
  const send = await hold('SendMessage');
  await say(page, 'Hello');
  await isReady('Hello');
  await page.evaluate(() => (window as unknown as { draw(): void }).draw());
  await isReadOut('I have nothing to add.');
  await send.release();
});

it('a stale read of the conversation does not remove the next message', async () => {
  await build();
  await page.getByRole('button', { name: /\d+ changes/ }).waitFor();
  const chat = await hold('Chat');
  await say(page, 'Hello');
  await chat.requested;
  await say(page, REQUESTS.thinking);
  const stop = page.getByRole('button', { name: 'Stop' });
  await stop.waitFor();
  await page.getByText('Let me see which tables there are.').waitFor({ state: 'attached' });
  await chat.release();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.getByText(REQUESTS.thinking).first().isVisible()).toBe(true);
  expect(await stop.isVisible()).toBe(true);
  await stop.click();
});

const asksForPreview = (within: Page) =>
  within.waitForRequest((request) => (request.postData() ?? '').includes('"operationName":"StartPreview"'));

it.each([
  ['a page that slept past its end', async (within: Page) => within.clock.setSystemTime(Date.now() + 7_200_000)],
  [
    'a server that was away',
    async (within: Page) => {
      await within.route('**/graphql', (route) =>
        (route.request().postData() ?? '').includes('"operationName":"StartPreview"') ? route.abort() : route.continue(),
      );
      const asked = within.waitForEvent('requestfailed');
      await within.clock.fastForward('48:30');
      await asked;
      await within.unrouteAll({ behavior: 'ignoreErrors' });
    },
  ],
])('the token of the preview is renewed soon after %s', async (_name, pass) => {
  const within = await page.context().newPage();
  await within.clock.install();
  const first = asksForPreview(within);
  await within.goto(`${world.url}/build/app/${appId}`);
  await (await (await first).response())?.finished();
  await within.frameLocator('iframe').locator('#root > *').first().waitFor();
  await pass(within);
  const next = asksForPreview(within);
  await within.clock.runFor(31_000);
  await next;
  await within.close();
});

it('a log-in before the first session query has been answered succeeds', async () => {
  const { page: visitor } = await world.visit();
  const signedOut = await hold('Me', visitor);
  await visitor.goto(`${world.url}/login`);
  await signedOut.requested;
  await visitor.getByLabel('Email').fill('ada@example.org');
  await visitor.getByLabel('Password').first().fill('a long enough secret');
  const loggedIn = visitor.waitForResponse('**/api/auth/sign-in/email');
  await visitor.getByRole('button', { name: 'Log in' }).click();
  await loggedIn;
  await signedOut.release();
  await visitor.getByRole('link', { name: 'Continue' }).click();
  await visitor.getByLabel('Describe your app').waitFor();
});

it('a stale list of apps does not undo a copy or a deletion', async () => {
  const data = { query: 'query ($id: ID!) { app(id: $id) { name } }', variables: { id: appId } };
  const { name } = (await (await page.request.post(`${world.url}/graphql`, { data })).json()).data.app;
  const copy = page.getByRole('link', { name: `${name} copy` });
  const whileAsked = async (app: string, action: string) => {
    // Navigating from the builder: shows the cached list at once and refetches it.
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(/\/build\/app\//);
    const list = await hold('Home');
    await page.getByRole('link', { name: 'Home' }).click();
    await list.requested;
    await page.getByRole('button', { name: `More for ${app}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
    await list.release();
    await page.unrouteAll({ behavior: 'wait' });
  };
  await page.goto(`${world.url}/home`);
  await whileAsked(name, 'Duplicate');
  await copy.waitFor();
  await whileAsked(`${name} copy`, 'Delete');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await copy.count()).toBe(0);
});
