import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Product } from '../product.ts';

/** Errors of a page; a journey ends with none. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    // Browsers log every response of 400 and above; those are expected for a visitor without permission.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) found.push(message.text());
  });
  return found;
}

export async function signUp(page: Page, builderUrl: string, email = 'ada@example.org'): Promise<void> {
  await page.goto(`${builderUrl}/login?mode=signup`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').first().fill('a long enough secret');
  await page.getByRole('button', { name: 'Sign up' }).click();
  // The email is not verified yet, which blocks nothing.
  await page
    .getByRole('link', { name: 'Continue' })
    .or(page.getByRole('button', { name: 'Continue' }))
    .click();
  await page.waitForURL(/\/home$/);
}

/** The first journey of a builder: from a sentence to a published app that a visitor opens. */
export async function firstApp(browser: Browser, { builderUrl }: Product): Promise<void> {
  const builder = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await builder.newPage();
  const found = complaints(page);
  await signUp(page, builderUrl);

  // A sentence becomes files, streamed one after another, and then an app.
  await page.getByRole('textbox').first().fill('a habit tracker with name, frequency and streak');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/build\/app\//);
  await page.getByRole('button', { name: 'pages/Home' }).waitFor();
  const app = page.frameLocator('iframe');
  await app.getByRole('button', { name: 'Add habit' }).first().waitFor({ timeout: 60_000 });

  // Rows are persisted: they are still present after a reload.
  await app.getByRole('button', { name: 'Add habit' }).first().click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Read ten pages');
  await dialog.getByRole('button', { name: 'Add habit' }).click();
  await app.getByText('Read ten pages').waitFor();
  await page.reload();
  await app.getByText('Read ten pages').waitFor();

  // Hot update: typed text and the document are kept.
  await app.getByPlaceholder('Search habits').fill('ten');
  await app.locator('html').evaluate((html) => html.setAttribute('data-journey', 'same document'));
  await page.getByPlaceholder('Ask for a change').fill('rename the title to Small wins');
  await page.keyboard.press('Enter');
  await app.getByText('Small wins').first().waitFor();
  expect(await app.getByPlaceholder('Search habits').inputValue()).toBe('ten');
  expect(await app.locator('html').getAttribute('data-journey')).toBe('same document');

  // Rows added by the assistant appear as well.
  await app.getByPlaceholder('Search habits').fill('');
  await page.getByPlaceholder('Ask for a change').fill('add 3 sample habits');
  await page.keyboard.press('Enter');
  await app.getByText('Habit 2').waitFor();

  // A visitor can open the published app within its permissions: read, and log in to add habits of their own.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  const address = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href');
  expect(address).toMatch(/^http:\/\/[a-z0-9-]+\.localhost:\d+/);
  const stranger = await browser.newContext({ viewport: { width: 375, height: 812 } });
  const visit = await stranger.newPage();
  const foundByStranger = complaints(visit);
  await visit.goto(address ?? '');
  await visit.getByText('Small wins').first().waitFor();
  await visit.getByRole('button', { name: 'Log in' }).first().waitFor();
  expect(await visit.getByText('Read ten pages').count()).toBe(0);
  expect(await visit.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  // The home screen shows the app as live.
  await page.goto(`${builderUrl}/home`);
  await page.getByText('Your apps').waitFor();
  expect(found).toEqual([]);
  expect(foundByStranger).toEqual([]);
  await builder.close();
  await stranger.close();
}
