import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const TASK = { name: 'Task', type: 'object', properties: { title: { type: 'string' }, count: { type: 'number' } } };

let world: World;
let page: Page;
let complaints: string[];
let appId: string;

const base = () => `${world.url}/live_api/apps/${appId}`;
const headers = () => ({ origin: world.url });
const stored = async (): Promise<Record<string, unknown>[]> =>
  (await page.context().request.get(`${base()}/entities/Task?sort=count&rows=draft`)).json();
const grid = () => page.getByRole('grid', { name: 'Task' });
const cell = (text: string) => grid().getByRole('gridcell', { name: text, exact: true });
const selectRows = async (...titles: string[]) => {
  for (const title of titles) {
    const row = page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: title, exact: true }) });
    // The number of the row gives way to its checkbox.
    await row.getByRole('gridcell').first().hover();
    await row.getByRole('checkbox').check();
  }
};
const deleteSelected = async () => {
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
};

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers: headers(), data: person });
  const genApp = {
    name: 'Tasks',
    pages: { Home: 'export default function Home() { return <h1>Tasks</h1>; }' },
    entities: { Task: JSON.stringify(TASK) },
  };
  const data = { appType: 'generated', genApp };
  appId = (await (await request.post(`${world.url}/api/apps`, { headers: headers(), data })).json()).id;
});
afterAll(() => world?.[Symbol.asyncDispose]());

beforeEach(async () => {
  const { request } = page.context();
  await request.delete(`${base()}/entities/Task?rows=draft`, { headers: headers(), data: { q: {} } });
  await request.delete(`${base()}/trash?rows=draft`, { headers: headers(), data: { all: true } });
  const data = Array.from({ length: 5 }, (_, count) => ({ title: `Task ${count}`, count }));
  await request.post(`${base()}/entities/Task/bulk?rows=draft`, { headers: headers(), data });
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Task`);
  await cell('Task 4').waitFor();
});

it('restores deleted rows as they were, from the trash', async () => {
  const before = await stored();
  await selectRows('Task 1', 'Task 3');
  await deleteSelected();
  await expect.poll(async () => (await stored()).length).toBe(3);
  await page.getByRole('button', { name: 'Trash' }).click();
  const trash = page.getByRole('dialog', { name: 'Deleted rows of Task' });
  await trash
    .getByText(/Deleted .* by Ada/)
    .first()
    .waitFor();
  expect(await trash.getByRole('listitem').count()).toBe(2);
  const found = await inspect(page, 'trash');
  await trash.getByRole('checkbox', { name: 'Select all' }).check();
  await trash.getByRole('button', { name: 'Restore' }).click();
  await trash.getByText('The trash is empty').waitFor();
  found.push(...(await inspect(page, 'empty trash')));
  expect(await stored()).toEqual(before);
  await page.keyboard.press('Escape');
  await cell('Task 3').waitFor();
  expect(found).toEqual([]);
});

it('deletes rows for good after a question', async () => {
  await selectRows('Task 2');
  await deleteSelected();
  await expect.poll(async () => (await stored()).length).toBe(4);
  await page.getByRole('button', { name: 'Trash' }).click();
  await page.getByRole('checkbox', { name: 'Select Task 2 · 2' }).check();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByRole('dialog', { name: 'Delete this row for good?' }).getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('The trash is empty').waitFor();
});

it('undoes deletions without new ids', async () => {
  const before = await stored();
  await selectRows('Task 0', 'Task 1', 'Task 2');
  await deleteSelected();
  await page.getByText(/Deleting/).waitFor({ state: 'hidden' });
  await expect.poll(async () => (await stored()).length).toBe(2);
  await grid().focus();
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toEqual(before);
  await page.keyboard.press('Control+y');
  await expect.poll(async () => (await stored()).length).toBe(2);
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toEqual(before);
});

it('shows who changed a row, with the values before and after', async () => {
  await grid().focus();
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).at(-1)).toMatchObject({ title: 'Renamed' });
  await selectRows('Renamed');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of the row' });
  await history.getByText('Ada changed the row').waitFor();
  await history.getByText('Before: Task 4').waitFor();
  await history.getByText('After: Renamed').waitFor();
  await history.getByText('Ada added the row').waitFor();
  expect(await inspect(page, 'history')).toEqual([]);
  await history.getByRole('button', { name: 'Restore the value of Title' }).click();
  await history.getByText('After: Task 4').waitFor();
  expect((await stored()).at(-1)).toMatchObject({ title: 'Task 4' });
  expect(complaints).toEqual([]);
});
