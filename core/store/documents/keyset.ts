import type { InvalidInput } from '../../contract/errors.ts';
import type { Query, Sort } from '../../contract/store.ts';
import { invalid } from './filter.ts';
import { type Json, type TypeName, typeOf } from './values.ts';

/** The types of scalars in the order in which they sort. */
const scalars: readonly TypeName[] = ['null', 'number', 'string', 'bool'];
const sortedTypes: readonly TypeName[] = ['null', 'number', 'string', 'object', 'array', 'bool'];

/** A sort key with the value of the document that ends the page before. */
export interface Position {
  readonly path: string;
  readonly direction: 1 | -1;
  readonly value: Json;
}

/** The paths of a sort for keyset paging; throws `InvalidInput` unless it ends with `_id`. */
export function keysetPaths(sort: Sort): { readonly path: string; readonly direction: 1 | -1 }[] {
  const keys = Object.entries(sort).map(([path, direction]) => ({ path, direction }));
  if (keys.at(-1)?.path !== '_id') throw invalid('after', 'Paging after a document needs a sort that ends with _id.');
  return keys;
}

/**
 * The filters of the documents that follow a position, in order: first those equal in all but the last key, last those that differ in the
 * first. Throws `InvalidInput` for a position without order.
 */
export function following(positions: readonly Position[]): Query[] {
  return positions.toReversed().flatMap((position, reversed) => {
    const equal = positions.slice(0, positions.length - 1 - reversed).map(({ path, value }) => ({ [path]: value }));
    return beyond(position).map((filter) => (equal.length === 0 ? filter : { $and: [...equal, filter] }));
  });
}

/** Filters of the values after the position's, in order of their types: comparisons match values of the same type only. */
function beyond({ path, direction, value }: Position): Query[] {
  const type = typeOf(value);
  if (!scalars.includes(type)) throw invalid('after', `Paging after a document cannot sort by "${path}", which is no single value there.`);
  const at = sortedTypes.indexOf(type);
  const others = direction === 1 ? sortedTypes.slice(at + 1) : sortedTypes.slice(0, at);
  const same = type === 'null' ? [] : [{ [path]: { [direction === 1 ? '$gt' : '$lt']: value } }];
  const types = others.map((each) => (each === 'null' ? { [path]: null } : { [path]: { $type: each } }));
  return [...same, ...(types.length === 0 ? [] : [{ $or: types }])];
}

export function goneDocument(after: string): InvalidInput {
  return invalid('after', `The document "${after.slice(0, 80)}" is no longer there: read the first page again, or sort by _id.`);
}
