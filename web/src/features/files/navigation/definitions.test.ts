import { expect, it } from 'vitest';
import { definitionAt } from './definitions.ts';

const home = `import Row, { Cell as Box } from '@/components/Row';
import { Habit } from '@/entities/all';
import { Task } from '@/entities/Task';
import { useState } from 'react';
type Props = { readonly size: number };
export default function Home({ size }: Props) {
  const [open, setOpen] = useState(false);
  Habit.list();
  Task.list();
  return <Row open={open} to={createPageUrl('Stats?week=1')}><Box size={size} /></Row>;
}`;
const files = new Map([
  ['pages/Home', home],
  ['pages/Stats', ''],
  ['components/Row', 'export const Cell = () => null;\nfunction Row() {}\nexport default Row;'],
  ['entities/Habit.json', '{}'],
  ['entities/Task.json', '{}'],
]);

it.each([
  ['a default import', '<Row', 1, { path: 'components/Row', line: 2, column: 10 }],
  ['a renamed import', '<Box', 1, { path: 'components/Row', line: 1, column: 14 }],
  ['the end of a name', '<Box', 4, { path: 'components/Row', line: 1, column: 14 }],
  ['a table of all', 'Habit.list', 0, { path: 'entities/Habit.json', line: 1, column: 1 }],
  ['a table', 'Task.list', 0, { path: 'entities/Task.json', line: 1, column: 1 }],
  ['an import', "'@/components/Row'", 5, { path: 'components/Row', line: 1, column: 1 }],
  ['a link', "'Stats", 2, { path: 'pages/Stats', line: 1, column: 1 }],
  ['a local variable', '{open}', 1, { path: 'pages/Home', line: 7, column: 10 }],
  ['a parameter', '{size}', 1, { path: 'pages/Home', line: 6, column: 32 }],
  ['a type', 'Props)', 0, { path: 'pages/Home', line: 5, column: 6 }],
  ['a package', 'useState(false)', 0, null],
])('finds %s', (_name, text, within, expected) => {
  expect(definitionAt({ files, path: 'pages/Home', text: home, offset: home.indexOf(text) + within })).toEqual(expected);
});
