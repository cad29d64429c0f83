import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, readyApp, signIn, type World } from './builder-world.ts';

const COMMENT = 'The title is too small, and the button says “Add habit” although the table is empty.';

let world: World;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await signIn(page, world.url);
});
afterAll(() => world?.[Symbol.asyncDispose]());

const openRatings = async () => {
  await page.goto(`${world.url}/home`);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Ratings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ratings' }).waitFor();
};

it('says how ratings come about while there are none', async () => {
  await openRatings();
  await page.getByText('No ratings yet').waitFor();
  await page.getByText('No ratings in the last 30 days.').waitFor();
  expect(await inspect(page, 'no ratings')).toEqual([]);
});

it('shows an admin what a builder thought of an answer, by filter and as CSV', async () => {
  await page.goto(`${world.url}/home`);
  await readyApp(page);
  await page.getByRole('button', { name: 'Not helpful' }).first().click();
  await page.getByLabel('What was wrong?').fill(COMMENT);
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await page.getByLabel('What was wrong?').waitFor({ state: 'detached' });

  await openRatings();
  const ratings = page.getByRole('list', { name: 'All ratings' });
  await ratings.getByText(COMMENT).waitFor();
  await page.getByRole('list', { name: 'By model' }).getByText('0%').waitFor();
  await page.getByRole('list', { name: 'By prompt version' }).getByText('0 helpful, 1 not').waitFor();
  expect(await inspect(page, 'ratings')).toEqual([]);

  await page.getByText('With a comment', { exact: true }).last().click();
  await ratings.getByText(COMMENT).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('ratings.csv');
  expect(new URL(file.url()).search).toBe('?filter=commented');
  await page.getByText('Helpful', { exact: true }).last().click();
  await page.getByText('No rating matches').waitFor();
  expect(await inspect(page, 'no rating matches')).toEqual([]);
  await page.getByRole('button', { name: 'Show all' }).click();
  await ratings.getByText(COMMENT).waitFor();
  expect(complaints).toEqual([]);
});
