import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { bearer, type Data, type Person, password, signUp } from '../security/world.ts';
import { inspect } from './builder-world.ts';

// From the publish dialog to users who log in to an app with its own logo and accent.

let product: Product;
let browser: Browser;
let admin: Person;
const ACCENT = { light: 'rgb(18, 96, 72)', dark: 'rgb(255, 200, 87)' };
const globalsCss = `:root { --primary: #126048; } .dark { --primary: #ffc857; }`;
const LOGO = '/logo.svg';
const HOME = `import { useUser } from '@/auth';
export default function Home() {
  const { user, login } = useUser();
  return user ? <h1>Hello {user.name}</h1> : <button onClick={login}>Log in</button>;
}`;
const properties = { name: { type: 'string' } };
const entities = {
  Habit: { type: 'object', properties },
  Notice: { type: 'object', properties, 'x-accessControl': { permissions: { read: 'anonymous', write: 'admin' } } },
};

const post = async (path: string, body: object): Promise<Data> => {
  const headers = { 'content-type': 'application/json', ...bearer(admin.token) };
  return (await fetch(`${product.builderUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ BUILDER_SIGNUP: 'invite' }), launchBrowser()]);
  admin = await signUp(product, 'admin@example.org');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A new app, not published. */
async function createClub(): Promise<string> {
  const genApp = { name: 'Club', pages: { Home: HOME }, entities, globalsCss };
  const { id } = await post('/api/apps', { appType: 'generated', genApp });
  await post(`/api/apps/${id}/style`, { appStyle: { logoUrl: LOGO } });
  return id;
}

async function openAs({ email }: Pick<Person, 'email'>, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).newPage();
  const answer = await page.context().request.post(`${product.builderUrl}/api/auth/sign-in/email`, { data: { email, password } });
  expect(answer.status()).toBe(200);
  await page.goto(`${product.builderUrl}${path}`);
  return page;
}
const settingsOf = async (id: string): Promise<Data> => {
  const query = 'query ($id: ID!) { app(id: $id) { status settings { isSignupEnabled } } }';
  return (await post('/graphql', { query, variables: { id } })).data.app;
};
async function publish(id: string): Promise<string> {
  const query = 'mutation ($id: ID!) { publishApp(id: $id, isSignupEnabled: true) { url } }';
  return (await post('/graphql', { query, variables: { id } })).data.publishApp.url;
}

test('the publish dialog says who can do what, and lets people sign up where a table needs it', async () => {
  const appId = await createClub();
  const page = await openAs(admin, `/build/app/${appId}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Habit: people who sign up add rows, and each sees and changes only their own.').waitFor();
  await dialog.getByText('Notice: anyone with the link can see it; only you can add rows.').waitFor();
  const signup = dialog.getByRole('switch', { name: 'Let people sign up' });
  expect(await signup.isChecked()).toBe(true);
  expect(await inspect(page, 'publish dialog')).toEqual([]);

  const calls: string[] = [];
  page.on('request', (request) => {
    const asked = request.url().endsWith('/graphql') ? (request.postDataJSON() as { query?: string } | null)?.query : undefined;
    if (asked?.startsWith('mutation')) calls.push(asked.slice(0, asked.indexOf('(')));
  });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('link', { name: 'Open', exact: true }).waitFor();
  expect(await settingsOf(appId)).toMatchObject({ status: 'active', settings: { isSignupEnabled: true } });
  expect(calls.filter((call) => !call.includes('Thumbnail'))).toEqual(['mutation PublishApp']);
  expect(await inspect(page, 'published dialog')).toEqual([]);
  await page.context().close();
});

/** Expects the app's name, logo and accent colour on the page, in light and dark. */
async function showsApp(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).waitFor();
  expect(await page.locator('main img').getAttribute('src')).toBe(LOGO);
  expect(await page.locator('main img').getAttribute('alt')).toBe('Club');
  // The button has another shade on hover.
  await page.mouse.move(1, 1);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction((wanted) => document.documentElement.dataset['mantineColorScheme'] === wanted, scheme);
    const colour = () => page.getByRole('button', { name: button, exact: true }).evaluate((one) => getComputedStyle(one).backgroundColor);
    await expect.poll(colour).toBe(ACCENT[scheme]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await inspect(page, button)).toEqual([]);
}

test('users log in to the app, reset their password, and return to the app', async () => {
  const appId = await createClub();
  const url = await publish(appId);
  const nell = await signUp(product, 'nell@example.org', { appId });
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await context.route(`**${LOGO}`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }),
  );
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log in to Club' }).waitFor();
  await showsApp(page, 'Log in');

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('link', { name: 'Back to Club' }).waitFor();
  await showsApp(page, 'Ask for a link');
  await page.getByLabel('Email').fill(nell.email);
  await page.getByRole('button', { name: 'Ask for a link' }).click();
  await page.getByText('is in the outbox').waitFor();

  const desk = await openAs(admin, '/outbox');
  await desk.getByRole('button', { name: /^Reset your password/ }).click();
  const link = (await desk.getByRole('link', { name: /resetPassword/ }).getAttribute('href')) ?? '';
  await desk.context().close();
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ mode: 'resetPassword', continueUrl: `/apps/${appId}/login` });

  await page.goto(link);
  await showsApp(page, 'Save password');
  await page.getByLabel('New password').fill('another long secret');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'Password reset successfully' }).waitFor();
  await showsApp(page, 'Log in to Club');
  await page.getByRole('button', { name: 'Log in to Club' }).click();
  await page.getByLabel('Email').fill(nell.email);
  await page.getByLabel('Password', { exact: true }).fill('another long secret');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'Hello nell' }).waitFor();
  expect(new URL(page.url()).origin).toBe(new URL(url).origin);

  // The link works once; a used one also redirects to the app.
  await page.goto(link);
  await page.getByLabel('New password').fill('a third long secret');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'Link invalid, try to reset your password again.' }).waitFor();
  await showsApp(page, 'Ask for a new link');
  await page.getByRole('link', { name: 'Back to Club' }).click();
  await page.waitForURL(
    (address) => address.href.startsWith(`${product.builderUrl}/apps/${appId}/login?nextUrl=`) || address.origin === new URL(url).origin,
  );
});

test('copies the link without the Clipboard API, as over plain HTTP', async () => {
  const appId = await createClub();
  const url = await publish(appId);
  const page = await openAs(admin, `/build/app/${appId}`);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied!', { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  const box = page.getByLabel('Message', { exact: true });
  await box.focus();
  await page.keyboard.press('Control+V');
  expect(await box.inputValue()).toBe(url);
  await page.context().close();
});
