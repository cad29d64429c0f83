import { quote } from '../code.ts';
import { type Field, type Plan, pascalOf, type Table, titleField } from '../plan.ts';

/** A file of the app that is being written. */
export interface OutFile {
  readonly path: string;
  readonly title: string;
  readonly content: string;
}

/** Variable of the rows that a reference points to: `clients`. */
export function listName(table: Table): string {
  const name = pascalOf(table.plural);
  return name[0]?.toLowerCase() + name.slice(1);
}

/** Variable of one row: `client`. */
export function itemName(table: Table): string {
  const name = table.name[0]?.toLowerCase() + table.name.slice(1);
  return reserved.has(name) ? 'item' : name;
}

const reserved = new Set([
  'class',
  'case',
  'package',
  'default',
  'export',
  'import',
  'new',
  'this',
  'return',
  'switch',
  'enum',
  'function',
]);

/** Tables that `table` refers to, each once, that are part of the app. */
export function targetsOf(plan: Plan, table: Table): readonly Table[] {
  const names = new Set(table.fields.map((field) => field.to));
  return plan.tables.filter((other) => names.has(other.name) && other.name !== table.name);
}

/** Tables whose rows point to rows of `table`. */
export function sourcesOf(plan: Plan, table: Table): readonly Table[] {
  return plan.tables.filter((other) => other.fields.some((field) => field.to === table.name));
}

export function targetOf(plan: Plan, field: Field): Table | undefined {
  return plan.tables.find((table) => table.name === field.to);
}

/** `row.due_date`, or `row['…']` for a key that is no identifier. */
export function read(row: string, field: Field): string {
  return /^[A-Za-z_$][\w$]*$/.test(field.key) ? `${row}.${field.key}` : `${row}[${quote(field.key)}]`;
}

/** Expression of a row's name: what the title field holds. */
export function nameOf(table: Table, row: string): string {
  return read(row, titleField(table));
}

/** `A` or `An`, for sentences on screen. */
export function article(words: string): string {
  return /^[aeio]|^u(?!ni|se)/i.test(words) ? 'an' : 'a';
}
