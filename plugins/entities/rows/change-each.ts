import { InvalidRow } from '../errors.ts';
import type { Scope } from '../permissions/scope.ts';
import { numbered } from './row.ts';
import type { PlannedChange } from './writer.ts';

const MAX_RECORDS = 500;

/** The validated changes of records with ids; throws `InvalidRow` naming the first invalid record. */
export function planChanges(scope: Scope, records: readonly Readonly<Record<string, unknown>>[]): PlannedChange<number>[] {
  if (records.length > MAX_RECORDS) throw new InvalidRow([{ path: '', message: `At most ${MAX_RECORDS} rows can be changed at once.` }]);
  const seen = new Set<string>();
  return records.map((record, index) =>
    numbered(index, () => {
      const { id } = record;
      if (typeof id !== 'string' || id === '') throw new InvalidRow([{ path: 'id', message: '`id` is required.' }]);
      if (seen.has(id)) throw new InvalidRow([{ path: 'id', message: 'An earlier row has the same `id`.' }]);
      seen.add(id);
      return { each: index, _id: id, data: scope.validator.update(record) };
    }),
  );
}
