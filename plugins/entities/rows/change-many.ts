import { Conflict, type Query } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { Reach } from '../permissions/reach.ts';
import type { Scope } from '../permissions/scope.ts';
import type { Operators } from './operators.ts';
import { ownValue } from './row.ts';
import type { RowWriter } from './writer.ts';

const PORTION = 500;
const ATTEMPTS = 50;

export interface ChangedRows {
  readonly scope: Scope;
  /** The rows that the caller may change. */
  readonly within: Query;
  /** What they must be afterwards. */
  readonly becomes: Reach;
  readonly ids: readonly string[];
}

/** Changes each row by its own values at that moment, so that concurrent changes add up. The number of rows changed. */
export async function changeRows(
  writer: RowWriter,
  { scope, within, becomes, ids }: ChangedRows,
  { changes, constant }: Operators,
): Promise<number> {
  const { validator } = scope;
  // Also when no row matches.
  const data = constant === null ? null : validator.update(constant);
  let updated = 0;
  for (let start = 0; start < ids.length; start += PORTION) {
    const portion = ids.slice(start, start + PORTION);
    if (data !== null) {
      updated += (
        await writer.changeAll(
          scope,
          portion.map((_id) => ({ each: _id, _id, data })),
          { within, becomes },
        )
      ).size;
      continue;
    }
    let left = portion;
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === ATTEMPTS) throw new Conflict('These rows are being changed by others. Please try again.');
      const rows = await writer.find(scope, { ...within, _id: { $in: left } });
      const planned = rows.map((row) => ({ each: row._id, _id: row._id, ...changeOf(row) }));
      const changed = await writer.changeAll(scope, planned, { within, becomes });
      updated += changed.size;
      left = rows.map(({ _id }) => _id).filter((id) => !changed.has(id));
    }
  }
  return updated;

  function changeOf(row: RowDocument) {
    const before = Object.fromEntries([...changes.keys()].map((field) => [`data.${field}`, { $eq: ownValue(row.data, field) ?? null }]));
    const after = [...changes].map(([field, change]): [string, unknown] => [field, change(structuredClone(ownValue(row.data, field)))]);
    const values = validator.update(Object.fromEntries(after.map(([field, value]) => [field, value ?? null])));
    const removed = after.filter(([, value]) => value === undefined).map(([field]) => field);
    return { data: Object.fromEntries(Object.entries(values).filter(([field]) => !removed.includes(field))), before, removed };
  }
}
