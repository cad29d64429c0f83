import { type EventMap, storeNow } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { TableAddress } from '../ref.ts';

/** The event of a changed row. */
export type RowChange = EventMap['entities.rowChanged'];
/** What the event needs of a row. Its creator never changes. */
export type ChangedRow = Pick<RowDocument, '_id' | 'creatorId'>;

/** Above this many rows per call, one event asks subscribers to read again. */
const MAX_EVENTS = 20;

/** The events of one call. */
export function changesOf(
  { appId, entity, rows: set = 'live' }: TableAddress,
  rows: readonly ChangedRow[],
  change: RowChange['change'],
): RowChange[] {
  const at = storeNow();
  if (rows.length <= MAX_EVENTS) return rows.map(({ _id: id, creatorId }) => ({ appId, entity, rows: set, id, change, creatorId, at }));
  const [first] = rows;
  const isByOne = first !== undefined && rows.every(({ creatorId }) => creatorId === first.creatorId);
  return [{ appId, entity, rows: set, id: '*', change, at, ...(isByOne ? { creatorId: first.creatorId } : {}) }];
}
