import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { bearer, type Data, type Person, password, signUp } from '../security/world.ts';

// Default configuration: builders need an invitation, users sign up in an app.

let product: Product;
let browser: Browser;
let admin: Person;
let app: { id: string; url: string };
const HOME = `import { useUser } from '@/auth';
export default function Home() {
  const { user, login } = useUser();
  return user ? <h1>Hello {user.name}</h1> : <button onClick={login}>Log in</button>;
}`;

beforeAll(async () => {
  product = await startProduct({ BUILDER_SIGNUP: 'invite' });
  browser = await launchBrowser();
  admin = await signUp(product, 'admin@example.org');
  const post = async (path: string, body: object): Promise<Data> => {
    const headers = { 'content-type': 'application/json', ...bearer(admin.token) };
    return (await fetch(`${product.builderUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { id } = await post('/api/apps', { appType: 'generated', genApp: { name: 'Club', pages: { Home: HOME } } });
  const query = 'mutation ($id: ID!) { publishApp(id: $id) { id url } }';
  app = (await post('/graphql', { query, variables: { id } })).data.publishApp;
  await post(`/api/apps/${id}/settings`, { appSettings: { isSignupEnabled: true } });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function enter(page: Page, { email }: Pick<Person, 'email'>) {
  const answer = await page.context().request.post(`${product.builderUrl}/api/auth/sign-in/email`, { data: { email, password } });
  expect(answer.status()).toBe(200);
}

test('users who sign up in an app can use it, and build once they are invited', async () => {
  await using context = await browser.newContext({ viewport: { width: 375, height: 700 } });
  const page = await context.newPage();
  await page.goto(app.url);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log in to Club' }).waitFor();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Name').fill('Nell');
  await page.getByLabel('Email').fill('nell@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Hello Nell' }).waitFor();

  // In the builder, users see their apps and how to build; builder screens redirect.
  await page.goto(`${product.builderUrl}/build/app/${app.id}`);
  await page.getByRole('heading', { name: 'Your apps' }).waitFor();
  await page.getByText('You need an invitation to build here.').waitFor();
  expect(await page.getByRole('link', { name: 'Open Club' }).getAttribute('href')).toBe(app.url);

  await using office = await browser.newContext();
  const desk = await office.newPage();
  await enter(desk, admin);
  await desk.goto(`${product.builderUrl}/accounts`);
  await desk.getByRole('button', { name: 'Create link' }).click();
  const link = await desk.getByLabel('Invitation link').inputValue();
  expect(new URL(link).search).toBe('');
  const nell = desk.getByRole('listitem').filter({ hasText: 'nell@example.org' });
  await nell.getByText('User', { exact: true }).waitFor();

  await page.goto(link);
  await page.getByRole('button', { name: 'Start building' }).click();
  await page.waitForURL(`${product.builderUrl}/home`);
  await page.getByRole('textbox').first().waitFor();
  await desk.reload();
  await nell.getByText('Builder', { exact: true }).waitFor();
  await desk.getByText('No open invitations.').waitFor();

  // Disabling an account signs it out at once, in the builder and in the app.
  await nell.getByRole('button').click();
  await desk.getByRole('menuitem', { name: 'Disable and log out' }).click();
  await nell.getByText('Disabled').waitFor();
  await page.goto(`${product.builderUrl}/home`);
  await page.getByRole('heading', { name: 'Log in to Sayso' }).waitFor();
  await page.goto(app.url);
  await page.getByRole('button', { name: 'Log in' }).waitFor();
});

test('refuses signing up to build without an invitation', async () => {
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.builderUrl}/login`);
  await page.getByText('You need an invitation to build here.').waitFor();
  expect(await page.getByRole('button', { name: 'Sign up' }).count()).toBe(0);
  await page.goto(`${product.builderUrl}/invite#code=guess`);
  await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();
});

test('changes the email on the settings screen, with the password and the link mailed to the new address', async () => {
  await using context = await browser.newContext({ viewport: { width: 375, height: 700 } });
  const page = await context.newPage();
  await signUp(product, 'taken@example.org', { appId: app.id });
  await enter(page, admin);
  await page.goto(`${product.builderUrl}/settings`);
  await page.getByRole('button', { name: 'Change email' }).click();
  const form = page.getByRole('form', { name: 'Change email' });
  const ask = async (newEmail: string, secret: string) => {
    await form.getByLabel('New email').fill(newEmail);
    await form.getByLabel('Password', { exact: true }).fill(secret);
    await form.getByRole('button', { name: 'Change email' }).click();
  };
  await ask('moved@example.org', 'a guess of mine');
  await form.getByText('Invalid email or password').waitFor();
  await ask('taken@example.org', password);
  await form.getByText('This email is already in use').waitFor();
  await ask('moved@example.org', password);
  await page.getByText('No mail server is connected, so nothing was sent to moved@example.org.').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);

  await page.getByRole('link', { name: 'outbox', exact: true }).click();
  await page.getByRole('button', { name: /^Confirm your new email/ }).click();
  const link = await page.getByRole('link', { name: /changeEmail/ }).getAttribute('href');
  await page.goto(link ?? '');
  await page.getByText('Your email is changed').waitFor();
  await page.getByText('moved@example.org', { exact: true }).waitFor();
});

test("a client of another product logs in through the app's address, and finds its token", async () => {
  await signUp(product, 'client@example.org', { appId: app.id });
  await using context = await browser.newContext({ viewport: { width: 375, height: 700 } });
  const page = await context.newPage();
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  await page.goto(`${app.url}/login?from_url=${encodeURIComponent(`${app.url}/?tab=2#top`)}`);
  await page.getByRole('heading', { name: 'Log in to Club' }).waitFor();
  await page.getByLabel('Email').fill('client@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${app.url}/?tab=2#top`);
  const token = await page.evaluate<string>('localStorage.getItem("base44_access_token")');
  const path = JSON.stringify(`/api/apps/${app.id}/entities/User/me`);
  const me = await page.evaluate<Data>(
    `fetch(${path}, { headers: { authorization: 'Bearer ' + localStorage.getItem('token') } }).then((answer) => answer.json())`,
  );
  expect(me.email).toBe('client@example.org');
  expect(seen.filter((url) => url.includes(token))).toEqual([]);

  // The oldest client asks its server, which is the builder's host here.
  await page.goto(`${product.builderUrl}/login?app_id=${app.id}&from_url=${encodeURIComponent(`${app.url}/?tab=3`)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${app.url}/?tab=3`);

  // A code that this tab did not ask for is not redeemed: the log-in begins again.
  await page.goto('about:blank');
  await page.goto(`${app.url}/login?from_url=${encodeURIComponent(app.url)}#code=of-another&state=guess`);
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  expect(seen.filter((url) => url.endsWith('/auth/exchange'))).toHaveLength(2);
});
