import { describe, expect, test } from 'vitest';
import { ensureLibraries } from '../scripts/libraries.ts';
import { checkApp, compilePreview } from './preview.ts';
import { publishApp } from './publish.ts';

const libraries = await ensureLibraries();
let at = 0;
const sourcesOf = (files: Readonly<Record<string, string>>) => {
  at += 1;
  return { appId: `layout-${at}`, versionId: 'v1', name: 'Layout', mainPage: null, files };
};
const compile = (files: Readonly<Record<string, string>>) =>
  compilePreview(sourcesOf(files), libraries, { onFile: () => {}, isSent: () => false });
const codeOf = async (files: Readonly<Record<string, string>>, key: string) =>
  (await compile(files)).modules.find((module) => module.key === key)?.code ?? '';
const page = (text: string) => ({ 'pages/Home': `${text}\nexport default () => null;` });

test.each([
  ['lib', "import { a } from '@/lib/a';", { 'lib/a': 'export const a = 1;' }],
  ['a file beside it', "import { a } from './a.helpers';", { 'pages/a.helpers': 'export const a = 1;' }],
  ['a folder with an index', "import { a } from '@/components/cards';", { 'components/cards/index': 'export const a = 1;' }],
  ['a folder below pages', "import { a } from './home/parts/Row';", { 'pages/home/parts/Row': 'export const a = 1;' }],
  [
    'hooks with the name of a hook of the kit',
    "import { useToast } from '@/hooks/use-toast';",
    { 'hooks/use-toast': 'export const useToast = 1;' },
  ],
  [
    'an own file of the kit',
    "import { PageHeader } from '@/components/ui/PageHeader';",
    { 'components/ui/PageHeader': 'export const PageHeader = 1;' },
  ],
  [
    'one in place of the kit’s',
    "import { Button, mine } from '@/components/ui/button';",
    { 'components/ui/button': 'export const Button = 1; export const mine = 1;' },
  ],
  ['an extension', "import { a } from '../utils/a.jsx';", { 'utils/a': 'export const a = 1;' }],
  ['a path from the project’s folder', "import { a } from 'src/data/a';", { 'data/a': 'export const a = 1;' }],
  ['JSON', "import plans, { free } from '@/data/plans.json'; plans; free;", { 'data/plans.json': '{"free": 1, "class": 2}' }],
  ['a picture', "import logo, { ReactComponent } from '../assets/logo.svg'; logo; ReactComponent;", { 'assets/logo.svg': '<svg/>' }],
  ['a picture as a component', "import Logo from '../assets/logo.svg?react'; Logo;", { 'assets/logo.svg': '<svg/>' }],
  ['a style sheet', "import './home.css';", { 'pages/home.css': '.home { color: red }' }],
  ['the layout', "import Layout from '../Layout';", { layout: 'export default () => null;' }],
  [
    'integrations of its own',
    "import { x } from '@/integrations/supabase/client';",
    { 'integrations/supabase/client': 'export const x = 1;' },
  ],
])('imports %s', async (_name, line, files) => {
  const { problems, entry } = await compile({ ...page(line), ...files });
  expect(problems).toEqual([]);
  expect(entry).not.toBeNull();
});

test.each([
  ['a name in another case', "import a from '@/Utils/Index'; a;", { 'utils/index': 'export default 1;' }, /names differ by case/],
  ['a picture that did not come along', "import hero from '@/assets/hero.jpg'; hero;", {}, /an empty picture stands in for it/],
  ['a sheet that did not come along', "import './gone.scss';", {}, /shown without it/],
  ['another back end', "import { createClient } from '@supabase/supabase-js'; createClient();", {}, /does not reach its server here/],
])('warns of %s and goes on', async (_name, line, files, message) => {
  const { problems, entry } = await compile({ ...page(line), ...files });
  expect(problems).toMatchObject([{ path: 'pages/Home', line: 1, severity: 'warning', message: expect.stringMatching(message) }]);
  expect(entry).not.toBeNull();
});

test('keeps warnings of files that did not change', async () => {
  const sources = sourcesOf(page("import './gone.css';"));
  const options = { onFile: () => {}, isSent: () => false };
  const first = await compilePreview(sources, libraries, options);
  expect((await compilePreview(sources, libraries, options)).problems).toEqual(first.problems);
  expect(first.problems).toHaveLength(1);
});

test('gives the classes of a CSS module names of their own, in the code and in the sheet', async () => {
  const files = {
    ...page("import styles from './home.module.css'; styles.title;"),
    'pages/home.module.css': '.title:hover .small, :global(.app) .title { margin: .5em } /* .none */',
  };
  const { css } = await compile(files);
  const [, name = ''] = /"title\\":\\"(title_\w+)/.exec(await codeOf(files, '$asset/pages/home.module.css')) ?? [];
  expect(name).toMatch(/^title_\w{6}$/);
  expect(css?.text).toContain(`.${name}:hover .small_`);
  expect(css?.text).toContain(`.app .${name}`);
});

test('leaves out a style sheet that loads from other servers, and says so', async () => {
  const files = {
    ...page("import './a.css'; import './b.css';"),
    'pages/a.css': "@import url('https://example.org/x.css');",
    'pages/b.css': '.b{top:1px}',
  };
  const { problems, css } = await compile(files);
  expect(problems).toMatchObject([{ path: 'pages/a.css', severity: 'warning' }]);
  expect(css?.text).toContain('.b');
  expect(css?.text).not.toContain('example.org');
});

test('knows the settings of Vite and of older tools', async () => {
  const code = await codeOf(
    page('console.log(import.meta.env.VITE_X, import.meta.env.MODE, process.env.REACT_APP_X, process.env.NODE_ENV);'),
    'pages/Home',
  );
  expect(code).not.toMatch(/import\.meta\.env|process\.env/);
  const published = await publishApp(sourcesOf(page('if (import.meta.env.DEV) console.log("only in development");')), libraries, () => {});
  if (!published.ok) throw new Error('It does not compile.');
  expect(published.files.map((file) => file.code).join()).not.toContain('only in development');
});

describe('an import that only a published app reaches', () => {
  const conditions = ['import.meta.env.PROD', '!import.meta.env.DEV', 'process.env.NODE_ENV === "production"', 'import.meta.env.VITE_KEY'];
  const loads = {
    'a package that is absent': ["import('visits-of-nobody')", {}],
    'a package that is there': ["import('date-fns')", {}],
    'a file': ["import('../lib/visits')", { 'lib/visits': 'export const start = () => "counted visit";' }],
    'a file that is absent': ["import('../lib/none')", {}],
  } as const;
  const cases = conditions.flatMap((condition) =>
    Object.entries(loads).map(([what, [load, files]]) => [what, condition, load, files] as const),
  );

  test.each(cases)('%s, if %s', async (_what, condition, load, files) => {
    const text = `export async function go() { if (${condition}) { const { start } = await ${load}; start(); } }\ngo();`;
    const root = { App: "import Home from './pages/Home'; export default () => <Home />;" };
    // A preview asks for settings of the project itself, so there it reaches the import.
    for (const more of condition.includes('VITE_') ? [root] : [{}, root]) {
      const sources = sourcesOf({ ...page(text), ...files, ...more });
      const preview = await compilePreview(sources, libraries, { onFile: () => {}, isSent: () => false });
      expect(preview.entry).not.toBeNull();
      const published = await publishApp(sources, libraries, () => {});
      if (!published.ok) throw new Error(JSON.stringify(published));
      const code = published.files.map((file) => file.code).join();
      if ('lib/visits' in files && condition.includes('PROD')) expect(code).toContain('counted visit');
    }
  });

  test('by its names', async () => {
    const text = "import { start } from '../lib/visits'; if (import.meta.env.PROD) start();";
    const published = await publishApp(
      sourcesOf({ ...page(text), 'lib/visits': 'export const start = () => console.log("counted");' }),
      libraries,
      () => {},
    );
    if (!published.ok) throw new Error(JSON.stringify(published));
    expect(published.files.map((file) => file.code).join()).toContain('counted');
  });
});

const tailwind = `import type { Config } from "tailwindcss";
export default { theme: { extend: {
  colors: { brand: { DEFAULT: "hsl(var(--brand))", dark: "#123456" } },
  fontFamily: { display: ["Playfair Display", "serif"] },
  keyframes: { rise: { "0%": { opacity: "0", marginTop: "4px" }, to: { opacity: "1" } } },
  animation: { rise: "rise 1s ease-out" },
  boxShadow: { glow: "0 0 4px red; } body { float: inherit" },
} }, plugins: [require("tailwindcss-animate")] } satisfies Config;`;

test('takes the theme of a Tailwind 3 project from its settings, without running them', async () => {
  const { problems, css } = await compile({
    'tailwind.config': tailwind,
    'globals.css': ':root { --brand: 10 80% 40% }\n.x { @apply bg-brand text-nothing-known font-bold; }',
    'pages/Home': 'export default () => <p className="bg-brand text-brand-dark animate-rise font-display shadow-glow" />;',
  });
  expect(problems).toMatchObject([{ path: 'globals.css', severity: 'warning', message: expect.stringContaining('text-nothing-known') }]);
  for (const part of ['.bg-brand', 'var(--brand)', '#123456', 'rise 1s ease-out', '@keyframes rise', 'margin-top: 4px', 'Playfair Display'])
    expect(css?.text).toContain(part);
  expect(css?.text).not.toContain('float: inherit');
});

const root = {
  main: "import { createRoot } from 'react-dom/client';\nimport App from './App.tsx';\nimport './index.css';\ncreateRoot(document.getElementById('root')!).render(<App />);",
  App: `import { lazy, Suspense } from 'react';
import { BrowserRouter, Routes, Route } from 'react-router-dom';
import Index from './pages/Index';
import { Guard } from '@/components/Guard';
const Product = lazy(() => import('./pages/ProductDetail'));
const App = () => <BrowserRouter><Suspense fallback={null}><Routes>
  <Route path="/" element={<Index />} />
  <Route path="/shop" element={<Guard />}><Route path="products/:id" element={<Guard><Product /></Guard>} /></Route>
  <Route path="*" element={<p>None</p>} />
</Routes></Suspense></BrowserRouter>;
export default App;`,
  'components/Guard': 'export const Guard = ({ children }: { children?: unknown }) => <>{children}</>;',
  'pages/Index': 'export default () => <h1>Start</h1>;',
  'pages/ProductDetail': 'export const ProductDetail = () => <h1>Product</h1>;\nexport default ProductDetail;',
  'pages/About': 'export default () => <h1>About</h1>;',
};

test('reads the pages and their addresses from the router of an app', async () => {
  const { problems, routes, modules, entry } = await compile(root);
  expect(problems).toEqual([]);
  expect(routes).toEqual([
    { name: 'Index', path: 'index', isMain: true, address: '/' },
    { name: 'About', path: 'about', isMain: false },
    { name: 'ProductDetail', path: 'productdetail', isMain: false, address: '/shop/products/:id' },
  ]);
  expect(modules.find(({ name }) => name === entry)?.code).toContain('export const root');
  expect((await publishApp(sourcesOf(root), libraries, () => {})).ok).toBe(true);
});

test('reads routes that are objects', async () => {
  const { routes, problems } = await compile({
    ...root,
    App: `import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import Index from '@/pages/Index';
import About from '@/pages/About';
const router = createBrowserRouter([{ path: '/', children: [{ index: true, element: <Index /> }, { path: 'about-us', Component: About }] }]);
export default function App() { return <RouterProvider router={router} />; }`,
  });
  expect(problems).toEqual([]);
  expect(routes).toMatchObject([
    { name: 'Index', isMain: true, address: '/' },
    { name: 'About', address: '/about-us' },
    { name: 'ProductDetail' },
  ]);
});

const routeApp = (routes: string, more: Readonly<Record<string, string>> = {}) => ({
  App: `import { BrowserRouter, Navigate, Outlet, Route, Routes } from 'react-router-dom';
import Index from './pages/Index';
import About from './pages/About';
import Users from './pages/Users';
import Area from './components/Area';
export default () => <BrowserRouter><Routes>${routes}</Routes></BrowserRouter>;
export const used = [Navigate, Outlet, Index, About, Users, Area];`,
  'pages/Index': 'export default () => null;',
  'pages/About': 'export default () => null;',
  'pages/Users': 'export default () => null;',
  'components/Area': 'export default () => null;',
  ...more,
});
const area = (routes: string) =>
  `import { Route, Routes } from 'react-router-dom';\nimport Users from '../pages/Users';\nimport About from '@/pages/About';\nexport default () => <><header /><Routes>${routes}</Routes></>;\nexport const used = [Users, About];`;

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
  [
    'a child of "/"',
    routeApp('<Route path="/" element={<Outlet />}><Route index element={<Index />} /><Route path="about" element={<About />} /></Route>'),
    { Index: '/', About: '/about' },
  ],
  ['a child with an absolute path', routeApp('<Route path="/"><Route path="/about" element={<About />} /></Route>'), { About: '/about' }],
  ['slashes at the ends', routeApp('<Route path="/team/"><Route path="about/" element={<About />} /></Route>'), { About: '/team/about' }],
  [
    'a layout without a path',
    routeApp('<Route element={<Area />}><Route path="about" element={<About />} /><Route path="*" element={<Index />} /></Route>'),
    { About: '/about' },
  ],
  [
    'a splat with children',
    routeApp('<Route path="team/*" element={<Outlet />}><Route path="users" element={<Users />} /></Route>'),
    { Users: '/team/users' },
  ],
  [
    'routes in a component of "/*"',
    routeApp('<Route path="/login" element={<Index />} /><Route path="/*" element={<Area />} />', {
      'components/Area': area('<Route path="users" element={<Users />} /><Route path="/about" element={<About />} />'),
    }),
    { Index: '/login', Users: '/users', About: '/about' },
  ],
  [
    'routes in a component of a splat',
    routeApp('<Route path="/team/*" element={<Area />} />', {
      'components/Area': area('<Route index element={<About />} /><Route path=":id" element={<Users />} />'),
    }),
    { About: '/team', Users: '/team/:id' },
  ],
  [
    'routes two files away',
    routeApp('<Route path="/a/*" element={<Area />} />', {
      'components/Area':
        "import { Route, Routes } from 'react-router-dom';\nimport Deep from './Deep';\nexport default () => <Routes><Route path=\"b/*\" element={<Deep />} /></Routes>;",
      'components/Deep': area('<Route path="users" element={<Users />} />'),
    }),
    { Users: '/a/b/users' },
  ],
  [
    'files that route each other',
    routeApp('<Route path="/a/*" element={<Area />} />', {
      'components/Area':
        "import { Route, Routes } from 'react-router-dom';\nimport App from '../App';\nimport Users from '../pages/Users';\nexport default () => <Routes><Route path=\"users\" element={<Users />} /><Route path=\"again/*\" element={<App />} /></Routes>;",
    }),
    { Users: '/users' },
  ],
  ['a page for all paths', routeApp('<Route path="/*" element={<Index />} />'), { Index: '/' }],
  ['a page for all other paths', routeApp('<Route path="/" element={<About />} /><Route path="/*" element={<Index />} />'), { About: '/' }],
])('reads the addresses of pages: %s', async (_, files, expected) => {
  const { routes } = await compile(files);
  const found = routes.flatMap(({ name, address }) => (address === undefined ? [] : [[name, address]]));
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('a page may export its component by name', async () => {
  expect((await compile({ 'pages/Home': 'export function Home() { return <p>Hi</p>; }' })).problems).toEqual([]);
});

const rooted = (text: string, more: Readonly<Record<string, string>> = {}) => ({ App: `${text}\nexport default () => null;`, ...more });

test('imports of an import that is exported again have one address', async () => {
  const code = await codeOf(
    { ...page("import Row from '@/components/Row'; export { Row };"), 'components/Row': 'export default () => null;' },
    'pages/Home',
  );
  expect(code).toMatch(/import Row from "\.\/[\w-]+\.js";/);
});

test.each([
  [
    'a component',
    "import { Provider } from 'thirdweb/react'; export const shown = <Provider>a</Provider>;",
    /\(props\) \{.* return props\?\.children.* as Provider \}/,
  ],
  [
    'a default component',
    'import Phone from \'react-phone-number-input\'; export const shown = <Phone value="1" />;',
    /\(props\) .* as default \}/,
  ],
  [
    'a component that is drawn by another name',
    "import { Home } from 'some-icons'; export const items = [{ icon: Home }];",
    /\(props\) \{.* return props.* as Home \}/,
  ],
  [
    'a component with parts',
    "import { Form, Typography } from 'some-kit'; const { Title } = Typography; export const shown = <Form.Item><Title>a</Title></Form.Item>;",
    /(\S+)\(props\).*Object\.setPrototypeOf\(\1, .* \1 as Form \}.*Object\.setPrototypeOf\((\S+), .* \2 as Typography \}/,
  ],
  ['a class', "import { Client } from 'some-db'; export const client = () => new Client();", /Call\("Client", given\)/],
  [
    'a function',
    "import { openDB } from 'some-db'; openDB;",
    /throw \S+\(new TypeError\("The package \\"some-db\\" is not here\."\)\).*Call\("openDB", given\)/,
  ],
  ['members of all', "import * as Chain from 'chain'; Chain.connect();", / as connect \}/],
  ['members of a name with a sign', "import * as $ from 'chain'; $.connect();", / as connect \}/],
  [
    'members whose names are words of the language',
    "import * as Chain from 'chain'; Chain.delete(); Chain.$delete0(); Chain.await(); Chain.eval(); Chain.let();",
    /function ([$\w]+)\(\.\.\.given\) \{.* return \S+Call\("delete", given\); \} .*export \{ \1 as delete \};/,
  ],
  [
    'an element whose name is a word of the language',
    "import * as UI from 'ui'; export const a = <UI.switch />;",
    /\(props\) .* as switch \}/,
  ],
  ['an observer', "import * as Sentry from '@sentry/react'; Sentry.init({});", /\(\) \{ return undefined; \} .* as init \}/],
  [
    'a module of the build',
    "import { registerSW } from 'virtual:pwa-register'; registerSW();",
    /\(\) \{ return undefined; \} .* as registerSW \}/,
  ],
  ['a module of Node', "import { readFile } from 'node:fs'; readFile;", /Call\("readFile", given\)/],
])('stands in for %s of a package that is not here, in an app with a root of its own', async (_name, line, made) => {
  const { problems, entry, modules } = await compile(rooted(line));
  expect(problems).toEqual([expect.objectContaining({ path: 'App', line: 1, severity: 'warning' })]);
  expect(problems[0]?.message).toMatch(/^The package ".*" is not here: /);
  expect(entry).not.toBeNull();
  expect(modules.find(({ key }) => key.startsWith('$absent/'))?.code?.replace(/\s+/g, ' ')).toMatch(made);
  expect(await publishApp(sourcesOf(rooted(line)), libraries, () => {})).toMatchObject({ ok: true });
});

test('calls of a package that is not here fail, but not while the modules of the app are evaluated', async () => {
  const files = rooted("import { Device, open } from 'device'; export const a = open(Device.isTouch());");
  const { modules } = await compile(files);
  const standIn = modules.find(({ key }) => key.startsWith('$absent/'))?.code ?? '';
  // The import of React as a name: it draws while `H` has hooks.
  const code = `const react = { H: null };
${standIn.replace(/import \{ \S+ as (\S+), Component as (\S+), createElement as \S+ \} from "react";/, 'const $1 = react; class $2 {}')}
const text = (call) => { try { return String(call()); } catch (error) { return error.message; } };
const hollow = Device.plugins.open(new Device());
export const early = [typeof hollow, typeof hollow.start().now, Device.isTouch(), Device.name.length > 0];
export const late = () => [text(() => open()), text(() => hollow()), text(() => hollow.start()), text(() => Device.plugins.open()), text(() => new Device()), Device.isTouch()];
export const drawn = () => {
  react.H = { useState() {}, useEffect() {} };
  const [first] = open();
  const found = [typeof open().t('a').b, String(open()), open() + 1, [...open()].length, first, Device.isTouch()];
  try { while (open().more()); } catch (error) { found.push(error.message); }
  react.H = null;
  return found;
};`;
  const made = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code.replaceAll(/export \{ (\S+) as (\w+) \};/g, 'const $2 = $1;'))}`
  );
  expect(made.early).toEqual(['function', 'function', undefined, true]);
  const message = 'The package "device" is not here.';
  expect(made.late()).toEqual([message, message, message, message, message, undefined]);
  // An app that goes on asking ends with the error.
  expect(made.drawn()).toEqual(['function', '', '1', 0, undefined, undefined, message]);
  expect(made.late()[0]).toBe(message);
});

test.each([
  'https://evil.example/x.js',
  '//evil.example/x.js',
  'https://esm.sh/none-of-these@1',
  'https://cdn.jsdelivr.net/npm/none-of-these/+esm',
])('code of %s is not loaded in an app with a root of its own, which opens without it', async (address) => {
  for (const line of [`import x from '${address}'; x;`, `import * as x from '${address}'; x.y;`, `void import('${address}');`]) {
    const files = rooted(line);
    const { problems, entry, modules } = await compile(files);
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('not loaded from other servers') }),
    ]);
    expect(entry).not.toBeNull();
    const published = await publishApp(sourcesOf(files), libraries, () => {});
    if (!published.ok) throw new Error(JSON.stringify(published));
    const imported = [...modules.map(({ code }) => code ?? ''), ...published.files.map(({ code }) => code)].filter((code) =>
      /(?:\bfrom|\bimport)\s*\(?\s*["'`](?:https:)?\/\//.test(code),
    );
    expect(imported).toEqual([]);
  }
});

test.each(['https://esm.sh/date-fns@3', 'https://cdn.jsdelivr.net/npm/date-fns@3.6.0/+esm', 'https://unpkg.com/date-fns?module'])(
  '%s is the package of that name',
  async (address) => {
    const { problems } = await compile(page(`import { addDays } from '${address}'; addDays;`));
    expect(problems).toEqual([]);
  },
);

test('a file that nothing uses does not keep an app with a root of its own from running', async () => {
  const files = rooted('', {
    'old/broken': 'const a = ;',
    'old/lost': "import { a } from './gone'; a;",
    'old/fine': "import './broken';",
  });
  const { problems, entry } = await compile(files);
  expect(problems.map(({ path, severity }) => [path, severity])).toEqual([
    ['old/broken', 'warning'],
    ['old/lost', 'warning'],
  ]);
  expect(problems[0]?.message).toMatch(/Nothing uses this file yet\.$/);
  expect(entry).not.toBeNull();
  expect(await publishApp(sourcesOf(files), libraries, () => {})).toMatchObject({ ok: true });
  const used = sourcesOf({ ...files, App: "import './old/broken';\nexport default () => null;" });
  const { problems: known } = await checkApp(used, libraries, () => {});
  expect(known.find(({ path }) => path === 'old/broken')).toMatchObject({ severity: 'error' });
});

describe('a fault of a file ends what uses it, in an app with a root of its own', () => {
  const shop = (line: string, more: Readonly<Record<string, string>>) => ({
    ...rooted("import Shop from './pages/Shop'; Shop;"),
    'pages/Shop': `${line}\nexport default () => null;`,
    ...more,
  });
  test.each([
    ['a page that does not compile', "import a from './gone'; const a = ;", {}, /throw new Error\("pages\/Shop, line 1 does not compile: /],
    [
      'a name',
      "import { prices } from '@/lib/prices'; prices();",
      { 'lib/prices': '' },
      /throw new TypeError\("lib\/prices does not export prices\."\)/,
    ],
    [
      'a component',
      "import { Card } from '../Card.jsx'; <Card/>;",
      { Card: 'export const A = 1; export const B = 2;' },
      /props\?\.children/,
    ],
    [
      'a name that is the default export',
      "import { News } from '@/News'; News;",
      { News: 'export default () => 1;' },
      /export \{ default as News \} from/,
    ],
    [
      'a default export',
      "import Row from '@/rows/Row'; Row;",
      { 'rows/Row': 'export const Row = 1; export const Cell = 1;' },
      /export \{ Row as default \} from/,
    ],
    [
      'a part of the kit',
      "import { Popover, Extra } from '@/components/ui/popover'; Popover; <Extra/>;",
      {},
      /export \* from "[^"]*"|as Extra/,
    ],
    ['a file', "import { total } from '../lib/gone'; total();", {}, /throw \S*new TypeError\("There is no file \\?"lib\/gone\\?"\."\)/],
    ['a file that is drawn', "import Gone from '~/components/Gone'; <Gone/>;", {}, /\(props\) .* as default \}/s],
    ['a table', "import { Lost } from '@/entities/Lost'; Lost.list();", {}, /There is no file/],
    [
      'a name passed on',
      "import { a } from '@/lib'; a();",
      { 'lib/index': "export * from './broken';", 'lib/broken': 'const a = ;' },
      /throw new/,
    ],
  ])('%s', async (_name, line, more, made) => {
    const files = shop(line, more);
    const { problems, entry, modules } = await compile(files);
    expect(problems.map(({ severity }) => severity)).not.toContain('error');
    expect(problems[0]?.message).toMatch(/ What uses it may fail; the rest of the app works\.$/);
    expect(entry).not.toBeNull();
    expect(modules.map(({ code }) => code).join('\n')).toMatch(made);
    expect(await publishApp(sourcesOf(files), libraries, () => {})).toMatchObject({ ok: true });
    const { problems: strict } = await checkApp(sourcesOf(files), libraries, () => {});
    expect(strict.map(({ severity }) => severity)).toContain('error');
  });

  test('a server function that does not compile', async () => {
    const files = shop('', { 'functions/mail': 'const a = ;' });
    const { problems } = await compile(files);
    expect(problems).toEqual([expect.objectContaining({ path: 'functions/mail', severity: 'warning' })]);
    expect(await publishApp(sourcesOf(files), libraries, () => {})).toMatchObject({ ok: true });
  });

  test('but not what leads out of the app', async () => {
    const { entry, problems } = await compile(shop("import { a } from '../../scripts/build'; a;", {}));
    expect(entry).toBeNull();
    expect(problems).toEqual([expect.objectContaining({ path: 'pages/Shop', severity: 'error' })]);
  });
});

test.each([
  ['../../src/config', { config: 'export const a = 1;' }],
  ['../../base44/shared/status', { 'base44/shared/status': "export * from './kinds.ts';", 'base44/shared/kinds': 'export const a = 1;' }],
  ['../../public/badges.js', { 'public/badges': 'export const a = 1;' }],
])('imports %s from beside the folder of sources', async (specifier, files) => {
  const { problems, entry } = await compile({ ...page(`import { a } from '${specifier}'; a;`), ...files });
  expect(problems).toEqual([]);
  expect(entry).not.toBeNull();
});

test.each([
  ['people of an app that was written for Base44', '// by created_date', /\.\.\.people,\s+\.\.\.account/],
  ['only the signed-in person of another app', '', /^(?!.*base44)/s],
])('a page lists %s with the table User', async (_name, words, code) => {
  const files = page(`import { User } from '@/entities/User'; User.list; ${words}`);
  expect(await codeOf(files, 'entities/User')).toMatch(code);
});

test('imports JSON that is nested more deeply than it can be written again', async () => {
  const levels = 100_000;
  const files = { ...page("import deep from '@/data/deep.json'; deep;"), 'data/deep.json': '['.repeat(levels) + ']'.repeat(levels) };
  expect(await compile(files)).toMatchObject({ problems: [], entry: expect.any(String) });
});

test('refuses what leads out of the app', async () => {
  const { problems } = await compile({ ...page("import { a } from '../../scripts/build'; a;") });
  expect(problems).toEqual([expect.objectContaining({ severity: 'error', message: '"../../scripts/build" leads out of the app.' })]);
});

test('a stand-in for another back end may lack a name', async () => {
  const { problems, entry } = await compile(
    page("import { getFirestore, somethingNew } from 'firebase/firestore'; getFirestore; somethingNew;"),
  );
  expect(problems.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
  expect(problems[1]?.message).toContain('firebase/firestore does not export `somethingNew`');
  expect(entry).not.toBeNull();
});
