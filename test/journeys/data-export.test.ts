import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const COUNT = 2_500;
const BATCH = 500;
const TASK = {
  name: 'Task',
  type: 'object',
  properties: { title: { type: 'string' }, count: { type: 'number' }, info: { type: 'object' } },
};

let world: World;
let page: Page;
let complaints: string[];

const headers = () => ({ origin: world.url });
const choose = async (item: string) => {
  await page.getByRole('button', { name: 'Export rows' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const exported = async (item: string): Promise<{ name: string; bytes: Buffer }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(item)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
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
  const appId = (await (await request.post(`${world.url}/api/apps`, { headers: headers(), data: { appType: 'generated', genApp } })).json())
    .id;
  for (let start = 0; start < COUNT; start += BATCH) {
    const data = Array.from({ length: BATCH }, (_, offset) => ({
      title: `=Task ${start + offset}`,
      count: -(start + offset),
      info: { a: 1 },
    }));
    await request.post(`${world.url}/live_api/apps/${appId}/entities/Task/bulk?rows=draft`, { headers: headers(), data });
  }
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Task`);
  await page.getByText(`${COUNT.toLocaleString('en')} rows`).waitFor();
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('exports every row as CSV, without formulas', async () => {
  const { name, bytes } = await exported('CSV file');
  expect(name).toBe('Task.csv');
  const lines = bytes.toString().split('\r\n');
  expect(lines[0]).toBe('\uFEFFTitle,Count,Info,Created at,User ID');
  expect(lines).toHaveLength(COUNT + 2);
  expect(lines[1]).toMatch(new RegExp(`^'=Task ${COUNT - 1},-${COUNT - 1},"{""a"":1}",`));
  await page.getByText('2,500 rows exported').waitFor();
});

it('exports a workbook', async () => {
  const { name, bytes } = await exported('Excel file');
  expect(name).toBe('Task.xlsx');
  // A zip archive, whose sheet the unit test reads.
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

it('exports what is searched, in the order of the grid', async () => {
  await page.getByLabel('Search Task').fill('Task 249');
  await page.getByText('11 rows', { exact: true }).waitFor();
  const { bytes } = await exported('JSON file');
  const rows = JSON.parse(bytes.toString()) as { title: string }[];
  expect(rows.map(({ title }) => title).slice(-2)).toEqual(['=Task 2490', '=Task 249']);
  expect(rows).toHaveLength(11);
  await page.getByLabel('Search Task').fill('');
  await page.getByText('2,500 rows', { exact: true }).waitFor();
});

it('shows the progress, until it is cancelled', async () => {
  // The second page is never answered.
  await page.context().route('**/entities/Task?*limit=1000&after=*', () => undefined);
  await choose('CSV file');
  const dialog = page.getByRole('dialog', { name: 'Export rows' });
  await dialog.getByText('1,000 of 2,500 rows').waitFor();
  const found = await inspect(page, 'progress');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});

it('imports the workbook that it has exported', async () => {
  await page.getByLabel('Search Task').fill('Task 249');
  await page.getByText('11 rows', { exact: true }).waitFor();
  const { bytes } = await exported('Excel file');
  await page.getByLabel('Search Task').fill('');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel('Choose a file').setInputFiles({ name: 'Task.xlsx', mimeType, buffer: bytes });
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Import 11 rows' }).click();
  await page.getByText('Successfully imported all 11 rows.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('2,511 rows', { exact: true }).waitFor();
  await page.getByLabel('Search Task').fill('Task 2499');
  await page.getByText('2 rows', { exact: true }).waitFor();
  const imported = page.getByRole('gridcell', { name: '=Task 2499', exact: true });
  await expect.poll(() => imported.count()).toBe(2);
  expect(complaints).toEqual([]);
});
