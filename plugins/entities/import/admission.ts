import { refusedIn } from '../permissions/field-access.ts';
import { creatable } from '../permissions/permissions.ts';
import { isByCreator, reaches } from '../permissions/reach.ts';
import { creatorOf, type Scope } from '../permissions/scope.ts';
import type { Batch, Refusal } from './chunk.worker.ts';
import { textsOf } from './storage.ts';

/** The rows of a batch that the caller may add by the rules of the table, and why the others are refused. */
export function admitted<B extends Pick<Batch, 'rows' | 'lines' | 'kept'>>(
  scope: Scope,
  batch: B,
  time: string,
): { readonly batch: B; readonly refused: readonly Refusal[] } {
  const reach = creatable(scope.permissions, scope.caller);
  if (isByCreator(reach) && scope.permissions.fields === undefined) return { batch, refused: [] };
  const texts = textsOf(batch.lines);
  const columns = { _id: '', createdAt: time, updatedAt: time, creatorId: creatorOf(scope.caller) };
  const isAdmitted = texts.map((text) => {
    const row = { ...columns, appId: scope.appId, entity: scope.schema.name, data: JSON.parse(text) };
    return reaches(reach, row) && refusedIn(scope, row).length === 0;
  });
  const message = `You may not add this row to ${scope.schema.name}.`;
  const refused = batch.rows.flatMap((row, at) =>
    isAdmitted[at] ? [] : [{ errors: [{ row, message, column: '', expected: '', found: '' }], report: '' }],
  );
  if (refused.length === 0) return { batch, refused };
  const of = <T>(values: readonly T[]): T[] => values.filter((_value, at) => isAdmitted[at]);
  const lines = Buffer.from(
    of(texts)
      .map((text) => `${text}\n`)
      .join(''),
  );
  return { batch: { ...batch, rows: of(batch.rows), lines, kept: batch.kept === null ? null : of(batch.kept) }, refused };
}
