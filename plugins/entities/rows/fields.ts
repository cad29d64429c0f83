import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';
import type { PartitionField } from '@sayso/core';

/** Fields beyond this number, in the order of the schema, have no index: each one slows down every write. */
export const MAX_INDEXED_FIELDS = 40;

const TYPES: Readonly<Record<string, PartitionField['type']>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

const indexed = new WeakMap<EntitySchema, ReadonlyMap<string, PartitionField>>();

/** The fields of a table with an index: those of single values. */
export function indexedFields(schema: EntitySchema): ReadonlyMap<string, PartitionField> {
  const known = indexed.get(schema);
  if (known !== undefined) return known;
  const fields = Object.entries(schema.properties).flatMap(([path, property]): PartitionField[] => {
    const type = scalarType(property);
    return type === null ? [] : [{ path, type }];
  });
  const found = new Map(fields.slice(0, MAX_INDEXED_FIELDS).map((field) => [field.path, field]));
  indexed.set(schema, found);
  return found;
}

/** The fields of all versions of a table; the first one decides about a field that they have in common. */
export function declaredFields(schemas: readonly EntitySchema[]): PartitionField[] {
  const fields = schemas.toReversed().flatMap((schema) => [...indexedFields(schema)]);
  return [...new Map(fields).values()].slice(-MAX_INDEXED_FIELDS);
}

/** Null for a field of lists, objects or anything. */
export function scalarType({ type, enum: choices }: PropertySchema): PartitionField['type'] | null {
  if (type !== undefined) return TYPES[type] ?? null;
  if (choices === undefined) return null;
  return choices.every((choice) => typeof choice === 'number') ? 'number' : 'string';
}
