import type { PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { RowSet } from '../ref.ts';

interface Collections {
  readonly rows: PartitionedCollection<RowDocument>;
  readonly drafts: PartitionedCollection<RowDocument>;
}

/** The collection of a set. */
export function rowsOf({ rows, drafts }: Collections, set: RowSet): PartitionedCollection<RowDocument> {
  return set === 'draft' ? drafts : rows;
}
