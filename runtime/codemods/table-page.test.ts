import { expect, test } from 'vitest';
import { problemsOf } from '../compile/app.fixture.ts';
import { apps } from './apps.fixture.ts';
import { type AppChange, applyChanges, type Files } from './index.ts';

type Change = Extract<AppChange, { kind: 'add-table-page' }>;
type Properties = Readonly<Record<string, object>>;

const tableOf = (name: string, properties: Properties, write = 'creator'): Files => ({
  [`entities/${name}.json`]: JSON.stringify({ name, type: 'object', properties, 'x-accessControl': { permissions: { write } } }),
});
const changeOf = (given: Partial<Change>): Change => ({ kind: 'add-table-page', table: 'Thing', page: 'Home', label: 'Things', ...given });

function changed(files: Files, ...changes: Partial<Change>[]) {
  const { files: different, results } = applyChanges(files, changes.map(changeOf));
  return { files: { ...files, ...different }, results, different };
}

const text = { type: 'string' };
const long = { type: 'string', format: 'multiline' };
const date = { type: 'string', format: 'date' };
const money = { type: 'number', format: 'currency' };
const image = { type: 'string', format: 'image' };
const yes = { type: 'boolean' };
const choice = { type: 'string', enum: ['Open', 'Done'] };
const owner = { type: 'string', 'x-reference': 'Thing' };

const LAYOUTS: readonly (readonly [string, Properties, Partial<Change>, readonly string[]])[] = [
  [
    'a table with search, filters and order',
    { name: text, when: date, state: choice, owner },
    {},
    [
      `<DataTable entity={Thing} columns={['name', 'when', 'state', 'owner']} search={['name']} filters={['state', 'owner']} sort="-when" />`,
    ],
  ],
  ['a checklist', { title: text, done: yes }, {}, [`<DataChecklist entity={Thing} done="done" search={['title']} filters={['done']} />`]],
  ['a table for a flag that is not ticked off', { title: text, isPublic: yes }, {}, ['<DataTable ']],
  [
    'cards with pictures',
    { name: text, photo: image, price: money },
    {},
    [`<DataCards entity={Thing} image="photo" fields={['price']} search={['name']} />`],
  ],
  [
    'figures and a table for money',
    { title: text, amount: { ...money, title: 'Paid' }, day: date },
    {},
    [`<DataFigures entity={Thing} figures={[{ label: "Paid", sum: 'amount' }]} />`, '<DataTable '],
  ],
  ['figures with a label', { fee: money }, { view: 'figures', totalLabel: 'Sum' }, [`figures={[{ label: "Sum", sum: 'fee' }]}`]],
  [
    'a form and a list for messages',
    { author: text, text: long },
    { view: 'guestbook' },
    ['<DataForm entity={Thing} />', `<DataList entity={Thing} fields={['text']} canAdd={false} refresh={10} />`],
  ],
  ['a calendar', { title: text, at: { type: 'string', format: 'date-time' } }, { view: 'calendar' }, [' width="full">', ' date="at" />']],
  ['a board', { title: text, state: choice }, { view: 'board' }, [' width="full">', '<DataBoard entity={Thing} by="state" />']],
  ['plain rows on request', { title: text, done: yes }, { view: 'rows' }, ['<DataTable ']],
];

test.each(LAYOUTS)('writes %s', async (_name, properties, change, blocks) => {
  const { files, results } = changed(tableOf('Thing', properties), change);
  expect(results).toMatchObject([{ ok: true, left: [] }]);
  for (const block of blocks) expect(files['pages/Home']).toContain(block);
  expect(await problemsOf(files)).toEqual([]);
});

test('writes a form and a list for a table to which guests add entries', () => {
  const { files } = changed(tableOf('Thing', { author: text, text: long }, 'anonymous'), {});
  expect(files['pages/Home']).toContain('<DataForm ');
});

test.each([
  ['no-table', { table: 'Nothing' }],
  ['no-table', { table: '../layout' }],
  ['page-exists', { page: 'Home' }],
  ['page-exists', { page: 'HOME' }],
  ['bad-value', { page: 'more' }],
  ['bad-value', { label: ' ' }],
  ['wrong-kind', { table: 'Person', view: 'checklist' }],
  ['wrong-kind', { table: 'Person', view: 'figures' }],
  ['wrong-kind', { table: 'Person', view: 'calendar' }],
  ['wrong-kind', { table: 'Person', view: 'board' }],
] as const)('refuses with %s %j and changes nothing', (reason, change) => {
  const app = { ...tableOf('Person', { name: text }), 'pages/Home': 'export default () => <p />;\n' };
  const { different, results } = changed(app, { table: 'Person', page: 'People', ...change });
  expect(results).toMatchObject([{ ok: false, refusal: { reason } }]);
  expect(different).toEqual({});
});

test('gives the page an entry like the last one of the navigation', () => {
  const { files } = changed(apps.crm, { table: 'Client', page: 'Stages', label: 'Stages', view: 'board' });
  expect(files['layout']).toContain("{ page: 'Stages', label: 'Stages', icon: UsersIcon }]");
  expect(files['pages/Stages']).toContain('<DataBoard entity={Client} by="stage" />');
});

test('writes a layout for an app without one, and adds later pages to it', async () => {
  const app = tableOf('Thing', { name: text, when: date });
  const { files, results } = changed(app, { appName: 'My <things> & "more"' }, { page: 'Days', label: 'Days', view: 'calendar' });
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
  expect(files['layout']).toContain(
    `const pages = [\n  { page: 'Home', label: "Things", icon: ListIcon },\n  { page: 'Days', label: "Days", icon: ListIcon },\n];`,
  );
  expect(await problemsOf(files)).toEqual([]);
});

test('a new layout also lists the pages that the app has', () => {
  const { layout: _layout, ...bare } = apps.crm;
  const { files } = changed(bare, { table: 'Client', page: 'People', label: 'People' });
  expect([...(files['layout'] ?? '').matchAll(/page: '(\w+)'/g)].map(([, page]) => page)).toEqual(['Home', 'Board', 'People']);
});

test('reports a layout without a navigation', () => {
  const layout = 'export default ({ children }) => <main>{children}</main>;\n';
  const { files, results } = changed({ ...tableOf('Thing', { name: text }), layout }, {});
  expect(results).toMatchObject([{ ok: true, left: [{ path: 'pages/Home', reason: 'no-navigation' }] }]);
  expect(files['layout']).toBe(layout);
});

test.each(['"', "'", '`', '{alert(1)}', '</Page><script>', '\\', 'a\nb', '*/', '{/*', '&amp;', '$&', '__proto__', 'a\u2028b'])(
  'compiles with %j as labels and as a field',
  async (hostile) => {
    const properties = { [hostile]: text, [`${hostile} at`]: date, [`${hostile} sum`]: money, [`${hostile} state`]: choice };
    const app = tableOf('Thing', properties);
    const names = { label: hostile, appName: hostile, totalLabel: hostile };
    const { files, results } = changed(
      app,
      ...(['figures', 'calendar', 'board', 'rows'] as const).map((view, index) => ({ ...names, view, page: `Page${index}` })),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(await problemsOf(files)).toEqual([]);
  },
);

test.each(['Page', 'DataTable', 'HomePage'])('compiles for a table with the name %s, which the page uses itself', async (table) => {
  const { files } = changed(tableOf(table, { name: text }), { table });
  expect(files['pages/Home']).toContain(`import { ${table} as ${table}Table } from '@/entities/${table}';`);
  expect(await problemsOf(files)).toEqual([]);
});
