import type { CellFormat, PropertySchema } from './convert.ts';

export interface TableSchema {
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly [key: string]: unknown;
}

/** A column of the file and its field; the server takes the same. */
export interface ColumnMapping extends CellFormat {
  readonly index: number;
  readonly field: string;
  /** Cell → the text in its place. */
  readonly replace?: Readonly<Record<string, string>>;
}

const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}/;
const FIRST_LETTER = /^[A-Za-z_]/;

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');

/** The field with the name of a column, ignoring case. */
export function fieldByName(schema: TableSchema, header: string): string | null {
  return Object.keys(schema.properties).find((name) => plain(name) === plain(header)) ?? null;
}

/** The columns with the names of fields; each field once. */
export function mapByName(schema: TableSchema, headers: readonly string[]): (string | null)[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const field = fieldByName(schema, header);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** A schema for a new field, by the cells of its column. */
export function guessProperty(cells: readonly string[], title: string): PropertySchema {
  const filled = cells.filter((cell) => cell !== '');
  const every = (test: (cell: string) => boolean) => filled.length > 0 && filled.every(test);
  if (every((cell) => NUMBER.test(cell))) return { type: 'number', title };
  if (every((cell) => /^(true|false)$/i.test(cell))) return { type: 'boolean', title };
  if (every((cell) => ISO.test(cell)))
    return { type: 'string', format: filled.some((cell) => cell.length > 10) ? 'date-time' : 'date', title };
  return { type: 'string', title };
}

/** A name for a new field that no other one has: letters, digits and underscores. */
export function fieldName(header: string, taken: readonly string[], fallback: string): string {
  const words = header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  const base = words === '' ? fallback : FIRST_LETTER.test(words) ? words : `_${words}`;
  const isTaken = (name: string) =>
    taken.includes(name) || ['id', 'createdAt', 'updatedAt', 'creatorId', 'constructor', 'prototype'].includes(name);
  for (let n = 1; ; n++) if (!isTaken(n === 1 ? base : `${base}_${n}`)) return n === 1 ? base : `${base}_${n}`;
}

/** A name for a new table, such as `OrderItems`. */
export function tableName(fileName: string, taken: readonly string[]): string {
  const words =
    fileName
      .replace(/\.[^.]*$/, '')
      .normalize('NFKD')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 50);
  const base = /^[A-Za-z]/.test(joined) ? joined : `Table${joined}`;
  for (let n = base === 'User' ? 2 : 1; ; n++) if (!taken.includes(n === 1 ? base : `${base}${n}`)) return n === 1 ? base : `${base}${n}`;
}

export function isTextList({ type, items }: PropertySchema): boolean {
  return type === 'array' && (items?.type ?? 'string') === 'string';
}
