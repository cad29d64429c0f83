import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const TASK = { name: 'Task', type: 'object', properties: { title: { type: 'string' } } };

let world: World;
let page: Page;
let complaints: string[];
let appId: string;

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
    entities: { Task: JSON.stringify(TASK) },
  };
  appId = (await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json()).id;
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Task`);
  await page.getByRole('grid', { name: 'Task' }).waitFor();
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('adds a table with its first columns', async () => {
  await page.getByRole('button', { name: 'New table' }).click();
  const dialog = page.getByRole('dialog', { name: 'New table' });
  await dialog.getByLabel('Table name').fill('order items');
  await dialog.getByText('Your app calls it OrderItems.').waitFor();
  await dialog.getByRole('button', { name: 'Add column' }).click();
  await dialog.getByRole('textbox', { name: 'Column 2' }).fill('Unit price');
  await dialog.getByRole('combobox', { name: 'Type of column 2' }).click();
  await page.getByRole('option', { name: 'Number', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add column' }).click();
  const found = await inspect(page, 'new table');
  await dialog.getByRole('button', { name: 'Create table' }).click();
  const grid = page.getByRole('grid', { name: 'OrderItems' });
  await grid.getByRole('columnheader', { name: 'Unit price', exact: true }).waitFor();
  const schema = await page.context().request.get(`${world.url}/live_api/apps/${appId}/entities/OrderItems/schema?rows=draft`);
  const { properties } = (await schema.json()) as { properties: unknown };
  expect(properties).toEqual({ name: { type: 'string', title: 'Name' }, unit_price: { type: 'number', title: 'Unit price' } });
  await page.getByRole('button', { name: 'Add row' }).first().click();
  await grid.focus();
  await page.keyboard.type('Chair');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save row' }).click();
  await page
    .getByRole('status')
    .getByText('1 row', { exact: true })
    .or(page.getByText('1 row', { exact: true }))
    .first()
    .waitFor();
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});
