import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { startApp } from './builder-world.ts';
import { signUp } from './first-app.ts';

// Apps by conversation without a language model, as a builder sees them.

let product: Product;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let context: BrowserContext;
let page: Page;
let app: FrameLocator;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  app = page.frameLocator('iframe');
  await signUp(page, product.builderUrl);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Sends a message and waits for these words of its answer. */
async function say(text: string, answer: string | RegExp): Promise<void> {
  const box = page.getByLabel('Message', { exact: true });
  await box.fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click({ trial: true });
  await box.press('Enter');
  await page.getByRole('log').getByText(answer).last().waitFor();
}
const accent = () => app.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--primary'));

it('makes an app of a template, with rows, and changes it by messages', async () => {
  await startApp(page, 'A CRM for my photography studio');
  await app.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
  await say('call it Brightside', 'The app is now called "Brightside".');
  await app.getByText('Brightside').first().waitFor();
  const before = await accent();
  await say('make it orange', 'The accent colour is now orange.');
  await expect.poll(accent).not.toBe(before);
  await say('undo', 'the former colours and look are back');
  await expect.poll(accent).toBe(before);
  await say('what is the weather like', 'Nothing was changed.');
});

it('lists what it would change in plan mode, and then changes it', async () => {
  const plan = page.getByRole('button', { name: 'Plan', exact: true });
  await plan.click();
  await say('call it Darkroom', 'I would make these changes:');
  expect(await app.getByText('Brightside').count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Build this' }).click();
  await app.getByText('Darkroom').first().waitFor();
});

it('makes a list of named fields; new fields, orders, charts and rows appear in it', async () => {
  await page.goto(`${product.builderUrl}/home`);
  await startApp(page, 'vinyl collection with artist, year and condition');
  await app.getByRole('button', { name: 'Add record' }).first().waitFor({ timeout: 60_000 });
  await say('add a price', '"Records" has the new field "Price".');
  await app.getByRole('button', { name: 'Add record' }).first().click();
  await app.getByRole('dialog').getByLabel('Price').waitFor();
  await app.getByRole('dialog').press('Escape');
  await say('put in 5 example records', '"Records" gets 5 example rows.');
  await expect.poll(() => app.getByText('Anna Berger').count()).toBe(1);
  await say('oldest first', 'sorted by "Year", lowest first');
  await expect.poll(() => app.locator('tbody tr').first().textContent()).toContain('1998');
  await say('a chart of records by condition', 'There is a new chart');
  await app.locator('svg.recharts-surface path').first().waitFor();
  await say('remove condition', 'is gone');
});

it('answers German with a German app', async () => {
  await page.goto(`${product.builderUrl}/home`);
  await startApp(page, 'Schüler, Lehrer, Unterrichtsstunden und Gebühren');
  await app.getByRole('heading', { level: 1, name: 'Schüler' }).waitFor({ timeout: 60_000 });
  await say('Lehrer brauchen ein Geburtsdatum', '„Lehrer“ hat das neue Feld „Geburtstag“.');
  expect(await app.getByRole('link', { name: 'Unterrichtsstunden' }).count()).toBeGreaterThan(0);
});
