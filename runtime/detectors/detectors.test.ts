import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { keyOf, nodesOf, openSource } from '../codemods/source.ts';
import { appOf } from '../compile/app.fixture.ts';
import { ensureLibraries } from '../scripts/libraries.ts';
import { readTemplate, templateNames } from '../templates/index.ts';
import { inspectApp } from './index.ts';
import { VARIANTS } from './unknown-variant.ts';

const { exports } = await ensureLibraries();
const of = (name: string, required: readonly string[], more: readonly string[] = []) => {
  return { module: '@/integrations/Core', name, required, parameters: [...required, ...more] };
};
const functions = [of('InvokeLLM', ['prompt'], ['model']), of('SendEmail', ['to', 'subject', 'body']), of('UploadFile', ['file'])];
const known = { exports, functions };
const inspect = (files: Readonly<Record<string, string>>) => inspectApp(appOf(files), known);
/** `detector file line` of each issue. */
const found = (files: Readonly<Record<string, string>>) =>
  inspect(files).issues.map(({ detectorId, componentName, line }) => `${detectorId} ${componentName} ${line}`);
const page = (body: string, before = '') => ({ 'pages/Home': `${before}export default function Home() {${body}}` });
const jsx = (markup: string, before = '') => page(`return (${markup});`, before);
const table = (schema: object) => ({ 'entities/Deal.json': JSON.stringify({ properties: { title: { type: 'string' } }, ...schema }) });
const DEAL = `import { DataTable } from '@/components/blocks/table';import { Deal } from '@/entities/Deal';`;
const STATE = `import { useState, memo } from 'react';`;
const ROUTER = `import { Link, useNavigate } from 'react-router-dom';`;
const CORE = `import { Core, InvokeLLM, SendEmail } from '@/integrations/Core';`;
const BUTTON = `import { Button } from '@/components/ui/button';`;
const URL = `import { createPageUrl } from '@/utils';`;

test.each<[string, Record<string, string>]>([
  ['undefined-name pages/Home 1', jsx('<Card />')],
  ['undefined-name pages/Home 1', jsx('<motion.div />')],
  ['undefined-name pages/Home 1', page('const [a] = useState(0); return a;')],
  ['hooks-misuse pages/Home 1', page('if (Math.random() > 1) { useState(0); } return null;', STATE)],
  ['hooks-misuse pages/Home 1', page('const a = Math.random() > 1 && useState(0); return a;', STATE)],
  ['hooks-misuse pages/Home 1', page('for (const a of [1]) useState(a); return null;', STATE)],
  ['hooks-misuse pages/Home 1', page('const act = () => useState(0); return act;', STATE)],
  ['hooks-misuse pages/Home 1', page('if (Math.random() > 1) return null; useState(0); return null;', STATE)],
  ['hooks-misuse pages/Home 1', page('return null;', `${STATE}const state = useState(0);`)],
  ['unknown-page pages/Home 1', page(`return createPageUrl('Nowhere?id=1');`, URL)],
  ['unknown-page pages/Home 1', jsx('<Link to="/nowhere?id=1">Open</Link>', ROUTER)],
  ['unknown-page pages/Home 1', jsx('<a href="/nowhere">Open</a>')],
  ['unknown-page pages/Home 1', page(`const go = useNavigate(); go('/nowhere'); return null;`, ROUTER)],
  ['unknown-integration pages/Home 1', page('Core.Invent({}); return null;', CORE)],
  ['integration-parameters pages/Home 1', page('InvokeLLM(`Say it`); return null;', CORE)],
  ['integration-parameters pages/Home 1', page('Core.InvokeLLM(); return null;', CORE)],
  ['integration-parameters pages/Home 1', page(`SendEmail({ to: 'a@b.c', body: '' }); return null;`, CORE)],
  ['unknown-parameter pages/Home 1', page(`InvokeLLM({ prompt: 'a', schema: {} }); return null;`, CORE)],
  ['unknown-variant pages/Home 1', jsx('<Button variant="primary">Go</Button>', BUTTON)],
  ['unknown-variant pages/Home 1', jsx("<Button size={'big'}>Go</Button>", BUTTON)],
  ['unreachable-page pages/Orders null', { 'pages/Orders': 'export default () => null;' }],
  ['unknown-field pages/Home 1', { ...jsx(`<DataTable entity={Deal} columns={['title', 'prize']} />`, DEAL), ...table({}) }],
  ['unknown-field pages/Home 1', { ...jsx('<DataTable entity={Deal} sort="-prize" />', DEAL), ...table({}) }],
  ['table-schema entities/Deal.json null', table({ required: ['nothing'] })],
  ['table-schema entities/Deal.json null', table({ properties: { company: { type: 'string', 'x-reference': 'Company' } } })],
  ['table-schema entities/Deal.json null', table({ properties: { stage: { enum: ['a'], default: 'b' } } })],
  ['open-permission entities/Deal.json null', table({ 'x-accessControl': { permissions: { read: 'all', write: 'anonymous' } } })],
  ['image-alt pages/Home 1', jsx('<img src="/a.png" />')],
  ['button-name pages/Home 1', jsx('<button><Trash className="size-4" /></button>', `import { Trash } from 'lucide-react';`)],
  ['button-name pages/Home 1', jsx('<button />')],
  ['input-label pages/Home 1', jsx('<input type="text" />')],
  ['click-target pages/Home 1', jsx('<div onClick={() => alert(1)}>Open</div>')],
])('finds %s', (issue, files) => {
  expect(found(files)).toEqual([issue]);
});

test.each<[string, Record<string, string>]>([
  [
    'names from every kind of scope',
    page('const { Tag = () => null } = {}; const list = [1].map((Row) => <Row />); return <><Tag />{list}</>;'),
  ],
  [
    'hooks of components in a component file',
    page('return null;', `${STATE}const Item = memo(() => useState(0)[0]);const useMine = () => useState(1);`),
  ],
  [
    'a return within a callback before a hook',
    page('const a = [1].map((x) => { if (x) return 1; return 2; }); useState(a); return null;', STATE),
  ],
  ['a hook in the test of a condition', page('if (useState(0)[0]) return null; return 1;', STATE)],
  ['functions of the app with the name of a hook', page('const apply = () => useCoupon(); return apply;', 'const useCoupon = () => 1;')],
  ['addresses of other places', jsx('<a href="//example.org/a">A</a>')],
  ['addresses of files', jsx('<a href="/terms.pdf">A</a>')],
  ['the address of the main page', jsx('<Link to="/?tab=1">Home</Link>', ROUTER)],
  [
    'addresses of the routes of the app itself',
    jsx('<Link to="/orders/new">New</Link>', `${ROUTER}import { Routes } from 'react-router-dom';`),
  ],
  ['parameters that are not certain', page('const all = {}; InvokeLLM(all); SendEmail({ ...all }); return null;', CORE)],
  ['all parameters', page(`InvokeLLM({ prompt: 'a' }); return null;`, CORE)],
  ['looks of the kit, and computed ones', jsx('<Button variant="ghost" size={String(1)}>Go</Button>', BUTTON)],
  [
    'looks of a component of the app itself',
    {
      ...jsx('<Button variant="primary">Go</Button>', BUTTON),
      'components/ui/button': 'export const Button = (props: any) => <button {...props} />;',
    },
  ],
  ['a computed page', page('return (p) => createPageUrl(p);', URL)],
  [
    'a page in any notation',
    { ...page(`return createPageUrl('/new orders?id=1#a');`, URL), 'pages/NewOrders': 'export default () => null;' },
  ],
  [
    'a page named in a list',
    { layout: `const pages = ['Orders']; export default () => pages;`, 'pages/Orders': 'export default () => null;' },
  ],
  [
    'built-in fields and fields of a related row',
    { ...jsx('<DataTable entity={Deal} sort="-createdAt" columns={["title"]} />', DEAL), ...table({}) },
  ],
  ['a table that visitors only add to', table({ 'x-accessControl': { permissions: { read: 'admin', write: 'anonymous' } } })],
  ['spread attributes', page('return <><img {...p} /><input {...p} /><button {...p} /></>;', 'const p = {};')],
  ['labelled fields', jsx('<label>Name<input /></label>')],
  ['a button with an expression', page('return <button>{label}</button>;', 'const label = "a";')],
  ['code that does not parse, which the compiler reports', { 'pages/Home': 'export default function (' }],
  ['a schema that is no schema', { 'entities/Deal.json': '{"properties":{"a":1}}' }],
])('accepts %s', (_case, files) => {
  expect(found(files)).toEqual([]);
});

test.each(await templateNames())('the template %s has no issues and needs no repair', async (name) => {
  const { files } = (await readTemplate(name)) ?? { files: {} };
  const { issues, repaired } = inspectApp({ ...appOf({}), files }, known);
  // Visitors of a poll vote without an account, and may change votes.
  expect(issues.map(({ detectorId }) => detectorId)).toEqual(name === 'poll' ? ['open-permission'] : []);
  expect(repaired).toEqual({});
});

test('imports what has one known origin, and nothing else', () => {
  const { repaired, fixes } = inspect({
    ...page('const [a] = useState(0); return <Card><Item /><Trash2 /><User /><Unheard />{a}</Card>;'),
    ...table({}),
    'components/Item': 'export default () => null;',
  });
  expect(repaired['pages/Home']?.split('\n').slice(0, -1).sort()).toEqual([
    "import Item from '@/components/Item';",
    "import { Card } from '@/components/ui/card';",
    "import { Trash2 } from 'lucide-react';",
    "import { User } from 'lucide-react';",
    "import { useState } from 'react';",
  ]);
  expect(fixes).toEqual({ 'pages/Home': 5 });
});

test('corrects the case of an import', () => {
  const files = { ...jsx('<Item />', `import Item from '@/components/item';`), 'components/Item': 'export default () => null;' };
  expect(inspect(files).repaired['pages/Home']).toContain(`from '@/components/Item'`);
});

test.each([
  ['function Home() { return null; }', '\n\nexport default Home;\n'],
  ['const Home = () => null;\n', '\nexport default Home;\n'],
])('exports the only component of %j', (text, added) => {
  expect(inspect({ 'pages/Home': text }).repaired).toEqual({ 'pages/Home': text + added });
});

test('does not guess which of two components is the page', () => {
  expect(inspect({ 'pages/Home': 'const A = () => null; const B = () => null;' }).repaired).toEqual({});
});

test('reports at most 100 issues, and skips files beyond the size limits', () => {
  expect(inspect(jsx(`<>${'<img />'.repeat(500)}</>`)).issues).toHaveLength(100);
  expect(inspect(jsx(`<>${'<img />'.repeat(200_000)}</>`)).issues).toEqual([]);
});

test('knows the looks of the kit', async () => {
  for (const [component, properties] of Object.entries(VARIANTS)) {
    const source = openSource('kit', await readFile(new globalThis.URL(`../kit/${component.toLowerCase()}.tsx`, import.meta.url), 'utf8'));
    for (const [property, values] of Object.entries(properties)) {
      const declared = nodesOf(source, 'Property').find(
        ({ key, value }) => key.type === 'Identifier' && key.name === property && value.type === 'ObjectExpression',
      );
      expect(declared?.value.type === 'ObjectExpression' && declared.value.properties.map(keyOf)).toEqual(values);
    }
  }
});
