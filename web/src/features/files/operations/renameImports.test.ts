import { expect, it } from 'vitest';
import { fileOf, renameFile } from './renameImports.ts';

const files = new Map([
  [
    'pages/Home',
    "import Row from '@/components/Row';\nimport x from \"../components/Row.jsx\";\nimport { Rows } from '@/components/Rows';",
  ],
  ['components/Row', "import { Cell } from './Cell';\nexport default () => <a href={createPageUrl('Home')} />;"],
  ['components/Cell', 'export const Cell = 1;'],
  ['entities/Row.json', '{"name":"Row"}'],
]);

it('moves a file with the imports of others, and with its own relative ones', () => {
  expect(renameFile(files, 'components/Row', 'components/list/Line')).toEqual([
    {
      path: 'components/list/Line',
      content: "import { Cell } from '@/components/Cell';\nexport default () => <a href={createPageUrl('Home')} />;",
    },
    { path: 'components/Row', content: null },
    {
      path: 'pages/Home',
      content:
        "import Row from '@/components/list/Line';\nimport x from \"@/components/list/Line.jsx\";\nimport { Rows } from '@/components/Rows';",
    },
  ]);
});

it('moves the links to a page', () => {
  const changes = renameFile(files, 'pages/Home', 'pages/Start');
  expect(changes.find(({ path }) => path === 'components/Row')?.content).toContain("createPageUrl('Start')");
});

it.each([
  ['@/components/Row', 'pages/Home', 'components/Row'],
  ['./Cell.tsx', 'components/forms/Row', 'components/forms/Cell'],
  ['../Cell', 'components/forms/Row', 'components/Cell'],
  ['react', 'pages/Home', null],
])('resolves %s in %s', (specifier, importer, path) => {
  expect(fileOf(specifier, importer)).toBe(path);
});
