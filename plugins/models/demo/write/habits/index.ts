import type { Plan, Table } from '../../plan.ts';
import type { OutFile } from '../parts.ts';
import { ringFile, writeCard } from './card.ts';
import { writePage } from './page.ts';
import { streaksFile } from './streaks.ts';

/** Trackers of things done again and again: a ring for today, a streak and the last seven days of each. */
export function writeHabits(plan: Plan, table: Table, page: string): readonly OutFile[] {
  return [
    { path: 'services/streaks', title: 'Streaks', content: streaksFile(table) },
    { path: 'components/ProgressRing', title: 'Progress ring', content: ringFile },
    { path: `components/${table.name}Card`, title: 'Card with streak and last 7 days', content: writeCard(plan, table) },
    { path: `pages/${page}`, title: `${page} page`, content: writePage(plan, table, page) },
  ];
}
