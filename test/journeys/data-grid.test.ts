import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openWorld, readyApp, type World } from './builder-world.ts';

// The grid as a spreadsheet: its roles, what is copied and pasted, and the arrangement of its columns.

const COUNT = 250;
const LAST = COUNT - 1;
const FIELDS = ['title', 'count', 'place', 'state', 'info'] as const;
const TASK = {
  name: 'Task',
  type: 'object',
  properties: {
    title: { type: 'string' },
    count: { type: 'number' },
    place: { type: 'string' },
    state: { type: 'string', enum: ['open', 'done'] },
    info: { type: 'string' },
  },
};

let world: World;
let page: Page;
let complaints: string[];
let address: string;
let api: string;

const grid = () => page.getByRole('grid', { name: 'Task' });
const cell = (text: string) => grid().getByRole('gridcell', { name: text, exact: true });
const header = (name: string) => grid().getByRole('columnheader', { name, exact: true });
const headers = async () => (await grid().getByRole('columnheader').allTextContents()).filter((name) => name !== '');
const keys = async (...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key);
};
const stored = async (): Promise<Record<string, unknown>[]> =>
  (await page.context().request.get(`${api}?sort=createdAt&limit=1000&rows=draft`)).json();
const values = async () => (await stored()).map((row) => FIELDS.map((field) => row[field] ?? null));

/** Pastes data of these types into the grid, as a browser does after Ctrl+V. */
const paste = (data: Readonly<Record<string, string>>) =>
  grid().evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(pasted)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
/** What the grid copies of its selection. */
const copied = () =>
  grid().evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return { 'text/plain': clipboardData.getData('text/plain'), 'text/html': clipboardData.getData('text/html') };
  });

beforeAll(async () => {
  world = await openWorld();
  ({ page, complaints } = await world.visit());
  const { request } = page.context();
  const init = { headers: { origin: world.url } };
  const data = { name: 'Ada', email: 'ada@example.org', password: 'a long enough secret' };
  await request.post(`${world.url}/api/auth/sign-up/email`, { ...init, data });
  const genApp = {
    name: 'Tasks',
    pages: { Home: 'export default function Home() { return <h1>Tasks</h1>; }' },
    entities: { Task: JSON.stringify(TASK) },
  };
  const { id } = await (await request.post(`${world.url}/api/apps`, { ...init, data: { appType: 'generated', genApp } })).json();
  api = `${world.url}/live_api/apps/${id}/entities/Task`;
  address = `${world.url}/build/app/${id}?panel=data&table=Task`;
});
afterAll(() => world?.[Symbol.asyncDispose]());

beforeEach(async () => {
  const { request } = page.context();
  const init = { headers: { origin: world.url } };
  await request.delete(`${api}?rows=draft`, { ...init, data: { q: {} } });
  const data = Array.from({ length: COUNT }, (_, index) => ({
    ...{ title: `Task ${index}`, count: index, place: `Place ${index}` },
    ...{ state: 'open', info: `Info ${index}` },
  }));
  await request.post(`${api}/bulk?rows=draft`, { ...init, data });
  await page.goto(address);
  await cell(`Task ${LAST}`).waitFor();
});

it('tells screen readers its size and each position, although it renders only what is visible', async () => {
  const numbers = (name: string, of: string) =>
    grid().evaluate(
      (element, [attribute, role]) => [...element.querySelectorAll(`[role=${role}]`)].map((each) => Number(each.getAttribute(attribute))),
      [name, of] as const,
    );
  const active = () =>
    grid().evaluate((element) => {
      const found = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
      const position = [found?.closest('[role=row]')?.getAttribute('aria-rowindex'), found?.getAttribute('aria-colindex')];
      return { role: found?.getAttribute('role'), position: position.map(Number), isFocused: document.activeElement === element };
    });
  await grid().focus();
  expect(await grid().getAttribute('aria-rowcount')).toBe(String(COUNT + 1));
  expect(await grid().getAttribute('aria-colcount')).toBe(String(FIELDS.length + 4));
  expect(await header('Title').getAttribute('aria-colindex')).toBe('2');
  expect(await active()).toEqual({ role: 'gridcell', position: [2, 2], isFocused: true });
  await keys('Control+End');
  await cell('Task 0').waitFor();
  expect(await active()).toEqual({ role: 'gridcell', position: [COUNT + 1, FIELDS.length + 3], isFocused: true });
  const rows = await numbers('aria-rowindex', 'row');
  expect(rows).toContain(COUNT + 1);
  expect(rows.length).toBeLessThan(80);
  expect(new Set(rows).size).toBe(rows.length);
  expect(Math.max(...(await numbers('aria-colindex', 'gridcell')))).toBe(FIELDS.length + 4);
});

it('pastes 20 × 5 cells that a spreadsheet gives as HTML, and undoes it', async () => {
  const before = await values();
  const line = (index: number) =>
    `<tr>${[`H ${index}`, 900 + index, 'a<br>b', 'done', '&lt;b&gt;'].map((text) => `<td>${text}</td>`).join('')}</tr>`;
  await grid().focus();
  await paste({
    'text/html': `<html><body><!--StartFragment--><table>${Array.from({ length: 20 }, (_, n) => line(n)).join('')}</table></body></html>`,
  });
  await expect.poll(async () => (await stored()).filter(({ state }) => state === 'done').length).toBe(20);
  expect((await values()).at(-1)).toEqual(['H 0', 900, 'a\nb', 'done', '<b>']);
  await keys('Control+z');
  await expect.poll(values).toEqual(before);
});

it('pastes over rows that are not loaded yet, and adds none', async () => {
  await grid().focus();
  await paste({ 'text/plain': Array.from({ length: COUNT }, (_, index) => `Over ${index}`).join('\n') });
  const titles = async () => (await stored()).map(({ title }) => title).toReversed();
  await expect.poll(titles).toEqual(Array.from({ length: COUNT }, (_, index) => `Over ${index}`));
});

it('copies a range, and adds rows for what is pasted below the last one', async () => {
  await grid().focus();
  await keys('Shift+ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight');
  const range = await copied();
  expect(range['text/plain']).toBe(`Task ${LAST}\t${LAST}\tPlace ${LAST}\nTask ${LAST - 1}\t${LAST - 1}\tPlace ${LAST - 1}`);
  await keys('Control+End', 'Home');
  await paste(range);
  await page.getByText('1 row added').waitFor();
  const all = await stored();
  expect(all).toHaveLength(COUNT + 1);
  expect(all.filter(({ title }) => title === `Task ${LAST - 1}`)).toMatchObject([
    { count: LAST - 1, place: `Place ${LAST - 1}`, info: `Info ${LAST - 1}` },
    { count: LAST - 1, place: `Place ${LAST - 1}` },
  ]);
});

it('keeps the widths, the order and the pinned columns over a reload', async () => {
  const width = async () => Math.round((await header('Title').boundingBox())?.width ?? 0);
  const edge = await header('Title').boundingBox();
  if (edge === null) throw new Error('The column is not visible.');
  const y = edge.y + edge.height / 2;
  await page.mouse.move(edge.x + edge.width, y);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 70, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(220);
  await header('Place').getByRole('button').dragTo(header('Count'));
  await expect.poll(headers).toEqual(['Title', 'Place', 'Count', 'State', 'Info', 'Created at', 'User ID']);
  await header('State').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  const arranged = ['State', 'Title', 'Place', 'Count', 'Info', 'Created at', 'User ID'];
  await expect.poll(headers).toEqual(arranged);
  await page.reload();
  await cell(`Task ${LAST}`).waitFor();
  expect([await headers(), await width()]).toEqual([arranged, 220]);
  expect(complaints).toEqual([]);
});

it('fills a table that the assistant has made, by keyboard alone', async () => {
  const { page: other, complaints: found } = await world.visit({ storageState: await page.context().storageState() });
  await other.goto(world.url);
  const id = await readyApp(other);
  const habits = `${world.url}/live_api/apps/${id}/entities/Habit?rows=draft`;
  const rows = async (): Promise<unknown> => (await other.context().request.get(habits)).json();
  await other.goto(`${world.url}/build/app/${id}?panel=data&table=Habit`);
  await other.getByText('No rows yet').waitFor();
  await other.getByRole('button', { name: 'Add row' }).first().focus();
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Save row' }).waitFor();
  await other.getByRole('grid', { name: 'Habit' }).focus();
  await other.keyboard.press('Control+Home');
  await other.keyboard.type('Read');
  await other.keyboard.press('Tab');
  await other.keyboard.press('Tab');
  await other.keyboard.type('12');
  await other.keyboard.press('Enter');
  await other.keyboard.press('Control+Enter');
  await expect.poll(rows).toMatchObject([{ name: 'Read', frequency: 'Daily', streak: 12 }]);
  await other.keyboard.press('Home');
  await other.keyboard.type('Read more');
  await other.keyboard.press('Enter');
  await expect.poll(rows).toMatchObject([{ name: 'Read more', frequency: 'Daily', streak: 12 }]);
  expect(found).toEqual([]);
  await other.context().close();
});
