import type { FindOptions } from '../../contract/store.ts';
import type { Filter } from '../documents/filter.ts';
import { compileFilter, type Predicate } from '../documents/match.ts';
import { checkPage, parseSort, type SortKey } from '../documents/shape.ts';
import { type Condition, conditionOf, fieldsSql, sortValuesSql, valueSql } from './condition.ts';
import type { PathKinds } from './kinds.ts';

/** How a read finds its rows. */
export interface Plan {
  readonly condition: Condition;
  /** Whether `condition.upper` is the filter itself. */
  readonly isExact: boolean;
  /** Whether the indexes answer all of it. */
  readonly isIndexed: boolean;
  /** The exact filter, for documents between the bounds. */
  readonly matches: Predicate;
  /** Empty, or with a space before. */
  readonly order: string;
  readonly skip: number;
  /** 0 is none. */
  readonly limit: number;
  /** The keys, when SQL cannot sort by them exactly. */
  readonly sortInMemory: readonly SortKey[] | null;
  /** SQL of what they sort by: the values of the keys, or null where a list is met; then the fields that the keys need. */
  readonly sortValues: string;
  readonly sortFields: string;
}

export function planOf(filter: Filter, options: FindOptions, kinds: PathKinds): Plan {
  const keys = parseSort(options.sort ?? {});
  const isSortable = keys.every((key) => key.path === '_id' || kinds.of(key.segments) === 'scalar');
  const condition = conditionOf(filter, kinds);
  const order = keys.map((key) => `${valueSql(key.segments)}${key.direction === -1 ? ' DESC' : ''}`).join(', ');
  return {
    condition,
    isExact: condition.upper === condition.lower,
    isIndexed: condition.upper === condition.base,
    matches: compileFilter(filter),
    order: isSortable && keys.length > 0 ? ` ORDER BY ${order}` : '',
    ...checkPage(options),
    sortInMemory: isSortable ? null : keys,
    sortValues: isSortable ? 'NULL' : sortValuesSql(keys.map((key) => key.segments)),
    sortFields: isSortable ? 'NULL' : fieldsSql(keys.map((key) => key.segments[0] as string)),
  };
}
