import type { Entity } from '../../sdk/entity.ts';
import { type AnyEntity, type Field, rowTitle, titleField, useRows } from '../data.ts';

export interface ReferenceOption {
  readonly id: string;
  readonly label: string;
}
const NONE: readonly ReferenceOption[] = [];

/** The rows that a reference may name, by their titles. */
export function useReferenceOptions(entity: AnyEntity, field: Field): readonly ReferenceOption[] {
  // A table that is not there shows nothing, and the field keeps its place.
  const other = field.reference === null ? null : entity.related(field.reference);
  const { rows } = useRows(other ?? NO_TABLE, { sort: other === null ? 'id' : titleField(other).name, limit: 1000 });
  return other === null ? NONE : rows.map((row) => ({ id: row.id, label: rowTitle(other, row) }));
}

/** Stands in where a field references no table, because hooks cannot be called conditionally. No caller may read it. */
const NO_TABLE = {
  name: '',
  definition: { properties: {}, permissions: { read: 'none', write: 'none' } },
  related: () => null,
  subscribe: () => () => {},
  filter: async () => [],
} as unknown as Entity;

/** The title of the row that a field refers to. */
export function ReferenceLabel({ entity, field, id }: { entity: AnyEntity; field: Field; id: string }) {
  const options = useReferenceOptions(entity, field);
  const found = options.find((option) => option.id === id);
  return found === undefined ? <span className="text-muted-foreground">–</span> : found.label;
}
