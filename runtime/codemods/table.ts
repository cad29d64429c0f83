import { z } from 'zod';
import type { AppChange, FieldSchema } from './changes.ts';
import { Refused } from './changes.ts';
import type { Draft } from './draft.ts';

const schema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ title: z.string().optional() })),
  required: z.array(z.string()).optional(),
  'x-accessControl': z
    .looseObject({
      rules: z.record(z.string(), z.unknown()).optional(),
      permissions: z.looseObject({ read: z.string().optional(), write: z.string().optional() }).optional(),
    })
    .optional(),
});
export type TableSchema = z.infer<typeof schema>;
export type TableField = TableSchema['properties'][string];

/** Names reserved by JavaScript or used by every row. */
const TAKEN = new Set(['id', 'createdAt', 'updatedAt', 'creatorId', '__proto__', 'constructor', 'prototype']);

export function readTable(draft: Draft, table: string): TableSchema {
  const path = pathOf(table);
  const text = draft.read(path);
  if (text === null) throw new Refused('no-table', path);
  const result = schema.safeParse(parsed(text));
  if (!result.success) throw new Refused('unreadable', path);
  return result.data;
}

export function fieldOf(draft: Draft, table: string, field: string): TableField {
  const { properties } = readTable(draft, table);
  const found = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (found === undefined) throw new Refused('no-field', pathOf(table));
  return found;
}

/** The fields of a table; none when its file cannot be read. */
export function fieldsOf(draft: Draft, table: string): Readonly<Record<string, TableField>> {
  const result = schema.safeParse(parsed(draft.read(pathOf(table)) ?? ''));
  return result.success ? result.data.properties : {};
}

/** The label of a field. */
export function labelOf(field: string, { title }: Pick<TableField, 'title'>): string {
  return title ?? humanized(field);
}

/** `dueDate` and `due_date` as `Due date`. */
export function humanized(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function addTable(draft: Draft, { table, schema: given }: Extract<AppChange, { kind: 'add-table' }>): void {
  if (!/^[A-Z]\w{0,63}$/.test(table) || !schema.safeParse(given).success) throw new Refused('bad-value');
  if (draft.tables().some((other) => other.toLowerCase() === table.toLowerCase())) throw new Refused('table-exists', pathOf(table));
  draft.write(pathOf(table), `${JSON.stringify({ name: table, type: 'object', ...given }, null, 2)}\n`);
}

export function addProperty(draft: Draft, table: string, field: string, given: FieldSchema): void {
  const old = readTable(draft, table);
  if (!/^[A-Za-z]\w{0,63}$/.test(field) || TAKEN.has(field)) throw new Refused('bad-value', pathOf(table));
  const label = labelOf(field, given).toLowerCase();
  const isThere = Object.entries(old.properties).some(
    ([name, one]) => name.toLowerCase() === field.toLowerCase() || labelOf(name, one).toLowerCase() === label,
  );
  if (isThere) throw new Refused('field-exists', pathOf(table));
  writeTable(draft, table, { ...old, properties: { ...old.properties, [field]: given } });
}

export function changeProperty(draft: Draft, table: string, field: string, changes: FieldSchema): void {
  const old = readTable(draft, table);
  const properties = { ...old.properties, [field]: { ...fieldOf(draft, table, field), ...changes } };
  writeTable(draft, table, { ...old, properties });
}

export function removeProperty(draft: Draft, table: string, field: string): void {
  const { properties, required, ...rest } = readTable(draft, table);
  const { [field]: _gone, ...others } = properties;
  // A table needs at least one field.
  if (Object.keys(others).length === 0) throw new Refused('needed-by-view', pathOf(table));
  writeTable(draft, table, {
    ...rest,
    properties: others,
    ...(required === undefined ? {} : { required: required.filter((name) => name !== field) }),
  });
}

export function setAccess(draft: Draft, { table, read, write }: Extract<AppChange, { kind: 'set-permissions' }>): void {
  const old = readTable(draft, table);
  const access = old['x-accessControl'];
  const before = { read: 'creator', write: 'creator', ...access?.permissions };
  const after = { ...before, read: read ?? before.read, write: write ?? before.write };
  const { rules = {}, ...rest } = access ?? {};
  // A permission takes the place of rules.
  const left = Object.entries(rules).filter(([operation]) => (operation === 'read' ? read : write) === undefined);
  const isSame = before.read === after.read && before.write === after.write;
  if (isSame && left.length === Object.keys(rules).length) throw new Refused('is-so', pathOf(table));
  const ruled = left.length === 0 ? {} : { rules: Object.fromEntries(left) };
  writeTable(draft, table, { ...old, 'x-accessControl': { ...rest, permissions: after, ...ruled } });
}

function pathOf(table: string): string {
  return `entities/${table}.json`;
}

/** Serialises the schema in the file's key order and indentation. */
function writeTable(draft: Draft, table: string, next: TableSchema): void {
  const path = pathOf(table);
  const text = draft.read(path) ?? '';
  const indent = /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? 2;
  const order = Object.keys((parsed(text) ?? {}) as object);
  const known = order.filter((key) => Object.hasOwn(next, key));
  const sorted = Object.fromEntries([...known, ...Object.keys(next).filter((key) => !known.includes(key))].map((key) => [key, next[key]]));
  draft.write(path, `${JSON.stringify(sorted, null, indent)}\n`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
