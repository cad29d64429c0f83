import { type EventMap, storeNow } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { TableAddress } from '../ref.ts';

/** The event of a changed row. */
export type RowChange = EventMap['entities.rowChanged'];
/** What the event needs of a row. Its creator never changes. */
export type ChangedRow = Pick<RowDocument, '_id' | 'creatorId'> & {
  readonly data?: RowDocument['data'];
  /** Its fields before the change, as far as they were read. */
  readonly before?: RowDocument['data'];
};

/** Above this many rows per call, one event asks subscribers to read again. */
const MAX_EVENTS = 20;
/** Characters of the fields before, as JSON. */
const MAX_BEFORE = 2000;

/** The events of one call. */
export function changesOf(
  { appId, entity, rows: set = 'live', watched = [] }: TableAddress & { readonly watched?: readonly string[] },
  rows: readonly ChangedRow[],
  change: RowChange['change'],
): RowChange[] {
  const at = storeNow();
  if (rows.length <= MAX_EVENTS)
    return rows.map((row) => ({
      appId,
      entity,
      rows: set,
      id: row._id,
      change,
      creatorId: row.creatorId,
      at,
      ...beforeOf(row, change, watched),
    }));
  const [first] = rows;
  const isByOne = first !== undefined && rows.every(({ creatorId }) => creatorId === first.creatorId);
  return [{ appId, entity, rows: set, id: '*', change, at, ...(isByOne ? { creatorId: first.creatorId } : {}) }];
}

/** Of the fields by which subscribers see a row, or saw it. Absent when they are large: subscribers read again. */
function beforeOf(row: ChangedRow, change: RowChange['change'], watched: readonly string[]): Pick<RowChange, 'before'> {
  const data = change === 'deleted' ? row.data : row.before;
  if (watched.length === 0 || change === 'created' || data === undefined) return {};
  const fields = Object.fromEntries(watched.flatMap((name) => (Object.hasOwn(data, name) ? [[name, data[name]] as const] : [])));
  return JSON.stringify(fields).length > MAX_BEFORE ? {} : { before: { names: [...watched], fields } };
}
