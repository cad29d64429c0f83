import { testHost } from '@sayso/core/testing';
import runtime from '@sayso/runtime';
import { type AppSources, type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Hostile sources: the compiler answers each with a clear result in time, without delaying other apps.

let host: Awaited<ReturnType<typeof testHost>>;
let service: RuntimeApi;
beforeAll(async () => {
  host = await testHost(runtime);
  service = host.service(runtimeRef);
  await service.preview(appOf({}));
}, 120_000);
afterAll(() => host.close());

const HOME = { 'pages/Home': 'export default () => <b className="p-4">home</b>;' };
function appOf(files: Readonly<Record<string, string>>, appId = 'hostile'): AppSources {
  return { appId, versionId: 'v1', name: 'Test', mainPage: null, files: { ...HOME, ...files } };
}
let attacks = 0;

/** Compiles and publishes, while a benign app keeps compiling during and after it. Returns the problems of the hostile one. */
async function attack(files: Readonly<Record<string, string>>): Promise<string[]> {
  const attack = ++attacks;
  const compiled = compile(files);
  await serveInnocent(`${attack} meanwhile`);
  const problems = await compiled;
  await serveInnocent(`${attack} afterwards`);
  return problems;
}

/** Previews and publishes the hostile app; returns its problems. */
async function compile(files: Readonly<Record<string, string>>): Promise<string[]> {
  const sources = appOf(files);
  const published = service.publish(sources).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  const { problems, manifest } = await service.preview(sources);
  const refusals = await published;
  expect(manifest.entry === null).toBe(problems.length > 0);
  // Publishing does more, so it may find further problems, such as too deep nesting.
  if (problems.length > 0) expect(refusals).toHaveLength(1);
  for (const refusal of refusals) expect(refusal).toMatch(/App compilation failed: /);
  return problems.map(({ message }) => message);
}

async function serveInnocent(text: string): Promise<void> {
  const innocent = appOf({ 'components/Fine': `export default () => <i>${text}</i>;` }, 'innocent');
  const [{ problems, manifest }] = await Promise.all([service.preview(innocent), service.publish(innocent)]);
  expect([problems, manifest.entry]).toEqual([[], expect.any(String)]);
}

describe('reads only the files of the app and permitted packages', () => {
  test.each([
    '../../../../../../etc/passwd',
    '@/../../../../etc/passwd',
    '@/../core/main',
    '@/components/../../../core/main',
    './../../core/main.ts',
    '/etc/passwd',
    'file:///etc/passwd',
    'data:text/javascript,export default 1',
    'blob:http://localhost/x',
    'https://esm.sh/none-of-these',
    'https://elsewhere.example/react',
    '//esm.sh/react',
    'node:fs',
    'fs/promises',
    '@sayso/core',
    '@sayso/core/testing',
    '#internal',
    'react/../../package.json',
    'react/package.json',
    'node_modules/react',
    './%2e%2e/%2e%2e/core/main',
    'C:\\\\windows\\\\win.ini',
    '\\u0000',
  ])('%s', async (specifier) => {
    for (const line of [
      `import x from '${specifier}'; x;`,
      `export * from '${specifier}';`,
      `const x = () => import('${specifier}'); x;`,
    ]) {
      const problems = await compile({ 'components/Thief': `${line}\nexport default () => null;` });
      expect(problems).toHaveLength(1);
    }
    await serveInnocent(specifier);
  });

  test.each(['https://esm.sh/react', 'https://esm.sh/react@18.2.0?dev', 'https://cdn.jsdelivr.net/npm/react/+esm'])(
    '%s is the package of the installation',
    async (address) => {
      const sources = appOf({ 'pages/Home': `import React from '${address}';\nexport default () => React.createElement('i');` });
      const { manifest, problems } = await service.preview(sources);
      expect(problems).toEqual([]);
      const urls = [manifest.entry ?? '', ...Object.values(manifest.modules)];
      const code = (
        await Promise.all(urls.map(async (url) => (await host.fetch(url, { headers: { 'accept-encoding': 'identity' } })).text()))
      ).join('\n');
      expect(code).not.toMatch(/\b(?:from|import)\s*\(?\s*["'](?:https?:)?\/\//);
    },
  );

  test.each([
    ['../x', ''],
    ['pages/../../x', ''],
    ['/etc/passwd', ''],
    ['pages/Home.tsx/../../x', ''],
    ['components/__proto__/../x', ''],
    ['pages/a\u0000b', ''],
    ['entities/../x.json', '{}'],
    ['node_modules/react/index', ''],
  ])('a file at %j', async (path, text) => {
    expect(await attack({ [path]: text })).toEqual([
      'A name of a file has letters, digits, dots, dashes and underscores. Tables are entities/<Name>.json.',
    ]);
  });

  test.each([
    ['import.meta.glob', 'export const all = import.meta.glob("../../**/*"); export default () => null;'],
    ['new URL', 'export const one = new URL("../../../package.json", import.meta.url); export default () => null;'],
    ['require', 'export const fs = (globalThis as any).require?.("fs"); export default () => null;'],
    ['a source map', 'export default () => null;\n//# sourceMappingURL=file:///etc/passwd'],
    ['triple slashes', '/// <reference path="/etc/passwd" />\nexport default () => null;'],
    ['a JSX pragma', '/** @jsxImportSource ../../../core */\nexport default () => <i/>;'],
  ])('%s includes no file from outside', async (_how, text) => {
    const sources = appOf({
      'components/Thief': text,
      'pages/Home': "import Thief from '@/components/Thief';\nexport default () => <Thief/>;",
    });
    const { manifest, problems } = await service.preview(sources);
    const urls = [...(manifest.entry === null ? [] : [manifest.entry]), ...Object.values(manifest.modules)];
    const code = (
      await Promise.all(urls.map(async (url) => (await host.fetch(url, { headers: { 'accept-encoding': 'identity' } })).text()))
    ).join('\n');
    expect(code).not.toMatch(/root:x:|"name": "sayso"|createServer/);
    if (problems.length === 0) await service.publish(sources);
  });
});

describe('style sheets import nothing and run nothing', () => {
  test.each([
    '@import "/etc/passwd";',
    '@import url("https://evil.example/x.css");',
    '@import url(file:///etc/passwd);',
    '@IMPORT "../../../package.json";',
    '@import/**/"/etc/passwd";',
    '@import "tailwindcss" source("../../../");',
    '@import "tailwindcss/../../package.json";',
    '@plugin "../../../core/main.ts";',
    '@plugin "node:fs";',
    '@config "/etc/passwd";',
    '@source "../../../**/*";',
    '@reference "/etc/passwd";',
    '@\\69mport "/etc/passwd";',
    '/* x */ @media all { @import "/etc/passwd"; }',
  ])('%s', async (line) => {
    const { problems, manifest } = await service.preview(appOf({ 'globals.css': line }));
    if (problems.length === 0) {
      const css = await (await host.fetch(manifest.css, { headers: { 'accept-encoding': 'identity' } })).text();
      expect(css).not.toMatch(/root:x:|"name"|createServer/);
      // What remains is an unknown at-rule, which browsers ignore.
      expect(css).not.toMatch(/@import/i);
    } else expect(problems).toEqual([expect.objectContaining({ path: 'globals.css', severity: 'error' })]);
  });
});

describe('rejects excessive sources, without delaying other apps', () => {
  const many = 50_000;
  const deep = (open: string, middle: string, close: string, count = many) => `${open.repeat(count)}${middle}${close.repeat(count)}`;
  const code = (text: string) => ({ 'components/Bomb': `${text}\nexport default () => null;` });
  const page = (text: string) => ({
    'components/Bomb': text,
    'pages/Home': "import Bomb from '@/components/Bomb';\nexport default () => <Bomb/>;",
  });
  test.each<[string, Record<string, string>, RegExp]>([
    ['a file of 50 MB', code(`const x = "${'x'.repeat(50_000_000)}";`), /at most 1000000/],
    [
      '60 files of 1 MB',
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`components/C${index}`, 'x'.repeat(999_000)])),
      /at most 10000000/,
    ],
    ['5000 files', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`components/C${index}`, ''])), /at most 1000/],
    ['JSX in JSX', code(`export const x = ${deep('<b>', 'x', '</b>')};`), /nested too deeply/],
    ['nested types', code(`export type X = ${deep('[', 'string', ']')};`), /nested too deeply/],
    ['nested brackets', code(`export const x = ${deep('(', '1', ')')};`), /nested too deeply/],
    ['nested functions', code(`export const x = ${deep('() => ', '1', '')};`), /nested too deeply/],
    ['nested objects', code(`export const x = ${deep('{a:', '1', '}')};`), /nested too deeply/],
    ['nested blocks', code(deep('{', '', '}')), /nested too deeply/],
    ['nested prefix operators', code(`export const x = ${deep('!', '1', '', 400_000)};`), /nested too deeply/],
    ['nested templates', code(`export const x = ${deep('`${', '1', '}`')};`), /nested too deeply/],
    ['unterminated comments in the style sheet', { 'globals.css': `/*${' /*'.repeat(300_000)}` }, /A comment is not closed/],
  ])(
    '%s',
    async (_what, files, message) => {
      const problems = await attack(files);
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.join('\n')).toMatch(message);
    },
    60_000,
  );

  test.each<[string, Record<string, string>]>([
    ['a long sum', page(`export const x = ${'1+'.repeat(100_000)}1;\nexport default () => <i>{x}</i>;`)],
    ['a chain of calls', page(`export const f = (x: any) => x${'.a()'.repeat(20_000)};\nexport default () => <i>{String(f)}</i>;`)],
    [
      'a chain of conditions',
      page(
        `export const f = (x: number) => { ${Array.from({ length: 5000 }, (_, index) => `if (x === ${index}) return ${index};`).join(' else ')} };\nexport default () => <i>{f(1)}</i>;`,
      ),
    ],
    [
      'a regular expression with catastrophic backtracking',
      page(`export const x = /^(([a-z])+.)+[A-Z]([a-z])+$/.test("${'a'.repeat(200)}");\nexport default () => <i>{String(x)}</i>;`),
    ],
    ['repeated text', page(`export const x = "x".repeat(2 ** 29) + "x".repeat(2 ** 29);\nexport default () => <i>{x.length}</i>;`)],
    [
      'huge numbers',
      page('export const x = 10n ** 10n ** 8n; export const y = 1n << 4000000000n;\nexport default () => <i>{String(x + y)}</i>;'),
    ],
    ['many spread lists', page(`export const x = [${'...[1,2,3],'.repeat(50_000)}];\nexport default () => <i>{x.length}</i>;`)],
    [
      'many classes',
      page(
        `export default () => <i className="${Array.from({ length: 20_000 }, (_, index) => `p-[${index}px]`)
          .join(' ')
          .slice(0, 900_000)}"/>;`,
      ),
    ],
    ['brackets in a class name', page(`export default () => <i className="${'['.repeat(200_000)} p-[${'('.repeat(200_000)}"/>;`)],
    [
      'recursive types',
      page(
        'type A<T> = T extends string ? A<A<T>> : A<T[]>;\nexport const x = 1 as unknown as A<A<A<string>>>;\nexport default () => <i>{String(x)}</i>;',
      ),
    ],
    ['a deeply nested table schema', { 'entities/Bomb.json': deep('{"properties":{"a":', '{}', '}}', 20_000) }],
    [
      'files that all import each other',
      Object.fromEntries(
        Array.from({ length: 150 }, (_, index) => [
          `components/C${index}`,
          `${Array.from({ length: 150 }, (_x, other) => `export * from './C${other}';`).join('\n')}\nexport const c${index} = 1;`,
        ]),
      ),
    ],
  ])(
    '%s: compiles or is refused',
    async (_what, files) => {
      await attack(files);
    },
    60_000,
  );

  test('rejects sources at the time limit, while other apps compile', async () => {
    const classes = (file: number) => Array.from({ length: 60_000 }, (_, index) => `p-[${index}.${file}px]`).join(' ');
    const bombs = Object.fromEntries(
      Array.from({ length: 10 }, (_, file) => [`components/C${file}`, `export default () => <i className="${classes(file)}"/>;`]),
    );
    const order: string[] = [];
    const hostile = service.preview(appOf(bombs)).finally(() => order.push('hostile'));
    for (let round = 0; round < 3; round++) await serveInnocent(`round ${round}`);
    order.push('innocent');
    const { problems } = await hostile;
    // The benign app did not wait for the time limit of the hostile one.
    expect(order).toEqual(['innocent', 'hostile']);
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringMatching(/takes too long|too many classes/) })]);
    const { manifest } = await service.preview(appOf({}));
    expect(manifest.entry).toEqual(expect.any(String));
  }, 60_000);
});
