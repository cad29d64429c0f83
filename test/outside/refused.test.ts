// Messages to the operator about plugins that cannot be installed or loaded; a failed change leaves the installation unchanged.
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startProduct } from '../product.ts';
import { type Author, openAuthor } from './author.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** A package, and the expected messages. */
type Case = readonly [name: string, files: Readonly<Record<string, string | object>>, says: readonly string[]];

let author: Author;
const plugin = (text: string): string => `export default { contract: 1, start() {}, ${text} };`;
const field = (name: string): string =>
  `graph(builder) { builder.queryField('${name}', (t) => t.string({ does: 'look', authScopes: { public: true }, resolve: () => 'x' })); }`;

beforeAll(async () => {
  author = await openAuthor({ npm_config_offline: 'true', npm_config_loglevel: 'error' });
  const scripts = {
    preinstall: 'node mark.js',
    install: 'node mark.js',
    postinstall: 'node mark.js',
    prepare: 'node mark.js',
    prepack: 'node mark.js',
  };
  const good = await author.makePackage('good', {
    'package.json': { name: 'good', version: '1.0.0', type: 'module', exports: './index.js', scripts },
    'index.js': plugin(`name: 'good', ${field('good')}`),
    'mark.js': `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker())}, '');`,
  });
  expect(await author.plugin('add', good)).toMatchObject({ code: 0 });
});
/** A file that only an install script would create. */
const marker = (): string => join(author.folder, 'a-script-has-run');
afterAll(() => author?.[Symbol.asyncDispose]());

/** Rejected both by installing and by starting. */
const unfit: readonly Case[] = [
  [
    'sources',
    { 'package.json': { name: 'sources', version: '1.0.0', type: 'module', exports: './index.ts' }, 'index.ts': plugin("name: 'sources'") },
    ['Plugin "sources": It holds TypeScript sources', 'npm run build'],
  ],
  [
    'unbuilt',
    { 'package.json': { name: 'unbuilt', version: '1.0.0', type: 'module', exports: './dist/index.js' } },
    ['Plugin "unbuilt": It cannot be loaded: Cannot find module', 'Build it before it is added'],
  ],
  [
    'newer',
    { 'index.js': "export default { name: 'newer', contract: 2, start() {} };" },
    ['Plugin "newer": It was written for version 2 of the plugin contract; this host speaks version 1.', 'Install a release of the plugin'],
  ],
  [
    'needy',
    { 'index.js': plugin("name: 'needy', needs: { calendar: { kind: 'service', id: 'calendar' } }") },
    ['Plugin "needy": It needs "calendar", which no plugin provides.', 'Add the plugin that provides it.'],
  ],
  ['empty', { 'index.js': 'export const nothing = 1;' }, ['Plugin "empty": Its default export is no plugin.', 'definePlugin']],
  [
    'broken',
    { 'index.js': "import 'a-package-that-is-not-listed'; export default {};" },
    ['Plugin "broken": It cannot be loaded', 'list in its dependencies every package that it imports'],
  ],
  [
    'second-copy',
    {
      'package.json': {
        name: 'second-copy',
        version: '1.0.0',
        type: 'module',
        exports: './index.js',
        dependencies: { graphql: '16.0.0' },
        bundleDependencies: ['graphql'],
      },
      'index.js': `import { version } from 'graphql'; ${plugin("name: 'second-copy', version")}`,
      'node_modules/graphql/package.json': { name: 'graphql', version: '16.0.0', type: 'module', exports: './index.js' },
      'node_modules/graphql/index.js': "export const version = '16';",
    },
    ['Plugin "second-copy": It has a copy of graphql of its own', 'List graphql in its peerDependencies'],
  ],
];

const refused: readonly Case[] = [
  ...unfit.filter(([name]) => name === 'sources' || name === 'second-copy'),
  [
    'clash',
    { 'index.js': plugin(`name: 'clash', ${field('good')}`) },
    ['Plugin "clash": It adds the field "Query.good", which the plugin "good" adds too.', 'Rename one of the two.'],
  ],
  [
    'other-peer',
    {
      'package.json': {
        name: 'other-peer',
        version: '1.0.0',
        type: 'module',
        exports: './index.js',
        peerDependencies: { graphql: '^15.0.0' },
      },
    },
    ['cannot be installed', 'graphql@"^15.0.0"'],
  ],
];

const snapshot = async (): Promise<string[]> => (await readdir(author.dataDir, { recursive: true })).sort();

test('runs no install script of an added package', async () => {
  expect((await author.plugin('list')).output).toBe('good  1.0.0\n');
  expect(await readdir(author.folder)).not.toContain('a-script-has-run');
});

test.each(refused)('refuses to add %s, says why and what to do, and leaves the installation unchanged', async (name, files, says) => {
  const before = await snapshot();
  const { code, output } = await author.plugin('add', await author.makePackage(name, files));
  for (const one of says) expect(output).toContain(one);
  expect(code).toBe(1);
  expect(await snapshot()).toEqual(before);
});

test('the start reports all plugins that cannot be loaded and all invalid settings together', async () => {
  const dataDir = join(author.folder, 'unfit');
  await cp(author.dataDir, dataDir, { recursive: true, verbatimSymlinks: true });
  const file = join(dataDir, 'plugins', 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  manifest.sayso.plugins.push(...unfit.map(([name]) => name), 'missing');
  await writeFile(file, JSON.stringify(manifest));
  for (const [name, files] of unfit)
    await cp(await author.makePackage(name, files), join(dataDir, 'plugins', 'node_modules', name), { recursive: true });
  const { message } = await startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'loud' }).then(
    () => expect.unreachable('it started'),
    (error: Error) => error,
  );
  for (const one of unfit.flatMap(([, , says]) => says)) expect(message).toContain(one);
  expect(message).toContain('Plugin "missing": It is not installed. Add it again, or remove it');
  expect(message).toContain('LOG_LEVEL is "loud"');
  expect(message).not.toContain('Plugin "good"');
});

test('the start repairs the folder after an interrupted change and after a move of the host; a plugin can be removed', async () => {
  const { dataDir } = author;
  const folder = join(dataDir, 'plugins');
  const link = join(folder, 'node_modules', '@sayso', 'core');
  await rm(link);
  await symlink(join(author.folder, 'where-it-was'), link);
  await rename(folder, `${folder}.old`);
  {
    await using product = await startProduct({ DATA_DIR: dataDir });
    const query = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ good }"}' };
    expect(await (await fetch(`${product.builderUrl}/graphql`, query)).json()).toEqual({ data: { good: 'x' } });
  }
  // As a killed process leaves it.
  await mkdir(`${folder}.new`);
  expect(await author.plugin('remove', 'good')).toMatchObject({ code: 0 });
  expect(await author.plugin('list')).toMatchObject({ output: 'No plugin is installed.\n' });
  expect((await readdir(dataDir)).filter((name) => name.startsWith('plugins'))).toEqual(['plugins', 'plugins.lock']);
  expect(await author.plugin('remove', 'good')).toMatchObject({ code: 1, output: '"good" is not installed. No plugin is.\n' });
});

test('refuses concurrent changes', async () => {
  using other = new DatabaseSync(join(author.dataDir, 'plugins.lock'));
  other.exec('BEGIN EXCLUSIVE');
  const { code, output } = await author.plugin('add', 'anything');
  expect(code).toBe(1);
  expect(output).toContain('Another process adds or removes plugins of this installation.');
});
