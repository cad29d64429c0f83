import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, type World } from './builder-world.ts';

const TASK = {
  name: 'Task',
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'number' },
    done: { type: 'boolean' },
    state: { type: 'string', enum: ['open', 'done', 'late'] },
    tags: { type: 'array', items: { type: 'string', enum: ['home', 'work'] } },
    due: { type: 'string', format: 'date' },
  },
};

let world: World;
let page: Page;
let address: string;

const grid = () => page.getByRole('grid', { name: 'Task' });
const cell = (text: string) => grid().getByRole('gridcell', { name: text, exact: true });
const count = (rows: string) => page.getByRole('status').getByText(rows, { exact: true }).waitFor();
const panel = () => page.getByRole('dialog');

beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  const { request } = page.context();
  const headers = { origin: world.url };
  const person = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { headers, data: person });
  const genApp = {
    name: 'Tasks',
    pages: { Home: 'export default function Home() { return <h1>Tasks</h1>; }' },
    entities: { Task: JSON.stringify(TASK) },
  };
  const { id } = await (await request.post(`${world.url}/api/apps`, { headers, data: { appType: 'generated', genApp } })).json();
  const data = Array.from({ length: 24 }, (_, n) => ({
    title: `Task ${n}`,
    count: n % 4,
    done: n % 2 === 0,
    state: ['open', 'done', 'late'][n % 3],
    tags: n % 6 === 0 ? ['home', 'work'] : [],
    ...(n < 10 ? { due: `2026-11-0${n % 9 === 0 ? 1 : n % 9}` } : {}),
  }));
  await request.post(`${world.url}/live_api/apps/${id}/entities/Task/bulk?rows=draft`, { headers, data });
  address = `${world.url}/build/app/${id}?panel=data&table=Task`;
  await page.goto(address);
  await count('24 rows');
});
afterAll(() => world?.[Symbol.asyncDispose]());

it.each<readonly [column: string, operator: string, enter: (() => Promise<unknown>) | null, rows: string]>([
  ['title', 'contains', () => panel().getByRole('textbox', { name: 'Value' }).fill('task 2'), '5 rows'],
  ['count', 'is at least', () => panel().getByRole('textbox', { name: 'Value' }).fill('3'), '6 rows'],
  ['done', 'is not checked', null, '12 rows'],
  ['state', 'is any of', () => choose('late'), '8 rows'],
  ['tags', 'is empty', null, '20 rows'],
  ['due', 'is on', () => panel().getByLabel('Value').fill('2026-11-01'), '3 rows'],
])('shows the rows whose %s %s', async (column, operator, enter, rows) => {
  await page.getByRole('button', { name: 'Filter' }).click();
  await panel().getByRole('combobox', { name: 'Column' }).selectOption(column);
  await panel().getByRole('combobox', { name: 'Condition', exact: true }).selectOption({ label: operator });
  await enter?.();
  await count(rows);
  await panel().getByRole('button', { name: 'Clear' }).click();
  await count('24 rows');
});

async function choose(option: string): Promise<void> {
  await panel().getByRole('combobox', { name: 'Value' }).press('ArrowDown');
  await panel().getByRole('option', { name: option }).click();
}

it('joins conditions, keeps them when the page is opened again, and removes one by one', async () => {
  await page.getByRole('button', { name: 'Filter' }).click();
  await panel().getByRole('combobox', { name: 'Column' }).selectOption('done');
  await panel().getByRole('button', { name: 'Add condition' }).click();
  await panel().getByRole('combobox', { name: 'Column' }).nth(1).selectOption('count');
  await panel().getByRole('textbox', { name: 'Value' }).fill('3');
  await page.getByText('No row matches').waitFor();
  await panel().getByText('Match any').click();
  await count('18 rows');
  await page.keyboard.press('Escape');
  expect(await inspect(page, 'filter')).toEqual([]);
  await page.reload();
  await count('18 rows');
  await page.getByRole('button', { name: 'Remove Count is 3' }).click();
  await count('12 rows');
  await page.getByRole('button', { name: 'Remove Done is checked' }).click();
  await count('24 rows');
});

it('sorts by several columns', async () => {
  await page.getByRole('button', { name: 'Sort' }).click();
  await panel().getByRole('combobox', { name: 'Column' }).selectOption('count');
  await panel().getByRole('combobox', { name: 'Direction' }).selectOption('asc');
  await panel().getByRole('button', { name: 'Add column' }).click();
  await panel().getByRole('combobox', { name: 'Column' }).nth(1).selectOption('title');
  await panel().getByRole('combobox', { name: 'Direction' }).nth(1).selectOption('desc');
  await cell('Task 8').waitFor();
  const titles = await grid()
    .getByRole('gridcell', { name: /^Task / })
    .allTextContents();
  expect(titles.slice(0, 4)).toEqual(['Task 8', 'Task 4', 'Task 20', 'Task 16']);
  await page.keyboard.press('Escape');
  expect(await grid().getByRole('columnheader', { name: 'Count' }).textContent()).toContain('1');
});
