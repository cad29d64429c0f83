import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { inspect, signIn } from './builder-world.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('starts an app from a template with one click, with its sample rows', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, product.builderUrl, 'gallery@example.org');
  const gallery = page.getByRole('region', { name: 'Start from a template' });
  await gallery.getByRole('button', { name: 'Todo board' }).waitFor();
  const pictures = gallery.locator('img');
  await expect
    .poll(() => pictures.evaluateAll((all: readonly HTMLImageElement[]) => all[0]?.complete === true && all[0].naturalWidth > 0))
    .toBe(true);
  expect(await inspect(page, 'gallery')).toEqual([]);

  await gallery.getByRole('button', { name: 'Todo board' }).click();
  await page.waitForURL(/\/build\/app\//);
  const app = page.frameLocator('iframe');
  await app.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
  await app.getByText('In progress').first().waitFor();

  // For builders with apps the gallery is one row; a click shows the rest.
  await page.goto(`${product.builderUrl}/home`);
  await page.getByRole('link', { name: 'Todo board' }).waitFor();
  await gallery.getByRole('button', { name: /^Show all/ }).click();
  await gallery.getByRole('button', { name: /^Show all/ }).waitFor({ state: 'detached' });
  await context.close();
}, 120_000);
