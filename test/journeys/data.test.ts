import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const TASK = {
  name: 'Task',
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'number' },
    state: { type: 'string', enum: ['open', 'done'] },
    due: { type: 'string', format: 'date' },
    info: { type: 'object' },
  },
};
const EMPTY = { ...TASK, name: 'Note' };

let world: World;
let page: Page;
let complaints: string[];
let appId: string;
let address: string;

const api = () => `${world.url}/live_api/apps/${appId}/entities/Task`;
const stored = async (rows = 'draft'): Promise<Record<string, unknown>[]> =>
  (await page.context().request.get(`${api()}?sort=count&limit=1000&rows=${rows}`)).json();
const grid = (on: Page = page) => on.getByRole('grid', { name: 'Task' });
const cell = (text: string, on: Page = page) => grid(on).getByRole('gridcell', { name: text, exact: true });
const keys = async (...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key);
};

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const headers = { origin: world.url };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: person });
  const genApp = {
    name: 'Tasks',
    pages: { Home: 'export default function Home() { return <h1>Tasks</h1>; }' },
    entities: { Task: JSON.stringify(TASK), Note: JSON.stringify(EMPTY) },
  };
  appId = (await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json()).id;
  address = `${world.url}/build/app/${appId}?panel=data&table=Task`;
});
afterAll(() => world?.[Symbol.asyncDispose]());

beforeEach(async () => {
  const { request } = page.context();
  const headers = { origin: world.url };
  await request.delete(`${api()}?rows=draft`, { headers, data: { q: {} } });
  const data = Array.from({ length: 30 }, (_, index) => ({ title: `Task ${index}`, count: index, state: 'open', info: { index } }));
  await request.post(`${api()}/bulk?rows=draft`, { headers, data });
  await page.goto(address);
  await cell('Task 29').waitFor();
});

it('edits rows by keyboard alone', async () => {
  await grid().focus();
  await page.keyboard.type('Renamed');
  await keys('Tab');
  await page.keyboard.type('1000');
  await keys('Tab', 'Enter');
  await page.getByRole('listbox').waitFor();
  await keys('ArrowDown', 'Enter');
  await expect.poll(async () => (await stored()).at(-1)).toMatchObject({ title: 'Renamed', count: 1000, state: 'done' });

  await keys('ArrowUp', 'ArrowUp', 'Home', 'F2', 'End');
  await page.keyboard.type(' twice');
  await keys('Escape');
  await cell('Renamed').waitFor();
  await keys('Control+z', 'Control+z', 'Control+z');
  await cell('Task 29').waitFor();
  await expect.poll(async () => (await stored()).at(-1)).toMatchObject({ title: 'Task 29', count: 29, state: 'open' });
  await keys('Control+y');
  await cell('Renamed').waitFor();
});

it('fills down and clears a range', async () => {
  await grid().focus();
  await keys('Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
  await expect.poll(async () => (await stored()).filter(({ title }) => title === 'Task 29').length).toBe(3);
  await keys('Delete');
  await expect.poll(async () => (await stored()).filter(({ title }) => title === null).length).toBe(3);
  await keys('Control+z', 'Control+z');
  await expect
    .poll(async () => (await stored()).map(({ title }) => title))
    .toEqual(Array.from({ length: 30 }, (_, index) => `Task ${index}`));
});

/** Pastes into the grid as a spreadsheet would. */
const paste = (text: string) =>
  grid().evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

it('pastes a range of 20 × 5 cells and undoes it', async () => {
  const before = await stored();
  const lines = Array.from({ length: 20 }, (_, index) => `Pasted ${index}\t${500 + index}\tdone\t2026-05-01\t{"a":${index}}`);
  await grid().focus();
  await paste(lines.join('\n'));
  await expect.poll(async () => (await stored()).filter(({ state }) => state === 'done').length, { timeout: 20_000 }).toBe(20);
  const pasted = (await stored()).filter(({ count }) => count === 507);
  expect(pasted).toMatchObject([{ title: 'Pasted 7', due: '2026-05-01', info: { a: 7 } }]);
  await keys('Control+z');
  const fields = (rows: Record<string, unknown>[]) =>
    rows.map(({ title, count, state, due, info }) => [title, count, state, due ?? null, info]);
  await expect.poll(async () => fields(await stored()), { timeout: 20_000 }).toEqual(fields(before));
});

it('adds rows for what is pasted below the last one, and lists what does not fit', async () => {
  await grid().focus();
  await keys('Control+End', 'Home');
  await paste('Last\t1\nNew\tmany\topen');
  const dialog = page.getByRole('dialog', { name: '1 cell was not pasted' });
  await dialog.getByRole('cell', { name: 'many' }).waitFor();
  await dialog.getByRole('cell', { name: 'This is no number' }).waitFor();
  await keys('Escape');
  await expect.poll(async () => (await stored()).length).toBe(31);
});

it('adds, saves and deletes a row', async () => {
  await page.getByRole('button', { name: 'Add row' }).click();
  await page.getByRole('button', { name: 'Save row' }).click();
  await page.getByText('Empty rows cannot be saved').waitFor();
  await grid().focus();
  await keys('Control+Home');
  await page.keyboard.type('Brand new');
  await keys('Enter');
  await page.getByRole('button', { name: 'Save row' }).click();
  await expect.poll(async () => (await stored()).filter(({ title }) => title === 'Brand new').length).toBe(1);
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: 'Brand new', exact: true }) })
    .getByRole('button', { name: 'Delete row' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await stored()).length).toBe(30);
});

it('deletes selected rows in chunks, until it is cancelled', async () => {
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByText('30 rows selected').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete 30 rows?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/Deleting (5|10) of 30/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/Deleting/).waitFor({ state: 'hidden' });
  const left = (await stored()).length;
  expect(left).toBeGreaterThan(0);
  expect(left % 5).toBe(0);
  await grid().focus();
  await keys('Control+z');
  await expect.poll(async () => (await stored()).length).toBe(30);
});

it('deletes thousands of rows, and restores them by undoing it', async () => {
  const { request } = page.context();
  const more = (start: number) => Array.from({ length: 800 }, (_, index) => ({ title: `Task ${start + index}`, count: start + index }));
  for (const start of [30, 830]) await request.post(`${api()}/bulk?rows=draft`, { headers: { origin: world.url }, data: more(start) });
  const count = async () => (await (await request.get(`${api()}/count?rows=draft`)).json()).count;
  await page.goto(address);
  await cell('Task 1629').waitFor();
  const before = await count();
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog', { name: /Delete 1,630 rows/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('No rows yet').waitFor();
  expect(await count()).toBe(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  // In chunks, the first of which shows its rows before the last one is restored.
  await expect.poll(count).toBe(before);
  await cell('Task 1629').waitFor();
});

it('sorts, hides and shows columns by their menus', async () => {
  const header = (name: string) => grid().getByRole('columnheader', { name, exact: true });
  const choose = async (column: string, item: string) => {
    await header(column).getByRole('button').click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Count', 'Sort ascending');
  await cell('Task 0').waitFor();
  expect(await header('Count').getAttribute('aria-sort')).toBe('ascending');
  await choose('State', 'Hide');
  await header('State').waitFor({ state: 'detached' });
  await page.reload();
  await cell('Task 0').waitFor();
  expect(await header('State').count()).toBe(0);
  await choose('Count', 'Show all columns');
  await header('State').waitFor();
  await choose('Created at', 'Sort descending');
  await cell('Task 29').waitFor();
});

it('shows the changes of another browser', async () => {
  const other = await world.visit({ storageState: await page.context().storageState() });
  await other.page.goto(address);
  await cell('Task 29', other.page).waitFor();
  await grid().focus();
  await page.keyboard.type('Seen by both');
  await keys('Enter');
  await cell('Seen by both', other.page).waitFor();
  await grid(other.page).focus();
  await other.page.keyboard.press('ArrowDown');
  await other.page.keyboard.type('And back');
  await other.page.keyboard.press('Enter');
  await cell('And back').waitFor();
  await other.page.context().close();
});

it('shows draft or live rows, and says which', async () => {
  const choice = page.getByRole('radiogroup', { name: 'Which rows' });
  await choice.getByText('Live').click();
  await page.getByText('No live rows yet').waitFor();
  await page.getByText('This app is not published.').waitFor();
  await page.getByRole('button', { name: 'Add row' }).first().click();
  await grid().focus();
  await keys('Control+Home');
  await page.keyboard.type('Seen by users');
  await keys('Enter');
  await page.getByRole('button', { name: 'Save row' }).click();
  await expect.poll(async () => (await stored('live')).map(({ title }) => title)).toEqual(['Seen by users']);
  expect(await stored()).toHaveLength(30);
  await choice.getByText('Preview').click();
  await cell('Task 29').waitFor();
  expect(await cell('Seen by users').count()).toBe(0);
});

it('has no faults of access, in a table with rows and in an empty one', async () => {
  const found = await inspect(page, 'rows');
  await page.goto(`${address}&rows=live`);
  await page.getByText('This app is not published.').waitFor();
  found.push(...(await inspect(page, 'live')));
  await page.goto(address.replace('=Task', '=Note'));
  await page.getByText('No rows yet').waitFor();
  found.push(...(await inspect(page, 'empty')));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});
