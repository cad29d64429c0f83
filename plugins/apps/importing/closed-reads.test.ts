import { expect, it, test } from 'vitest';
import type { Files } from '../ref.ts';
import { closedReads, looksPersonal } from './closed-reads.ts';
import { readProject } from './project.ts';
import { tableUses } from './table-uses.ts';

const closed = (files: Files, tables: readonly string[]) => closedReads(files, tableUses(files, tables));
const product = JSON.stringify({
  name: 'Product',
  properties: { title: { type: 'string' }, contact: { type: 'string', format: 'email' } },
});
const list = (table: string) => `import { base44 } from '@/api/base44Client';\nexport default () => base44.entities.${table}.list();`;

it('lists the tables that pages read which need no log-in, with their columns', () => {
  const { closed } = readProject(
    Object.entries({
      'src/App.jsx': `import Shop from './pages/Shop'; import Account from './pages/Account';
export default () => <Routes><Route path="/" element={<Shop />} /><Route element={<ProtectedRoute />}><Route path="/a" element={<Account />} /></Route></Routes>;`,
      'src/pages/Shop.jsx': "import { rows } from '../lib/rows';\nexport default () => rows();",
      'src/lib/rows.js': "import { base44 } from '@/api/base44Client';\nexport const rows = () => base44.entities.Product.list();",
      'src/pages/Account.jsx': list('Order'),
      'src/pages/Staff.jsx': `${list('Payroll')}\nif (user.role !== 'admin') throw 0;`,
      'src/pages/Admin.jsx': `${list('Log')}\nbase44.auth.redirectToLogin();`,
      'base44/functions/report/entry.ts': 'base44.entities.Secret.list(); base44.asServiceRole.entities.Secret.list();',
      'base44/entities/Product.jsonc': product,
      'base44/entities/Public.jsonc': JSON.stringify({ name: 'Public', properties: {}, rls: { read: true } }),
      ...Object.fromEntries(
        ['Order', 'Payroll', 'Log', 'Secret'].map((name) => [`base44/entities/${name}.jsonc`, JSON.stringify({ name, properties: {} })]),
      ),
    }).map(([path, text]) => ({ path, text })),
  );
  expect(closed).toEqual([
    {
      table: 'Product',
      pages: ['Shop'],
      isChanged: false,
      columns: [
        { name: 'title', isPersonal: false },
        { name: 'contact', isPersonal: true },
      ],
    },
  ]);
});

it('lists no table that the project gave rules, and none that pages only write', () => {
  const files = { 'pages/Form': "import { base44 } from '@/api/base44Client';\nexport default () => base44.entities.Lead.create({});" };
  expect(closed({ ...files, 'entities/Lead.json': '{}' }, ['Lead'])).toEqual([]);
  expect(closed({ ...files, 'entities/Lead.json': '{}' }, [])).toEqual([]);
});

it('says when such pages change the rows, too', () => {
  const files = { 'pages/Book': 'base44.entities.Cash.list(); base44.entities.Cash.create({});', 'entities/Cash.json': '{}' };
  expect(closed(files, ['Cash'])).toEqual([{ table: 'Cash', pages: ['Book'], isChanged: true, columns: [] }]);
});

it('lists nothing of an app whose client requires a log-in', () => {
  const client = (requiresAuth: boolean) => ({
    path: 'src/api/base44Client.js',
    text: `createClient({ requiresAuth: ${requiresAuth} }) // @base44/sdk`,
  });
  const project = [
    { path: 'src/pages/Home.jsx', text: list('Product') },
    { path: 'base44/entities/Product.jsonc', text: product },
  ];
  expect([true, false].map((requires) => readProject([client(requires), ...project]).closed.length)).toEqual([0, 1]);
});

it('ends for files that import each other', () => {
  const files = { 'pages/A': "import '../lib/b';", 'lib/b': "import '../pages/A';\nbase44.entities.T.list();", 'entities/T.json': '{' };
  expect(closed(files, ['T'])).toEqual([{ table: 'T', pages: ['A'], isChanged: false, columns: [] }]);
});

test.each([
  ['email', true],
  ['customer_email', true],
  ['phoneNumber', true],
  ['billing-address', true],
  ['firstName', true],
  ['created_by', true],
  ['title', false],
  ['price', false],
  ['page', false],
  ['discard', false],
  ['image_url', false],
  ['category', false],
])('the column %s looks personal: %s', (name, expected) => {
  expect(looksPersonal(name, { type: 'string' })).toBe(expected);
});
