import { names } from './lexicon/names.ts';
import { people, praise, sentences, sentencesByField, textsByField } from './lexicon/samples.ts';
import { pictureOf } from './pictures.ts';
import { type Field, inputFields, sentenceCase, type Table, titleField } from './plan.ts';
import { knownNoun } from './tables.ts';

/** Example rows that look lived-in. The same each time; `today` is the only thing that moves. */
export function sampleRows(table: Table, count: number, today: Date): readonly Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => {
    const fields = inputFields(table).filter((field) => field.kind !== 'reference');
    const row: Record<string, unknown> = Object.fromEntries(fields.map((field) => [field.key, exampleOf(table, field, { index, today })]));
    if (table.layout === 'habits') Object.assign(row, streak(index, today));
    return row;
  });
}

interface Spot {
  readonly index: number;
  readonly today: Date;
}

function pick<T>(values: readonly T[], index: number): T | undefined {
  return values[index % values.length];
}

function exampleOf(table: Table, field: Field, { index, today }: Spot): unknown {
  const person = pick(people, index) ?? '';
  const handle = person
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .replace(/ /g, '.');
  switch (field.kind) {
    case 'text':
      return textOf(table, field, index);
    case 'long-text':
      if (knownNoun(table.singular) === 'review') return pick(praise, index);
      return pick(sentencesByField.find(([pattern]) => pattern.test(field.key))?.[1] ?? sentences, index + field.key.length);
    case 'image':
      return pictureOf(table, index);
    case 'email':
      return `${handle}@example.com`;
    case 'phone':
      return `+1 555 01${String(10 + index).padStart(2, '0')} ${String(2000 + index * 37)}`;
    case 'url':
      return 'https://example.com';
    case 'money':
      return amountOf(table, field, index);
    case 'percent':
      return (index * 17 + 20) % 101;
    case 'number':
      return numberOf(field, index);
    case 'rating':
      return pick([5, 4, 3, 5, 4, 2, 4, 5], index);
    case 'date':
      return day(today, offsetOf(table, field, index));
    case 'date-time':
      return `${day(today, offsetOf(table, field, index))}T${pick(['09', '11', '14', '16', '18'], index)}:00:00.000Z`;
    case 'time':
      return pick(['09:00', '10:30', '13:00', '15:30', '18:00', '19:30'], index + (field.key.startsWith('end') ? 2 : 0));
    case 'boolean':
      return index % 3 === 0;
    case 'enum':
      return pick(field.options, index + Math.floor(index / Math.max(1, field.options.length)));
    case 'tags':
      return [pick(['Friend', 'Work', 'Idea', 'Home'], index), pick(['Important', 'Later', 'New'], index)];
    default:
      return null;
  }
}

function textOf(table: Table, field: Field, index: number): string {
  const isTitle = field.key === titleField(table).key;
  const own = isTitle ? namesOf(table) : undefined;
  if (own) return pick(own, index) ?? '';
  if (isTitle && table.layout === 'people') return pick(people, index) ?? '';
  // Somebody else than whom the row is called after.
  const known = textsByField.find(([pattern]) => pattern.test(field.key))?.[1];
  if (known) return pick(known, index + (known === people ? 3 : 0)) ?? '';
  if (isTitle && /name/.test(field.key) && isSomebody(table)) return pick(people, index) ?? '';
  return isTitle ? `${sentenceCase(table.singular)} ${index + 1}` : `${field.label} ${index + 1}`;
}

/** What rows like these are called; an `enrolled student` like a student. */
function namesOf({ singular }: Table): readonly string[] | undefined {
  return names[knownNoun(singular) ?? ''] ?? names[knownNoun(singular.split(' ').at(-1) ?? '') ?? ''];
}

/** Rows that say how to reach somebody are people, whatever they are called. */
function isSomebody(table: Table): boolean {
  return (
    table.fields.some(({ kind }) => kind === 'email' || kind === 'phone') ||
    ['agenda', 'ledger', 'board', 'table', 'notes'].includes(table.layout)
  );
}

function amountOf(table: Table, field: Field, index: number): number {
  const noun = knownNoun(table.singular);
  if (noun === 'dish' || noun === 'subscription') return 6 + ((index * 5.5) % 22);
  if (noun === 'service' || noun === 'class' || noun === 'course') return 25 + ((index * 15) % 120);
  if (noun === 'property') return 240_000 + ((index * 73_000) % 600_000);
  if (/^(invoice|shoot|quote|deal|project|order|donation|campaign)$/.test(noun ?? '')) return 350 + ((index * 415) % 2900);
  if (/rent|salary|budget|value|total|revenue/.test(field.key)) return 800 + ((index * 370) % 2400);
  return pick([64.2, 24.5, 950, 8.4, 72, 18, 120, 14.9, 12.5, 29], index) ?? 20;
}

function numberOf(field: Field, index: number): number {
  if (/(?:^|_)age$/.test(field.key)) return 1 + ((index * 3) % 12);
  if (/year|vintage/.test(field.key)) return 2026 - ((index * 3) % 12);
  if (/duration|minutes|time/.test(field.key)) return pick([30, 45, 20, 60, 90, 15], index) ?? 30;
  if (/calories/.test(field.key)) return 220 + ((index * 85) % 480);
  if (/pages/.test(field.key)) return 180 + ((index * 67) % 420);
  if (/bedrooms|guests|party|people|servings/.test(field.key)) return 1 + (index % 5);
  return pick([12, 4, 30, 8, 18, 2, 25, 6, 40, 10], index + field.key.length) ?? 5;
}

/** Around today: most in the weeks to come where something is planned, most in the weeks behind where it is recorded. */
function offsetOf(table: Table, field: Field, index: number): number {
  if (/birth/.test(field.key)) return -(9000 + index * 611);
  const isPlanned = table.layout === 'agenda' || /due|deadline|next|close|until|end/.test(field.key);
  return isPlanned ? index * 3 - 4 : -index * 11;
}

function day(today: Date, offset: number): string {
  return new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
}

function streak(index: number, today: Date): Record<string, unknown> {
  const length = (index * 5 + 3) % 9;
  const skip = index % 2;
  return { streak: length, completed_days: Array.from({ length }, (_, back) => day(today, -back - skip)).reverse() };
}
