import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { inspect, openWorld, readyApp, say, type World } from './builder-world.ts';
import { signUp } from './first-app.ts';

let world: World;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await signUp(page, world.url);
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
