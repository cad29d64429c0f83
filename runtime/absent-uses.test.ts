import { type TestHost, testHost } from '@sayso/core/testing';
import { launchBrowser } from '@sayso/test/browser';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appOf } from './compile/app.fixture.ts';
import runtime from './index.ts';
import { type AppDirectory, appDirectory } from './ref.ts';
import { ensureLibraries } from './scripts/libraries.ts';
import type { RuntimeService } from './service.ts';

// Random uses of a package that is not here, each in a component of its own within an error boundary: none of them throws while it is drawn, in a
// preview and in a published app alike. Without a boundary an error would take the whole page.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });
const CASES = 250;
const SEED = 20_261_128;

/** How the name `X` comes into the file. */
const IMPORTS = {
  named: "import { X } from 'gone';",
  renamed: "import { thing as X } from 'gone';",
  default: "import X from 'gone';",
  namespace: "import * as All from 'gone';",
  both: "import Other, { X } from 'gone'; void Other;",
  member: "import * as All from 'gone'; const X = All.make;",
  scoped: "import { X } from '@scope/gone/deep';",
} as const;
/** What is made of it: an expression. */
const VALUES = {
  call: 'X()',
  deepCall: 'X({ a: 1 }).b.c(2).d',
  method: 'X.create().then',
  construct: 'new X("url").connect()',
  text: 'X("key") + " " + X().name',
  sum: 'X() + 1',
  spreadList: '[...X()]',
  spreadObject: '({ ...X() }).a',
  list: 'X().map((one) => one.id)',
  optional: 'X()?.a?.b()',
  question: 'X.isReady()',
  tagged: 'X`a`',
  typeCheck: 'typeof X().a === "string" ? X().a.toUpperCase() : X().a',
  instance: 'X() instanceof Object',
} as const;
/** How the value is used while a component draws; `V` is the expression, `C` the own part of the component. */
const DRAWINGS = {
  child: '<><i>{V}</i>C</>',
  attribute: '<>{<i title={V} data-a={V} />}C</>',
  key: '<><i key={V} />C</>',
  condition: '<>{V ? <b>yes</b> : <b>no</b>}C</>',
  ref: '<><i ref={X().ref} />C</>',
  handler: '<><button onClick={X().open}>b</button>C</>',
  input: '<><input value={V} readOnly />C</>',
  element: '<>{<X a={V}>inner</X>}C</>',
  member: '<>{<X.Part a={V} />}C</>',
  children: '<X.Provider value={V}>C</X.Provider>',
  render: '<>{<X>{(value) => <i>{value}</i>}</X>}C</>',
} as const;
/** Where the value is made. */
const PLACES = {
  body: (value: string, drawn: string) => `export default function Case() { const made = ${value}; return ${drawn}; }`,
  module: (value: string, drawn: string) => `const made = ${value};\nexport default function Case() { return ${drawn}; }`,
  state: (value: string, drawn: string) => `export default function Case() { const [made] = useState(() => ${value}); return ${drawn}; }`,
  memo: (value: string, drawn: string) => `export default function Case() { const made = useMemo(() => ${value}, []); return ${drawn}; }`,
  effect: (value: string, drawn: string) =>
    `export default function Case() { const made = ''; useEffect(() => { void (${value}); return () => void (${value}); }); return ${drawn}; }`,
  layout: (value: string, drawn: string) =>
    `export default function Case() { const made = ''; useLayoutEffect(() => { void (${value}); }); return ${drawn}; }`,
  hook: (value: string, drawn: string) =>
    `const useMade = () => { useEffect(() => {}); return ${value}; };\nexport default function Case() { const made = useMade(); return ${drawn}; }`,
  classField: (value: string, drawn: string) =>
    `export default class Case extends Component { made = ${value}; render() { const { made } = this; return ${drawn}; } }`,
  classRender: (value: string, drawn: string) =>
    `export default class Case extends Component { render() { const made = ${value}; return ${drawn}; } }`,
  classMount: (value: string, drawn: string) =>
    `export default class Case extends Component { componentDidMount() { void (${value}); } render() { const made = ''; return ${drawn}; } }`,
  destructured: (value: string, drawn: string) =>
    `export default function Case() { const { a: made, b: { c } = {}, ...rest } = X(); const [first, [second]] = X.useThing(); void [c, rest, first, second, ${value}]; return ${drawn}; }`,
} as const;
/** Whole modules, of which `C` is what the component draws itself. */
const WRAPPED = {
  higher: 'function Inner() { return C; }\nexport default X(Inner);',
  curried: 'function Inner() { return C; }\nexport default X({ a: 1 })(Inner);',
  connected: 'const Inner = () => { useState(1); return C; };\nexport default X((state) => state, {})(Inner);',
  inline: 'export default X(() => C);',
  higherClass: 'class Inner extends Component { render() { return C; } }\nexport default X(Inner);',
  styled:
    'const Inner = ({ children }) => <div>{children}</div>;\nconst Styled = X(Inner)`color: red`;\nexport default () => <Styled>{C}</Styled>;',
  styledTag: 'const Styled = X.div`color: red`;\nexport default () => <Styled>{C}</Styled>;',
  factory:
    'const { Provider, useStore } = X();\nconst Inner = () => { useStore((state) => state.a); return C; };\nexport default () => <Provider><Inner /></Provider>;',
  extended: 'export default class Case extends X { render() { return C; } }',
  extendedPart: 'export default class Case extends X.Component { render() { return C; } }',
  store:
    'class Store extends X { count = 1; get() { return this.count; } }\nconst store = new Store();\nexport default () => <>{store.get()}{store.other()}{C}</>;',
  storeInBody:
    'class Store extends X { constructor() { super({ a: 1 }); this.b = 2; } }\nexport default () => { const store = new Store(); return <>{store.b}{store.save().at}{C}</>; };',
} as const;

interface Case {
  readonly imported: keyof typeof IMPORTS;
  readonly source: string;
}

const keysOf = <T extends object>(of: T) => fc.constantFrom(...(Object.keys(of) as (keyof T & string)[]));
const own = (number: number) => `<p data-case="${number}">own</p>`;
const used = fc.tuple(keysOf(IMPORTS), keysOf(VALUES), keysOf(DRAWINGS), keysOf(PLACES)).map(([imported, value, drawing, place]) => ({
  imported,
  // What is drawn is not called as well, as with a package that is here: values are made of `Y` then.
  source: `${PLACES[place](VALUES[value], '#')}`
    .replaceAll(/(?<![\w$])X(?![\w$])/g, DRAWINGS[drawing].includes('<X') ? 'Y' : 'X')
    .replace('#', () => DRAWINGS[drawing].replaceAll('V', 'made')),
}));
const wrapped = fc
  .tuple(fc.constantFrom('named', 'renamed', 'default', 'member', 'scoped' as const), keysOf(WRAPPED))
  .map(([imported, kind]) => ({
    imported: imported as Case['imported'],
    source: WRAPPED[kind],
  }));
const cases: readonly Case[] = fc.sample(fc.oneof({ weight: 3, arbitrary: used }, { weight: 1, arbitrary: wrapped }), {
  seed: SEED,
  numRuns: CASES,
});
const sources = cases.map(({ imported, source }, number) => {
  const drawn = source.replaceAll(/(?<![\w$])C(?![\w$])/g, own(number));
  const body = imported === 'namespace' ? drawn.replaceAll(/(?<![\w$]|[^.]\.)X(?![\w$])/g, 'All.X') : drawn;
  return `import { Component, useEffect, useLayoutEffect, useMemo, useState } from 'react';\n${IMPORTS[imported]}\nimport { Y } from 'gone/y';\nvoid Y;\n${body}\nvoid [Component, useEffect, useLayoutEffect, useMemo, useState];`;
});
const APP = `import { Component } from 'react';
${sources.map((_source, number) => `import Case${number} from './components/Case${number}';`).join('\n')}
class Fence extends Component {
  state = { error: null };
  static getDerivedStateFromError(error) { return { error }; }
  render() { return this.state.error === null ? this.props.children : <q data-failed={this.props.number}>{String(this.state.error)}</q>; }
}
export default function App() {
  return <main><h1>Start</h1>${sources.map((_source, number) => `<Fence number="${number}"><Case${number} /></Fence>`).join('')}</main>;
}`;
const files = {
  App: APP,
  'pages/Index': 'export default () => <b>Index</b>;',
  ...Object.fromEntries(sources.map((source, number) => [`components/Case${number}`, source])),
};

let host: TestHost<unknown, RuntimeService>;
let browser: Browser;
let page: Page;
let published = '';
const directory: AppDirectory = {
  published: async (slug) => ({ appId: 'app', slug, name: 'App', description: '', buildId: published, isSignupEnabled: false }),
  publishedAt: async () => null,
};

beforeAll(async () => {
  await ensureLibraries();
  host = await testHost(runtime, { additions: [[appDirectory, [directory]]] });
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (new URL(request.url()).origin === host.builderUrl) return route.fulfill({ contentType: 'text/html', body: BUILDER });
    const answer = await host.fetch(request.url(), { headers: { 'accept-encoding': 'identity' }, redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    return route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
  });
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const BUILDER = `<iframe id="frame" style="width:800px;height:600px"></iframe><script>
addEventListener('message', ({ data, source }) => { if (source === frame.contentWindow && data.type === 'ready') window.isReady = true; });
</script>`;
const sourcesOf = () => ({ ...appOf({}), mainPage: null, files });

/** What failed, and which components do not show their own part, by their sources. */
async function check(frame: Pick<Page, 'waitForSelector' | 'evaluate'>): Promise<void> {
  await frame.waitForSelector('h1:text("Start")');
  const found = (await frame.evaluate(`({
    failed: [...document.querySelectorAll('q[data-failed]')].map((one) => [one.dataset.failed, one.textContent]),
    shown: [...document.querySelectorAll('p[data-case]')].map((one) => Number(one.dataset.case)),
  })`)) as { failed: [string, string][]; shown: number[] };
  expect(found.failed.map(([number, message]) => `${message}\n${sources[Number(number)]}`)).toEqual([]);
  const hidden = sources.filter((_source, number) => !found.shown.includes(number));
  expect(hidden).toEqual([]);
}

test('uses of a package that is not here keep the page in a preview', async () => {
  const service = host.service();
  await page.goto(host.builderUrl);
  await page.evaluate(`frame.src = ${JSON.stringify(`${service.frameUrl('app')}#nonce=n-1`)}`);
  await page.waitForFunction('window.isReady === true');
  const { manifest, problems } = await service.preview(sourcesOf());
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const message = {
    source: 'sayso-builder',
    nonce: 'n-1',
    type: 'preview-state-changed',
    manifest,
    token: 't',
    expiresAt: '',
    apiUrl: host.runtimeUrl,
  };
  await page.evaluate(`frame.contentWindow.postMessage(${JSON.stringify(message)}, '*')`);
  await check(page.frames()[1] as never);
});

test('uses of a package that is not here keep the page in the published app', async () => {
  const service = host.service();
  published = (await service.publish(sourcesOf())).buildId;
  await page.goto(service.appUrl('app'));
  await check(page);
});
