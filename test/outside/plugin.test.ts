// Journey of an external author and an operator, with the packed packages and npm, without a registry.
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBuilder } from '../bench/builder.ts';
import { type Author, openAuthor, useInstalledPackages } from './author.ts';

// Compilers and npm run as child processes, next to all other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let author: Author;
/** The author's plugin. */
let folder: string;
beforeAll(async () => {
  author = await openAuthor({ npm_config_offline: 'true', npm_config_loglevel: 'error', NO_COLOR: '1' });
  folder = await author.create('my-plugin');
  await useInstalledPackages(folder);
  await author.must('npm', ['install', '--ignore-scripts'], folder);
});
afterAll(() => author?.[Symbol.asyncDispose]());

/** Fails when the author's test and @sayso/core resolve different copies of graphql. */
const GRAPHQL_TEST = `import { describeSurface } from '@sayso/core/testing';
import { GraphQLSchema } from 'graphql';
import { expect, test } from 'vitest';
import plugin from './index.ts';

test('shares one copy of graphql', async () => {
  const { routes: _routes, ...graph } = plugin;
  expect((await describeSurface([graph])).schema).toBeInstanceOf(GraphQLSchema);
});
`;

test('the packed contract is JavaScript and declarations, and names its entries', async () => {
  const core = join(folder, 'node_modules', '@sayso', 'core');
  const files = await readdir(core, { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map(({ name }) => name);
  expect(names.filter((name) => !/\.(js|d\.ts)$|^(package\.json|README\.md|LICENSE)$/.test(name))).toEqual([]);
  expect(names.filter((name) => /\.(test|suite|types)\.|^main\./.test(name))).toEqual([]);
  const { default: manifest } = await import(join(core, 'package.json'), { with: { type: 'json' } });
  expect(Object.keys(manifest.exports)).toEqual(['.', './confined', './queues', './rules', './testing']);
  expect(Object.keys(manifest.peerDependencies)).toEqual(['graphql', 'zod']);
  expect(manifest.dependencies).not.toHaveProperty('graphql');
});

test('a new plugin type-checks with all its transitive declarations, passes its test, and builds', async () => {
  await writeFile(join(folder, 'src', 'graphql.test.ts'), GRAPHQL_TEST);
  await author.must('npm', ['run', 'check'], folder);
  expect(await author.must('npm', ['test'], folder)).toMatch(/Tests\s+6 passed/);
  await author.must('npm', ['run', 'build'], folder);
});

test('an operator adds it, and it answers its own field and route', async () => {
  expect(await author.plugin('add', folder)).toMatchObject({ code: 0, output: expect.stringContaining('Added my-plugin 0.1.0') });
  // Two plugins from the same template do not collide.
  const other = await author.create('other');
  await symlink(join(folder, 'node_modules'), join(other, 'node_modules'), 'junction');
  await author.must('npm', ['run', 'build'], other);
  expect(await author.plugin('add', other)).toMatchObject({ code: 0 });
  await using builder = await openBuilder({ DATA_DIR: author.dataDir, MY_PLUGIN_WORD: 'Ahoy' });
  expect(await builder.call('/api/my-plugin', { name: 'Bo' })).toMatchObject({ text: 'AHOY, BO!' });
  expect(await builder.call('/api/other', { name: 'Bo' })).toMatchObject({ text: 'GOOD DAY, BO!' });
  expect(await builder.graphql('{ myPluginGreetings { text } }')).toEqual({ myPluginGreetings: [{ text: 'AHOY, BO!' }] });
});

test.each([
  ['My Plugin', '"My Plugin" cannot be the name of a plugin.'],
  ['../escape', '"../escape" cannot be the name of a plugin.'],
  ['my-plugin', 'The folder my-plugin is not empty.'],
])('rejects the plugin name %s', async (name, message) => {
  await expect(author.create(name)).rejects.toThrow(message);
});
