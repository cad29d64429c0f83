import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { inspect, openWorld, readyApp, say, signIn, type World } from './builder-world.ts';

let world: World;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await signIn(page, world.url);
  await readyApp(page);
});
afterAll(() => world?.[Symbol.asyncDispose]());

const versions = () => page.getByRole('button', { name: 'All Changes' });
const plan = () => page.getByRole('button', { name: 'Plan', exact: true });

it('discusses a change without making it, keeps the mode over a reload, and then builds the plan', async () => {
  const before = await versions().count();
  await plan().click();
  await page.reload();
  await page.locator('button[aria-pressed=true]', { hasText: 'Plan' }).waitFor();
  await say(page, REQUESTS.broken);
  const build = page.getByRole('button', { name: 'Build this' });
  await build.waitFor();
  // The model wrote a file nevertheless.
  await page.getByText('Not applied').waitFor();
  expect(await versions().count()).toBe(before);
  await page.frameLocator('iframe').getByRole('button', { name: 'Add habit' }).waitFor();
  expect(await inspect(page, 'plan')).toEqual([]);
  await build.click();
  await page.getByRole('article', { name: 'You' }).getByText(`Build this plan: ${REQUESTS.broken}`).waitFor();
  await expect.poll(() => versions().count()).toBe(before + 1);
  expect(await build.count()).toBe(0);
  expect(await plan().getAttribute('aria-pressed')).toBe('false');
  expect(complaints).toEqual([]);
});

it('keeps whether an answer was helpful', async () => {
  // Of the latest answer: earlier ones leave the document while the window is narrow.
  const helpful = page.getByRole('button', { name: 'Helpful', exact: true }).last();
  const wrong = page.getByRole('button', { name: 'Not helpful' }).last();
  await helpful.click();
  await expect.poll(() => helpful.getAttribute('aria-pressed')).toBe('true');
  await wrong.click();
  await page.getByLabel('What was wrong?').fill('The title is too small.');
  expect(await inspect(page, 'feedback')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await page.getByLabel('What was wrong?').waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => wrong.getAttribute('aria-pressed')).toBe('true');
  await wrong.click();
  await expect.poll(() => wrong.getAttribute('aria-pressed')).toBe('false');
  expect(complaints).toEqual([]);
});
