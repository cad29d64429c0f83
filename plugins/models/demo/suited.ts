import { readFields } from './fields.ts';
import type { Field, Layout, Table } from './plan.ts';
import type { Mention } from './reading/mention.ts';
import { knownNoun, tableOf } from './tables.ts';

/** What an app is called says how a thing that the lexicon lacks is kept: a checklist of it, a schedule, a log. */
const shapes: readonly (readonly [title: RegExp, layout: Layout, icon: string, fields: string])[] = [
  [/\bcheck ?list$/, 'checklist', 'ListChecks', 'name*; done; due date; notes'],
  [/\b(?:schedule|calendar|rota|roster|agenda|planner|timetable)$/, 'agenda', 'CalendarDays', 'title*; date*; time; location; notes'],
  [/\b(?:board|pipeline|kanban)$/, 'board', 'Columns3', 'title*; status{To do|In progress|Done}; due date; notes'],
  [/\b(?:directory|address book|phone ?book|contacts)$/, 'people', 'Contact', 'name*; email; phone; notes'],
  [/\b(?:log|log ?book|tracker|tracking|diary)$/, 'ledger', 'ChartNoAxesColumn', 'title*; date; amount:number; notes'],
];

/** A thing that the lexicon lacks, shown by what is said of it: with its picture, as somebody to reach, as an entry or a piece. */
export function suited(table: Table, { title, tables, fields }: Mention): Table {
  if (knownNoun(table.singular) !== null) return table;
  const own = tables.find((one) => one.singular === table.singular)?.fields ?? [];
  const asked = own.length > 0 ? own : tables.length === 1 ? fields : [];
  if (tables.length === 1 && title !== null) {
    if (/\b(?:journal|diary)$/.test(title)) return tableOf('journal entry', table.permissions);
    if (/\b(?:collection|cellar|rack|shelf)$/.test(title)) {
      const { layout, icon, fields: known } = tableOf('collectible', table.permissions);
      return { ...table, layout, icon, fields: known };
    }
    const shape = shapes.find(([pattern]) => pattern.test(title));
    if (shape && fits(shape[1], asked)) return { ...table, layout: shape[1], icon: shape[2], fields: readFields(shape[3]) };
  }
  return { ...table, layout: layoutFor(asked) ?? table.layout };
}

/** Whether what was asked for leaves a shape its sense. */
function fits(layout: Layout, asked: readonly Field[]): boolean {
  const has = (...kinds: readonly Field['kind'][]) => asked.some((field) => kinds.includes(field.kind));
  if (asked.length === 0 || layout === 'agenda') return true;
  if (layout === 'ledger') return has('number', 'money') && !has('image');
  return layout === 'checklist' ? !has('image', 'email', 'phone') : layout === 'people';
}

function layoutFor(asked: readonly Field[]): Layout | null {
  const has = (...kinds: readonly Field['kind'][]) => asked.some((field) => kinds.includes(field.kind));
  if (has('image')) return 'gallery';
  if (has('email', 'phone')) return 'people';
  return has('date') && has('number', 'money') && !has('enum') ? 'ledger' : null;
}
