import { beforeAll, expect, it } from 'vitest';
import { loadLanguage, translator } from '../../../i18n/language.ts';
import { rowsOf, treeOf } from './tree.ts';

beforeAll(() => loadLanguage('en'));

it('groups files by kind and omits empty groups', () => {
  const tree = treeOf(['globals.css', 'pages/Stats', 'entities/Habit.json', 'layout', 'pages/Home'], translator());
  expect(tree.map(({ label, children }) => [label, children.map((child) => child.label)])).toEqual([
    ['Pages', ['Home', 'Stats']],
    ['Tables', ['Habit']],
    ['App', ['globals.css', 'layout']],
  ]);
});

it('nests folders, before the files beside them', () => {
  const tree = treeOf(['components/Row', 'components/forms/Field', 'components/forms/parts/Label'], translator());
  const rows = (collapsed: readonly string[] = []) => rowsOf(tree, new Set(collapsed)).map(({ node, parent }) => [node.key, parent]);
  expect(rows()).toEqual([
    ['components/', null],
    ['components/forms/', 'components/'],
    ['components/forms/parts/', 'components/forms/'],
    ['components/forms/parts/Label', 'components/forms/parts/'],
    ['components/forms/Field', 'components/forms/'],
    ['components/Row', 'components/'],
  ]);
  expect(rows(['components/forms/'])).toEqual([
    ['components/', null],
    ['components/forms/', 'components/'],
    ['components/Row', 'components/'],
  ]);
});
