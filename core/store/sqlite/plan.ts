import type { FindOptions } from '../../contract/store.ts';
import type { Filter } from '../documents/filter.ts';
import { compileFilter, type Predicate } from '../documents/match.ts';
import { checkPage, parseSort, type SortKey } from '../documents/shape.ts';
import { type Condition, conditionOf, fieldsSql, sortValuesSql, valueSql } from './condition.ts';
import type { PathKinds } from './kinds.ts';

/** The query plan of a read. */
export interface Plan {
  readonly condition: Condition;
  /** Whether `condition.upper` expresses the filter exactly. */
  readonly isExact: boolean;
  /** The exact matcher, for documents between the bounds. */
  readonly matches: Predicate;
  /** The ORDER BY clause with a leading space, or empty. */
  readonly order: string;
  readonly skip: number;
  /** 0 means no limit. */
  readonly limit: number;
  /** The sort keys, when SQL cannot sort by them exactly; otherwise null. */
  readonly sortInMemory: readonly SortKey[] | null;
  /** SQL for the sort values, or NULL when an array is on a path; `sortFields` is SQL for the fields that are then needed. */
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
    matches: compileFilter(filter),
    order: isSortable && keys.length > 0 ? ` ORDER BY ${order}` : '',
    ...checkPage(options),
    sortInMemory: isSortable ? null : keys,
    sortValues: isSortable ? 'NULL' : sortValuesSql(keys.map((key) => key.segments)),
    sortFields: isSortable ? 'NULL' : fieldsSql(keys.map((key) => key.segments[0] as string)),
  };
}
