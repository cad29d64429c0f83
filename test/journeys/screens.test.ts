import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { password, signUp } from '../security/world.ts';
import { inspect } from './builder-world.ts';

// Screens around the builder: accessibility, target sizes and widths, in light and dark, on a desktop, a tablet and a phone.

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct({ BUILDER_SIGNUP: 'open' });
  browser = await launchBrowser();
  await signUp(product, 'admin@example.org');
  await signUp(product, 'second@example.org');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(path: string, { isAdmin }: { readonly isAdmin: boolean }): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (isAdmin) {
    await page.context().request.post(`${product.builderUrl}/api/auth/sign-in/email`, { data: { email: 'admin@example.org', password } });
  }
  await page.goto(`${product.builderUrl}${path}`);
  return page;
}

it.each([
  ['/accounts', 'Accounts'],
  ['/settings', 'Settings'],
  ['/settings/model', 'Language model'],
  ['/outbox', 'Outbox'],
] as const)('the screen %s of an admin', async (path, heading) => {
  const page = await open(path, { isAdmin: true });
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  if (path === '/accounts') {
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByLabel('Invitation link').waitFor();
    await page.getByText('second@example.org').first().waitFor();
  }
  expect(await inspect(page, path)).toEqual([]);
  await page.context().close();
});

it.each(['/login', '/login?mode=signup', '/invite', '/auth/handler', '/error/unauthorized', '/nowhere'])(
  'the screen %s of a stranger',
  async (path) => {
    const page = await open(path, { isAdmin: false });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await inspect(page, path)).toEqual([]);
    await page.context().close();
  },
);
