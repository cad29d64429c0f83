import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const PERSON = { name: 'Person', type: 'object', properties: { age: { type: 'number' }, name: { type: 'string' } } };
const TASK = {
  name: 'Task',
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'number' },
    isDone: { type: 'boolean' },
    state: { type: 'string', enum: ['open', 'done'] },
    tags: { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } },
    due: { type: 'string', format: 'date' },
    owner: { type: 'string', 'x-reference': 'Person' },
    info: { type: 'object' },
  },
};

let world: World;
let page: Page;
let complaints: string[];
let appId: string;
let people: string[];

const api = (table: string) => `${world.url}/live_api/apps/${appId}/entities/${table}`;
const headers = () => ({ origin: world.url });
const add = async (table: string, data: object[]): Promise<{ id: string }[]> =>
  (await page.context().request.post(`${api(table)}/bulk?rows=draft`, { headers: headers(), data })).json();
const stored = async (): Promise<Record<string, unknown>[]> =>
  (await page.context().request.get(`${api('Task')}?rows=draft&sort=count`)).json();
const grid = () => page.getByRole('grid', { name: 'Task' });
const drawer = (title: string) => page.getByRole('dialog', { name: title });

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers: headers(), data: person });
  const genApp = {
    name: 'Tasks',
    pages: { Home: 'export default function Home() { return <h1>Tasks</h1>; }' },
    entities: { Task: JSON.stringify(TASK), Person: JSON.stringify(PERSON) },
  };
  appId = (await (await request.post(`${world.url}/api/apps`, { headers: headers(), data: { appType: 'generated', genApp } })).json()).id;
  people = (await add('Person', [{ name: 'Grace' }, { name: 'Alan' }])).map(({ id }) => id);
});
afterAll(() => world?.[Symbol.asyncDispose]());

beforeEach(async () => {
  await page.context().request.delete(`${api('Task')}?rows=draft`, { headers: headers(), data: { q: {} } });
  const data = [1, 2, 3].map((count) => ({ title: `Task ${count}`, count, state: 'open', owner: people[0], info: { count } }));
  await add('Task', data);
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Task`);
  await grid().getByRole('gridcell', { name: 'Task 3', exact: true }).waitFor();
});

it('edits every field of a row', async () => {
  await grid().focus();
  await page.keyboard.press('Space');
  const open = drawer('Task 3');
  await open.getByLabel('Count').fill('many');
  await page.keyboard.press('Enter');
  await open.getByText('This is no number').waitFor();
  await open.getByLabel('Count').fill('30');
  await page.keyboard.press('Enter');
  // The switch shows its row, which may change a moment after the click.
  await open.getByLabel('Is Done').click();
  await open.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'done', exact: true }).click();
  await open.getByRole('combobox', { name: 'Tags' }).click();
  await page.getByRole('option', { name: 'blue', exact: true }).click();
  await open.getByLabel('Due').fill('2026-05-01');
  await open.getByLabel('Info').fill('{"a":1}');
  await open.getByLabel('Title').fill('Renamed');
  await page.keyboard.press('Tab');
  const expected = { title: 'Renamed', count: 30, isDone: true, state: 'done', tags: ['blue'], due: '2026-05-01', info: { a: 1 } };
  await expect.poll(async () => (await stored()).at(-1)).toMatchObject(expected);
  await drawer('Renamed').getByText('Changed at').waitFor();
});

it('shows references by their titles in the grid, and picks another row there by keyboard', async () => {
  await expect.poll(() => grid().getByRole('gridcell', { name: 'Grace', exact: true }).count()).toBe(3);
  await grid().getByRole('gridcell', { name: 'Grace', exact: true }).first().click();
  await page.keyboard.type('ala');
  await page.getByRole('option', { name: 'Alan' }).waitFor();
  await page.keyboard.press('Enter');
  await grid().getByRole('gridcell', { name: 'Alan', exact: true }).waitFor();
  await expect.poll(async () => (await stored()).at(-1)).toMatchObject({ owner: people[1] });
  await page.keyboard.press('F2');
  await page.getByRole('option', { name: 'Alan' }).waitFor();
  expect(await inspect(page, 'a reference in the grid')).toEqual([]);
});

it('shows the referenced row, picks another one by search, and opens it', async () => {
  await grid().focus();
  await page.keyboard.press('Shift+Enter');
  const owner = drawer('Task 3').getByRole('combobox', { name: 'Owner' });
  await expect.poll(() => owner.inputValue()).toBe('Grace');
  await owner.fill('ala');
  await page.getByRole('option', { name: 'Grace' }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'Alan' }).click();
  await expect.poll(async () => (await stored()).at(-1)?.['owner']).toBe(people[1]);
  await drawer('Task 3').getByRole('button', { name: 'Show this row of Person' }).click();
  await drawer('Alan').getByLabel('Name').waitFor();
  await page.getByRole('grid', { name: 'Person' }).waitFor();
});

it('steps through the rows, saves what was typed, and closes', async () => {
  await page.getByRole('button', { name: 'Open row' }).first().click();
  await drawer('Task 3').getByRole('button', { name: 'Next row' }).click();
  await drawer('Task 2').getByLabel('Title').fill('Left behind');
  await page.keyboard.press('Alt+ArrowDown');
  await drawer('Task 1').waitFor();
  await expect.poll(async () => (await stored())[1]).toMatchObject({ title: 'Left behind' });
  expect(await drawer('Task 1').getByRole('button', { name: 'Next row' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await drawer('Task 1').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('row')).toBeNull();
  await grid().focus();
  await page.keyboard.press('Control+z');
  await grid().getByRole('gridcell', { name: 'Task 2', exact: true }).waitFor();
});

it('says when a row is gone', async () => {
  await page.goto(`${world.url}/build/app/${appId}?panel=data&table=Task&row=gone`);
  await drawer('Task').getByText('This row does not exist any more.').waitFor();
});

it('has no faults of access', async () => {
  await page.getByRole('button', { name: 'Open row' }).first().click();
  await drawer('Task 3').getByText('Created at').waitFor();
  const found = await inspect(page, 'drawer');
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});
