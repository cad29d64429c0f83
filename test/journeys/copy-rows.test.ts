import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const table = (name: string) =>
  JSON.stringify({
    ...{ name, type: 'object', properties: { title: { type: 'string' } } },
    'x-accessControl': { permissions: { read: 'anonymous', write: 'admin' } },
  });

let world: World;
let page: Page;
let complaints: string[];
let appId: string;
const headers = () => ({ origin: world.url });
const call = async (path: string, data?: object) => {
  const { request } = page.context();
  const url = `${world.url}${path}`;
  return (await (data === undefined ? request.get(url) : request.post(url, { headers: headers(), data }))).json();
};
const titles = async (rows: 'draft' | 'live'): Promise<string[]> =>
  (await call(`/live_api/apps/${appId}/entities/Dish?sort=title&rows=${rows}`)).map(({ title }: { title: string }) => title);
const panel = (search: string) => page.goto(`${world.url}/build/app/${appId}?panel=${search}`);

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await call('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' });
  const genApp = {
    ...{ name: 'Menu', pages: { Home: 'export default function Home() { return <h1>Menu</h1>; }' } },
    entities: { Dish: table('Dish'), Wine: table('Wine') },
  };
  appId = (await call('/api/apps', { appType: 'generated', genApp })).id;
  await call(`/live_api/apps/${appId}/entities/Dish/bulk?rows=draft`, [{ title: 'Pasta' }, { title: 'Pizza' }]);
  await call(`/live_api/apps/${appId}/entities/Wine?rows=draft`, { title: 'Red' });
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('publishes an app with the rows of its preview', async () => {
  await panel('publish');
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  const choice = dialog.getByRole('switch', { name: 'Start with the rows of the preview' });
  await dialog.getByText('Dish: 2 rows').waitFor();
  await dialog.getByText('Wine: 1 row').waitFor();
  const found = await inspect(page, 'publish with rows');
  await choice.click();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  // The dialog now shares the app.
  await page.getByText('The rows of the preview are live.').waitFor();
  expect(await titles('live')).toEqual(['Pasta', 'Pizza']);
  expect(found).toEqual([]);
});

it('copies rows between the preview and the live app, and says what it replaces', async () => {
  await call(`/live_api/apps/${appId}/entities/Dish?rows=draft`, { title: 'Soup' });
  await call(`/live_api/apps/${appId}/entities/Dish?rows=live`, { title: 'Only live' });
  await panel('data&table=Dish&rows=live');
  const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true });
  await cell('Only live').waitFor();
  await page.getByRole('button', { name: 'Copy from preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy preview rows to the live app?' });
  await dialog.getByRole('row', { name: 'Dish 3 rows 3 rows' }).waitFor();
  await dialog.getByRole('row', { name: 'Wine 1 row 1 row' }).waitFor();
  const found = await inspect(page, 'copy rows');
  // Another layout of the window closes the dialog.
  await panel('data&table=Dish&rows=live');
  await page.getByRole('button', { name: 'Copy from preview' }).click();
  await dialog.getByRole('button', { name: 'Replace rows' }).click();
  await cell('Soup').waitFor();
  await cell('Only live').waitFor({ state: 'detached' });
  await dialog.waitFor({ state: 'detached' });
  expect(await titles('live')).toEqual(['Pasta', 'Pizza', 'Soup']);
  await call(`/live_api/apps/${appId}/entities/Dish?rows=live`, { title: 'Tart' });
  await page.getByRole('radiogroup', { name: 'Which rows' }).getByText('Preview').click();
  await cell('Soup').waitFor();
  await page.getByRole('button', { name: 'Copy from live' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace rows' }).click();
  await cell('Tart').waitFor();
  expect(await titles('draft')).toEqual(['Pasta', 'Pizza', 'Soup', 'Tart']);
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});

it('says that columns have changed since the app was published', async () => {
  await panel('data&table=Dish&rows=live');
  await page.getByText('people who use the published app see each change at once').waitFor();
  expect(await page.getByText('Columns have changed since it was published').count()).toBe(0);
  await call(`/live_api/apps/${appId}/entities/Dish/columns?rows=draft`, { action: 'add', name: 'price', property: { type: 'number' } });
  await page.getByText('Columns have changed since it was published').waitFor();
  expect(complaints).toEqual([]);
});
