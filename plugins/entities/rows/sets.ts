import type { PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { RowSet } from '../ref.ts';

interface Collections {
  readonly rows: PartitionedCollection<RowDocument>;
  readonly drafts: PartitionedCollection<RowDocument>;
}

const BATCH = 500;

/** The documents in batches. */
export async function* inBatches(documents: AsyncIterable<RowDocument>): AsyncGenerator<RowDocument[]> {
  let batch: RowDocument[] = [];
  for await (const document of documents) {
    if (batch.push(document) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Adds the rows whose ids are not taken. */
export async function addMissing(target: PartitionedCollection<RowDocument>, batch: readonly RowDocument[]): Promise<void> {
  for (const [entity, rows] of Map.groupBy(batch, (row) => row.entity)) {
    const filter = { appId: rows[0]?.appId, entity, _id: { $in: rows.map(({ _id }) => _id) } };
    const ids = new Set((await target.find(filter, { projection: { _id: 1 } })).map(({ _id }) => _id));
    const missing = rows.filter(({ _id }) => !ids.has(_id));
    if (missing.length > 0) await target.insertMany(missing);
  }
}
export const SETS: readonly RowSet[] = ['draft', 'live'];

/** The collection of a set. */
export function rowsOf({ rows, drafts }: Collections, set: RowSet): PartitionedCollection<RowDocument> {
  return set === 'draft' ? drafts : rows;
}
