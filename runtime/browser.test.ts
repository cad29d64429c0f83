import { type TestHost, testHost } from '@sayso/core/testing';
import { launchBrowser } from '@sayso/test/browser';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appOf } from './compile/app.fixture.ts';
import runtime from './index.ts';
import { type AppDirectory, type AppHosts, type AppSources, appDirectory, type PreviewBuild } from './ref.ts';
import { ensureLibraries } from './scripts/libraries.ts';
import type { RuntimeService } from './service.ts';

// Tests that need a browser: the frame and the published app run in one. The test host answers the requests; no port is opened.

const app = appOf({
  'pages/Home': `import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { createPageUrl } from '@/utils';
import Card from '@/components/Card';
import { Habit } from '@/entities/Habit';
export default function Home() {
  const [count, setCount] = useState<number>(0);
  const [rows, setRows] = useState<{ id: string; name: string }[]>([]);
  useEffect(() => { Habit.list().then(setRows); }, []);
  return <div className="p-4"><h1>First</h1><Card/><Button id="count" onClick={() => setCount(count + 1)}>{count}</Button>
    {rows.map(({ id, name }) => <p key={id} className="row">{name}</p>)}<Link id="detail" to={createPageUrl('Detail?id=7')}>Detail</Link></div>;
}`,
  'pages/Detail': `export default function Detail() {
  localStorage.setItem('seen', 'yes');
  return <p id="shown">{new URLSearchParams(window.location.search).get('id')} {localStorage.getItem('seen')}</p>;
}`,
  'pages/Crash': `import { Boom } from '@/components/Boom';
export default () => <Boom/>;`,
  'pages/Calls': `import { useEffect } from 'react';
import { Locked } from '@/entities/Locked';
import { InvokeLLM } from '@/integrations/Core';
export default function Calls() {
  useEffect(() => {
    Locked.list();
    InvokeLLM('a string').catch(({ message }) => { document.title = message; });
  }, []);
  return null;
}`,
  'components/Card': `import { useState } from 'react';
export default () => { const [key] = useState(() => String(Math.random())); return <i id="card" data-key={key}>card</i>; };`,
  'components/Boom': `export function Boom() {
  const nothing: any = null;
  return <b>{nothing.name}</b>;
}`,
  'entities/Habit.json': '{"x-accessControl":{"permissions":{"read":"all","write":"creator"}}}',
  'entities/Locked.json': '{}',
  layout: 'export default ({ children, currentPageName }) => <main id="layout" data-page={currentPageName}>{children}</main>;',
});
const edit = (path: string, from: string, to: string): AppSources => ({
  ...app,
  files: { ...app.files, [path]: (app.files[path] ?? '').replace(from, to) },
});

let host: TestHost<unknown, RuntimeService>;
let service: RuntimeService;
/** The build that is served at every published URL. */
let published = '';
const directory: AppDirectory = {
  published: async (slug) => ({ appId: 'app', slug, name: 'Habits', description: '', buildId: published, isSignupEnabled: false }),
  publishedAt: async () => null,
  hosts: async () => allowed,
};
/** What the builder allowed the app in the preview; null: as in an earlier release. */
let allowed: AppHosts | null = null;
let browser: Browser;
let page: Page;
let calls: { path: string; authorization: string | undefined }[];

beforeAll(async () => {
  await ensureLibraries();
  host = await testHost(runtime, { additions: [[appDirectory, [directory]]] });
  service = host.service();
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await host.close();
});
beforeEach(async () => {
  calls = [];
  allowed = null;
  await page?.close();
  page = await browser.newPage();
  await page.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.origin === host.builderUrl) return route.fulfill({ contentType: 'text/html', body: BUILDER });
    if (url.pathname.startsWith('/live_api/')) return route.fulfill(answerCall(url, request.method(), request.headers()['authorization']));
    const answer = await host.fetch(request.url(), { headers: { 'accept-encoding': 'identity' }, redirect: 'manual' });
    return route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
});

const BUILDER = `<textarea id="chat"></textarea><iframe id="frame" style="width:800px;height:600px"></iframe><script>
window.received = [];
addEventListener('message', ({ data, origin, source }) => { if (source === frame.contentWindow) received.push({ ...data, origin }); });
</script>`;

function answerCall(url: URL, method: string, authorization: string | undefined) {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  if (method === 'OPTIONS') return { status: 204, headers };
  calls.push({ path: url.pathname + url.search, authorization });
  if (url.pathname.includes('/Locked')) return { status: 403, headers, json: { message: 'You may not do this.', code: 'forbidden' } };
  return { headers, json: [{ id: '1', name: 'Run' }] };
}

type FrameMessage = Record<string, unknown> & { type: string };
const received = (type: string): Promise<FrameMessage[]> =>
  page.evaluate(`received.filter((message) => message.type === ${JSON.stringify(type)})`);
const until = (type: string, count = 1) =>
  page.waitForFunction(`received.filter((message) => message.type === ${JSON.stringify(type)}).length >= ${count}`);
const tell = (message: object) =>
  page.evaluate(`frame.contentWindow.postMessage(${JSON.stringify({ source: 'sayso-builder', nonce: 'n-1', ...message })}, '*')`);
const show = (build: PreviewBuild, more: object = {}) =>
  tell({ type: 'preview-state-changed', manifest: build.manifest, token: 'app-token', expiresAt: '', apiUrl: host.runtimeUrl, ...more });

async function openFrame(): Promise<Frame> {
  await page.goto(host.builderUrl);
  await page.evaluate(`frame.src = ${JSON.stringify(`${service.frameUrl('app')}#nonce=n-1`)}`);
  await until('ready');
  return page.frames()[1]!;
}

describe('the preview frame', () => {
  test('shows the app to the builder who opened it, with a token by message, from an opaque origin', async () => {
    const frame = await openFrame();
    expect(await received('ready')).toEqual([{ type: 'ready', source: 'sayso-preview', nonce: 'n-1', origin: 'null' }]);
    const build = await service.preview(app);
    await tell({ type: 'navigate', page: 'Detail', nonce: 'guessed' });
    await show(build, { nonce: 'guessed', token: 'foreign' });
    await show(build);
    await until('rendered');
    await frame.waitForSelector('.row');
    expect(await frame.getAttribute('#layout', 'data-page')).toBe('Home');
    expect(await frame.evaluate("getComputedStyle(document.querySelector('#layout > div')).padding")).toBe('16px');
    expect(calls).toEqual([{ path: '/live_api/apps/app/entities/Habit', authorization: 'Bearer app-token' }]);
    expect(await received('rendered')).toMatchObject([{ buildId: build.id }]);
  });

  test('hears nothing from its own code, other frames and other windows, and nothing that is not declared', async () => {
    const frame = await openFrame();
    await show(await service.preview(app));
    await until('rendered');
    await frame.waitForSelector('.row');
    const forged = ['navigate', 'token', 'preview-state-changed', 'refresh', 'snapshot'].map((type) => ({
      source: 'sayso-builder',
      nonce: 'n-1',
      type,
      page: 'Detail',
      token: 'stolen',
      manifest: {},
      apiUrl: host.builderUrl,
    }));
    const send = (to: string) =>
      JSON.parse(JSON.stringify(forged))
        .map((one: object) => `${to}.postMessage(${JSON.stringify(one)}, '*');`)
        .join('');
    await frame.evaluate(send('window'));
    const all = send('parent.frames[0]').replaceAll('<', '\\u003c');
    await page.evaluate(`new Promise((done) => {
      const other = document.createElement('iframe');
      other.onload = () => setTimeout(done);
      other.srcdoc = ${JSON.stringify('<script>')} + ${JSON.stringify(all)} + '<' + '/script>';
      document.body.append(other);
    })`);
    for (const type of ['constructor', 'toString', 'hasOwnProperty', 'eval']) await tell({ type, page: 'Detail' });
    // Messages arrive in order: what was forged was dropped before this one.
    const known = calls.length;
    await tell({ type: 'select', isOn: true });
    await tell({ type: 'pick', id: 'q1', at: { x: 5, y: 5 } });
    await until('picked');
    expect(await frame.getAttribute('#layout', 'data-page')).toBe('Home');
    expect([(await received('ready')).length, (await received('snapshot')).length]).toEqual([1, 0]);
    expect(calls.slice(known).filter(({ authorization }) => authorization !== 'Bearer app-token')).toEqual([]);
  });

  test('an edit keeps component state, of unnamed components too', async () => {
    const frame = await openFrame();
    await show(await service.preview(app));
    await until('rendered');
    await frame.click('#count');
    const key = await frame.getAttribute('#card', 'data-key');
    const fetched: string[] = [];
    page.on('request', (request) => /\/[cm]\//.test(request.url()) && fetched.push(request.url()));
    const second = await service.preview(edit('pages/Home', 'First', 'Second'));
    await show(second);
    await until('rendered', 2);
    expect(await frame.textContent('h1')).toBe('Second');
    // An edit refetches only the changed file's module.
    expect(fetched).toEqual([second.manifest.modules['pages/Home']]);
    await show(await service.preview(edit('components/Card', '>card<', '>card two<')));
    await until('rendered', 3);
    expect(await frame.textContent('h1')).toBe('First');
    expect(await frame.textContent('#card')).toBe('card two');
    expect(await frame.textContent('#count')).toBe('1');
    expect(await frame.getAttribute('#card', 'data-key')).toBe(key);
    expect(await received('ready')).toHaveLength(1);
  });

  test('goes back to earlier builds in place, repeatedly', async () => {
    const files = {
      'components/Count': `import { useState } from 'react';
export const label = 'A';
export const Count = () => { const [count, setCount] = useState(0); return <button id="own" onClick={() => setCount(count + 1)}>{label}{count}</button>; };`,
      'components/Greeting': `import { createContext, useContext } from 'react';
const Name = createContext('nobody');
export const useName = () => useContext(Name);
export const Named = ({ children }) => <Name.Provider value="Ada">{children}</Name.Provider>;`,
      'components/Unnamed': 'export default () => <i id="unnamed">plain</i>;',
      'components/Hello': `import { useName } from '@/components/Greeting';\nexport const Hello = () => <b id="hello">Hello {useName()}</b>;`,
      'pages/Home': `import { Count } from '@/components/Count';
import { Named } from '@/components/Greeting';
import { Hello } from '@/components/Hello';
import Unnamed from '@/components/Unnamed';
export default function Home() { return <><h1>First</h1><Count/><Named><Hello/><Unnamed/></Named></>; }`,
    };
    const first = { ...app, files };
    const build = (path: keyof typeof files, from: string, to: string) =>
      service.preview({ ...first, files: { ...files, [path]: files[path].replace(from, to) } });
    const frame = await openFrame();
    let rendered = 0;
    const shows = async (next: PreviewBuild, texts: readonly string[]) => {
      await show(next);
      await until('rendered', ++rendered);
      expect(await frame.locator('h1, #own, #hello, #unnamed').allTextContents()).toEqual(texts);
    };
    await shows(await service.preview(first), ['First', 'A0', 'Hello Ada', 'plain']);
    await frame.click('#own');
    for (let round = 0; round < 2; round += 1) {
      // One component, an unnamed one, a file with other exports, and a context whose consumers are elsewhere.
      await shows(await build('pages/Home', 'First', 'Second'), ['Second', 'A1', 'Hello Ada', 'plain']);
      await shows(await service.preview(first), ['First', 'A1', 'Hello Ada', 'plain']);
      await shows(await build('components/Unnamed', 'plain', 'fancy'), ['First', 'A1', 'Hello Ada', 'fancy']);
      await shows(await service.preview(first), ['First', 'A1', 'Hello Ada', 'plain']);
      await shows(await build('components/Count', "'A'", "'B'"), ['First', 'B1', 'Hello Ada', 'plain']);
      await shows(await service.preview(first), ['First', 'A1', 'Hello Ada', 'plain']);
      await shows(await build('components/Greeting', 'Ada', 'Bob'), ['First', 'A1', 'Hello Bob', 'plain']);
      await shows(await service.preview(first), ['First', 'A1', 'Hello Ada', 'plain']);
      await shows(await build('components/Hello', 'Hello {', 'Goodbye {'), ['First', 'A1', 'Goodbye Ada', 'plain']);
      await shows(await service.preview(first), ['First', 'A1', 'Hello Ada', 'plain']);
    }
    expect(await received('ready')).toHaveLength(1);
  });

  test('provides routing, the query and isolated storage', async () => {
    const frame = await openFrame();
    await show(await service.preview(app));
    await until('rendered');
    await frame.click('#detail');
    await frame.waitForSelector('#shown');
    expect(await frame.textContent('#shown')).toBe('7 yes');
    expect(await frame.evaluate(() => ['serviceWorker' in navigator, 'caches' in window])).toEqual([false, false]);
    expect((await received('app-changed-url')).at(-1)).toMatchObject({ path: '/detail?id=7', page: 'Detail' });
    await tell({ type: 'navigate', page: 'Nowhere' });
    await frame.waitForSelector('text=There is no page at this address.');
    await frame.click('text=Go to the start page');
    await frame.waitForSelector('#count');
  });

  test('has the location of the app, which leads to its pages without leaving the frame', async () => {
    const files = {
      'pages/Home': `import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
export default function Home() {
  const location = useLocation();
  const [count, setCount] = useState(0);
  useEffect(() => { document.title = [window.location.pathname, document.location.search, location.pathname].join('|'); });
  return <><button id="count" onClick={() => setCount(count + 1)}>{count}</button>
    <button id="again" onClick={() => window.location.reload()}>Again</button>
    <button id="next" onClick={() => { localStorage.setItem('token', 't'); window.location.href = '/Next?id=7'; }}>Next</button></>;
}`,
      'pages/Next': `const go = () => { location = '/'; };
export default () => <button id="back" onClick={go}>{localStorage.getItem('token')} {location.pathname} {location.search}</button>;`,
    };
    const frame = await openFrame();
    await show(await service.preview({ ...app, files }));
    await until('rendered');
    await frame.click('#count');
    expect(await frame.evaluate('document.title')).toBe('/||/');
    await frame.click('#again');
    await frame.waitForFunction("document.querySelector('#count').textContent === '0'");
    await frame.click('#next');
    expect(await frame.textContent('#back')).toBe('t /Next ?id=7');
    await frame.click('#back');
    await frame.waitForSelector('#count');
    expect(await received('ready')).toHaveLength(1);
    expect(await received('app-error')).toEqual([]);
  });

  test('reloads on request and keeps the current page', async () => {
    const frame = await openFrame();
    await show(await service.preview(app), { page: 'Detail' });
    await frame.waitForSelector('#shown');
    await tell({ type: 'refresh' });
    await until('ready', 2);
    await show(await service.preview(app));
    await frame.waitForSelector('#shown');
  });

  test('reports each error once, with file and line', async () => {
    const frame = await openFrame();
    await show(await service.preview(app), { page: 'Crash' });
    await until('app-error');
    await frame.waitForSelector('text=Something went wrong here');
    await frame.click('text=Try again');
    await tell({ type: 'navigate', page: 'Calls' });
    await until('app-error', 2);
    const errors = (await received('app-error')).map(({ error }) => error);
    expect(errors).toMatchObject([
      {
        title: "Cannot read properties of null (reading 'name')",
        componentName: 'Boom',
        scope: 'component',
        file: 'components/Boom',
        line: 3,
      },
      { title: 'Locked.list: You may not do this.', componentName: 'Calls', scope: 'api', file: 'pages/Calls', line: 6 },
    ]);
    await frame.evaluate("void Promise.reject({ message: 'Gone', status: 404 }), void Promise.reject({ status: 410 })");
    await until('app-error', 4);
    expect((await received('app-error')).slice(2)).toMatchObject([{ error: { title: 'Gone' } }, { error: { title: '{"status":410}' } }]);
    expect(await frame.evaluate('document.title')).toBe(
      'InvokeLLM takes an object of named parameters, such as InvokeLLM({ prompt: "…" }).',
    );
  });

  test('reports what the policy blocks once for each server, with what it is and where to allow it', async () => {
    allowed = { scripts: [], styles: [], pictures: ['pictures.example.org'], frames: [], calls: [] };
    const frame = await openFrame();
    await show(await service.preview(app));
    await until('rendered');
    await frame.evaluate(`(() => {
      const add = (name, more) => document.body.append(Object.assign(document.createElement(name), more));
      for (const n of [1, 2]) add('img', { src: 'https://photos.example.org/' + n });
      add('img', { src: 'https://pictures.example.org/1' });
      add('script', { src: 'https://code.example.org/a.js' });
      add('link', { rel: 'stylesheet', href: 'https://fonts.googleapis.com/css2?family=Inter' });
      add('iframe', { src: 'https://frames.example.org/' });
      void fetch('https://calls.example.org:8443/rows').catch(() => {});
    })()`);
    await until('app-error', 5);
    const titles = (await received('app-error')).map(({ error }) => (error as { title: string }).title).sort();
    const sentence = (what: string, name: string) =>
      `The app loads ${what} from ${name}, which is not allowed. Allow that server in the panel "Other servers", or do without it.`;
    expect(titles).toEqual(
      [
        sentence('code', 'code.example.org'),
        sentence('data', 'calls.example.org:8443'),
        sentence('pages in frames', 'frames.example.org'),
        sentence('pictures or media', 'photos.example.org'),
        sentence('style sheets or fonts', 'fonts.googleapis.com'),
      ].sort(),
    );
  });

  test('reports again what remains of its errors when the builder asks, and keeps the state', async () => {
    const frame = await openFrame();
    await show(await service.preview(app));
    await until('rendered');
    await frame.click('#count');
    const throwLate = (words: string) => frame.evaluate((text) => void setTimeout(() => reportError(new Error(text))), words);
    await throwLate('Late');
    await until('app-error');
    await tell({ type: 'report-errors' });
    await throwLate('Late');
    await until('app-error', 2);
    expect(await frame.textContent('#count')).toBe('1');
    await tell({ type: 'navigate', page: 'Crash' });
    await until('app-error', 3);
    await tell({ type: 'report-errors' });
    await until('app-error', 4);
    const crash = "Cannot read properties of null (reading 'name')";
    const titles = ['Late', 'Late', crash, crash];
    expect(await received('app-error')).toMatchObject(titles.map((title) => ({ error: { title } })));
  });

  test('keeps the last working build while a new one does not compile', async () => {
    const frame = await openFrame();
    await show(await service.preview(app));
    await until('rendered');
    await show(await service.preview(edit('pages/Home', '<h1>', '<h2>')));
    await until('app-error');
    expect(await received('app-error')).toMatchObject([
      { error: { title: expect.stringMatching(/^App compilation failed: /), file: 'pages/Home' } },
    ]);
    expect(await frame.textContent('h1')).toBe('First');
  });

  test('never takes the focus from the builder, who may be typing', async () => {
    const frame = await openFrame();
    await show(await service.preview(app));
    await until('rendered');
    await frame.click('#count');
    const focusLink = () => frame.evaluate("document.querySelector('#detail').focus(), document.activeElement.id");
    expect(await focusLink()).toBe('detail');
    await page.focus('#chat');
    await page.waitForFunction('document.activeElement.id === "chat"');
    await expect.poll(() => frame.evaluate('document.hasFocus()')).toBe(false);
    await frame.evaluate("document.querySelector('#count').focus()");
    await page.keyboard.type('a change');
    expect(await page.inputValue('#chat')).toBe('a change');
    await frame.click('#count');
    expect(await focusLink()).toBe('detail');
    expect(await page.evaluate('document.activeElement.id')).toBe('frame');
  });

  test('takes a thumbnail', async () => {
    const frame = await openFrame();
    await show(await service.preview(app));
    await until('rendered');
    await frame.evaluate(async () => {
      await document.fonts.ready;
      window.Image = class extends Image {
        override get src() {
          return super.src;
        }
        override set src(drawing: string) {
          document.title = drawing;
          super.src = drawing;
        }
      };
    });
    await tell({ type: 'snapshot' });
    await until('snapshot');
    // The image is self-contained: the page's typeface is embedded.
    expect(await frame.title()).toContain('data%3Afont%2Fwoff2%3Bbase64');
    const [{ image } = { image: '' }] = await received('snapshot');
    expect(image).toMatch(/^data:image\/(?:webp|png);base64,/);
    expect(String(image).length).toBeLessThan(300_000);
  });

  test('takes no thumbnail of a page that fails', async () => {
    await openFrame();
    await show(await service.preview(app), { page: 'Crash' });
    await until('app-error');
    await tell({ type: 'snapshot' });
    await until('snapshot');
    expect(await received('snapshot')).toMatchObject([{ image: null }]);
  });

  test('cannot be opened by another page', async () => {
    await page.route('http://elsewhere.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${service.frameUrl('app')}#nonce=n-1"></iframe>` }),
    );
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await page.goto('http://elsewhere.test/');
    await refused;
  });
});

test('a published app runs on its own origin', async () => {
  const { buildId } = await service.publish(app);
  published = buildId;
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(service.appUrl('habits'));
  await page.waitForSelector('.row');
  expect(await page.title()).toBe('Habits');
  await page.click('#count');
  expect(await page.textContent('#count')).toBe('1');
  await page.click('#detail');
  expect(await page.textContent('#shown')).toBe('7 yes');
  expect(page.url()).toBe(`${service.appUrl('habits')}/detail?id=7`);
  await page.goto(`${service.appUrl('habits')}/nowhere`);
  await page.click('text=Go to the start page');
  await page.waitForSelector('#count');
  await page.getByRole('link', { name: 'Made with Sayso' }).waitFor();
  expect(faults).toEqual([]);
  expect(calls.every(({ authorization }) => authorization === undefined)).toBe(true);
});

test('a published app that mounts itself shows its pages', async () => {
  const files = {
    main: "import { createRoot } from 'react-dom/client';\nimport App from './App';\ncreateRoot(document.getElementById('root')!).render(<App />);",
    App: `import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import Index from './pages/Index';
import About from './pages/About';
export default function App() {
  return <BrowserRouter><Link to="/about" id="to-about">About</Link><Routes>
    <Route path="/" element={<Index />} /><Route path="/about" element={<About />} />
  </Routes></BrowserRouter>;
}`,
    'pages/Index': 'export default () => <h1>Start</h1>;',
    'pages/About': 'export default () => <h1>About us</h1>;',
  };
  const { buildId } = await service.publish({ ...app, mainPage: null, files });
  published = buildId;
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(service.appUrl('habits'));
  await page.waitForSelector('h1:text("Start")');
  await page.click('#to-about');
  await page.waitForSelector('h1:text("About us")');
  expect(faults).toEqual([]);
});

test('the product badge does not cover a bar of the app', async () => {
  const layout = `import { useState } from 'react';
export default ({ children }) => {
  const [isOpen, setIsOpen] = useState(false);
  return <><button id="bar" onClick={() => setIsOpen(!isOpen)}>Bar</button>{children}
    {isOpen && <nav style={{ position: 'fixed', inset: 'auto 0 0', height: 64 }}>Home</nav>}</>;
};`;
  const { buildId } = await service.publish({ ...app, files: { ...app.files, layout } });
  published = buildId;
  await page.goto(service.appUrl('habits'));
  const link = page.getByRole('link', { name: 'Made with Sayso' });
  const space = async () => page.viewportSize()!.height - (await link.boundingBox())!.y - (await link.boundingBox())!.height;
  await link.waitFor();
  expect(await space()).toBe(12);
  await page.click('#bar');
  await expect.poll(space).toBe(64 + 12);
  await page.click('#bar');
  await expect.poll(space).toBe(12);
});

describe('a visitor whom a published app refuses', () => {
  const Orders = `import { useEffect, useState } from 'react';
import { Order } from '@/entities/Order';
export default () => { const [rows, setRows] = useState([]); useEffect(() => { Order.list().then(setRows, () => {}); }, []); return <h1>Orders {rows.length}</h1>; }`;
  const Me = `import { useEffect, useState } from 'react';
import { base44 } from '@/api/base44Client';
export default () => { const [me, setMe] = useState(null); useEffect(() => { base44.auth.me().then(setMe); }, []); return <h1>{me?.email ?? 'Nobody'}</h1>; }`;
  const Form = `import { Order } from '@/entities/Order';
import { useEffect } from 'react';
export default () => { useEffect(() => { Order.list().catch(() => {}); }, []); return <form><h1>Own</h1><input type="password" /></form>; }`;
  const Open = `import { Habit } from '@/entities/Habit';
import { useEffect } from 'react';
export default () => { useEffect(() => { Habit.list(); }, []); return <h1>Open</h1>; }`;

  const openPage = async (name: string, text: string) => {
    const files = {
      [`pages/${name}`]: text,
      'entities/Order.json': '{}',
      'entities/Habit.json': '{"x-accessControl":{"permissions":{"read":"all","write":"creator"}}}',
    };
    published = (await service.publish({ ...app, mainPage: null, files })).buildId;
    await page.goto(`${service.appUrl('habits')}/?a=b`);
    await page.waitForSelector('h1');
  };
  const offer = () => page.getByRole('region', { name: 'Log in' });

  test.each([
    ['Orders', Orders],
    ['Me', Me],
  ])('is offered the log-in, and comes back to the page (%s)', async (name, text) => {
    await openPage(name, text);
    await offer().getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${host.builderUrl}/**`);
    const target = new URL(page.url());
    expect(target.pathname).toBe('/apps/app/login');
    const next = new URL(target.searchParams.get('nextUrl') ?? '');
    expect(next.href.replace(/#.*/, '')).toBe(`${service.appUrl('habits')}/?a=b`);
    expect(next.hash).toMatch(/^#state=[\w-]{20,}$/);
    expect(target.searchParams.get('codeChallenge')).toMatch(/^[\w-]{43}$/);
  });

  test('is not offered it again after "Not now", on a phone neither wider than the page', async () => {
    await page.setViewportSize({ width: 375, height: 700 });
    await openPage('Orders', Orders);
    await offer().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await offer().getByRole('button', { name: 'Not now' }).click();
    await offer().waitFor({ state: 'detached' });
    await page.reload();
    await page.waitForSelector('h1');
    await page.waitForLoadState('networkidle');
    expect(await offer().count()).toBe(0);
  });

  test.each([
    ['Form', Form],
    ['Open', Open],
  ])('sees no offer where the app asks itself, or nothing was refused (%s)', async (name, text) => {
    await openPage(name, text);
    await page.waitForLoadState('networkidle');
    expect(await offer().count()).toBe(0);
  });
});

describe('files of public', () => {
  const png = (size: number) => `data:image/png;base64,${size === 1 ? DOT : WIDE}`;
  const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const WIDE = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mP8z8BQz0AEYBxVSF+FAP5FDvcfRYWgAAAAAElFTkSuQmCC';
  const files = {
    'public/logo.png': png(1),
    'public/images/a-2.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"><rect width="5" height="5"/></svg>',
    'public/data.json': '{"answer":42}',
    'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/own.png': png(2),
    'globals.css': '#css { background: url(/logo.png) } #own { background-image: url("./assets/own.png") }',
    'components/part.css': '#part { background: url("../assets/own.png") }',
    'pages/Home': `import { useEffect, useState } from 'react';
import logo from '/logo.png';
import '@/components/part.css';
export default () => {
  const [answer, setAnswer] = useState(0);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => { fetch('/data.json').then((r) => r.json()).then((d) => setAnswer(d.answer)); setTimeout(() => setIsLate(true)); }, []);
  useEffect(() => { const i = new Image(); i.id = 'made'; i.src = '/logo.png'; document.body.append(i); }, []);
  return <div><img id="plain" src="/logo.png" /><img id="imported" src={logo} /><img id="dynamic" src={'/images/a-' + 2 + '.svg'} />
    <div id="inner" dangerouslySetInnerHTML={{ __html: '<img id="html" src="/logo.png">' }} />{isLate && <img id="late" srcSet="/logo.png 1x" />}
    <div id="style" style={{ backgroundImage: "url('/logo.png')" }} /><div id="css" /><div id="own" /><div id="part" /><div id="tw" className="bg-[url('/logo.png')]" /><h1>{answer}</h1></div>;
};`,
  };
  const IMAGES = ['plain', 'imported', 'dynamic', 'html', 'late', 'made'];
  const BACKGROUNDS = ['style', 'css', 'own', 'part', 'tw'];

  async function check(frame: Pick<Frame, 'evaluate' | 'waitForSelector'>, address: RegExp): Promise<void> {
    await frame.waitForSelector('h1:text("42")');
    await frame.waitForSelector('#late');
    const widths = () =>
      frame.evaluate((ids) => ids.map((id) => [id, (document.getElementById(id) as HTMLImageElement).naturalWidth > 0]), IMAGES);
    await expect.poll(widths).toEqual(IMAGES.map((id) => [id, true]));
    const shown = await frame.evaluate(async (ids) => {
      const load = async (id: string) => {
        const [, url = ''] = /url\("(.*)"\)/.exec(getComputedStyle(document.getElementById(id) as Element).backgroundImage) ?? [];
        const image = new Image();
        image.src = url;
        await image.decode().catch(() => {});
        return { id, url, isThere: image.naturalWidth > 0 };
      };
      return Promise.all(ids.map(load));
    }, BACKGROUNDS);
    expect(shown).toEqual(BACKGROUNDS.map((id) => ({ id, isThere: true, url: expect.stringMatching(address) })));
  }

  test('are there in a preview and in the published app, by every way to name them', async () => {
    const sources = { ...app, mainPage: null, files };
    const frame = await openFrame();
    await show(await service.preview(sources));
    // Its root has none of them.
    await check(frame, /\/c\/[\w-]{20}\.png$/);
    published = (await service.publish(sources)).buildId;
    await page.goto(service.appUrl('habits'));
    await check(page.mainFrame(), /\.png$/);
    expect(await page.getAttribute('link[rel=icon]', 'href')).toBe('/favicon.svg');
    const svg = await host.fetch(`${service.appUrl('habits')}/favicon.svg`);
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect(svg.headers.get('content-security-policy')).toContain('sandbox');
    const again = await host.fetch(`${service.appUrl('habits')}/favicon.svg`, {
      headers: { 'if-none-match': svg.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

test('a package that is not here takes what it draws, not the page, in a preview and in the published app', async () => {
  const files = {
    main: "import { createRoot } from 'react-dom/client';\nimport App from './App';\ncreateRoot(document.getElementById('root')!).render(<App />);",
    App: `import { Component, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'absent-words';
import { open } from 'absent-db';
import Chart, { useScale } from 'absent-chart';
const Part = () => {
  const { t, i18n } = useTranslation();
  const [scale] = useScale([1, 2]);
  return <p id="part">{t('hello', { name: 'you' })}{i18n.language}{scale}<Chart data={[1]}><i id="inner">inner</i></Chart></p>;
};
const useSync = () => { useEffect(() => { open('effect'); }); useLayoutEffect(() => () => { open('end'); }, [useState(0)[0]]); };
const Effects = () => { const [count, setCount] = useState(0); useSync(); return <button id="effects" onClick={() => setCount(count + 1)}>count {count}</button>; };
class Old extends Component {
  words = open('field');
  constructor(props) { super(props); this.state = { start: open('constructor').start }; }
  componentDidMount() { open('mounted'); }
  componentWillUnmount() { open('unmounted'); }
  render() { return <p id="old">old{open('render').text}</p>; }
}
class Own extends Component {
  componentDidMount() { throw new Error('its own fault'); }
  render() { return null; }
}
class Fence extends Component {
  state = { message: '' };
  static getDerivedStateFromError({ message }) { return { message }; }
  render() { return this.state.message === '' ? this.props.children : <p id="own">{this.state.message}</p>; }
}
const Fails = () => { useEffect(() => { throw new Error('its own effect'); }, []); return null; };
const top = open('module').prepared;
const Parts = () => { const [isOld, setOld] = useState(true); return <><Effects />{isOld && <Old />}<button id="leave" onClick={() => setOld(false)}>Leave</button><Fence><Own /></Fence><Fence><Fails /></Fence></>; };
export default function App() { return <main><h1>Start</h1><Part /><Parts /><button id="say" onClick={() => { try { useTranslation(); document.title = 'done'; } catch ({ message }) { document.title = message; } }}>Say</button></main>; }`,
    'pages/Index': 'export default () => <b>Index</b>;',
  };
  const check = async (frame: Frame) => {
    await frame.waitForSelector('h1:text("Start")');
    expect(await frame.textContent('#part')).toBe('inner');
    await frame.click('#effects');
    await frame.waitForSelector('#effects:text("count 1")');
    expect(await frame.textContent('#old')).toBe('old');
    await frame.click('#leave');
    await frame.waitForSelector('#old', { state: 'detached' });
    // What the app throws itself reaches its error boundaries.
    expect(await frame.locator('#own').allTextContents()).toEqual(['its own fault', 'its own effect']);
    await frame.click('#say');
    expect(await frame.title()).toBe('The package "absent-words" is not here.');
  };
  const sources = { ...app, mainPage: null, files };
  const frame = await openFrame();
  await show(await service.preview(sources));
  await check(frame);
  published = (await service.publish(sources)).buildId;
  await page.goto(service.appUrl('habits'));
  await check(page.mainFrame());
}, 60_000);
