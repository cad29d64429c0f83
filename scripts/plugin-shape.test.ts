import { expect, test } from 'vitest';
import { shapeProblems } from './plugin-shape.ts';

const part = ['plugins/a/rows/validate.ts', 'plugins/a/rows/formats.ts', 'plugins/a/rows/graphql.ts'];

test.each([
  ['the files of every plugin', ['index.ts', 'ref.ts', 'service.ts', 'graphql.ts', 'routes.ts', 'README.md', 'package.json']],
  ['declarations', ['collections.ts', 'migrations.ts', 'config.ts', 'errors.ts']],
  ['workers and tests', ['shout.worker.ts', 'a.test.ts']],
])('accepts %s at the top of a plugin', (_what, names) => {
  expect(shapeProblems(names.map((name) => `plugins/a/${name}`))).toEqual([]);
});

test.each([
  ['another file', ['plugins/a/helpers.ts'], 'plugins/a/helpers.ts'],
  ['a GraphQL part with a name of its own', ['plugins/a/schema.ts'], 'plugins/a/schema.ts'],
  ['a folder of two files', part.slice(1), 'plugins/a/rows'],
  ['an index of a part', [...part, 'plugins/a/rows/index.ts'], 'plugins/a/rows/index.ts'],
])('refuses %s', (_what, files, named) => {
  expect(shapeProblems(files).map(({ file }) => file)).toEqual([named]);
});

test('accepts a part of three files, test helpers, and files outside of plugins', () => {
  expect(shapeProblems([...part, 'plugins/a/testing/fakes.ts', 'plugins/tsconfig.json', 'core/main.ts', 'runtime/pages.ts'])).toEqual([]);
});
