import type { HostInfo } from '@sayso/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Libraries } from '../compile/libraries.ts';
import type { BuildManifest } from '../compile/publish.ts';
import { type AppHosts, HOST_KINDS, type HostKind, isHost } from '../ref.ts';
import { hostsNamedIn, sourcesOf } from './hosts.ts';
import { publishedPage } from './published.ts';
import { previewShell } from './shell.ts';

const NONE: AppHosts = { scripts: [], styles: [], pictures: [], frames: [], calls: [] };
const host: HostInfo = { builderUrl: 'https://build.test', runtimeUrl: 'https://apps.test', deriveKey: () => Buffer.alloc(32) };
const app = { appId: 'a', slug: 'habits', name: 'Habits', description: '', buildId: 'b', isSignupEnabled: false };
const build: BuildManifest = { entry: 'e', css: 'c', routes: [], preloads: {} };
const libraries = {
  published: { imports: {}, preloads: [] },
  preview: { imports: {}, preloads: [], early: 'e.js', client: 'c.js' },
} as unknown as Libraries;
type Directives = ReadonlyMap<string, readonly string[]>;

function directives(headers: Readonly<Record<string, string>>): Directives {
  const parts = (headers['content-security-policy'] ?? '').split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...values]) => [name, values]));
}
const policies = (hosts: AppHosts | null): readonly Directives[] => [
  directives(publishedPage({ ...app, hosts }, build, { host, libraries, pathname: '/' }).headers),
  directives(previewShell({ appId: 'a', hosts }, host, libraries).headers),
];

/** What a page may load without permission: its own hosts, and nothing of the network besides. */
const isOwn = (source: string) =>
  /^(?:'.*'|data:|blob:)$/.test(source) ||
  ['https://build.test', 'https://apps.test', 'wss://apps.test'].some((own) => source === own || source.startsWith(`${own}/`));
const DIRECTIVES: Readonly<Record<HostKind, readonly string[]>> = {
  scripts: ['script-src'],
  styles: ['style-src', 'font-src'],
  pictures: ['img-src', 'media-src'],
  frames: ['frame-src'],
  calls: ['connect-src'],
};

test('nothing of other hosts is open that the builder did not allow, in previews and published apps', () => {
  for (const policy of policies(NONE))
    for (const [name, sources] of policy)
      if (/-src$/.test(name))
        expect
          .soft(
            sources.filter((source) => !isOwn(source)),
            name,
          )
          .toEqual([]);
});

test.each(HOST_KINDS)('a host for %s opens the directives of this kind and no other', (kind) => {
  const [before, after] = [policies(NONE), policies({ ...NONE, [kind]: ['cdn.example.com:8443'] })];
  for (const [index, policy] of after.entries())
    for (const [name, sources] of policy) {
      const more = sources.filter((source) => !before[index]?.get(name)?.includes(source));
      const expected = kind === 'calls' ? ['https://cdn.example.com:8443', 'wss://cdn.example.com:8443'] : ['https://cdn.example.com:8443'];
      expect.soft(more, name).toEqual(DIRECTIVES[kind].includes(name) ? expected : []);
    }
});

test('a stored list opens no more than its hosts, whatever it names', () => {
  const part = fc.constantFrom(
    '*',
    '.',
    ';',
    ' ',
    "'unsafe-inline'",
    "'unsafe-eval'",
    'https:',
    'http:',
    'data:',
    '*.',
    'com',
    'a.com',
    '\n',
    ',',
    "'self'",
    '/x',
    ':1',
    'example.com',
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.array(part, { maxLength: 4 }).map((parts) => parts.join('')),
        { maxLength: 4 },
      ),
      fc.constantFrom(...HOST_KINDS),
      (names, kind) => {
        const sources = sourcesOf({ ...NONE, [kind]: names }, kind)
          .split(' ')
          .filter(Boolean);
        for (const source of sources)
          expect(source).toMatch(
            kind === 'pictures' ? /^https:(?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?)?$/ : /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/,
          );
        expect(sources.includes('https:')).toBe(kind === 'pictures' && names.includes('*'));
      },
    ),
  );
});

test.each([
  ['calls', 'api.example.com', true],
  ['calls', '*.example.com', true],
  ['calls', 'example.com:8080', true],
  ['pictures', '*', true],
  ['calls', '*', false],
  ['scripts', '*', false],
  ['calls', '*.com', false],
  ['calls', 'com', false],
  ['calls', 'https://example.com', false],
  ['calls', 'example.com/path', false],
  ['calls', "example.com 'unsafe-eval'", false],
  ['calls', 'a..example.com', false],
  ['calls', '127.0.0.1', false],
  ['calls', '[::1]', false],
  ['calls', 'localhost', false],
  ['calls', '169.254.169.254:80', false],
  ['calls', '0x7f.1', false],
  ['calls', 'xn--e1afmkfd.xn--p1ai', true],
  ['calls', '*.xn--p1ai', false],
  ['calls', 'пример.рф', false],
  ['calls', 'example.com:65535', true],
  ['calls', 'example.com:65536', false],
  ['calls', 'example.com:0', false],
  ['calls', 'example.com\n', false],
  ['pictures', 'data:', false],
] as const)('%s may name %s: %s', (kind, name, expected) => {
  expect(isHost(kind, name)).toBe(expected);
});

test('apps of earlier releases go on showing pictures and frames of all hosts', () => {
  const [published, preview] = policies(null);
  expect([published?.get('img-src'), published?.get('frame-src')]).toEqual([expect.arrayContaining(['https:']), ['https:']]);
  expect(preview?.get('img-src')).toEqual(expect.arrayContaining(['https:']));
  expect([published?.get('connect-src'), preview?.get('script-src')?.filter((source) => !isOwn(source))]).toEqual([
    ["'self'", 'data:', 'blob:'],
    [],
  ]);
});

test('names the hosts of an app by what its code does with them', () => {
  const files = {
    'pages/Home': `import x from 'x';
const API = 'https://api.service.test/v1';
export default () => { fetch("https://calls.test/x?y=1"); new WebSocket('wss://socket.test/');
  fetch("https://cdn.data.test/states.json"); const GEO = 'https://static.geo.test/a.geojson'; window.open("https://opened.test/");
  const xhr = new XMLHttpRequest(); xhr.open("GET", "https://cdn.xhr.test/a"); axios.get<Row[]>("https://media.axios.test/a"); import("https://cdn.module.test/a");
  const url = 'https://either.test/a'; const tileUrl = 'https://drawn.test/' + zoom; const apiUrl = 'https://api.only.test/'; const STORE = "https://x.store.test/storage/v1/object/";
  return <div><img src="https://pictures.test/a" /><img src={'https://photos.test/b.jpg'} /><iframe title="m" src="https://maps.test/m" />
    <TileLayer attribution="x" url="https://tiles.test/{z}/{y}/{x}" /><Layer tiles="https://{s}.layers.test/{z}/{x}/{y}" />
    <a href="https://link.test/">no</a><svg xmlns="http://www.w3.org/2000/svg" /><script src="https://code.test/a.js" />
    <style>{\`@import url('https://fonts.googleapis.com/css2?family=Inter');\`}</style></div>; };`,
    'globals.css': "@import url('https://sheets.test/a.css'); h1 { background: url(https://background.test/x.png) }",
    'functions/report': "fetch('https://server.test/')",
    'data/houses.json': '[{"cover_photo":"https://houses.test/1","site":"https://site.test/"}]',
    'lib/brand':
      "export const brandLogoUrl = 'https://brand.test/x'; export const HERO = ['https://hero.test/y']; const key = 'https://key.test/';",
    'entities/Task.json': '{"description":"such as https://table.test/a.png"}',
    'public/logo.png': 'data:image/png;base64,AAAA',
  };
  expect(hostsNamedIn(files).map(({ kind, host: name }) => `${kind} ${name}`)).toEqual([
    'scripts cdn.module.test',
    'scripts code.test',
    'styles fonts.googleapis.com',
    'styles fonts.gstatic.com',
    'styles sheets.test',
    'pictures *.layers.test',
    'pictures background.test',
    'pictures brand.test',
    'pictures drawn.test',
    'pictures either.test',
    'pictures hero.test',
    'pictures houses.test',
    'pictures photos.test',
    'pictures pictures.test',
    'pictures tiles.test',
    'pictures x.store.test',
    'frames maps.test',
    'calls api.only.test',
    'calls api.service.test',
    'calls calls.test',
    'calls cdn.data.test',
    'calls cdn.xhr.test',
    'calls either.test',
    'calls key.test',
    'calls media.axios.test',
    'calls socket.test',
    'calls static.geo.test',
    'calls x.store.test',
  ]);
});

test('reads ten megabytes of each hostile text in linear time', () => {
  const pieces = ['"', '" ', '(', 'a', '"https://a', '"https://a.', '<a ', 'fetch("https://a.example.dev/x");'];
  const start = performance.now();
  for (const piece of pieces) {
    const text = `"https://${'a.'.repeat(200_000)}" "${' '.repeat(200_000)}${piece.repeat(10_000_000 / piece.length)}`;
    hostsNamedIn({ 'pages/Home': text });
  }
  expect(performance.now() - start).toBeLessThan(10_000);
});
