import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, startTable, type World } from './builder-world.ts';

// What stays beside a table: its count follows every change, and a failed import leaves no columns.

const TASK = { name: 'Task', type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

let world: World;
let page: Page;
let appId: string;

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const table = (name: string) => page.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: new RegExp(`^${name}`) });
const countOf = async (name: string) => Number(((await table(name).textContent()) ?? '').replace(/\D/g, ''));
const columns = async (): Promise<string[]> => {
  const data = { query: `{ app(id: "${appId}") { currentVersion { tables { schema } } } }` };
  const answer = await page.context().request.post(`${world.url}/graphql`, { headers: { origin: world.url }, data });
  return Object.keys((await answer.json()).data.app.currentVersion.tables[0].schema.properties);
};
const importFile = async (name: string, lines: readonly string[]) => {
  await button('Import CSV').click();
  const buffer = Buffer.from(lines.join('\n'));
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer });
};

beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  appId = await startTable(page, world.url, TASK);
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Task`);
  await page.getByRole('grid', { name: 'Task' }).waitFor();
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('shows the current number of rows beside a table', async () => {
  await button('Add row').last().click();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await button('Save row').click();
  await expect.poll(() => countOf('Task')).toBe(1);
  const { request } = page.context();
  const init = { headers: { origin: world.url } };
  // By another client, while a filter hides the row.
  await page.getByLabel('Search Task').fill('One');
  await page.getByRole('status').filter({ hasText: '1 row' }).waitFor();
  await request.post(`${world.url}/live_api/apps/${appId}/entities/Task?rows=draft`, { ...init, data: { title: 'Two' } });
  await expect.poll(() => countOf('Task')).toBe(2);
  await page.getByLabel('Search Task').fill('');
  await page.getByRole('gridcell', { name: 'Two', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete row' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => countOf('Task')).toBe(1);
});

it('takes back the columns of an import that stores no row', async () => {
  const refuse = (url: URL) => url.pathname.endsWith('/imports');
  const json = { message: 'The app has no room for more rows.' };
  await page.route(refuse, (route) => route.fulfill({ status: 422, json }));
  await importFile('tasks.csv', ['title,colour', 'Three,red', 'Four,blue']);
  await page.getByLabel(/: colour$/).selectOption({ index: 2 });
  await button('Next').click();
  await button('Import 2 rows').click();
  await page.getByRole('alert').filter({ hasText: json.message }).waitFor();
  await page.unroute(refuse);
  await expect.poll(columns).toEqual(['title']);
});
