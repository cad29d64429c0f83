import { beforeAll, expect, it } from 'vitest';
import { loadLanguage, translator } from '../../i18n/language.ts';
import { treeOf } from './tree.ts';

beforeAll(() => loadLanguage('en'));

it('groups files by kind and omits empty groups', () => {
  const tree = treeOf(['globals.css', 'pages/Stats', 'entities/Habit.json', 'layout', 'pages/Home'], translator());
  expect(tree.map(({ label, leaves }) => [label, leaves.map((leaf) => leaf.label)])).toEqual([
    ['Pages', ['Home', 'Stats']],
    ['Tables', ['Habit']],
    ['App', ['globals.css', 'layout']],
  ]);
});
