import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testHost } from '@sayso/core/testing';
import { strToU8, zipSync } from 'fflate';
import { afterEach, expect, it } from 'vitest';
import apps from '../index.ts';
import { appFetch, appsRef } from '../ref.ts';
import { neighbours, owner } from '../testing/fakes.ts';
import { charactersIn, readSheet, withoutFontSheets } from './font-sheets.ts';
import { withLocalFonts } from './local-fonts.ts';

const SHEET = 'https://fonts.googleapis.com/css2?family=Inter:wght@400;700&display=swap';
const WOFF2 = Buffer.from('wOF2 a font');
const RANGES: Readonly<Record<string, string>> = {
  latin: 'U+0000-00FF, U+0131, U+20AC',
  'latin-ext': 'U+0100-02BA, U+1E00-1E9F',
  cyrillic: 'U+0301, U+0400-045F',
  greek: 'U+0370-0377, U+03??',
};

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});

interface Google {
  readonly url: string;
  readonly asked: string[];
  readonly agents: Set<string>;
}

/** A fake of Google's servers: a sheet with subsets, and its fonts. `font` answers for these. */
async function google(font: () => Buffer | number | null = () => WOFF2): Promise<Google> {
  const asked: string[] = [];
  const agents = new Set<string>();
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://google');
    asked.push(request.url ?? '');
    agents.add(request.headers['user-agent'] ?? '');
    if (pathname === '/css2') {
      const face = ([name, range]: [string, string]) =>
        `/* ${name} */\n@font-face {\n  font-family: 'Inter';\n  font-style: normal;\n  font-weight: 100 900;\n  font-display: swap;\n  src: url(${url}/s/${name}.woff2) format('woff2');\n  unicode-range: ${range};\n}`;
      response.end(Object.entries(RANGES).map(face).join('\n'));
      return;
    }
    const answer = font();
    if (answer === null) return;
    if (typeof answer === 'number') response.statusCode = answer;
    response.end(typeof answer === 'number' ? '' : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closings.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url, asked, agents };
}

const sheets = (origin: string, address = SHEET) => [{ address, origin }];
const withFonts = (files: Readonly<Record<string, string>>, server: string, found = sheets('index.html')) =>
  withLocalFonts(files, found, { server, fetch, waitMs: 300 });
const fontsOf = (files: Readonly<Record<string, string>>) => Object.keys(files).filter((path) => path.startsWith('public/fonts/'));

it('makes the subsets that the app needs files of the app', async () => {
  const { url, asked, agents } = await google();
  const { files, changed } = await withFonts({ 'pages/Home': 'export default () => <p>Привет, Łukasz</p>;' }, url);
  expect(asked.toSorted()).toEqual([
    expect.stringContaining('/css2?family=Inter:wght@400;700'),
    '/s/cyrillic.woff2',
    '/s/latin-ext.woff2',
    '/s/latin.woff2',
  ]);
  expect(fontsOf(files)).toHaveLength(3);
  for (const path of fontsOf(files)) {
    expect(files[path]).toBe(`data:font/woff2;base64,${WOFF2.toString('base64')}`);
    expect(files['globals.css']).toContain(`url("/${path.slice('public/'.length)}")`);
  }
  expect(files['globals.css']).toContain(
    'font-family: "Inter"; font-style: normal; font-weight: 100 900; font-display: swap; unicode-range: U+0301',
  );
  expect(files['globals.css']).not.toMatch(/https?:/);
  expect([...agents]).toEqual([expect.stringContaining('Chrome/')]);
  expect(changed).toEqual([{ path: 'index.html', message: 'Its fonts of Google Fonts are files of the app now: Inter.' }]);
});

it('keeps the sheet of the app, and takes out what loads the fonts', async () => {
  const { url, asked } = await google();
  const page = `export default () => <><link rel="preconnect" href="https://fonts.gstatic.com" /><link href="${SHEET}" rel="stylesheet" /><style>{\`@import url('${SHEET}'); h1 { color: red }\`}</style></>;`;
  const { files } = await withFonts({ 'globals.css': 'h1 { color: blue }', 'pages/Home': page }, url, [
    ...sheets('index.html'),
    ...sheets('src/pages/Home.jsx'),
  ]);
  expect(files['pages/Home']).toBe('export default () => <><></><></><style>{` h1 { color: red }`}</style></>;');
  expect(files['globals.css']).toMatch(/^@font-face[\s\S]+\nh1 \{ color: blue \}$/);
  expect(asked.filter((address) => address.startsWith('/css2'))).toHaveLength(1);
});

it.each<[string, () => Buffer | number | null, string]>([
  ['answers with an error', () => 503, 'answered with 503'],
  ['has another format', () => Buffer.from('wOFF'), 'in another format than woff2'],
  ['has large fonts', () => Buffer.alloc(700_001, 'w'), 'more than 700000 bytes'],
  ['does not answer', () => null, 'did not answer in time'],
])('leaves a sheet out with the reason when its server %s', async (_what, font, why) => {
  const { url } = await google(font);
  const given = { 'pages/Home': `const a = () => <link href="${SHEET}" rel="stylesheet" />;` };
  const { files, changed } = await withFonts(given, url);
  expect(files).toEqual({ 'pages/Home': 'const a = () => <></>;' });
  expect(changed).toEqual([{ path: 'index.html', message: expect.stringContaining(why) }]);
  expect(changed[0]?.message).toContain(SHEET);
  expect(changed[0]?.message).toContain('panel "Other servers"');
});

it.each([
  ['', 'FONTS_URL is empty'],
  ['http://127.0.0.1:1', 'because'],
])('imports a project without its fonts from "%s"', async (server, why) => {
  const { files, changed } = await withFonts({ 'pages/Home': 'page' }, server);
  expect(files).toEqual({ 'pages/Home': 'page' });
  expect(changed).toEqual([{ path: 'index.html', message: expect.stringContaining(why) }]);
});

it.each([
  ['@font-face { font-family: A; src: url(a.woff2); } body { background: url(https://evil.example/a.png) }', '', 1],
  [`@font-face { font-family: "A</style><script>"; src: url(a.woff2) }`, '', 0],
  [
    `@font-face { font-family: A; src: url(a.woff2); unicode-range: U+41; behavior: url(x) } .icons { font-family: A; }`,
    '.icons { font-family: A; }',
    1,
  ],
  [`@import url(https://evil.example/a.css); @font-face { font-family: A; src: url(a.woff2); font-weight: expression(1) }`, '', 1],
])('takes checked descriptors and rules of classes alone from %s', (css, rules, count) => {
  const read = readSheet(css, new Set());
  expect(read.rules).toBe(rules);
  expect(read.faces).toHaveLength(count);
  for (const { descriptors } of read.faces) expect(descriptors.join()).not.toMatch(/behavior|expression/);
});

it('reads long texts in linear time', () => {
  const start = performance.now();
  for (const text of [
    '<link '.repeat(200_000),
    `${'@import url( '.repeat(100_000)}fonts.googleapis.com`,
    `${' '.repeat(1_000_000)}fonts.googleapis.com`,
  ])
    withoutFontSheets(text, () => true);
  readSheet('@font-face { '.repeat(80_000), charactersIn(['é'.repeat(1_000_000)]));
  readSheet('/*'.repeat(500_000), new Set());
  expect(performance.now() - start).toBeLessThan(3_000);
});

it('imports a project with its fonts by the server', async () => {
  const { url } = await google();
  const near = neighbours();
  const host = near.connect(await testHost(apps, { provide: near.provide, config: { FONTS_URL: url }, additions: [[appFetch, [fetch]]] }));
  closings.push(() => host.close());
  const body = new FormData();
  const html = `<head><link rel="stylesheet" href="${SHEET.replaceAll('&', '&amp;')}"></head>`;
  body.set(
    'file',
    new Blob([zipSync({ 'index.html': strToU8(html), 'src/App.jsx': strToU8('export default () => null;') }) as Uint8Array<ArrayBuffer>]),
    'a.zip',
  );
  const answer = await (await host.fetch('/api/apps/import', { method: 'POST', body }, owner)).json();
  expect(answer.changed).toContainEqual({ path: 'index.html', message: 'Its fonts of Google Fonts are files of the app now: Inter.' });
  expect(fontsOf(await host.service(appsRef).files(answer.id))).toHaveLength(2);
});
