import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BROKEN, REQUESTS } from './builder-model.ts';
import { openWorld, readyApp, say, type World } from './builder-world.ts';
import { signUp } from './first-app.ts';

const email = 'ada@example.org';
const secret = 'a long enough secret';

let world: World;
/** Signed in, with a running app. */
let page: Page;
let appId: string;
/** Not signed in. */
let visitor: Page;
beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  ({ page: visitor } = await world.visit());
  await signUp(page, world.url, email);
  appId = await readyApp(page);
});
afterAll(() => world?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await visitor.unrouteAll({ behavior: 'ignoreErrors' });
});

const refuse = (status: number, code: string, message: string) => (route: Route) => route.fulfill({ status, json: { code, message } });
/** Makes the named operation fail and passes all others through. */
const failing = (operation: string, answer: Parameters<Route['fulfill']>[0]) => (route: Route) =>
  (route.request().postData() ?? '').includes(`"operationName":"${operation}"`) ? route.fulfill(answer) : route.continue();
const graphError = { status: 200, json: { data: null, errors: [{ message: 'Something else', extensions: { status: 500 } }] } };

async function enter(mode: 'login' | 'signup', address: string, password: string): Promise<void> {
  await visitor.goto(`${world.url}/login${mode === 'signup' ? '?mode=signup' : ''}`);
  if (mode === 'signup') await visitor.getByLabel('Name').fill('Bob');
  await visitor.getByLabel('Email').fill(address);
  await visitor.getByLabel('Password').first().fill(password);
  await visitor.getByRole('button', { name: mode === 'signup' ? 'Sign up' : 'Log in' }).click();
}

const signIn = '**/api/auth/sign-in/email';
const answers = {
  disabled: refuse(403, 'USER_DISABLED', 'User is disabled, contact us for more info'),
  tooMany: refuse(429, 'TOO_MANY_REQUESTS', 'Too many login attempts, try again later'),
};
it.each([
  ['This password is too weak', () => enter('signup', 'bob@example.org', 'short')],
  ['This email is already in use, try logging in', () => enter('signup', email, secret)],
  ['This email is invalid', () => enter('signup', 'bob@exa..mple.org', secret)],
  ['Invalid email or password', () => enter('login', email, 'not the secret')],
  ['Invalid email or password', () => enter('login', 'nobody@example.org', secret)],
  [
    'User is disabled, contact us for more info',
    async () => {
      await visitor.route(signIn, answers.disabled);
      await enter('login', email, secret);
    },
  ],
  [
    'Too many login attempts, try again later',
    async () => {
      await visitor.route(signIn, answers.tooMany);
      await enter('login', email, secret);
    },
  ],
])('log-in and sign-up: %s', async (message, act) => {
  await act();
  await visitor.getByRole('alert').getByText(message, { exact: true }).waitFor();
});

it('reset: the mail cannot be sent', async () => {
  await visitor.route('**/api/auth/request-password-reset', refuse(502, 'FAILED', 'whatever'));
  await visitor.goto(`${world.url}/auth/handler?mode=forgotPassword`);
  await visitor.getByLabel('Email').fill(email);
  await visitor.getByRole('button', { name: 'Ask for a link' }).click();
  const message = 'Something went wrong sending password reset email. Please try again later or contact support.';
  await visitor.getByRole('alert').getByText(message, { exact: true }).waitFor();
});

it.each([
  ['INVALID_TOKEN', 'Link invalid, try to reset your password again.', /\/login$/],
  ['PASSWORD_TOO_SHORT', 'Password is too weak, please try again.', /\/auth\/handler/],
  ['USER_NOT_FOUND', 'User not found or disabled.', /\/auth\/handler/],
  ['ANYTHING', 'Error resetting password!', /\/auth\/handler/],
  [null, 'Password reset successfully', /\/login$/],
])('reset: %s', async (code, message, address) => {
  await visitor.route(
    '**/api/auth/reset-password',
    code === null ? (route) => route.fulfill({ json: { status: true } }) : refuse(400, code, 'x'),
  );
  await visitor.goto(`${world.url}/auth/handler#token=any`);
  await visitor.getByLabel('New password').fill(secret);
  await visitor.keyboard.press('Enter');
  await visitor.getByText(message, { exact: true }).waitFor();
  await visitor.waitForURL(address);
});

it('account: creation failed', async () => {
  await visitor.goto(`${world.url}/error/unauthorized`);
  await visitor.getByText('Something went wrong in creating account, try again later or contact us.', { exact: true }).waitFor();
});

const build = () => page.goto(`${world.url}/build/app/${appId}`);
const view = (name: string) => page.locator('header label', { hasText: name }).click();
const expectText = (words: string) => page.getByText(words, { exact: true }).first().waitFor();

async function editFile(): Promise<void> {
  await build();
  await view('Code');
  await page.getByRole('textbox', { name: 'pages/Home' }).press('End');
  await page.keyboard.type(' ');
  await page.getByRole('button', { name: 'Save' }).waitFor();
}

it('files: failed operations and unsaved changes', async () => {
  await page.route('**/graphql', failing('UpdateAppFile', graphError));
  await editFile();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectText('Failed to save file');
  const asked = page.waitForEvent('dialog');
  const left = page.getByRole('link', { name: 'Home' }).click();
  const dialog = await asked;
  expect(dialog.message()).toBe('You have unsaved changes! Are you sure you want to leave?');
  await dialog.dismiss();
  await left;
  expect(page.url()).toContain(appId);

  await page.route('**/graphql', failing('DeleteAppFile', graphError));
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Delete pages/Home' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectText('Failed to delete file');

  await page.route('**/graphql', failing('VersionFiles', graphError));
  await build();
  await view('Code');
  await expectText('Could not load code. Please try again.');
});

it.each([
  [{ status: 429, body: 'Slow down' }, 'Rate limit exceeded. Please try again later.'],
  [{ status: 500, body: 'Broken' }, 'An error occurred while sending your message.'],
])('chat: refused with %o', async (answer, message) => {
  await page.route('**/graphql', failing('SendMessage', answer));
  await build();
  await say(page, 'anything');
  await page.getByRole('alert').getByText(message).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
});

it('chat: output too long, and continuing', async () => {
  await build();
  await say(page, REQUESTS.truncated);
  await expectText('The output was too long for one iteration');
  await page.getByRole('button', { name: "Let's keep going" }).waitFor();
});

it('versions: a restore that fails', async () => {
  await page.route('**/graphql', failing('RestoreVersion', graphError));
  await build();
  await say(page, REQUESTS.rename);
  await expectText('You call it Small wins from now on.');
  await say(page, REQUESTS.broken);
  await page.getByRole('button', { name: 'Restore' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expectText('Failed to restore version');
});

it('versions: changes while an older one is shown', async () => {
  await build();
  await page.getByRole('button', { name: 'View', exact: true }).first().click();
  await expectText("You're viewing an older version");
  await say(page, 'anything');
  const dialog = page.getByRole('dialog', { name: "You're viewing an older version" });
  await dialog.getByRole('button', { name: 'Stay on this version' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Switch to latest version' }).click();
  await page.getByText("You're viewing an older version").waitFor({ state: 'detached' });
});

it('errors of the app: the message to the assistant', async () => {
  await build();
  await page.getByRole('button', { name: 'Resolve with AI' }).click();
  // Reported errors are attached as data; people see the request, and that something is attached.
  await page.getByRole('article', { name: 'You' }).getByText('Please fix the errors in my app').waitFor();
  await expectText('1 error attached');
  await page.getByText('I have nothing to add.').first().waitFor();
  await build();
  await page.getByText('1 problem', { exact: true }).click();
  await page.getByRole('button', { name: /^Fix: / }).click();
  await page.getByText(`Fix this error: ${BROKEN}`).waitFor();
});

it('an app without a conversation, on phones too', async () => {
  const id = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: 'mutation { createApp(input: {}) { id } }' });
    const answer = await fetch('/graphql', { method: 'POST', headers, body });
    return ((await answer.json()) as { data: { createApp: { id: string } } }).data.createApp.id;
  });
  await page.goto(`${world.url}/build/app/${id}`);
  await expectText('Start a conversation');
  await expectText('Ask for new features or modifications to your app');
  await expectText('Draft');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectText('Not published');
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('publishing: copies the link, also without the Clipboard API', async () => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await build();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expectText('Link copied!');
  const address = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href');
  await page.keyboard.press('Escape');
  await page.getByLabel('Message', { exact: true }).focus();
  await page.keyboard.press('Control+V');
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(address);
});

it('offers to retry every failed read', async () => {
  const again = () => page.getByRole('button', { name: 'Try again' });
  await page.route('**/graphql', failing('AppVersions', graphError));
  await build();
  await page.getByRole('button', { name: 'Versions' }).click();
  await again().waitFor();
  await page.unroute('**/graphql');
  await again().click();
  await expectText('Versions');
  await page.getByRole('dialog').getByText('Latest').waitFor();
  await page.keyboard.press('Escape');

  await page.route('**/graphql', failing('AppAudience', graphError));
  await build();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expectText('Could not load who can do what.');
  await page.unroute('**/graphql');
  await again().click();
  await page.getByRole('switch').waitFor();
  await page.keyboard.press('Escape');

  await page.route('**/graphql', failing('Assistant', graphError));
  await page.goto(`${world.url}/home`);
  await page.getByText('The assistant did not answer.').waitFor();
  await page.unroute('**/graphql');
  await again().click();
  await page.getByRole('list', { name: 'Examples' }).getByRole('button').first().waitFor();

  await page.route('**/graphql', failing('PreviewTab', graphError));
  await page.goto(`${world.url}/preview/app/${appId}`);
  await expectText('Could not start the preview');
  await page.unroute('**/graphql');
  await again().click();
  await page.locator('iframe').waitFor();

  await visitor.route('**/api/apps/*/public', (route) => route.abort());
  await visitor.goto(`${world.url}/apps/${appId}/login`);
  await visitor.getByText('This app is not available').waitFor();
  await visitor.unrouteAll();
  await visitor.getByRole('button', { name: 'Try again' }).click();
  await visitor.getByLabel('Email').waitFor();
});

it('announces an answer once, when it is complete', async () => {
  await build();
  const spoken = page.getByRole('region', { name: 'Chat' }).locator('> [role=status]').first();
  expect(await spoken.textContent()).toBe('');
  await say(page, REQUESTS.rename);
  await page.waitForFunction(
    () => document.querySelector('section[aria-label=Chat] > [role=status]')?.textContent === 'You call it Small wins from now on.',
  );
});
