import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const TASK = JSON.stringify({ name: 'Task', type: 'object', properties: { title: { type: 'string' }, effort: { type: 'string' } } });

let world: World;
let page: Page;
let complaints: string[];
let appId: string;
let first: string;
const call = async (path: string, data?: object) => {
  const { request } = page.context();
  const url = `${world.url}${path}`;
  return (await (data === undefined ? request.get(url) : request.post(url, { headers: { origin: world.url }, data }))).json();
};
const rows = () => call(`/live_api/apps/${appId}/entities/Task?rows=draft&sort=title`) as Promise<{ title: string; effort?: string }[]>;

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  await call('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' });
  const genApp = {
    ...{ name: 'Tasks', pages: { Home: 'export default function Home() { return <h1>Tasks</h1>; }' } },
    entities: { Task: TASK },
  };
  appId = (await call('/api/apps', { appType: 'generated', genApp })).id;
  const data = [{ title: 'Build', effort: 'a lot' }, { title: 'Paint', effort: '3' }, { title: 'Rest' }];
  await call(`/live_api/apps/${appId}/entities/Task/bulk?rows=draft`, data);
  first = (await call(`/api/apps/${appId}/versions`)).versions[0].id;
  await call(`/live_api/apps/${appId}/entities/Task/columns`, { action: 'delete', name: 'effort' });
});
afterAll(() => world?.[Symbol.asyncDispose]());

it('lists the rows that were kept, and asks before it restores or deletes them', async () => {
  await expect.poll(async () => (await rows()).some((row) => row.effort !== undefined)).toBe(false);
  await page.goto(`${world.url}/build/app/${appId}?panel=versions`);
  const openRows = async () => {
    await page.getByText('Rows', { exact: true }).click();
    await page.getByRole('list', { name: 'Kept rows' }).getByText('Task: 3 rows').waitFor();
  };
  await openRows();
  expect(await inspect(page, 'kept rows')).toEqual([]);
  for (const [button, question] of [
    [/^Restore the rows:/, 'Restore these rows?'],
    [/^Delete the rows:/, 'Delete these kept rows?'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await inspect(page, question)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${world.url}/build/app/${appId}?panel=versions`);
    await openRows();
  }
  expect(complaints).toEqual([]);
});

it('says by keyboard alone, and on a phone, what a restore does to rows, which then happens', async () => {
  await expect.poll(async () => (await rows()).some((row) => row.effort !== undefined)).toBe(false);
  await call(`/live_api/apps/${appId}/entities/Task?rows=draft`, { title: 'Added since' });
  await page.goto(`${world.url}/build/app/${appId}?version=${first}`);
  const question = page.getByRole('dialog', { name: 'Restore this version?' });
  await page.getByRole('button', { name: 'Restore', exact: true }).focus();
  await page.keyboard.press('Enter');
  await question.getByText('effort: comes back with 2 values').waitFor();
  await question.getByRole('switch', { name: 'Restore the rows too' }).press('Space');
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await inspect(page, `what a restore does, ${colorScheme}, ${width}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await question.getByRole('button', { name: 'Restore' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await expect.poll(async () => (await rows()).map(({ effort }) => effort)).toEqual(['a lot', '3', undefined]);
  await page.getByRole('button', { name: 'Undo for the rows' }).press('Enter');
  await expect.poll(async () => (await rows()).map(({ title }) => title)).toEqual(['Added since', 'Build', 'Paint', 'Rest']);
  await page.getByText('The rows are as before the restore').waitFor();
  expect(complaints).toEqual([]);
});
