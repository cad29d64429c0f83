import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appOf } from '../compile/app.fixture.ts';
import type { Libraries } from '../compile/libraries.ts';
import { compilePreview } from '../compile/preview.ts';
import { publishApp } from '../compile/publish.ts';
import { projectFiles } from '../project/project.ts';
import { ensureLibraries } from '../scripts/libraries.ts';
import { type TarballFile, tarballOf } from '../testing/tarball.ts';
import type { FetchedPackage, PackageOutcome } from './bundle.ts';
import { PackageBundler } from './bundler.ts';
import { extractPackage } from './extract.ts';

/** Each bundle starts a process. */
vi.setConfig({ testTimeout: 60_000 });

// Packages as a registry has them, bundled in the process of bundles, and imported by an app that is compiled.

let libraries: Libraries;
const bundler = new PackageBundler();
beforeAll(async () => {
  libraries = await ensureLibraries();
}, 300_000);
afterAll(() => bundler.close());

type Files = Readonly<Record<string, TarballFile>>;
interface Given {
  readonly name?: string;
  readonly links?: Readonly<Record<string, string>>;
  /** Fields of package.json. */
  readonly manifest?: object;
  readonly files: Files;
}

async function fetched({ name = 'pkg', links = {}, manifest = {}, files }: Given): Promise<FetchedPackage> {
  const version = '1.2.3';
  const tarball = await tarballOf({ 'package.json': JSON.stringify({ name, version, license: 'MIT', ...manifest }), ...files });
  return { id: name, name, version, tarball, links };
}

const bundle = async (...packages: readonly Given[]): Promise<PackageOutcome> =>
  bundler.bundle(await Promise.all(packages.map(fetched)), { allowed: [] });

async function bundled(...packages: readonly Given[]) {
  const outcome = await bundle(...packages);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome;
}

async function compiled(page: string, outcome: Awaited<ReturnType<typeof bundled>>) {
  const sources = appOf({ 'pages/Home': page });
  const onFile = () => {};
  const name = outcome.preview.name;
  const preview = await compilePreview(
    sources,
    { ...libraries, allowed: new Map([[name, outcome.preview]]) },
    { onFile, isSent: () => false },
  );
  const published = await publishApp(sources, { ...libraries, allowed: new Map([[name, outcome.published]]) }, onFile);
  return { preview, published };
}

test.each<[string, Given, readonly string[]]>([
  [
    'an ES module',
    { manifest: { main: 'index.js', type: 'module' }, files: { 'index.js': 'export const a = 1; export default 2;' } },
    ['a', 'default'],
  ],
  ['CommonJS', { files: { 'index.js': "exports.a = 1; exports.delete = () => 1; exports['b-c'] = 1;" } }, ['a', 'default', 'delete']],
  [
    'CommonJS of another file',
    {
      manifest: { main: './lib' },
      files: {
        'lib/index.js': "if (process.env.NODE_ENV === 'production') module.exports = require('./a.min.js');",
        'lib/a.min.js': 'exports.a = 1;',
      },
    },
    ['a', 'default'],
  ],
  [
    'the file for browsers',
    { manifest: { main: 'node.js', browser: 'web.js' }, files: { 'node.js': "require('fs')", 'web.js': 'exports.a = 1' } },
    ['a', 'default'],
  ],
  [
    'conditions',
    {
      manifest: { exports: { '.': { node: './node.mjs', require: './a.cjs', default: './a.mjs' } } },
      files: { 'node.mjs': "import 'node:fs'", 'a.cjs': '', 'a.mjs': 'export const a = 1;' },
    },
    ['a'],
  ],
  [
    'a module without Node in its place',
    { manifest: { browser: { fs: false } }, files: { 'index.js': "exports.fs = require('fs');" } },
    ['default', 'fs'],
  ],
  [
    'a package with settings that are no JSON, and a sheet that is too large',
    {
      manifest: { main: 'index.js' },
      files: {
        'index.js': 'exports.a = 1;',
        'data.json': '{ /* none */ }',
        'tsconfig.json': '{ "files": [], }',
        'dist/all.css': `.a{}${' '.repeat(1_100_000)}`,
      },
    },
    ['a', 'default'],
  ],
  ['a package with a scope', { name: '@scope/x', files: { 'index.js': 'exports.a = 1;' } }, ['a', 'default']],
  ['a package with the name of an object’s member', { name: 'constructor', files: { 'index.js': 'exports.a = 1;' } }, ['a', 'default']],
])('bundles %s', async (_name, given, names) => {
  const { preview, facts } = await bundled(given);
  const entry = preview.entries[given.name ?? 'pkg'];
  expect([...(entry?.exports ?? [])].sort()).toEqual(names);
  expect(facts).toMatchObject({ licence: 'MIT', warnings: [] });
  expect(facts.bytes).toBeGreaterThan(0);
});

test.each<[string, Given, RegExp]>([
  [
    'Node',
    { files: { 'index.js': "require('fs'); require('node:child_process');" } },
    /^It needs Node: "node:child_process" is imported by "pkg", "fs" by "pkg"\.$/,
  ],
  ['a native addon', { files: { 'index.js': 'exports.a = 1;', 'build/a.node': 'x' } }, /^It needs native code: "build\/a.node" of "pkg"/],
  [
    'an undeclared dependency',
    { manifest: { type: 'module' }, files: { 'index.js': "import 'gone';" } },
    /^It imports what is not among its dependencies: "gone"/,
  ],
  [
    'a file of the server',
    { files: { 'index.js': "require('/etc/hostname');" } },
    /^It imports files outside of its package: "\/etc\/hostname"/,
  ],
  ['a file above it', { files: { 'index.js': "require('../../../../../../etc/hostname');" } }, /outside of its package|not among/],
  [
    'code of another server',
    { manifest: { type: 'module' }, files: { 'index.js': "import 'https://cdn.example/x.js';" } },
    /outside of its package: "https/,
  ],
  [
    'WebAssembly in a file',
    { manifest: { type: 'module' }, files: { 'index.js': "import code from './a.wasm'; export { code };" } },
    /^It needs WebAssembly, which apps may not run: "a\.wasm" of "pkg"\.$/,
  ],
  [
    'WebAssembly in its code',
    { files: { 'index.js': 'exports.run = (bytes) => WebAssembly.instantiate(bytes);' } },
    /^It needs WebAssembly, which apps may not run: "index\.js" of "pkg"\.$/,
  ],
  [
    'a worker of a file',
    {
      manifest: { type: 'module' },
      files: { 'index.js': "export const start = () => new Worker(new URL('./work.js', import.meta.url));" },
    },
    /^It starts a worker from a file, which apps cannot load: "\.\/work\.js" of "pkg"\.$/,
  ],
  ['syntax that is none', { files: { 'index.js': 'const = 1' } }, /^It cannot be bundled: /],
  ['no module', { files: { 'readme.md': '' } }, /^It has no JavaScript/],
  ['a path that leads out', { files: { '!package/../../evil.js': 'x' } }, /leads out of the package/],
  ['an absolute path', { files: { '!/tmp/evil.js': 'x' } }, /leads out of the package/],
  ['a path of Windows', { files: { '!package/..\\evil.js': 'x' } }, /leads out of the package/],
  ['a link', { files: { 'index.js': { type: 'symlink', linkname: '/etc/hostname' } } }, /which is a symlink/],
  ['a hard link', { files: { 'index.js': { type: 'link', linkname: '/etc/hostname' } } }, /which is a link/],
  ['more than an app may load', { files: { 'index.js': `exports.a = "${'x'.repeat(6_000_000)}"` } }, /^Bundled, it has 6 MB; at most 5 MB/],
])('refuses a package with %s', async (_name, given, message) => {
  expect(await bundle(given)).toMatchObject({ ok: false, refusal: { message: expect.stringMatching(message) } });
});

/** Names of files that packages give their modules, and what Node takes each for; null: what `type` states. */
const NAMES: readonly (readonly [string, 'esm' | 'cjs' | null])[] = [
  ['a.js', null],
  ['a.mjs', 'esm'],
  ['a.cjs', 'cjs'],
  ['a.cjs.js', null],
  ['a.mjs.js', null],
  ['a.esm.js', null],
  ['a.umd.js', null],
  ['a.json.js', null],
  ['a.css.js', null],
  ['a.ts.js', null],
  ['legacy.cjs', 'cjs'],
];
const SYNTAX = {
  esm: (of: string) => `import { part } from './${of}.part.mjs';\nexport const named = part + 1;\nexport default 'default';`,
  cjs: (of: string) => `const { part } = require('./${of}.part.cjs');\nexports.named = part + 1;\nexports.default = 'default';`,
};
type Syntax = keyof typeof SYNTAX;

/** A package with a module of each name, in the syntax that its name and `type` state, or in the other one, which bundlers have long accepted. */
function everyShape(type: 'module' | 'commonjs' | null, isByExports: boolean, other: boolean): Given {
  const stated = (kind: Syntax | null): Syntax => kind ?? (other !== (type === 'module') ? 'esm' : 'cjs');
  const files = NAMES.flatMap(([name, kind]) => {
    const syntax = stated(kind);
    return [
      [`dist/${name}`, SYNTAX[syntax](name)],
      [`dist/${name}.part.mjs`, 'export const part = 1;'],
      [`dist/${name}.part.cjs`, 'exports.part = 1;'],
    ];
  });
  const paths = NAMES.map(([name]) => [`./${name.replace(/\.js$/, '')}`, `./dist/${name}`]);
  const main = stated(null);
  return {
    manifest: {
      ...(type !== null && { type }),
      main: 'dist/a.js',
      ...(main === 'esm' && { module: 'dist/a.esm.js' }),
      ...(isByExports && { exports: Object.fromEntries([['.', { import: './dist/a.mjs', require: './dist/a.cjs' }], ...paths]) }),
    },
    files: Object.fromEntries(files) as Files,
  };
}

const types = ['module', 'commonjs', null] as const;
test.each(types.flatMap((type) => [true, false].flatMap((byExports) => [true, false].map((other) => [type, byExports, other] as const))))(
  'runs modules of every name, with type %s (by exports: %s, in other syntax: %s)',
  async (type, isByExports, other) => {
    const { preview, published } = await bundled(everyShape(type, isByExports, other));
    const specifiers = Object.keys(preview.entries);
    expect(specifiers.filter((one) => !/part/.test(one)).length).toBeGreaterThanOrEqual(NAMES.length - 1);
    expect(preview.withheld).toEqual({});
    const folder = await mkdtemp(join(tmpdir(), 'sayso-shapes-'));
    try {
      for (const [index, { modules, entries }] of [preview, published].entries()) {
        for (const [file, code] of Object.entries(modules))
          await writeFile(join(folder, `${index}${file}`), code.replaceAll('"./', `"./${index}`));
        for (const [specifier, { file }] of Object.entries(entries)) {
          if (/part/.test(specifier)) continue;
          const made = await import(/* @vite-ignore */ join(folder, `${index}${file}`));
          const whole = made.default?.default ?? made.default;
          expect([specifier, made.named, whole]).toEqual([specifier, 2, 'default']);
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test('stops at the limits of size and count, whatever the tarball unpacks to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-bomb-'));
  try {
    const tarball = join(folder, 'bomb.tgz');
    await writeFile(tarball, await tarballOf({ 'a.js': Buffer.alloc(1_000_000), 'b.js': '' }));
    await expect(extractPackage(tarball, folder, { bytes: 100_000, files: 10 })).rejects.toThrow('Unpacked, it has more than 200 MB.');
    await expect(extractPackage(tarball, folder, { bytes: 10_000_000, files: 1 })).rejects.toThrow('It has more than 40000 files.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('names the dependency that needs Node', async () => {
  const outcome = await bundle(
    { links: { send: 'send' }, files: { 'index.js': "require('send');" } },
    { name: 'send', files: { 'index.js': "require('fs');" } },
  );
  const refusal = { code: 'needs-node', message: 'It needs Node: "fs" is imported by "send".', nodeModules: ['fs'] };
  expect(outcome).toEqual({ ok: false, refusal });
});

test('bundles packages that need each other, in two versions', async () => {
  const { preview } = await bundled(
    { links: { other: 'other' }, files: { 'index.js': "exports.a = () => require('other').b; exports.c = 1;" } },
    { name: 'other', links: { pkg: 'pkg' }, files: { 'index.js': "exports.b = () => require('pkg').c;" } },
  );
  expect(preview.entries['pkg']?.exports).toEqual(['a', 'c', 'default']);
});

test('withholds paths that need Node, and offers the others', async () => {
  const { preview } = await bundled({
    manifest: { exports: { '.': './a.mjs', './server': './server.mjs', './parts/*': './parts/*.mjs', './style.css': './style.css' } },
    files: {
      'a.mjs': 'export const a = 1;',
      'server.mjs': "import 'node:http'; export const s = 1;",
      'parts/one.mjs': 'export const one = 1;',
      'style.css': '.pkg { background: url(./dot.svg), url(https://cdn.example/x.png) }',
      'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  });
  expect(Object.keys(preview.entries)).toEqual(['pkg', 'pkg/parts/one']);
  expect(preview.withheld).toEqual({ 'pkg/server': 'It needs Node: "node:http" is imported by "pkg".' });
  expect(preview.sheets['pkg/style.css']).toMatch(/^\.pkg \{ background: url\("data:image\/svg\+xml;base64,[^"]+"\), url\("data:,"\) \}$/);
});

const widget: Given = {
  manifest: { peerDependencies: { react: '*' } },
  files: {
    'index.js':
      "var React = require('react'); require('./widget.css'); exports.Widget = function Widget() { return React.createElement('b', null, React.useState('hello from the package')[0]); };",
    'widget.css': '.widget { color: rgb(1, 2, 3) }',
  },
};

test('an app that imports it has the built-in React, its style sheet, and no module of it in another app', async () => {
  const outcome = await bundled(widget);
  const page = "import { Widget, later } from 'pkg'; export default () => <Widget later={later} />;";
  const { preview, published } = await compiled(page, outcome);
  expect(preview.problems).toEqual([
    expect.objectContaining({ severity: 'warning', message: expect.stringContaining('pkg does not export `later`') }),
  ]);
  const modules = preview.modules.filter(({ key }) => key.startsWith('$package/pkg/'));
  expect(modules.map(({ code }) => code).join('\n')).toMatch(/from\s?"react"/);
  expect(preview.css?.text).toContain('.widget { color: rgb(1, 2, 3) }');
  expect(published).toMatchObject({ ok: true, css: expect.stringContaining('.widget') });
  if (!published.ok) throw new Error('It was not published.');
  expect(published.files.map(({ code }) => code).join('\n')).toContain('hello from the package');
  const without = await compiled('export default () => <b>home</b>;', outcome);
  expect(without.preview.modules.some(({ key }) => key.startsWith('$package/'))).toBe(false);
});

test('files of an app that end as CommonJS are modules like others', async () => {
  const files = {
    'pages/Home': "import { size } from '@/lib/size.cjs'; export default () => <b>{size}</b>;",
    'lib/size.cjs': "export const size = 'as large as that';",
  };
  const published = await publishApp(appOf(files), libraries, () => {});
  expect(published.ok && published.files.map(({ code }) => code).join('\n')).toContain('as large as that');
});

test('a path that a package lacks is named with those that it has', async () => {
  const outcome = await bundled(widget);
  const { preview } = await compiled("import x from 'pkg/gone'; export default () => x;", outcome);
  expect(preview.problems[0]?.message).toBe('pkg 1.2.3 has no "pkg/gone". It has pkg, pkg/widget.css.');
});

test('an exported project lists its exact version', async () => {
  const outcome = await bundled(widget);
  const allowed = new Map([['pkg', outcome.preview]]);
  const sources = appOf({
    'pages/Home':
      "import { Widget } from 'pkg'; import { size } from '../../base44/shared/sizes'; export default () => <Widget size={size} />;",
    'base44/shared/sizes': 'export const size = 1;',
  });
  const { checkApp } = await import('../compile/preview.ts');
  const { graph, routes } = await checkApp(sources, { ...libraries, allowed }, () => {});
  const address = { appId: 'app', slug: 'app', builderUrl: 'http://localhost', apiUrl: 'http://localhost' };
  const files = await projectFiles({ sources, graph, routes, libraries: { ...libraries, allowed }, address });
  expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({ dependencies: { pkg: '1.2.3' } });
  expect(files['src/pages/Home.tsx']).toContain("from 'pkg'");
  // Where the page finds it.
  expect(files['base44/shared/sizes.tsx']).toContain('size = 1');
  expect(Object.keys(files).filter((path) => path.includes('$package'))).toEqual([]);
});
