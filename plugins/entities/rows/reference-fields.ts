import type { EntitySchema } from '@sayso/apps/ref';

/** A field that holds the id of a row of another table. */
export interface Reference {
  readonly field: string;
  readonly table: string;
}

/** The references of a table to tables that the app has. */
export function referencesOf(schema: EntitySchema, tables: Readonly<Record<string, EntitySchema>>): Reference[] {
  return Object.entries(schema.properties).flatMap(([field, { type, 'x-reference': table }]) =>
    type === 'string' && typeof table === 'string' && table !== 'User' && Object.hasOwn(tables, table) ? [{ field, table }] : [],
  );
}
