import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspect, openWorld, signIn, type World } from './builder-world.ts';

// An app of another product comes along with its code, then with the rows of two tables that reference each other.

const files = {
  'index.html': '<!doctype html><html><head><title>Garden</title></head><body><div id="root"></div></body></html>',
  'package.json': '{ "name": "base44-app" }',
  'entities/Project.json': '{ "name": "Project", "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] }',
  'entities/Task.json':
    '{ "name": "Task", "type": "object", "properties": { "title": { "type": "string" }, "project_id": { "type": "string" }, "due": { "type": "string", "format": "date" } } }',
  'pages/Home.jsx': `import React from "react";
import { Project, Task } from "@/entities/all";

export default function Home() {
  const [rows, setRows] = React.useState([]);
  React.useEffect(() => {
    const read = async () => {
      const projects = await Project.list();
      const tasks = await Task.list("-created_date");
      const nameOf = (id) => projects.find((project) => project.id === id)?.name ?? "no project";
      setRows(tasks.map((task) => task.title + " in " + nameOf(task.project_id) + " of " + task.created_date.slice(0, 10)));
    };
    read();
  }, []);
  return <main><h1>Garden</h1><ol>{rows.map((row) => <li key={row}>{row}</li>)}</ol></main>;
}`,
};
const [garden, balcony] = ['6601e0a1b2c3d4e5f6a7b8c1', '6601e0a1b2c3d4e5f6a7b8c2'];
const projects = [
  'name,id,created_date,updated_date,created_by_id,created_by,is_sample',
  `Garden,${garden},2024-03-01T08:00:00.123000,2024-03-02T08:00:00.000000,65aa,ada@example.org,false`,
  `Balcony,${balcony},2024-03-01T09:00:00.000000,2024-03-01T09:00:00.000000,65aa,somebody@example.org,false`,
];
const task = (day: number, title: string, project: string | undefined) =>
  `${title},${project},2024-05-0${day},6602f0a1b2c3d4e5f6a7b8c${day},2024-04-0${day}T10:00:00.000000,,ada@example.org,false`;
const tasks = [
  'title,project_id,due,id,created_date,updated_date,created_by,is_sample',
  ...[task(2, 'Water', garden), task(1, 'Dig', garden), task(3, 'Sow', balcony)],
];

let world: World;
let page: Page;
beforeAll(async () => {
  world = await openWorld();
  ({ page } = await world.visit());
  page.setDefaultTimeout(60_000);
  await signIn(page, world.url);
}, 180_000);
afterAll(() => world?.[Symbol.asyncDispose]());

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

async function openWizard(table: string, lines: readonly string[]): Promise<void> {
  await page.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: table }).click();
  // The button of the table before is there until the panel shows this one.
  await page.getByRole('grid', { name: table }).waitFor();
  await press('Import CSV');
  const buffer = Buffer.from(lines.join('\n'));
  await page.getByLabel('Choose a file').setInputFiles({ name: `${table}_export.csv`, mimeType: 'text/csv', buffer });
  await page.getByText('Kept as id').waitFor();
}

it('keeps ids and dates of rows, so that the app shows the rows that belong together, and undoes an import', async () => {
  const zip = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]));
  const buffer = Buffer.from(zipSync(zip));
  await page
    .getByRole('region', { name: 'Import an app' })
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'garden.zip', mimeType: 'application/zip', buffer });
  await page.getByRole('dialog').getByRole('button', { name: /^Open/ }).first().click();
  await page.waitForURL(/\/build\/app\//);
  await page.frameLocator('iframe').getByRole('heading', { name: 'Garden' }).waitFor();

  await page.goto(`${page.url().split('?')[0]}?panel=data`);
  await openWizard('Project', projects);
  expect(await page.getByLabel('Keep ids and dates').isChecked()).toBe(true);
  expect(await inspect(page, 'ids and dates')).toEqual([]);
  await press('Next');
  await page.getByText('All rows are ready.').waitFor();
  await press('Import 2 rows');
  await page.getByText('Successfully imported all 2 rows.').waitFor();
  await page.getByText('1 row has no owner, because its maker does not use this app.').waitFor();
  await press('Done');

  await openWizard('Task', tasks);
  await press('Next');
  await press('Import 3 rows');
  await page.getByText('Successfully imported all 3 rows.').waitFor();
  await press('Done');
  await page.goto(page.url().split('?')[0] ?? '');
  const list = page.frameLocator('iframe').getByRole('listitem');
  await expect
    .poll(() => list.allTextContents())
    .toEqual(['Sow in Balcony of 2024-04-03', 'Water in Garden of 2024-04-02', 'Dig in Garden of 2024-04-01']);

  await page.goto(`${page.url().split('?')[0]}?panel=data`);
  await openWizard('Task', [tasks[0] ?? '', task(1, 'Dig deep', garden), task(4, 'Mow', balcony)]);
  await page.getByLabel('Rows with the id of a row in the table').selectOption({ label: 'Replace the row in the table' });
  await press('Next');
  await press('Import 2 rows');
  await page.getByText('1 row was replaced. Its former state is in the trash.').waitFor();
  expect(await inspect(page, 'an import that can be undone')).toEqual([]);
  await press('Undo import');
  await page.getByText('Import undone. 1 row is in the trash, and 1 row is as it was before.').waitFor();
  expect(await inspect(page, 'an import that is undone')).toEqual([]);
  await press('Done');
  await page.getByText('Dig', { exact: true }).waitFor();

  await openWizard('Task', [tasks[0] ?? '', task(1, 'Dig again', garden)]);
  await press('Next');
  await press('Import 1 row');
  await page.getByText('A row with this `id` exists already.').waitFor();
  expect(await inspect(page, 'an import that failed for rows')).toEqual([]);
}, 240_000);
