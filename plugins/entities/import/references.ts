import type { Query } from '@sayso/core';
import type { Reference } from '../rows/reference-fields.ts';
import { idsAt } from '../rows/references.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A reference of a row of a file. */
export interface RowReference {
  /** From 1, without the header. */
  readonly row: number;
  /** Such as `team` or `teams.0`. */
  readonly name: string;
  readonly table: string;
  readonly id: string;
  /** The values by which the row updates others; empty when it is new. */
  readonly key: Readonly<Record<string, unknown>>;
}

export function referencesIn(fields: Fields, references: readonly Reference[], of: Pick<RowReference, 'row' | 'key'>): RowReference[] {
  return references.flatMap(({ path, table }) => idsAt(fields, path).map((each) => ({ ...each, ...of, table })));
}

/** What the fields of a stored row match that has the key and the reference already. */
export function formerQuery({ name, id, key }: RowReference): Query {
  const path = name.split('.').filter((step) => !/^\d+$/.test(step));
  const values = Object.entries(key).map(([field, value]) => ({ [`data.${field}`]: value }));
  return { $and: [...values, { [`data.${path.join('.')}`]: id }] };
}

/** Those whose rows do not exist, by one look-up for each table. */
export async function unknownReferences(
  all: readonly RowReference[],
  existing: (table: string, ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<RowReference[]> {
  const unknown: RowReference[] = [];
  for (const [table, some] of Map.groupBy(all, (each) => each.table)) {
    const found = await existing(table, [...new Set(some.map(({ id }) => id))]);
    unknown.push(...some.filter(({ id }) => !found.has(id)));
  }
  return unknown;
}
