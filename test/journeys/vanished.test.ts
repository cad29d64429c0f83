import { saying, startModelServer } from '@sayso/models/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { startProduct } from '../product.ts';
import { inspect, say, signIn, startApp } from './builder-world.ts';

// A model that drops a button and a field when it is asked for a blue heading.

const action = (type: string, file: string, content: string) =>
  `<action type="${type}" file="${file}" title="${file}">\n${content}\n</action>\n`;
const field = (name: string) =>
  `          <Input aria-label="${name}" value={form.${name}} onChange={(event) => setForm({ ...form, ${name}: event.target.value })} />`;
const BUTTON = `      <Button variant="outline" onClick={clear}>
        <Eraser /> Clear all
      </Button>`;

const home = ({ heading, fields, isWhole }: { readonly heading: string; readonly fields: readonly string[]; readonly isWhole: boolean }) =>
  [
    "import { useState } from 'react';",
    ...(isWhole ? ["import { Eraser } from 'lucide-react';"] : []),
    "import { Page } from '@/components/blocks/page';",
    "import { Button } from '@/components/ui/button';",
    "import { Input } from '@/components/ui/input';",
    "import { Task } from '@/entities/Task';",
    '',
    'export default function Home() {',
    "  const [form, setForm] = useState({ title: '', priority: '' });",
    '  const add = (event) => {',
    '    event.preventDefault();',
    '    void Task.create(form);',
    '  };',
    ...(isWhole ? ['  const clear = () => {', '    void Task.deleteMany({});', '  };'] : []),
    '  return (',
    '    <Page title="Tasks">',
    `      ${heading}`,
    '      <form onSubmit={add}>',
    ...fields.map(field),
    '        <Button type="submit">Add task</Button>',
    '      </form>',
    ...(isWhole ? [BUTTON] : []),
    '    </Page>',
    '  );',
    '}',
  ].join('\n');
const table = (...fields: readonly string[]) =>
  action(
    'add_entity',
    'entities/Task.json',
    JSON.stringify({ properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])) }),
  );

const APP = `A list of tasks.\n${table('title', 'priority')}${action('add_file', 'pages/Home', home({ heading: '<h2>To do</h2>', fields: ['title', 'priority'], isWhole: true }))}`;
const BLUE = `The heading is blue.\n${table('title')}${action('add_file', 'pages/Home', home({ heading: '<h2 className="text-blue-700">To do</h2>', fields: ['title'], isWhole: false }))}`;
const WITHOUT = `Done.\n${action('add_file', 'pages/Home', home({ heading: '<h2 className="text-blue-700">To do</h2>', fields: ['title'], isWhole: false }))}`;

let model: Awaited<ReturnType<typeof startModelServer>>;
let product: Awaited<ReturnType<typeof startProduct>>;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let page: Page;
beforeAll(async () => {
  model = await startModelServer((body) => {
    const last = JSON.stringify((body['messages'] as readonly { role: string }[]).filter(({ role }) => role === 'user').at(-1));
    if (last.includes('Remove the button')) return saying(WITHOUT);
    return saying(last.includes('heading blue') ? BLUE : APP);
  });
  [product, browser] = await Promise.all([startProduct({ OPENAI_BASE_URL: model.url, MODEL_RETRY_DELAY: '1' }), launchBrowser()]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await signIn(page, product.builderUrl);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await model?.close();
});

const preview = (tab: Page = page) => tab.frameLocator('iframe');
const lost = (tab: Page = page) => tab.getByRole('region', { name: 'Gone, though you did not ask for it' });
const bringBack = (what: string, tab: Page = page) => tab.getByRole('button', { name: `Bring it back: ${what}` });

it('warns of a button and a field that are gone, and brings each back by one click', async () => {
  await startApp(page, 'A list of tasks');
  await preview().getByRole('button', { name: 'Clear all' }).waitFor({ timeout: 60_000 });
  await page.getByRole('list', { name: 'What changed' }).getByText('Added the page Home').waitFor();
  expect(await lost().count()).toBe(0);

  await say(page, 'Make the heading blue');
  await lost().getByText('“Clear all” is gone, or does nothing').waitFor();
  const changed = page.getByRole('list', { name: 'What changed' }).last();
  expect(await changed.getByRole('listitem').allTextContents()).toEqual([
    'Changed the page Home',
    'Removed the field priority from the table Task',
  ]);
  await lost().getByText('The field priority of the table Task is gone').waitFor();
  await lost().getByText('The field priority is gone from the page').waitFor();
  expect(await inspect(page, 'gone')).toEqual([]);

  await bringBack('“Clear all” is gone, or does nothing').click();
  await lost().getByText('Brought back', { exact: true }).waitFor();
  await preview().getByRole('button', { name: 'Clear all' }).waitFor();
  expect(await preview().getByRole('heading', { name: 'To do' }).getAttribute('class')).toBe('text-blue-700');
  await bringBack('The field priority of the table Task is gone').click();
  await expect.poll(() => lost().getByText('Brought back', { exact: true }).count()).toBe(2);
}, 120_000);

it('two tabs that click at once make one version', async () => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await lost(other).waitFor();
  const what = 'The field priority is gone from the page';
  await bringBack(what, other).waitFor();
  await Promise.all([bringBack(what).click(), bringBack(what, other).click()]);
  for (const tab of [page, other]) {
    await expect.poll(() => bringBack(what, tab).count()).toBe(0);
    await preview(tab).getByLabel('priority').waitFor();
  }
  expect(await inspect(page, 'brought back')).toEqual([]);
  await other.close();
  await page.getByRole('button', { name: 'Versions' }).click();
  const made = page.getByRole('dialog', { name: 'Versions' }).getByText(/^Brought back: /);
  await made.first().waitFor();
  expect(await made.count()).toBe(3);
  await page.keyboard.press('Escape');
}, 60_000);

it('does not warn of what the request asks to remove', async () => {
  await say(page, 'Remove the button to clear all, and the field priority from the page');
  await page.getByRole('log').getByText('Done.', { exact: true }).waitFor();
  await preview().getByRole('button', { name: 'Clear all' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('list', { name: 'What changed' }).count()).toBe(3);
  expect(await lost().count()).toBe(1);
}, 60_000);
