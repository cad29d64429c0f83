import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Product, startProduct } from '../product.ts';
import { bearer, type Data, type Person, password, signUp } from '../security/world.ts';
import { inspect } from './builder-world.ts';
import { type ExtendedPages, extendPages } from './panels.ts';

// Files of rows with faults, corrected in the wizard until every row is in the table.

/** A panel that opens the wizard for a table, or for a new one. */
const wizardPanel = (id: string, entity: string | null) => ({
  [`${id}/panel.ts`]: `import { StickyNote } from 'lucide-react';
import type { Panel } from '../../lib/workspace/panel.ts';
export const panel: Panel = { id: '${id}', title: '${id}.title', icon: StickyNote, order: 90, place: 'main', isVisible: () => true, load: () => import('./Page.tsx') };
`,
  [`${id}/en.ts`]: `export const texts = { title: '${id}' } as const;\n`,
  [`${id}/Page.tsx`]: `import { useState } from 'react';
import { useApp } from '../../lib/workspace/hooks.ts';
import ImportWizard from '../data/import/ImportWizard.tsx';
export default function Page() {
  const [isOpen, setIsOpen] = useState(false);
  const [done, setDone] = useState('');
  return <section><button type="button" onClick={() => setIsOpen(true)}>Open the wizard</button><output>{done}</output>{isOpen ? <ImportWizard appId={useApp().id} entity={${JSON.stringify(entity)}} rows="draft" onDone={setDone} onClose={() => setIsOpen(false)} /> : null}</section>;
}
`
    .replace('useApp().id', 'id')
    .replace('const [isOpen', 'const { id } = useApp();\n  const [isOpen'),
});

const entities = {
  Payment: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      amount: { type: 'number' },
      due: { type: 'string', format: 'date' },
      paid: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      kind: { type: 'string', enum: ['in', 'out'] },
    },
    required: ['name'],
  },
};

let product: Product;
let pages: ExtendedPages;
let browser: Browser;
let admin: Person;
let context: BrowserContext;
beforeAll(async () => {
  [product, browser, pages] = await Promise.all([
    startProduct(),
    launchBrowser(),
    extendPages({ ...wizardPanel('payments', 'Payment'), ...wizardPanel('anew', null) }),
  ]);
  admin = await signUp(product, 'admin@example.org');
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await pages.serve(context, product.builderUrl);
  const answer = await context.request.post(`${product.builderUrl}/api/auth/sign-in/email`, { data: { email: admin.email, password } });
  expect(answer.status()).toBe(200);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await pages?.[Symbol.asyncDispose]();
});

const call = async (method: string, path: string, body?: object): Promise<Data> => {
  const headers = { 'content-type': 'application/json', ...bearer(admin.token) };
  return (await fetch(`${product.builderUrl}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).json();
};

async function open(panel: string): Promise<{ page: Page; id: string }> {
  const genApp = { name: 'Club', pages: { Home: 'export default () => null;' }, entities };
  const { id } = await call('POST', '/api/apps', { appType: 'generated', genApp });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${product.builderUrl}/build/app/${id}?panel=${panel}`);
  await page.getByRole('button', { name: 'Open the wizard' }).click();
  return { page, id };
}
const choose = async (page: Page, name: string, content: string) => {
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
};
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const rowsOf = (id: string, entity: string, query = ''): Promise<Data> =>
  call('GET', `/live_api/apps/${id}/entities/${entity}?rows=draft&limit=1000${query}`);

it('says what is wrong with a file', async () => {
  const { page } = await open('payments');
  for (const [name, content, message] of [
    ['a.csv', '', 'CSV file appears to be empty'],
    ['a.csv', 'name,amount\n', 'No valid data rows found in CSV'],
    ['a.csv', 'name\n"x\ny', 'Failed to parse CSV file. Please check the format.'],
    ['a.xlsx', 'x', 'Failed to read the Excel file. Please save it again as .xlsx or as CSV.'],
    ['a.pdf', 'x', 'Only .csv and .xlsx files can be imported.'],
  ] as const) {
    await choose(page, name, content);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
  }
  await page.close();
});

it('ends with every row in the table after five kinds of faults are corrected', async () => {
  const { page, id } = await open('payments');
  const lines = [
    'Name;Amount;Due;Paid;Tags;Kind',
    'a;1,5;31/01/2026;yes;x|y;in',
    'b;"1.234,5";01/02/2026;no;;out',
    'c;2;;true;z;In',
    ';3;;false;;in',
  ];
  await choose(page, 'payments.csv', lines.join('\r\n'));
  await page.getByText("Couldn't generate AI mapping suggestions. Using basic mapping instead.").waitFor();
  await page.getByRole('combobox', { name: 'Field: Amount' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Field: Amount' }).inputValue()).toBe('amount');
  expect(await inspect(page, 'mapping')).toEqual([]);
  await page.getByLabel('Split at').selectOption({ label: 'Pipe' });
  await press(page, 'Next');
  await page.getByText('4 rows still have problems and may fail.').waitFor();
  expect(await inspect(page, 'problems')).toEqual([]);
  await press(page, 'Read 1.234,5 as 1234.5');
  await press(page, 'Day first: 31/01/2026');
  await press(page, 'Read yes as true, all else as false');
  await page.getByLabel('Correct “In”').fill('in');
  await page.getByLabel('Correct “In”').press('Enter');
  await page.getByLabel('Fill empty cells with').fill('d');
  await page.getByLabel('Fill empty cells with').press('Enter');
  await page.getByText('All rows are ready.').waitFor();
  await press(page, 'Import 4 rows');
  await page.getByText('Successfully imported all 4 rows.').waitFor();
  const rows = await rowsOf(id, 'Payment', '&sort=name');
  expect(rows.map(({ name, amount, due, paid, tags, kind }: Data) => [name, amount, due, paid, tags, kind])).toEqual([
    ['a', 1.5, '2026-01-31', true, ['x', 'y'], 'in'],
    ['b', 1234.5, '2026-02-01', false, undefined, 'out'],
    ['c', 2, undefined, true, ['z'], 'in'],
    ['d', 3, undefined, false, undefined, 'in'],
  ]);
  await press(page, 'Done');
  await page.close();
});

it('imports what it can, and offers the other rows for correction', async () => {
  const { page, id } = await open('payments');
  await choose(
    page,
    'payments.csv',
    `name,amount\n${Array.from({ length: 47 }, (_, n) => `row ${n},${n === 20 ? 'many' : n}`).join('\n')}`,
  );
  await press(page, 'Next');
  await page.getByText('1 row still has a problem').waitFor();
  const requests: number[] = [];
  page.on('request', (request) => request.url().includes('/bulk?') && requests.push((request.postDataJSON() as unknown[]).length));
  await press(page, 'Import 47 rows');
  await page.getByText('Import completed with 1 failed rows out of 47 total.').waitFor();
  expect(requests.filter((rows) => rows > 1).sort()).toEqual([10, 10, 10, 10, 7]);
  expect(await rowsOf(id, 'Payment')).toHaveLength(46);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the failed rows' }).click(),
  ]);
  const report = await text(await download.createReadStream());
  expect(report.replace(/^\uFEFF/, '')).toBe('name,amount,Problem\r\nrow 20,many,`amount` must be a number.');
  await press(page, 'Done');
  await press(page, 'Open the wizard');
  await choose(page, 'report.csv', report.replace('many', '20'));
  await press(page, 'Next');
  await press(page, 'Import 1 row');
  await page.getByText('Successfully imported all 1 rows.').waitFor();
  const rows = await rowsOf(id, 'Payment', '&sort=amount');
  expect(rows.map(({ name, amount }: Data) => [name, amount])).toEqual(Array.from({ length: 47 }, (_, n) => [`row ${n}`, n]));
  await page.close();
});

it('updates the rows that have the key of a line, and adds the others', async () => {
  const { page, id } = await open('payments');
  await call('POST', `/live_api/apps/${id}/entities/Payment/bulk?rows=draft`, [
    { name: 'a', amount: 1, kind: 'in' },
    { name: 'b', amount: 2 },
  ]);
  await choose(page, 'payments.csv', 'name,amount\na,10\nc,30\nc,31');
  await page.getByLabel('Rows that the table has already').selectOption({ label: 'Update those with the same name' });
  expect(await inspect(page, 'mapping')).toEqual([]);
  await press(page, 'Next');
  await press(page, 'Import 3 rows');
  await page.getByText('Successfully imported all 3 rows.').waitFor();
  const rows = await rowsOf(id, 'Payment', '&sort=name');
  expect(rows.map(({ name, amount, kind }: Data) => [name, amount, kind])).toEqual([
    ['a', 10, 'in'],
    ['b', 2, undefined],
    ['c', 31, undefined],
  ]);
  await page.close();
});

it('makes a table of a large file, and imports it by a job', async () => {
  const { page, id } = await open('anew');
  await choose(
    page,
    'order items.csv',
    `Title,Price,Sold\n${Array.from({ length: 30_000 }, (_, n) => `Item ${n},${n}.5,${n % 2 === 0}`).join('\n')}`,
  );
  expect(await page.getByLabel('Name of the new table').inputValue()).toBe('OrderItems');
  await press(page, 'Next');
  await press(page, /Import 30,?000 rows/);
  await page.getByText('Successfully imported all 30000 rows.').waitFor({ timeout: 60_000 });
  expect(await call('GET', `/live_api/apps/${id}/entities/OrderItems/count?rows=draft`)).toEqual({ count: 30_000 });
  expect((await rowsOf(id, 'OrderItems', '&sort=-price')).slice(0, 1)).toMatchObject([
    { title: 'Item 29999', price: 29_999.5, sold: false },
  ]);
  await page.close();
});

it('opens from the toolbar of a table, whose rows it shows then', async () => {
  const { page } = await open('payments');
  await page.keyboard.press('Escape');
  await page.goto(page.url().replace('panel=payments', 'panel=data'));
  await press(page, 'Import CSV');
  await choose(page, 'a.csv', 'name,amount\nfrom a file,1');
  await press(page, 'Next');
  await press(page, 'Import 1 row');
  await page.getByText('Successfully imported all 1 rows.').waitFor();
  await press(page, 'Done');
  await page.getByText('from a file').waitFor();
  await page.close();
});
