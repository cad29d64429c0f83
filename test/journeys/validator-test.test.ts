import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, readyApp, type World } from './builder-world.ts';

let world: World;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  // The first account of an installation is an admin.
  await page.goto(`${world.url}/login?mode=signup`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').first().fill('a long enough secret');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await readyApp(page);
});
afterAll(() => world?.[Symbol.asyncDispose]());

const results = () => page.getByRole('dialog', { name: 'Validator test results' });

it('validates the version of a message, by keyboard', async () => {
  await page.getByRole('button', { name: 'Validator test' }).last().focus();
  await page.keyboard.press('Enter');
  await results().getByRole('region', { name: 'Timings' }).waitFor();
  await results()
    .getByText(/pages? rendered, without rows and with sample rows/)
    .waitFor();
  await results().getByText('page-rendering').first().waitFor();
  expect(await inspect(page, 'validator test results')).toEqual([]);
  await page.keyboard.press('Escape');
  await results().waitFor({ state: 'detached' });
});

it('says that a version could not be validated, and tries again', async () => {
  await page.route('**/validate-repair', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Validator test' }).last().click();
  await results().getByRole('alert').getByText('Error: Failed to validate').waitFor();
  expect(await inspect(page, 'a failed validator test')).toEqual([]);
  await results().getByRole('button', { name: 'Try again' }).click();
  await results().getByRole('region', { name: 'Detectors' }).waitFor();
  expect(complaints).toEqual([]);
});
