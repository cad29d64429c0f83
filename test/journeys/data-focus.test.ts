import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openWorld, startTable, type World } from './builder-world.ts';

// Keys go on after every control that closes or goes: real keys, and the browser's own clipboard.

const TASK = { name: 'Task', type: 'object', properties: { title: { type: 'string' }, place: { type: 'string' } } };

let world: World;
let page: Page;
let complaints: string[];
let appId: string;
let api: string;

const grid = () => page.getByRole('grid', { name: 'Task' });
const cell = (text: string) => grid().getByRole('gridcell', { name: text, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const keys = async (...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key);
};
const stored = async (): Promise<string[]> => {
  const rows: { title?: string; place?: string }[] = await (
    await page.context().request.get(`${api}?sort=createdAt&limit=100&rows=draft`)
  ).json();
  return rows.map(({ title = '', place = '' }) => `${title}/${place ?? ''}`);
};
const rowsBecome = (expected: readonly string[]) => expect.poll(stored).toEqual(expected);
/** Edits the first cell as a step that can be undone. */
const edit = async () => {
  await cell('Three').click();
  await page.keyboard.type('Changed');
  await keys('Enter');
  await rowsBecome(['One/a', 'Two/b', 'Changed/c']);
};
const undone = async () => {
  await keys('Control+z');
  await rowsBecome(['One/a', 'Two/b', 'Three/c']);
};

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  appId = await startTable(page, world.url, TASK);
  api = `${world.url}/live_api/apps/${appId}/entities/Task`;
});
afterAll(() => world?.[Symbol.asyncDispose]());

beforeEach(async () => {
  const { request } = page.context();
  const init = { headers: { origin: world.url } };
  await request.delete(`${api}?rows=draft`, { ...init, data: { q: {} } });
  for (const [title, place] of [
    ['One', 'a'],
    ['Two', 'b'],
    ['Three', 'c'],
  ])
    await request.post(`${api}?rows=draft`, { ...init, data: { title, place } });
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Task`);
  await cell('One').waitFor();
});

it('copies, cuts and pastes after a cell was edited', async () => {
  await edit();
  await cell('Changed').click();
  await keys('Control+c');
  await cell('Two').click();
  await keys('Control+v');
  await rowsBecome(['One/a', 'Changed/b', 'Changed/c']);
  await cell('a').click();
  await keys('Control+x');
  await rowsBecome(['One/', 'Changed/b', 'Changed/c']);
  await cell('b').click();
  await keys('Control+v');
  await rowsBecome(['One/', 'Changed/a', 'Changed/c']);
});

it('leaves the clipboard of text fields and of selected texts alone', async () => {
  const search = page.getByLabel('Search Task');
  await cell('One').click();
  await keys('Control+c');
  await search.click();
  await keys('Control+v');
  expect(await search.inputValue()).toBe('One');
  await keys('Control+a', 'Control+x');
  expect(await search.inputValue()).toBe('');
  expect(await stored()).toEqual(['One/a', 'Two/b', 'Three/c']);
});

it('undoes the deletion of a row by its bin', async () => {
  await grid().getByRole('button', { name: 'Delete row' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).waitFor();
  await keys('Enter');
  await rowsBecome(['One/a', 'Two/b']);
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
  await expect.poll(() => grid().evaluate((element) => element === document.activeElement)).toBe(true);
  await undone();
});

it('undoes the deletion of all rows', async () => {
  await grid().getByLabel('Select all rows').check();
  await button('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await rowsBecome([]);
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
  await expect.poll(() => grid().evaluate((element) => element === document.activeElement)).toBe(true);
  await undone();
});

it.each<[string, () => Promise<unknown>]>([
  [
    'the drawer, opened by key',
    async () => {
      await keys('Shift+Enter');
      await page.getByRole('dialog').waitFor();
    },
  ],
  ['the drawer, opened by mouse', () => grid().getByRole('button', { name: 'Open row' }).first().click()],
  ['the import wizard', () => button('Import CSV').click()],
  ['the trash', () => button('Trash').click()],
  ['the dialog of a new column', () => button('Add column').click()],
])('undoes after Escape has closed %s', async (_name, open) => {
  await edit();
  await open();
  await page.getByRole('dialog').waitFor();
  await keys('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await undone();
});

it('undoes after a click beside the controls of the panel', async () => {
  await edit();
  await page.getByRole('status').filter({ hasText: '3 rows' }).click();
  await undone();
});

it('types into a row that was just added', async () => {
  await button('Add row').focus();
  await keys('Enter');
  await page.keyboard.type('New one');
  await keys('Enter');
  expect(await grid().getByRole('gridcell', { name: 'New one', exact: true }).count()).toBe(1);
  expect(await grid().getByRole('button', { name: 'Save row' }).count()).toBe(1);
});

it('opens one panel by a key with Caps Lock', async () => {
  await page.goto(`${world.url}/build/app/${appId}?panel=code`);
  await page.locator('.cm-content').click();
  // Without Shift's effect on the letter, as a keyboard with Caps Lock sends it.
  await keys('Control+Shift+f');
  await page.getByLabel('Search in all files').waitFor();
  expect(await page.locator('.cm-search').count()).toBe(0);
  expect(complaints).toEqual([]);
});
