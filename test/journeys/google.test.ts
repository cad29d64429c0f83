import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';

/** Preloaded into the product: replaces Google's token endpoint; the authorisation code is the email. */
const tokens = `
const fetched = globalThis.fetch;
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
globalThis.fetch = async (input, init) => {
  if (String(input.url ?? input) !== 'https://oauth2.googleapis.com/token') return fetched(input, init);
  const email = new URLSearchParams(String(init.body)).get('code');
  const id_token = [part({ alg: 'RS256', kid: 'a' }), part({ sub: email, email, email_verified: true, name: 'Grace' }), 'signature'].join('.');
  return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 3600, id_token });
};`;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(tokens)}`;
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', BUILDER_SIGNUP: 'invite', NODE_OPTIONS };
  [product, browser] = await Promise.all([startProduct(google), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Google's page redirects back to the product with these parameters. */
async function visit(answer: Record<string, string>): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  await context.route('https://accounts.google.com/**', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const back = new URLSearchParams({ ...answer, state: asked.get('state') ?? '' });
    return route.fulfill({ status: 302, headers: { location: `${asked.get('redirect_uri')}?${back}` } });
  });
  const page = await context.newPage();
  await page.goto(`${product.builderUrl}/login`);
  return { context, page };
}
const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
async function begin(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page).click()]);
  return popup;
}

it('signs in through a pop-up that closes itself', async () => {
  const { context, page } = await visit({ code: 'grace@example.org' });
  await begin(page);
  await page.waitForURL(/\/home$/);
  await expect.poll(() => context.pages().length).toBe(1);
  await context.close();
});

it('redirects users back to an app, and redeems an invitation of a builder', async () => {
  const admin = await visit({ code: 'grace@example.org' });
  await begin(admin.page);
  await admin.page.waitForURL(/\/home$/);
  const post = async (path: string, data: object) => {
    const headers = { origin: product.builderUrl };
    return (await admin.context.request.post(`${product.builderUrl}${path}`, { data, headers })).json();
  };
  const Home = `import { useUser } from '@/auth';
export default function Home() {
  const { user, login } = useUser();
  return user ? <h1>Hello {user.email}</h1> : <button onClick={login}>Log in</button>;
}`;
  const { id } = await post('/api/apps', { appType: 'generated', genApp: { name: 'Club', pages: { Home } } });
  const query = 'mutation ($id: ID!) { publishApp(id: $id, isSignupEnabled: true) { url } }';
  const { url } = (await post('/graphql', { query, variables: { id } })).data.publishApp;

  const user = await visit({ code: 'nell@example.org' });
  await user.page.goto(url);
  await user.page.getByRole('button', { name: 'Log in' }).click();
  await user.page.getByRole('heading', { name: 'Log in to Club' }).waitFor();
  await begin(user.page);
  await user.page.getByRole('heading', { name: 'Hello nell@example.org' }).waitFor();
  expect(new URL(user.page.url()).origin).toBe(new URL(url).origin);
  // The account may use the app, but not build.
  await user.page.goto(`${product.builderUrl}/home`);
  await user.page.getByText('You need an invitation to build here.').waitFor();

  await admin.page.goto(`${product.builderUrl}/accounts`);
  await admin.page.getByRole('button', { name: 'Create link' }).click();
  const link = await admin.page.getByLabel('Invitation link').inputValue();
  const builder = await visit({ code: 'ida@example.org' });
  await builder.page.goto(link);
  await builder.page.getByRole('heading', { name: 'You are invited to build' }).waitFor();
  await begin(builder.page);
  await builder.page.waitForURL(/\/home$/);
  await builder.page.getByRole('textbox').first().waitFor();
  for (const { context } of [admin, user, builder]) await context.close();
});
