import { type Field, keyOf, type Plan, type Table } from '../plan.ts';
import { knownNoun } from '../tables.ts';
import { plural, singular, words } from '../words.ts';

/** The table that a phrase names, in either number; the app's only one when it names none. */
export function findTable(plan: Plan, phrase: string): Table | undefined {
  return namedTable(plan, phrase) ?? (plan.tables.length === 1 ? plan.tables[0] : undefined);
}

/** The table that a phrase names; the longest name wins. */
export function namedTable(plan: Plan, phrase: string): Table | undefined {
  const text = ` ${words(phrase).join(' ')} `;
  const byName = tableByName(plan, text);
  return (
    byName ??
    plan.tables.find((table) =>
      text.split(' ').some((word) => word !== '' && knownNoun(word) !== null && knownNoun(word) === knownNoun(table.singular)),
    )
  );
}

function tableByName(plan: Plan, text: string): Table | undefined {
  return [...plan.tables]
    .sort((a, b) => b.plural.length - a.plural.length)
    .find((table) => [table.singular, table.plural, table.name.toLowerCase()].some((name) => text.includes(` ${name} `)));
}

/** The field of a table that a phrase names. */
export function findField(table: Table, phrase: string): Field | undefined {
  const asked = words(phrase.replace(/\b(field|column)s?\b/g, '')).join(' ');
  const names = new Set([asked, singular(asked), plural(asked)].map(keyOf));
  return (
    table.fields.find((field) => names.has(field.key) || names.has(keyOf(field.label))) ??
    table.fields.find((field) => asked.length > 3 && (field.key.startsWith(`${keyOf(asked)}_`) || field.key.endsWith(`_${keyOf(asked)}`)))
  );
}

/** Table and field that a phrase names together: `due date of tasks`, `status`. */
export function findPlace(plan: Plan, phrase: string): { table: Table; field: Field } | undefined {
  const named = namedTable(plan, phrase);
  const tables = named ? [named, ...plan.tables.filter((table) => table !== named)] : plan.tables;
  const withoutTable = named
    ? phrase.replace(
        new RegExp(`\\s*\\b(?:of|from|in|on|for|to|the)?\\s*(?:the |my |our |each |every )?(?:${named.plural}|${named.singular})\\b('s)?`),
        ' ',
      )
    : phrase;
  for (const table of tables) {
    const field = findField(table, withoutTable) ?? findField(table, phrase);
    if (field) return { table, field };
  }
  return undefined;
}

export function withTable(plan: Plan, name: string, change: (table: Table) => Table): Plan {
  return { ...plan, tables: plan.tables.map((table) => (table.name === name ? change(table) : table)) };
}
