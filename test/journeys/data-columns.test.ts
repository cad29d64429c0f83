import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const TASK = {
  name: 'Task',
  type: 'object',
  properties: { title: { type: 'string' }, effort: { type: 'string' } },
};
const ROWS = [
  { title: 'Paint', effort: '3' },
  { title: 'Build', effort: 'a lot' },
];

let world: World;
let page: Page;
let complaints: string[];
let appId: string;

const api = () => `${world.url}/live_api/apps/${appId}/entities/Task`;
const stored = async (): Promise<Record<string, unknown>[]> => (await page.context().request.get(`${api()}?rows=draft&sort=-title`)).json();
const fields = async () => {
  const { properties } = (await (await page.context().request.get(`${api()}/schema?rows=draft`)).json()) as { properties: object };
  return Object.keys(properties);
};
const grid = () => page.getByRole('grid', { name: 'Task' });
const header = (name: string) => grid().getByRole('columnheader', { name, exact: true });
const choose = async (column: string, ...items: string[]) => {
  await header(column).getByRole('button').click();
  for (const item of items) await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const dialog = (name: string) => page.getByRole('dialog', { name });
const notice = (text: string) => page.getByRole('status').filter({ hasText: text });

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const headers = { origin: world.url };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: person });
  const genApp = {
    name: 'Tasks',
    pages: { Home: 'export default function Home() { return <h1>{"effort"}</h1>; }' },
    entities: { Task: JSON.stringify(TASK) },
  };
  appId = (await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json()).id;
  await request.post(`${api()}/bulk?rows=draft`, { headers, data: ROWS });
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Task`);
  await grid().getByRole('gridcell', { name: 'Paint', exact: true }).waitFor();
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('inserts a column with options to the left of another one, and undoes it', async () => {
  await choose('Effort', 'Insert left');
  const add = dialog('Add column');
  await add.getByLabel('Column name').fill('Due state');
  await add.getByRole('combobox', { name: 'Property Type' }).click();
  await page.getByRole('option', { name: 'Select', exact: true }).click();
  expect(await add.getByRole('button', { name: 'Add column' }).isDisabled()).toBe(true);
  await add.getByLabel('Options').fill('Open');
  await page.keyboard.press('Enter');
  await add.getByLabel('Options').fill('Done');
  await page.keyboard.press('Enter');
  await add.getByRole('button', { name: 'Add column' }).click();
  await header('Due state').waitFor();
  expect(await fields()).toEqual(['title', 'due_state', 'effort']);
  await notice('Added the column Due state.').getByRole('button', { name: 'Undo' }).click();
  await notice('Undid the change of Due state.').waitFor();
  await header('Due state').waitFor({ state: 'detached' });
});

it('adds a column after the last one', async () => {
  await grid().getByRole('button', { name: 'Add column' }).click();
  await dialog('Add column').getByLabel('Column name').fill('notes');
  await page.keyboard.press('Enter');
  await header('Notes').waitFor();
  expect(await fields()).toEqual(['title', 'effort', 'notes']);
});

it('changes a type, and lists the values that do not fit', async () => {
  await choose('Effort', 'Property Type', 'Number');
  await dialog('Change the type of Effort').getByRole('button', { name: 'Change type' }).click();
  await notice('1 value could not be converted.').getByRole('button', { name: 'Show them' }).click();
  await dialog('1 value could not be converted.').getByRole('cell', { name: '"a lot"' }).waitFor();
  await page.keyboard.press('Escape');
  expect((await stored()).map(({ effort }) => effort)).toEqual([3, 'a lot']);
  await notice('Changed the type of Effort.').getByRole('button', { name: 'Undo' }).click();
  await notice('Undid the change of Effort.').waitFor();
  await expect.poll(async () => (await stored()).map(({ effort }) => effort)).toEqual(['3', 'a lot']);
});

it('renames a column with its values, and names the pages that use it', async () => {
  await choose('Effort', 'Rename');
  await dialog('Rename the column Effort').getByLabel('Column name').fill('Title');
  await page.keyboard.press('Enter');
  await dialog('Rename the column Effort').getByRole('alert').waitFor();
  await dialog('Rename the column Effort').getByLabel('Column name').fill('Days');
  await page.keyboard.press('Enter');
  await header('Days').waitFor();
  await notice('A part of your app still uses the old name.').getByRole('button', { name: 'Update my app' }).waitFor();
  await expect.poll(async () => (await stored()).map((row) => row['Days'])).toEqual(['3', 'a lot']);
});

it('deletes a column, and restores its values', async () => {
  await choose('Days', 'Delete');
  await dialog('Delete the column Days?').getByRole('button', { name: 'Delete' }).click();
  await header('Days').waitFor({ state: 'detached' });
  await expect.poll(async () => (await stored()).map((row) => row['Days'])).toEqual([undefined, undefined]);
  await notice('Deleted the column Days.').getByRole('button', { name: 'Undo' }).click();
  await header('Days').waitFor();
  await grid().getByRole('gridcell', { name: 'a lot', exact: true }).waitFor();
});

it('has no faults of access in its dialogs and its notice', async () => {
  const found = await inspect(page, 'notice');
  await choose('Days', 'Property Type', 'Select');
  await dialog('Change the type of Days').getByText('a lot').waitFor();
  found.push(...(await inspect(page, 'dialog')));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});
