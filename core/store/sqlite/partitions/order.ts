import type { Filter } from '../../documents/filter.ts';
import type { SortKey } from '../../documents/shape.ts';
import type { Json } from '../../documents/values.ts';
import { all } from './fold.ts';
import { partitionPaths } from './layout.ts';
import type { Table } from './table.ts';
import { compare, isIndexed, type Term } from './terms.ts';

export interface Order {
  readonly keys: readonly SortKey[];
  /** The index that has the rows in this order, and its direction; null when they are sorted. */
  readonly walk: { readonly path: string; readonly direction: 1 | -1 } | null;
  /** The ORDER BY clause with a leading space, or empty; null when SQL cannot sort by the keys. */
  readonly sql: string | null;
}

/** The order of a sort among the rows that match the terms. */
export function orderOf(table: Table, sort: readonly SortKey[], terms: readonly Term[]): Order {
  const keys = significant(table, sort, terms);
  const paths = partitionPaths(table.spec);
  const isSortable = keys.every(({ segments }) => ['scalar', 'boolean'].includes(table.pathKinds.of(segments)));
  const columns = keys.map(({ segments, direction }) => `${paths.value(segments)}${direction === -1 ? ' DESC' : ''}`);
  const [first, second, ...others] = keys;
  const isWalk =
    first !== undefined &&
    isIndexed(table, first.path) &&
    others.length === 0 &&
    (second === undefined || (second.path === '_id' && second.direction === first.direction));
  return {
    keys,
    walk: isWalk ? { path: first.path, direction: first.direction } : null,
    sql: isSortable ? (keys.length === 0 ? '' : ` ORDER BY ${columns.join(', ')}`) : null,
  };
}

export function byId(direction: 1 | -1): Order {
  const key = { path: '_id', segments: ['_id'], direction };
  return { keys: [key], walk: key, sql: ` ORDER BY _id${direction === -1 ? ' DESC' : ''}` };
}

/** The keys that decide: none after the id, none with one value only; ids are in the order of creation. */
function significant(table: Table, sort: readonly SortKey[], terms: readonly Term[]): SortKey[] {
  const { spec } = table;
  const equal = new Set(terms.flatMap(({ kind, path }) => (kind === 'equal' ? [path] : [])));
  const keys: SortKey[] = [];
  for (const key of sort) {
    if (key.path === spec.key || key.path === spec.table || equal.has(key.path)) continue;
    keys.push(key);
    if (key.path === '_id') break;
  }
  const [first, second] = keys;
  const isTime = first?.path === spec.time && table.isOrdered;
  if (!isTime || (second !== undefined && (second.path !== '_id' || second.direction !== first.direction))) return keys;
  return [{ path: '_id', segments: ['_id'], direction: first.direction }];
}

/** The place of a row in an index on a path and `_id`. */
export interface Position {
  readonly id: string;
  readonly value: Json;
}

/** The filters of the rows that follow a position, in order; each one is a range of the index. */
export function following(table: Table, walk: NonNullable<Order['walk']>, { id, value }: Position): Filter[] {
  const { path, direction } = walk;
  const ids = compare('_id', direction === 1 ? '$gt' : '$lt', id);
  if (path === '_id') return [ids];
  const beyond =
    table.pathKinds.of(path.split('.')) === 'boolean' ? laterBooleans(path, direction, value) : laterValues(path, direction, value);
  return [all([compare(path, '$eq', value), ids]), ...beyond];
}

const booleans: readonly Json[] = [null, false, true];

function laterBooleans(path: string, direction: 1 | -1, value: Json): Filter[] {
  const at = booleans.indexOf(value);
  const later = direction === 1 ? booleans.slice(at + 1) : booleans.slice(0, at).reverse();
  return later.map((each) => compare(path, '$eq', each));
}

/** An index has null, then numbers, then texts; a comparison matches values of one type. */
function laterValues(path: string, direction: 1 | -1, value: Json): Filter[] {
  const numbers = compare(path, '$gte', -Number.MAX_VALUE);
  const texts = compare(path, '$gte', '');
  const same = value === null ? [] : [compare(path, direction === 1 ? '$gt' : '$lt', value)];
  if (direction === 1) return [...same, ...(value === null ? [numbers] : []), ...(typeof value === 'string' ? [] : [texts])];
  return [...same, ...(typeof value === 'string' ? [numbers] : []), ...(value === null ? [] : [compare(path, '$eq', null)])];
}
