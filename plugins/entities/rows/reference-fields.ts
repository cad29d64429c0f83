import type { EntitySchema, PropertySchema } from '@sayso/apps/ref';

/** The items of a list, in the path of a reference. */
export const ITEMS = Symbol('items');

/** A field that holds the id of a row of another table, or ids within lists and objects. */
export interface Reference {
  readonly path: readonly (string | typeof ITEMS)[];
  readonly table: string;
}

/** The references of a table to tables that the app has. */
export function referencesOf(schema: EntitySchema, tables: Readonly<Record<string, EntitySchema>>): Reference[] {
  const within = ({ properties = {} }: Pick<PropertySchema, 'properties'>, path: Reference['path']): Reference[] =>
    Object.entries(properties).flatMap(([field, property]) => of(property, [...path, field]));
  const of = (property: PropertySchema, path: Reference['path']): Reference[] => {
    if (property.type === 'array') return property.items ? of(property.items, [...path, ITEMS]) : [];
    if (property.type === 'object') return within({ properties: property.properties ?? {} }, path);
    const { type, 'x-reference': table } = property;
    return type === 'string' && typeof table === 'string' && table !== 'User' && Object.hasOwn(tables, table) ? [{ path, table }] : [];
  };
  return within(schema, []);
}
