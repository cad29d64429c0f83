import { guessField } from './fields.ts';
import type { Plan, Table } from './plan.ts';

/** What one would keep next of a thing that is shown like this. */
const furtherFields: Readonly<Record<Table['layout'], readonly string[]>> = {
  habits: ['category', 'start date'],
  board: ['due date', 'priority', 'photo'],
  agenda: ['location', 'rating', 'photo'],
  gallery: ['rating', 'category', 'link'],
  checklist: ['due date', 'priority'],
  ledger: ['category', 'photo', 'rating'],
  people: ['birthday', 'address'],
  shelf: ['rating', 'photo', 'link'],
  notes: ['category', 'link', 'rating'],
  table: ['category', 'photo', 'rating'],
};
const visitorFields = ['phone number', 'company', 'city'];

/** Up to three requests that suit an app as it is, each of which the assistant understands. */
export function ideasFor(plan: Plan): readonly string[] {
  const [table] = plan.tables;
  if (!table) return [];
  const look = plan.theme === 'dark' ? 'Make it light' : 'Make it dark';
  if (plan.site) {
    const first =
      plan.site.kind === 'listing' ? `Add 6 sample ${table.plural}` : `Add a ${missing(table, visitorFields)} to ${table.plural}`;
    return [first, look, 'Change the headline to …'];
  }
  const field = missing(table, furtherFields[table.layout]);
  return [`Add ${field === 'address' ? 'an' : 'a'} ${field} to ${table.plural}`, `Add 10 sample ${table.plural}`, look];
}

/** The first of the fields that the table lacks. */
function missing(table: Table, ideas: readonly string[]): string {
  const has = (idea: string) => {
    const { key, kind } = guessField(idea);
    return table.fields.some((field) => field.key === key || (kind !== 'text' && kind !== 'enum' && field.kind === kind));
  };
  return ideas.find((idea) => !has(idea)) ?? 'link';
}
