import { isDeepStrictEqual } from 'node:util';
import { Conflict, type PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { Scope } from '../permissions/scope.ts';
import { inTurns } from './writer.ts';

const ATTEMPTS = 20;

export interface Replacement {
  readonly scope: Scope;
  readonly rows: PartitionedCollection<RowDocument>;
  /** Keeps rows before they are replaced. */
  keep(scope: Scope, rows: readonly RowDocument[]): Promise<unknown>;
}

/**
 * Replaces rows by others with their ids, and keeps their fields before. A row that changes meanwhile is kept as it was when it was replaced;
 * one that is gone stays so. Returns the rows that were replaced, as they were.
 */
export async function replaceRows({ scope, rows, keep }: Replacement, documents: readonly RowDocument[]): Promise<RowDocument[]> {
  const table = { appId: scope.appId, entity: scope.schema.name };
  const replaced: RowDocument[] = [];
  let left = documents;
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new Conflict('These rows are being changed by others. Please try again.');
    const stored = new Map((await rows.find({ ...table, _id: { $in: left.map(({ _id }) => _id) } })).map((row) => [row._id, row]));
    const changes = left.flatMap((after) => {
      const before = stored.get(after._id);
      return before === undefined || isDeepStrictEqual(before, after) ? [] : [{ before, after }];
    });
    await keep(
      scope,
      changes.filter(({ before, after }) => !isDeepStrictEqual(before.data, after.data)).map(({ before }) => before),
    );
    const missed: RowDocument[] = [];
    await inTurns(changes, async ({ before, after }) => {
      const isReplaced = (await rows.replaceOne({ ...table, _id: after._id, updatedAt: before.updatedAt }, after)) > 0;
      if (isReplaced) replaced.push(before);
      else missed.push(after);
    });
    left = missed;
  }
  return replaced;
}
