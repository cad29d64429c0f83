import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const TASK = { name: 'Task', type: 'object', properties: { title: { type: 'string' }, done: { type: 'boolean' } } };
const ADA = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };

let world: World;
let page: Page;
let complaints: string[];
let address: string;

const grid = () => page.getByRole('grid', { name: 'Task' });
const count = (rows: string) => page.getByRole('status').getByText(rows, { exact: true }).waitFor();
const menu = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const headers = { origin: world.url };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: ADA });
  const genApp = {
    name: 'Tasks',
    pages: { Home: 'export default function Home() { return <h1>Tasks</h1>; }' },
    entities: { Task: JSON.stringify(TASK) },
  };
  const { id } = await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json();
  const data = Array.from({ length: 5 }, (_, n) => ({ title: `Task ${n}`, done: n < 2 }));
  await request.post(`${world.url}/live_api/apps/${id}/entities/Task/bulk?rows=draft`, { headers, data });
  address = `${world.url}/build/app/${id}?panel=data&table=Task`;
  await page.goto(address);
  await count('5 rows');
});
afterAll(() => world?.[Symbol.asyncDispose]());

async function filterDone(): Promise<void> {
  await menu('Filter');
  const panel = page.getByRole('dialog');
  await panel.getByRole('combobox', { name: 'Column' }).selectOption('done');
  await panel.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'is checked' });
  await page.keyboard.press('Escape');
  await count('2 rows');
}

it('saves the arrangement of a table as a view, and returns to it', async () => {
  await filterDone();
  await grid().getByRole('button', { name: 'Created at' }).click();
  await choose('Hide');
  await menu('Views');
  await choose('Save as a new view');
  await page.getByLabel('Name of the view').fill('Finished');
  expect(await inspect(page, 'naming a view')).toEqual([]);
  await page.keyboard.press('Enter');
  await menu('Finished');
  await choose('All columns and rows');
  await count('5 rows');
  await grid().getByRole('button', { name: 'Created at' }).waitFor();
  await menu('Views');
  expect(await inspect(page, 'the views of a table')).toEqual([]);
  await choose('Finished');
  await count('2 rows');
  expect(await grid().getByRole('button', { name: 'Created at' }).count()).toBe(0);
});

it('shows the views in another browser', async () => {
  const other = await world.visit();
  await other.page.context().request.post(`${world.url}/api/auth/sign-in/email`, { headers: { origin: world.url }, data: ADA });
  await other.page.goto(address);
  await other.page.getByRole('status').getByText('5 rows', { exact: true }).waitFor();
  await other.page.getByRole('button', { name: 'Views', exact: true }).click();
  await other.page.getByRole('menuitem', { name: 'Finished' }).click();
  await other.page.getByRole('status').getByText('2 rows', { exact: true }).waitFor();
  expect(other.complaints).toEqual([]);
  await other.page.context().close();
});

it('says when a view is changed, saves, renames and deletes it', async () => {
  await grid().getByRole('button', { name: 'User ID' }).click();
  await choose('Hide');
  await menu('Finished (changed)');
  await choose('Save changes to Finished');
  await menu('Finished');
  await choose('Rename Finished');
  await page.getByLabel('Name of the view').fill('Ready');
  await page.keyboard.press('Enter');
  await menu('Ready');
  await choose('Delete Ready');
  await page.getByText('The rows stay.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
  await count('2 rows');
  expect(complaints).toEqual([]);
});
