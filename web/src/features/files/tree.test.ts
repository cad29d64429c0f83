import { expect, it } from 'vitest';
import { treeOf } from './tree.ts';

it('groups files by kind and omits empty groups', () => {
  const tree = treeOf(['globals.css', 'pages/Stats', 'entities/Habit.json', 'layout', 'pages/Home']);
  expect(tree.map(({ label, leaves }) => [label, leaves.map((leaf) => leaf.label)])).toEqual([
    ['Pages', ['Home', 'Stats']],
    ['Tables', ['Habit']],
    ['App', ['globals.css', 'layout']],
  ]);
});
