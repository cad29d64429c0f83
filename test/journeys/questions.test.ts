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

it('answers a question of the assistant by a button, which stays chosen in another tab', async () => {
  await say(page, REQUESTS.asking);
  const options = page.getByRole('list', { name: 'What should the title be?' });
  const option = options.getByRole('button', { name: 'rename the title to Small wins' });
  await option.waitFor();
  expect(await page.getByRole('log').getByText('<option>').count()).toBe(0);
  expect(await inspect(page, 'question')).toEqual([]);
  await option.press('Enter');
  await page.getByRole('article', { name: 'You' }).getByText('rename the title to Small wins').waitFor();
  await page.getByRole('log').getByText('You call it Small wins from now on.').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const tab of [page, other]) {
    await tab.getByRole('listitem').filter({ hasText: 'Chosen: rename the title to Small wins' }).waitFor();
    expect(await tab.getByRole('button', { name: 'Leave it' }).count()).toBe(0);
  }
  expect(await inspect(page, 'question-answered')).toEqual([]);
  expect(complaints).toEqual([]);
});

it('tells how much of its window the assistant reads', async () => {
  await page.getByLabel('Message', { exact: true }).fill('');
  await page.getByRole('button', { name: /^The assistant reads \d+% of what it can$/ }).click();
  await page.getByText(/^About [\d.]+K of [\d.]+K tokens$/).waitFor();
  expect(await inspect(page, 'context')).toEqual([]);
  await page.keyboard.press('Escape');
});

it('lists the pages on which an answer is based', async () => {
  await say(page, REQUESTS.searching);
  const link = page.getByRole('region', { name: 'Sources' }).getByRole('link', { name: /^How long does a habit take/ });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('https://www.example.org/studies/how-long-does-a-habit-take');
  expect(await inspect(page, 'sources')).toEqual([]);
  expect(complaints).toEqual([]);
});
