import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS } from './builder-model.ts';
import { inspect, openWorld, readyApp, say, type World } from './builder-world.ts';

let world: World;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await page.goto(`${world.url}/login?mode=signup`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').first().fill('a long enough secret');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await readyApp(page);
});
afterAll(() => world?.[Symbol.asyncDispose]());

const box = () => page.getByLabel('Message', { exact: true });
const queue = () => page.getByRole('region', { name: 'Queued messages' });
const own = () => page.getByRole('article', { name: 'You' });
const answer = (text: string) => page.getByRole('article', { name: 'Assistant' }).getByText(text).last();
async function type(text: string): Promise<void> {
  await box().fill(text);
  await box().press('Enter');
}

it('queues messages during an answer, keeps them over a reload, and sends them when the builder says so', async () => {
  await say(page, REQUESTS.writing);
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await type(REQUESTS.rename);
  await type('And a second one');
  await box().fill('half a thought');
  expect(await queue().getByRole('listitem').allTextContents()).toEqual([REQUESTS.rename, 'And a second one']);
  expect(await inspect(page, 'queued messages')).toEqual([]);
  await page.reload();
  expect(await box().inputValue()).toBe('half a thought');
  await queue().getByRole('button', { name: 'Remove And a second one' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await queue().getByText('Waiting to be sent').waitFor();
  await queue().getByRole('button', { name: 'Send now' }).click();
  await answer('You call it Small wins from now on.').waitFor();
  await queue().waitFor({ state: 'detached' });
  await box().fill('');
});

it('goes on with a queued message by itself after an answer that made a version', async () => {
  await type(REQUESTS.broken);
  await type(REQUESTS.rename);
  await page.getByRole('article', { name: 'Assistant' }).getByText('You call it Small wins from now on.').nth(1).waitFor();
  expect((await own().allTextContents()).slice(-2)).toEqual([REQUESTS.broken, REQUESTS.rename]);
});

it('edits an earlier message: the app returns to the version before it', async () => {
  const edit = async (at: number) => {
    await own().nth(at).hover();
    await page.getByRole('button', { name: 'Edit and send again' }).nth(at).click();
  };
  const broken = (await own().allTextContents()).indexOf(REQUESTS.broken);
  await edit(broken);
  await page.getByText(/returns your app to the state before this message/).waitFor();
  expect(await inspect(page, 'editing a message')).toEqual([]);
  await type('Leave it as it is');
  await answer('I have nothing to add.').waitFor();
  expect((await own().allTextContents()).slice(broken)).toEqual(['Leave it as it is']);
  await page.frameLocator('iframe').getByRole('button', { name: 'Add habit' }).waitFor();
});

it('starts the app again when the first message is edited, and keeps its versions', async () => {
  await own().first().hover();
  await page.getByRole('button', { name: 'Edit and send again' }).first().click();
  await type('Say nothing yet');
  await answer('I have nothing to add.').waitFor();
  expect(await own().allTextContents()).toEqual(['Say nothing yet']);
  await page.frameLocator('iframe').getByText('No pages yet').waitFor();
  expect(await inspect(page, 'an app that was started again')).toEqual([]);
  await page.getByRole('button', { name: 'Versions' }).click();
  await page
    .getByRole('dialog', { name: 'Versions' })
    .getByRole('listitem')
    .filter({ hasText: REQUESTS.app })
    .getByRole('button', { name: 'Restore', exact: true })
    .first()
    .click();
  await page.getByRole('dialog').filter({ hasText: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Add habit' }).waitFor();
  expect(complaints).toEqual([]);
});
