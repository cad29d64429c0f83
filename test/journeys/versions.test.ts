import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, readyApp, type World } from './builder-world.ts';

let world: World;
let page: Page;
let complaints: string[];
let address: string;
beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await page.goto(`${world.url}/login?mode=signup`);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').first().fill('a long enough secret');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  address = `${world.url}/build/app/${await readyApp(page)}`;
  await page.goto(address);
  for (const text of ['First line', 'Second line']) await saveHome(text);
});
afterAll(() => world?.[Symbol.asyncDispose]());

async function saveHome(text: string): Promise<void> {
  await page.locator('header label', { hasText: 'Code' }).click();
  await page.getByRole('textbox', { name: 'pages/Home' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(
    `export default function Home() {\n  return (\n    <main title="${'A long line. '.repeat(20)}">\n      <h1>${text}</h1>\n    </main>\n  );\n}\n`,
  );
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await save.waitFor({ state: 'detached' });
}

const openVersions = () => page.getByRole('button', { name: 'Versions' }).click();
const items = () => page.getByRole('dialog', { name: 'Versions' }).getByRole('listitem');
const changes = () => page.getByRole('dialog', { name: 'All Changes' });

/** Texts of which a part is hidden until one scrolls sideways. */
const widerLines = () =>
  changes()
    .locator('.cm-scroller')
    .evaluateAll((texts) => texts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);

it('shows what a version changed, side by side and as one', async () => {
  await openVersions();
  await items()
    .first()
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'All Changes' }).click();
  await changes()
    .getByRole('button', { name: /pages\/Home/ })
    .waitFor();
  expect(
    await changes()
      .getByRole('button', { name: /pages\/Home/ })
      .textContent(),
  ).toContain('Modified');
  await changes().getByRole('textbox', { name: 'pages/Home, before' }).getByText('First line').waitFor();
  await changes().getByRole('textbox', { name: 'pages/Home, after' }).getByText('Second line').waitFor();
  await expect.poll(widerLines).toBe(0);
  expect(await inspect(page, 'changes side by side')).toEqual([]);
  await changes().getByText('Unified').click();
  await changes().getByRole('textbox', { name: 'pages/Home', exact: true }).getByText('First line').waitFor();
  await expect.poll(widerLines).toBe(0);
  expect(await inspect(page, 'changes as one')).toEqual([]);
  await page.keyboard.press('Escape');
  await changes().waitFor({ state: 'detached' });
});

it('compares any two versions, also the same one', async () => {
  await openVersions();
  await items()
    .nth(2)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Changes since this version' }).click();
  await changes().getByRole('textbox', { name: 'pages/Home', exact: true }).getByText('Second line').waitFor();
  await changes().getByRole('combobox', { name: 'From' }).click();
  await page.getByRole('option').first().click();
  await changes().getByText('No changes found between versions').waitFor();
  expect(await inspect(page, 'no changes')).toEqual([]);
  await page.keyboard.press('Escape');
  await changes().waitFor({ state: 'detached' });
});

it('names and stars a version', async () => {
  await openVersions();
  const first = items().nth(1);
  await first.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Name this version' }).click();
  await page.getByRole('textbox', { name: 'Name of the version' }).fill('Before the fair');
  await page.keyboard.press('Enter');
  await first.getByRole('button', { name: 'Star Before the fair' }).click();
  expect(await inspect(page, 'versions')).toEqual([]);
  await page.getByText('Rows', { exact: true }).click();
  await page.getByText('No kept rows').waitFor();
  expect(await inspect(page, 'no kept rows')).toEqual([]);
  await page.getByText('Starred', { exact: true }).click();
  await items().first().getByText('Before the fair').waitFor();
  await page.goto(address);
  await openVersions();
  await page.getByText('Starred', { exact: true }).click();
  await items().first().getByText('Before the fair').waitFor();
  expect(await items().count()).toBe(1);
  expect(complaints).toEqual([]);
});
