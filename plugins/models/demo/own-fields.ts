import { guessField, readFields } from './fields.ts';
import { type Field, firstOf, statusField, type Table } from './plan.ts';
import { knownNoun } from './tables.ts';

/**
 * Fields that were asked for, with the choices that the lexicon knows for them, and a name to call a row by. Somebody who names one or
 * two and not what a row is called says what matters to them, not all that there is: those come on top of what the thing has anyway.
 */
export function ownFields(
  table: Table,
  asked: readonly Field[],
  { isExact = false }: { readonly isExact?: boolean } = {},
): readonly Field[] {
  const unique = [...new Map(asked.map((field) => [field.key, inTable(table, field)])).values()];
  const title = unique.find((field) => field.kind === 'text' && namesRow(table, field));
  if (!isExact && title === undefined && unique.length < 3 && knownNoun(table.singular) !== null) return onTop(table, unique);
  const first = title ?? firstNaming(unique);
  const own = table.fields.find((field) => field.required && field.kind === 'text') ?? readFields('name*')[0];
  const fields = first !== undefined || own === undefined ? unique : [own, ...unique];
  const named = fields.map((field) => (field === first ? { ...field, required: true } : field));
  return [...named, ...table.fields.filter((field) => isEssential(table, field, named))];
}

/** What the thing has anyway, in the words of who asked, and the rest of what they asked for after its name. */
function onTop(table: Table, asked: readonly Field[]): readonly Field[] {
  const same = (own: Field) =>
    asked.find((field) => field.key === own.key) ??
    asked.find(
      (field) =>
        field.kind === own.kind &&
        ['date', 'money', 'image', 'rating'].includes(own.kind) &&
        field === firstOf({ ...table, fields: asked }, own.kind) &&
        own === firstOf(table, own.kind),
    );
  const merged = table.fields.map((own) => {
    const field = same(own);
    return field ? { ...field, required: own.required } : own;
  });
  const more = asked.filter((field) => !merged.some((own) => own.key === field.key));
  const [name, ...rest] = merged;
  return name === undefined ? more : [name, ...more, ...rest];
}

/** The first field when it is words, else an address: what tells rows apart where nothing is called a name. */
function firstNaming(fields: readonly Field[]): Field | undefined {
  const [first] = fields;
  const isName = first?.kind === 'text' && !/^(?:owner|assigned|assignee|who|borrow|supplier|colou?r|brand|size|location)/.test(first.key);
  return isName ? first : fields.find((field) => field.kind === 'email');
}

/** A field as the lexicon knows it for this thing: its choices, and what a word means here. */
function inTable(table: Table, field: Field): Field {
  const same = table.fields.find((other) => other.key === field.key || (field.kind === 'image' && other.kind === 'image'));
  if (same && same.kind !== 'reference' && field.options.length === 0 && field.kind === 'text') return same;
  if (same && same.kind === field.kind) return { ...same, label: field.label, options: isDefault(field) ? same.options : field.options };
  const status = statusField(table);
  if (/^(?:status|stage)$/.test(field.key) && status && isDefault(field)) return { ...field, options: status.options };
  if (field.key === 'amount' && field.kind === 'money' && !firstOf(table, 'money')) return { ...field, kind: 'number' };
  return field.key === 'steps' && table.layout !== 'ledger' ? { ...field, kind: 'long-text' } : field;
}

function namesRow(table: Table, { key }: Field): boolean {
  return (
    /(?:^|_)(?:name|title)$/.test(key) ||
    key === table.singular.replace(/ /g, '_') ||
    table.fields.some((field) => field.required && field.key === key)
  );
}

/** Without these the table's layout makes no sense: a ledger without a day and a number, a board without a status. */
function isEssential(table: Table, field: Field, named: readonly Field[]): boolean {
  if (named.some((other) => other.key === field.key)) return false;
  const has = (...kinds: readonly Field['kind'][]) => named.some((other) => kinds.includes(other.kind));
  switch (table.layout) {
    case 'habits':
      return field.key === 'streak' || field.kind === 'days';
    case 'board':
      return field === statusField(table) && !named.some((other) => other.kind === 'enum' && /status|stage/.test(other.key));
    case 'checklist':
      return field.kind === 'boolean' && !has('boolean');
    case 'agenda':
      return field.kind === 'date' && field.required && !has('date', 'date-time');
    case 'ledger':
      return (
        (field === firstOf(table, 'date') && !has('date', 'date-time')) ||
        (field === firstOf(table, 'money', 'number') && !has('money', 'number', 'percent', 'rating'))
      );
    default:
      return false;
  }
}

function isDefault(field: Field): boolean {
  const guess = guessField(field.label);
  return guess.options.join('|') === field.options.join('|');
}
