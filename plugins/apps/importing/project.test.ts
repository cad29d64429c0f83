import { strToU8, zipSync } from 'fflate';
import { expect, it, test } from 'vitest';
import { readProject } from './project.ts';
import { readZip } from './unzip.ts';

const read = (files: Readonly<Record<string, string>>) =>
  readZip(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))));

it('finds an app in an exported project', () => {
  const { files, name, mainPage, left } = read({
    'notes/index.html': '<title>Notes &amp; more</title>',
    'notes/package.json': '{}',
    'notes/src/app.js': 'export const pages = {};\nexport const routes = [{"name":"Start","isMain":true}];\n',
    'notes/src/pages/Start.tsx': 'export default () => null;',
    'notes/src/components/deep/Row.jsx': 'row',
    'notes/src/integrations/index.js': "export { InvokeLLM } from '../sayso/sdk/core';\n",
    'notes/src/services/words.ts': 'words',
    'notes/src/layout.tsx': 'layout',
    'notes/src/globals.css': '@import "tailwindcss";\n@import "./sayso/kit/theme.css";\nh1 { color: red }\n',
    'notes/src/entities/Note.json': '{"x-accessControl":{}}',
    'notes/src/entities/Note.js': 'made',
    'notes/src/components/ui/button.js': "export { Button } from '../../sayso/kit/button';\n",
    'notes/src/sayso/kit/button.tsx': 'kit',
    'notes/src/helpers/other.ts': 'other',
    'notes/src/notes.txt': 'text',
    'notes/src/start.js': 'started',
    'notes/node_modules/react/index.js': 'react',
  });
  expect({ name, mainPage }).toEqual({ name: 'Notes & more', mainPage: 'Start' });
  expect(files).toEqual({
    'pages/Start': 'export default () => null;',
    'components/deep/Row': 'row',
    'services/words': 'words',
    layout: 'layout',
    'globals.css': 'h1 { color: red }\n',
    'entities/Note.json': expect.any(String),
    'helpers/other': 'other',
  });
  expect(left.filter(({ reason }) => reason === 'unknown')).toEqual([{ path: 'src/notes.txt', reason: 'unknown' }]);
});

test.each([
  ['@/sayso/packages/stand-ins/lucide-react', 'lucide-react'],
  ['@/sayso/packages/stand-ins/react-query', '@tanstack/react-query'],
  ['@/$member/lodash-es/debounce', 'lodash-es/debounce'],
  ['@/$missing/lucide-react/Unheard,Unseen', 'lucide-react'],
  ['@/$absent/@sentry/react/~Boundary,init', '@sentry/react'],
  ['@/$absent/virtual~pwa-register/registerSW', 'virtual:pwa-register'],
  ['@/services/words', '@/services/words'],
])('leads the import of %s in an exported project back to its package', (exported, original) => {
  const { files } = read({
    'notes/src/pages/Home.tsx': `import x from "${exported}";\nexport { y } from '${exported}';\n`,
    'notes/src/$member/lodash-es/debounce.js': 'made',
    'notes/src/$missing/lucide-react/Unheard,Unseen.js': 'made',
  });
  expect(files).toEqual({ 'pages/Home': `import x from "${original}";\nexport { y } from '${original}';\n` });
});

it('reads neither a name nor a main page from what is damaged', () => {
  const files = [
    { path: 'index.html', text: '<title><b></title>' },
    { path: 'src/app.js', text: 'export const routes = [1, null];' },
  ];
  expect(readProject(files)).toMatchObject({ name: null, mainPage: null });
});

test.each([
  ['a path out of it', { '../evil/pages/Home.tsx': 'a' }, 'leads out of it'],
  ['an absolute path', { '/etc/pages/Home.tsx': 'a' }, 'leads out of it'],
  ['a path of Windows', { 'C:\\pages\\Home.tsx': 'a' }, 'leads out of it'],
  ['too many bytes', Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`pages/P${at}.tsx`, 'a'.repeat(1_900_000)])), 'larger than'],
  ['too many files', Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`pages/P${at}.tsx`, ''])), 'more than 5000 files'],
])('refuses %s', (_name, files, message) => {
  expect(() => read(files)).toThrow(message);
});

it('leaves out files that are too large, and folders of packages whatever their number', () => {
  const packages = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`node_modules/p/f${at}.js`, '']));
  const large = 'a'.repeat(2_000_001);
  const given = { 'package-lock.json': large, 'src/data/all.json': large, 'src/App.tsx': 'app', ...packages };
  const { files, left } = read(given);
  expect(files).toMatchObject({ App: 'app' });
  expect(left).toEqual([{ path: 'src/data/all.json', reason: 'refused', message: 'It is larger than 2000000 bytes.' }]);
});

it('refuses what is no zip, and reads no more of a file than its zip says that it has', () => {
  expect(() => readZip(strToU8('no zip'))).toThrow('no zip');
  const zip = zipSync({ 'pages/Home.tsx': strToU8('a'.repeat(1_000_000)) });
  const view = new DataView(zip.buffer, zip.byteOffset);
  for (let at = 0; at < zip.length - 4; at += 1) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
  expect(readZip(zip).files['pages/Home']?.length).toBe(10);
});

it('finds the app in a folder of a project with several parts, with its pictures, and leaves what runs elsewhere', () => {
  const { files, left, changed, backEnds, mainPage } = read({
    'repo/README.md': 'about',
    'repo/server/index.js': 'server',
    'repo/frontend/index.html': '<title>Vite + React</title>',
    'repo/frontend/tailwind.config.ts': 'config',
    'repo/frontend/supabase/functions/mail/index.ts': 'server',
    'repo/frontend/public/robots.txt': 'text',
    'repo/frontend/src/main.tsx': 'main',
    'repo/frontend/src/App.tsx': "import { supabase } from './integrations/supabase/client'; supabase.from('x');",
    'repo/frontend/src/pages.config.js': 'export const pagesConfig = { mainPage: "Board" };',
    'repo/frontend/src/index.css': '@import url("https://fonts.example.org/x.css");\n@tailwind base;\nh1 { color: red }',
    'repo/frontend/src/App.css': '.a{}',
    'repo/frontend/src/lib/x.test.ts': 'test',
    'repo/frontend/src/vite-env.d.ts': 'types',
    'repo/frontend/src/assets/logo.png': 'PNG',
    'repo/frontend/src/assets/film.mp4': 'film',
    'repo/frontend/src/integrations/supabase/client.ts': "import { createClient } from '@supabase/supabase-js';",
    'repo/frontend/src/pages/Board.tsx': 'board',
    'repo/frontend/src/pages/board/Card.tsx': 'card',
  });
  expect(Object.keys(files).sort()).toEqual(
    [
      'App',
      'App.css',
      'assets/logo.png',
      'globals.css',
      'integrations/supabase/client',
      'main',
      'pages.config',
      'pages/Board',
      'pages/board/Card',
      'tailwind.config',
    ].sort(),
  );
  expect(files['assets/logo.png']).toBe(`data:image/png;base64,${Buffer.from('PNG').toString('base64')}`);
  expect(files['globals.css']).toBe('@tailwind base;\nh1 { color: red }');
  expect(changed).toMatchObject([{ path: 'frontend/src/index.css' }]);
  expect(mainPage).toBe('Board');
  expect(Object.fromEntries(left.map(({ path, reason }) => [path, reason]))).toEqual({
    'README.md': 'about',
    'server/index.js': 'about',
    'frontend/index.html': 'about',
    'frontend/supabase/functions/mail/index.ts': 'server',
    'frontend/public/robots.txt': 'static',
    'frontend/src/lib/x.test.ts': 'test',
    'frontend/src/vite-env.d.ts': 'about',
    'frontend/src/assets/film.mp4': 'static',
  });
  expect(backEnds).toMatchObject([{ name: 'Supabase', files: ['frontend/src/App.tsx', 'frontend/src/integrations/supabase/client.ts'] }]);
});

it('takes what public serves, and the icon that the page names', () => {
  const { files, left } = read({
    'index.html': '<head><link rel="icon" type="image/png" href="/brand/mark.png?v=2" /></head>',
    'public/brand/mark.png': 'data:image/png;base64,AA==',
    'public/favicon.ico': 'data:image/x-icon;base64,AA==',
    'public/fonts/own.woff2': 'data:font/woff2;base64,AA==',
    'public/data.json': '[]',
    'public/worker.js': 'no',
    'src/App.jsx': 'app',
  });
  expect(
    Object.keys(files)
      .filter((path) => path.startsWith('public/'))
      .sort(),
  ).toEqual(['public/app-icon.png', 'public/brand/mark.png', 'public/data.json', 'public/favicon.ico', 'public/fonts/own.woff2']);
  expect(left.filter(({ reason }) => reason !== 'about')).toEqual([{ path: 'public/worker.js', reason: 'static' }]);
});

const FONT = 'https://fonts.googleapis.com/css2?family=Inter:wght@400;700&display=swap';
const ICONS = 'https://fonts.googleapis.com/icon?family=Material+Icons';
it.each([
  ['index.html', `<link rel="preconnect" href="https://fonts.gstatic.com"><link href="${FONT}" rel="stylesheet">`, [FONT]],
  ['index.html', `<link href="${FONT.replaceAll('&', '&amp;')}" rel="stylesheet"><link rel="stylesheet" href="${ICONS}">`, [FONT, ICONS]],
  ['index.html', `<LINK REL='preload stylesheet' HREF='${FONT.slice('https:'.length)}' as=style>`, [FONT]],
  ['index.html', `<!-- <link rel="stylesheet" href="${FONT}"> -->`, []],
  ['index.html', '<link rel="stylesheet" href="https://fonts.googleapis.com.evil.example/css2?family=Inter">', []],
  ['src/index.css', `@import url('${FONT}');\nh1 { color: red }`, [FONT]],
  ['src/index.css', `h1 { color: red }\n  @import "${FONT}" screen;\n`, [FONT]],
  ['src/components/part.css', `@import url("${FONT}");`, [FONT]],
  ['src/pages/Look.jsx', `const a = () => <style>{\`@import url('${FONT}'); h1 { color: red }\`}</style>;`, [FONT]],
  ['src/pages/Look.jsx', `const a = () => <><link href="${FONT}" rel="stylesheet" /><p /></>;`, [FONT]],
  ['src/pages/Look.jsx', `win.document.write('<html><head><link href="${FONT}" rel="stylesheet" /></head>');`, []],
  ['src/pages/Look.jsx', `const a = () => <a href="${FONT}">Fonts</a>;`, []],
])('names the sheets of Google Fonts that %s loads: %s', (path, text, sheets) => {
  const { fonts, changed } = read({ 'src/App.jsx': 'app', [path]: text });
  expect(fonts).toEqual(sheets.map((address) => ({ address, origin: path })));
  expect(changed.filter((one) => one.path === path && one.message.includes('fonts.googleapis.com/'))).toEqual([]);
});

it.each([
  ['index.html', '<link rel=stylesheet href=/fonts/own.css>', ['/fonts/own.css']],
  ['index.html', '<script async src="https://stats.example.org/a.js"></script>', ['https://stats.example.org/a.js']],
  ['index.html', '<script type="module" src="/src/main.jsx"></script><link rel="icon" href="/a.svg">', []],
  ['src/index.css', '@import url(https://a.example.org/x.css);\n@import "./more.css";', ['https://a.example.org/x.css', './more.css']],
  ['src/index.css', '@plugin "daisyui";', ['@plugin "daisyui"']],
  ['src/components/part.css', '@import url("https://a.example.org/x.css");', ['https://a.example.org/x.css']],
  ['src/index.css', '@import "tailwindcss";\nh1 { color: red }', []],
  [
    'src/index.css',
    Array.from({ length: 12 }, (_, i) => `@import "https://a.example.org/${i}.css";`).join('\n'),
    ['/0.css', '/9.css', 'and 2 more'],
  ],
])('names what %s loads from elsewhere when it is left out: %s', (path, text, named) => {
  const { changed } = read({ 'src/App.jsx': 'app', [path]: text });
  const notes = changed.filter((one) => one.path === path).map(({ message }) => message);
  expect(notes).toHaveLength(named.length === 0 ? 0 : 1);
  for (const one of named) expect(notes[0]).toContain(one);
});

it('takes modules that are named like the settings of a tool', () => {
  const { files } = read({ 'vite.config.js': 'tool', 'src/App.jsx': 'app', 'src/lib/roles.config.js': 'own' });
  expect(files).toMatchObject({ 'lib/roles.config': 'own' });
  expect(files).not.toHaveProperty(['vite.config']);
});

it('leaves symbolic links out', () => {
  const link = [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] as const;
  const { files, left } = readZip(zipSync({ 'src/App.tsx': strToU8('app'), 'src/lib/link.ts': [...link] }));
  expect(files).not.toHaveProperty(['lib/link']);
  expect(left).toEqual([{ path: 'src/lib/link.ts', reason: 'unknown' }]);
});

it('takes one of the files whose names are the same here', () => {
  const { files, left } = read({
    'src/App.tsx': 'app',
    'src/lib/caf\u00e9.ts': 'one',
    'src/lib/cafe\u0301.ts': 'two',
    'src/lib/café.js': 'three',
  });
  expect(files['lib/café']).toBe('one');
  const refused = { reason: 'refused', message: 'src/lib/café.ts has the same name.' };
  expect(left).toEqual([
    { path: 'src/lib/café.ts', ...refused },
    { path: 'src/lib/café.js', ...refused },
  ]);
});

it('reads files in UTF-16', () => {
  const text = Buffer.from('\ufeffexport type Row = { id: string };', 'utf16le');
  const { files } = readZip(zipSync({ 'src/App.tsx': strToU8('app'), 'src/types/rows.ts': text }));
  expect(files).toMatchObject({ 'types/rows': 'export type Row = { id: string };' });
});

it('takes parts of an app that are named like what tools make', () => {
  const { files, left } = read({
    'src/App.jsx': 'app',
    'src/components/FocusBlock.jsx': 'block',
    'src/components/build/Step.jsx': 'step',
    'src/components/test/Question.jsx': 'question',
    'src/test/setup.js': "import { expect } from 'vitest';",
    'bun.lock': 'lock',
    'pnpm-lock.yaml': 'lock',
    'dist/assets/index.js': 'built',
    'tests/all.js': 'test',
  });
  expect(files).toMatchObject({
    'components/FocusBlock': 'block',
    'components/build/Step': 'step',
    'components/test/Question': 'question',
  });
  expect(left.map(({ path, reason }) => [path, reason])).toEqual([
    ['src/test/setup.js', 'test'],
    ['bun.lock', 'about'],
    ['pnpm-lock.yaml', 'about'],
    ['tests/all.js', 'test'],
  ]);
});

it('takes the files of public that code imports', () => {
  const { files, left } = read({
    'src/App.jsx': "import { all } from '../public/badges.js'; import texts from '../public/texts.json';",
    'public/badges.js': 'export const all = [];',
    'public/texts.json': '{}',
    'public/worker.js': 'served',
  });
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['public/badges', 'public/texts.json']));
  expect(left).toEqual([{ path: 'public/worker.js', reason: 'static' }]);
});

it('takes the edition of a project that its page loads, of two in one folder', () => {
  const editions = {
    'src/App.jsx': 'old',
    'src/App.tsx': 'new',
    'src/main.jsx': 'old',
    'src/main.tsx': 'new',
    'src/pages/Home.tsx': 'home',
  };
  const html = (entry: string) => ({ 'index.html': `<script type="module" src="/src/${entry}"></script>` });
  expect(read({ ...editions, ...html('main.tsx') }).files).toMatchObject({ App: 'new', main: 'new' });
  expect(read({ ...editions, ...html('main.jsx') }).files).toMatchObject({ App: 'old', main: 'old' });
});

it('names functions that use rows as the app', () => {
  const { changed } = read({
    'src/App.jsx': 'app',
    'base44/functions/report/entry.ts': 'Deno.serve(() => base44.asServiceRole.entities.Task.list());',
  });
  expect(changed).toContainEqual({ path: 'base44/functions/report/entry.ts', message: expect.stringContaining('panel "Functions"') });
});

it('names tables as the code of newer projects calls them', () => {
  const { files } = read({
    'src/App.jsx': 'base44.entities.WatchEvent.list();',
    'base44/entities/watch-event.jsonc': '{ // Of a film\n "properties": { "name": { "type": "string" } }, "name": "WatchEvent" }',
    'base44/entities/api-key.jsonc': '{ "name": "APIKey", "properties": {} }',
    'base44/entities/lost-name.jsonc': '{ "properties": {} }',
    'base44/entities/Team.jsonc': '{ "name": "Other", "properties": {} }',
    'base44/entities/task.jsonc': '{ "properties": {} }',
  });
  const tables = ['APIKey', 'LostName', 'Team', 'WatchEvent', 'task'].map((name) => `entities/${name}.json`);
  expect(Object.keys(files).sort()).toEqual(['App', ...tables, 'pages/Home']);
  expect(JSON.parse(files['entities/WatchEvent.json'] ?? '')).toMatchObject({ properties: { name: { type: 'string' } } });
});

it('brings what functions import from their own folders', () => {
  const { files, left } = read({
    'src/App.jsx': '',
    'base44/functions/report/entry.ts': "import { limit } from './limits.js'; import { sum } from '../_shared/sums.js';",
    'base44/functions/report/limits.js': 'export const limit = 1;',
    'base44/functions/report/limits.test.js': "test('limits', () => {});",
    'base44/functions/report/function.jsonc': '{}',
    'src/docs/PLAN_v1.1_2026-05-14.md': '# Plan',
    'base44/functions/_shared/sums.js': 'export const sum = 1;',
  });
  expect(Object.keys(files)).toEqual(['App', 'functions/report', 'functions/report/limits', 'functions/_shared/sums', 'pages/Home']);
  expect(left.map(({ path, reason }) => [path, reason])).toEqual([
    ['base44/functions/report/limits.test.js', 'test'],
    ['base44/functions/report/function.jsonc', 'server'],
    ['src/docs/PLAN_v1.1_2026-05-14.md', 'about'],
  ]);
});

it('brings functions below folders as functions, and what they import as it is', () => {
  const { files } = read({
    'src/App.jsx': '',
    'base44/functions/commerce/orders/entry.ts': "import { price } from './prices.ts';\nDeno.serve(() => Response.json(price));",
    'base44/functions/commerce/orders/prices.ts': 'export const price = 1;',
    'base44/functions/commerce/stock/index.ts': 'Deno.serve(() => new Response());',
    'base44/functions/_shared/lib/index.ts': 'export const limit = 1;',
  });
  const paths = ['commerce/orders/entry', 'commerce/orders/prices', 'commerce/stock/entry', '_shared/lib/index'];
  expect(Object.keys(files).filter((path) => path.startsWith('functions/'))).toEqual(paths.map((path) => `functions/${path}`));
});

it('keeps a client of Base44 that has more than the client', () => {
  const client = "import { createClient } from '@base44/sdk';\nexport const base44 = createClient({});\n";
  const filesWith = (text: string) => Object.keys(read({ 'src/App.jsx': '', 'src/api/base44Client.js': text }).files).sort();
  expect(filesWith(client)).toEqual(['App', 'pages/Home']);
  expect(filesWith(`${client}export default base44;\n`)).toEqual(['App', 'pages/Home']);
  expect(filesWith(`${client}export function getClient() { return base44; }\n`)).toEqual(['App', 'api/base44Client', 'pages/Home']);
});

it('brings what pages and functions of a Base44 project share', () => {
  const { files, left } = read({
    'src/App.jsx': "import { limit } from '../base44/shared/limits';",
    'base44/shared/limits.ts': 'export const limit = 1;',
    'base44/functions/report/entry.ts': "import { limit } from '../../shared/limits.ts';",
    'base44/agents/helper.jsonc': '{}',
  });
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['App', 'base44/shared/limits', 'functions/report']));
  expect(left).toEqual([{ path: 'base44/agents/helper.jsonc', reason: 'server' }]);
});

it('leaves the client of Base44 to the product, adds tables that have no file, and a page for an app without any', () => {
  const { files, left, changed } = read({
    'src/api/base44Client.js': "import { createClient } from '@base44/sdk';",
    'src/api/entities.js': "import { base44 } from './base44Client';",
    'src/entities.js': "import { base44 } from './base44Client';",
    'src/App.jsx': `import { Order } from '@/entities/Order';
import { base44 } from '@/api/base44Client';
Order.create({ title, amount: 12, isOpen: true, kind: 'plain', emails: found.emails });
base44.entities.Customer.list();
Order.create({ lines }); order.lines.map(draw);`,
    'base44/entities/Team.jsonc': '{ "name": "Team", /* none */ "properties": {}, }',
  });
  expect(Object.keys(files).sort()).toEqual(['App', 'entities/Customer.json', 'entities/Order.json', 'entities/Team.json', 'pages/Home']);
  expect(JSON.parse(files['entities/Order.json'] ?? '')).toMatchObject({
    properties: { amount: { type: 'number' }, isOpen: { type: 'boolean' }, kind: { type: 'string' } },
    'x-accessControl': { permissions: { read: 'admin', write: 'creator' } },
  });
  const { properties } = JSON.parse(files['entities/Order.json'] ?? '{}');
  expect([properties.title, properties.emails, properties.lines]).toEqual([{}, {}, { type: 'array' }]);
  expect(left.filter(({ reason }) => reason === 'library')).toHaveLength(3);
  expect(changed.map(({ path }) => path)).toEqual([
    'pages/Home',
    'base44/entities/Team.jsonc',
    'entities/Order.json',
    'entities/Customer.json',
  ]);
});

const HTML = '<script type="module" src="/src/main.tsx"></script>';
const PAGE = 'export default () => null;';
test.each([
  // Vite's order of endings: mjs, js, mts, ts, jsx, tsx.
  ['without an ending', "import './Card';", { 'components/Card': 'jsx' }],
  ['by the first whole name', "import './Card.tsx';", { 'components/Card': 'tsx' }],
  ['by both whole names', "import './Card.tsx'; import './Card.jsx';", { 'components/Card': 'jsx', 'components/Card-tsx': 'tsx' }],
  [
    'with and without an ending',
    "import x from '@/components/Card.tsx'; import y from '../components/Card';",
    { 'components/Card': 'jsx', 'components/Card-tsx': 'tsx' },
  ],
  [
    'lazily',
    "const x = lazy(() => import('./Card.tsx')); const y = lazy(() => import('./Card'));",
    { 'components/Card': 'jsx', 'components/Card-tsx': 'tsx' },
  ],
  ['by nothing, in the language of the entry', '', { 'components/Card': 'tsx' }],
])('tells files of one name apart that are imported %s', (_, imports, expected) => {
  const { files } = read({
    'index.html': HTML,
    'src/main.tsx': 'main',
    'src/pages/Home.tsx': PAGE,
    'src/components/Card.tsx': 'tsx',
    'src/components/Card.jsx': 'jsx',
    'src/components/List.tsx': imports,
  });
  const { 'components/List': list = '', main, 'pages/Home': home, ...cards } = files;
  expect([cards, main, home]).toEqual([expected, 'main', PAGE]);
  const tsx = Object.entries(expected)
    .find(([, text]) => text === 'tsx')?.[0]
    .split('/')
    .at(-1);
  if (tsx === 'Card-tsx') expect(list).toBe(imports.replace('Card.tsx', tsx));
  else expect(list).toBe(imports);
});

it('takes the entry that the page loads, whatever the order of endings', () => {
  const { files, left } = read({ 'index.html': HTML, 'src/main.tsx': 'tsx', 'src/main.jsx': 'jsx', 'src/pages/Home.tsx': PAGE });
  expect(files['main']).toBe('tsx');
  expect(left).toContainEqual({ path: 'src/main.jsx', reason: 'refused', message: expect.stringContaining('same name') });
});

test.each(['api/entities', 'api/integrations', 'functions', 'lib/AuthContext'])(
  'keeps the client %s beside a folder of the same name',
  (name) => {
    const client = "import { base44 } from '@/api/base44Client';\nexport const Task = base44.entities.Task;\n";
    const given = { 'src/pages/Home.jsx': PAGE, [`src/${name}.js`]: client };
    expect(read(given).files[name]).toBeUndefined();
    const { files } = read({ ...given, [`src/${name}/index.js`]: 'export const more = 1;\n' });
    expect([files[name], files[`${name}/index`]]).toEqual([client, 'export const more = 1;\n']);
  },
);

it('takes the app of the entry that the page loads, beside another entry with an app of its own', () => {
  const main = (path: string) =>
    `import App from '${path}';\nimport { createRoot } from 'react-dom/client';\ncreateRoot(root).render(<App />);`;
  const project = (entry: string) => ({
    'index.html': `<script type="module" src="/src/${entry}"></script>`,
    'src/main.jsx': main('@/App.jsx'),
    'src/main.tsx': main('./App.tsx'),
    'src/App.jsx': 'export default () => "jsx";',
    'src/App.tsx': 'export default () => "tsx";',
  });
  for (const ending of ['tsx', 'jsx']) {
    const { files } = read(project(`main.${ending}`));
    expect(files['App']).toBe(`export default () => "${ending}";`);
    expect(Object.keys(files).filter((path) => /app/i.test(path))).toEqual(['App']);
  }
});

it('names the second of two files at the root as modules are named there', () => {
  const { files } = read({
    'index.html': '<script type="module" src="/src/main.jsx"></script>',
    'src/main.jsx': "import App from './App.jsx';\nimport Old from './App.tsx';\nrender(App, Old);",
    'src/App.jsx': 'export default 1;',
    'src/App.tsx': 'export default 2;',
  });
  expect([files['App'], files['app-tsx']]).toEqual(['export default 1;', 'export default 2;']);
  expect(files['main']).toContain("from './app-tsx'");
});
