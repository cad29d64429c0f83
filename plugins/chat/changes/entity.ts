import type { EntitySchema, Permission } from '@sayso/apps/ref';
import { type RowRules, rulesOf } from '@sayso/core/rules';
import { z } from 'zod';

const permission = z.enum(['anonymous', 'all', 'creator', 'admin', 'none'], 'A permission is anonymous, all, creator, admin or none.');
const permissions = z.looseObject({ read: permission.optional(), write: permission.optional() });

/** The parts of a table's schema that a turn reads; the apps plugin validates the rest. */
const schema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({}), 'A table needs "properties".'),
  'x-accessControl': z.looseObject({ permissions: permissions.optional(), rules: z.record(z.string(), z.unknown()).optional() }).optional(),
});
export type TableSchema = z.infer<typeof schema>;

const changedPermissions = permissions.refine(
  ({ read, write }) => read !== undefined || write !== undefined,
  'Say "read", "write" or both.',
);
const imported = z.array(
  z.union([z.object({ name: z.string(), schema }), schema.extend({ name: z.string() })]),
  'This is no list of tables.',
);
const rows = z.array(z.record(z.string(), z.unknown()), 'Rows are a list of objects.').max(1000, 'At most 1,000 rows at once.');

const ids = z.array(z.string(), 'Rows to delete are a list of their ids.').max(1000, 'At most 1,000 rows at once.');

/** Why an action's content is invalid, in one sentence. */
export class ContentInvalid extends Error {}

export function readSchema(content: string): TableSchema {
  return read(schema, content);
}

export function readRows(content: string): Record<string, unknown>[] {
  return read(rows, content);
}

export function readIds(content: string): string[] {
  return read(ids, content);
}

export function readImported(content: string): { name: string; schema: TableSchema }[] {
  return read(imported, content).map((one) => (isWrapped(one) ? one : { name: one.name, schema: one }));
}

/** The schema with the permissions of `content`, which take the place of rules; those that it does not name stay, with theirs. */
export function withPermissions(table: TableSchema, content: string): TableSchema {
  const wanted = read(changedPermissions, content);
  const { rules = {}, ...access } = table['x-accessControl'] ?? {};
  const isReplaced = (operation: string) => (operation === 'read' ? wanted.read : wanted.write) !== undefined;
  const left = Object.fromEntries(Object.entries(rules).filter(([operation]) => !isReplaced(operation)));
  const permissions = { ...access.permissions, ...wanted };
  return { ...table, 'x-accessControl': { ...access, permissions, ...(Object.keys(left).length > 0 ? { rules: left } : {}) } };
}

/** The permissions of a table, and its rules of rows. */
export function accessOf(table: TableSchema): { readonly read: Permission; readonly write: Permission; readonly rules: RowRules } {
  return { ...permissionsOf(table), rules: rulesOf(table as Pick<EntitySchema, 'x-accessControl'>) };
}

/** Keeps the old permissions, and the fields of people that rules read, when the new schema has none. */
export function keepPermissions(old: TableSchema, next: TableSchema): TableSchema {
  const { 'x-accessControl': access, 'x-userFields': read } = old;
  const stated = next['x-accessControl'];
  // A table that is written again with the permissions it has keeps its rules, which few know of.
  const isRepeated = stated?.rules === undefined && JSON.stringify(permissionsOf(old)) === JSON.stringify(permissionsOf(next));
  return {
    ...next,
    ...keptFieldRules(old, next),
    ...(access !== undefined && (stated?.permissions === undefined || isRepeated) ? { 'x-accessControl': access } : {}),
    ...(next['x-userFields'] === undefined && read !== undefined ? { 'x-userFields': read } : {}),
  };
}

/** Fields keep their rules where the new schema states none. */
function keptFieldRules(old: TableSchema, next: TableSchema): Partial<TableSchema> {
  const ruled = Object.entries(old.properties ?? {}).filter(
    ([name, { rls }]) => rls !== undefined && next.properties?.[name] !== undefined,
  );
  if (ruled.length === 0) return {};
  const kept = ruled.map(([name, { rls }]) => [name, { rls, ...next.properties?.[name] }]);
  return { properties: { ...next.properties, ...Object.fromEntries(kept) } };
}

export function permissionsOf(table: TableSchema): { readonly read: Permission; readonly write: Permission } {
  const { read: reading = 'creator', write: writing = 'creator' } = table['x-accessControl']?.permissions ?? {};
  return { read: reading, write: writing };
}

function isWrapped(one: z.infer<typeof imported>[number]): one is { name: string; schema: TableSchema } {
  return 'schema' in one && typeof one.schema === 'object' && one.schema !== null && !('properties' in one);
}

function read<T>(shape: z.ZodType<T>, content: string): T {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new ContentInvalid(`The content is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ContentInvalid([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}
