import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const table = (name: string, read: string) =>
  JSON.stringify({
    name,
    type: 'object',
    properties: { title: { type: 'string' } },
    'x-accessControl': { permissions: { read, write: 'creator' } },
  });

let world: World;
let page: Page;
let complaints: string[];
const grid = (entity: string) => page.getByRole('grid', { name: entity });
const count = (rows: string) => page.getByRole('status').getByText(rows, { exact: true }).waitFor();
async function viewAs(name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'View as' }).click();
  await page.getByRole('menuitem', { name }).click();
}

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const headers = { origin: world.url };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: person });
  const genApp = {
    name: 'Notes',
    pages: { Home: 'export default function Home() { return <h1>Notes</h1>; }' },
    entities: { Diary: table('Diary', 'creator'), News: table('News', 'all'), Budget: table('Budget', 'admin') },
  };
  const { id } = await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json();
  for (const entity of ['Diary', 'News', 'Budget'])
    await request.post(`${world.url}/live_api/apps/${id}/entities/${entity}/bulk?rows=draft`, {
      headers,
      data: [{ title: 'one' }, { title: 'two' }],
    });
  await page.goto(`${world.url}/build/app/${id}?panel=data&table=News`);
  await count('2 rows');
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('shows what a visitor may read, without changing anything', async () => {
  await viewAs('Anyone who is not logged in');
  await page.getByText('You see the rows that people may read who are not logged in.').waitFor();
  await count('2 rows');
  expect(await page.getByRole('button', { name: 'Add row' }).count()).toBe(0);
  await grid('News').getByRole('gridcell', { name: 'one', exact: true }).dblclick();
  await page.keyboard.type('changed');
  expect(await page.getByRole('textbox', { name: 'title' }).count()).toBe(0);
  expect(await inspect(page, 'a table as a visitor reads it')).toEqual([]);
});

it('says which tables they may not read', async () => {
  await page.getByRole('button', { name: /^Budget/ }).click();
  await page.getByText('They may not read this table').waitFor();
  expect(await inspect(page, 'a table that visitors may not read')).toEqual([]);
});

it('shows the rows of one person, over a reload, and leads back', async () => {
  await page.getByRole('button', { name: /^Diary/ }).click();
  await page.getByText('They may not read this table').waitFor();
  await viewAs('Anyone with an account');
  await page.getByText('No rows yet').waitFor();
  await viewAs(/^User .* \(2 rows\)$/);
  await count('2 rows');
  await page.reload();
  await page.getByText(/^You see the rows that user .* may read\.$/).waitFor();
  await count('2 rows');
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await page.getByRole('button', { name: 'Add row' }).waitFor();
  expect(complaints).toEqual([]);
});
