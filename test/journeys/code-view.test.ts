import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
});
beforeEach(() => page.goto(address));
afterAll(() => world?.[Symbol.asyncDispose]());

const view = (name: string) => page.locator('header label', { hasText: name }).click();
const editor = () => page.getByRole('textbox', { name: 'pages/Home' });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const app = () => page.frameLocator('iframe');

it('saves by keyboard, and says while the preview is stale', async () => {
  await view('Code');
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('export default function Home() { return <h1>Saved by a key</h1>; }');
  await save().waitFor();
  await view('Preview');
  await page.getByText('Your unsaved changes are not in the preview yet.').waitFor();
  await page.getByRole('button', { name: 'Show code' }).click();
  await editor().press('ControlOrMeta+S');
  await save().waitFor({ state: 'detached' });
  await view('Preview');
  await app().getByRole('heading', { name: 'Saved by a key' }).waitFor();
  await page.getByText('Your unsaved changes are not in the preview yet.').waitFor({ state: 'detached' });

  await view('Code');
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('export default function Home() { return <h1>Broken</h1>;');
  // The focus may be anywhere.
  await page.locator('body').press('ControlOrMeta+S');
  await save().waitFor({ state: 'detached' });
  await view('Preview');
  await page.getByText('The code has an error. This is the last build that worked.').waitFor();
  await app().getByRole('heading', { name: 'Saved by a key' }).waitFor();
  expect(await inspect(page, 'preview behind the code')).toEqual([]);
  expect(complaints).toEqual([]);
});

it('takes over the code of a block', async () => {
  await view('Code');
  await editor().click();
  await page.keyboard.press('ControlOrMeta+A');
  const takeOver = page.getByRole('button', { name: 'Take over the code of a block' });
  await page.keyboard.insertText(
    'import { Page } from \'@/components/blocks/page\';\nexport default function Home() { return <Page title="A page of blocks">Text</Page>; }',
  );
  await editor().press('ControlOrMeta+S');
  await takeOver.click();
  expect(await inspect(page, 'blocks of a file')).toEqual([]);
  await page.getByRole('menuitem', { name: 'page' }).click();
  await page.getByRole('textbox', { name: 'components/Page' }).waitFor();
  await page.getByText('is in components/Page now').waitFor();
  await view('Preview');
  await app().getByRole('heading', { name: 'A page of blocks' }).waitFor();
  await view('Code');
  await page.getByRole('navigation', { name: 'Files' }).getByText('Home', { exact: true }).click();
  await editor().getByText("'@/components/Page'").waitFor();
  await takeOver.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('finds and replaces in an accessible panel', async () => {
  await view('Code');
  await editor().press('ControlOrMeta+F');
  await page.getByRole('textbox', { name: 'Find' }).fill('Home');
  expect(await inspect(page, 'find')).toEqual([]);
});
