import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { inspect, signIn, startApp } from './builder-world.ts';

// Refusals and suggestions of an assistant without a language model.

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ CHAT_MESSAGES_PER_DAY: '50' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function atHome(email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, product.builderUrl, email);
  return page;
}

it('refuses a first request on the home page, creates no app and keeps the typed text', async () => {
  const page = await atHome('refused@example.org');
  const box = page.getByLabel('Describe your app');
  for (const sentence of ['asdf qwertz', 'can you help me?']) {
    await box.fill(sentence);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('I did not build anything').waitFor();
    expect(await box.inputValue()).toBe(sentence);
    expect(new URL(page.url()).pathname).toBe('/home');
  }
  expect(await inspect(page, 'refused')).toEqual([]);

  // A suggestion replaces the text, which can be restored.
  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  await suggestions.getByRole('button', { name: 'Blog' }).click();
  expect(await box.inputValue()).toBe('Blog');
  await suggestions.getByRole('button', { name: 'can you help me?' }).click();
  expect(await box.inputValue()).toBe('can you help me?');
  await page.reload();
  await page.getByRole('list', { name: 'Examples' }).waitFor();
  await page.getByText('Your apps').waitFor({ state: 'detached' });

  await startApp(page, 'A todo app with title and priority');
  await page.goto(`${product.builderUrl}/home`);
  await page.getByRole('link', { name: /todo/i }).waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
}, 90_000);

it('suggests next messages as buttons: a click sends one, or puts its beginning into the box', async () => {
  const page = await atHome('guided@example.org');
  await startApp(page, 'Landing page for my new coffee brand with newsletter sign-up');
  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  await suggestions.waitFor();
  expect(await page.getByRole('log').getByText('<suggestion>').count()).toBe(0);
  expect(await inspect(page, 'suggestions')).toEqual([]);

  await suggestions.getByRole('button', { name: 'Call it …' }).click();
  const box = page.getByLabel('Message', { exact: true });
  expect(await box.inputValue()).toBe('Call it ');
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  await box.fill('Call it Good morning');
  await box.press('Enter');
  await page.frameLocator('iframe').getByText('Good morning').first().waitFor();

  await suggestions.getByRole('button', { name: 'Make it dark' }).click();
  await page.getByRole('log').getByLabel('You').getByText('Make it dark').waitFor();
  await page.getByRole('log').getByText('The app has its new look: dark.').waitFor();

  // An answer without suggestions: what the app lacks is suggested, and each message says what it cost.
  await suggestions.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('log').getByText('I take back the last change').waitFor();
  await page.getByRole('log').getByText('1 of 50 daily messages').last().waitFor();
  await suggestions.getByRole('button', { name: 'Publish your app' }).waitFor();
  expect(await inspect(page, 'what the app lacks')).toEqual([]);
  await suggestions.getByRole('button', { name: 'Publish your app' }).click();
  await page.getByRole('dialog', { name: 'Publish' }).waitFor();
}, 90_000);
