import { InvalidInput } from '../../contract/errors.ts';
import type { FindOptions, Sort } from '../../contract/store.ts';
import { invalid } from './filter.ts';
import { isIndex, splitPath } from './paths.ts';
import { compareValues, type Document, isObject, type Json, missing, type Value } from './values.ts';

export type Projection = (document: Document) => Document;
interface Tree {
  [field: string]: Tree | true;
}

function tree(paths: readonly string[]): Tree {
  const root: Tree = {};
  for (const path of paths) grow(root, path);
  return root;
}

function grow(root: Tree, path: string): void {
  const segments = splitPath(path);
  let node = root;
  for (const [at, segment] of segments.entries()) {
    const present = Object.hasOwn(node, segment) ? node[segment] : undefined;
    const last = at === segments.length - 1;
    if (present === true || (last && present !== undefined)) throw invalid(path, 'Two fields of one projection overlap.');
    if (last) node[segment] = true;
    else {
      node[segment] = present ?? {};
      node = node[segment] as Tree;
    }
  }
}

/** Descends into arrays; an inclusion drops scalars on the path, an exclusion keeps them. */
function project(value: Json, fields: Tree, include: boolean): Value {
  if (Array.isArray(value)) return value.map((element) => project(element, fields, include)).filter((element) => element !== missing);
  if (!isObject(value)) return include ? missing : value;
  const result: Document = {};
  for (const [key, child] of Object.entries(value)) {
    const kept = projectField(child, Object.hasOwn(fields, key) ? fields[key] : undefined, include);
    if (kept !== missing) result[key] = kept;
  }
  return result;
}

function projectField(value: Json, field: Tree | true | undefined, include: boolean): Value {
  if (typeof field === 'object') return project(value, field, include);
  return (field === true) === include ? value : missing;
}

/** MongoDB's projection of fields: all inclusions or all exclusions; `_id` is included by default. */
export function compileProjection(projection: NonNullable<FindOptions['projection']>): Projection | null {
  const entries = Object.entries(projection);
  if (entries.length === 0) return null;
  if (entries.some(([, value]) => value !== 0 && value !== 1)) throw invalid('projection', 'A projection takes 0 or 1 for each field.');
  const others = entries.filter(([path]) => path !== '_id');
  const include = others.length > 0 ? others[0]?.[1] === 1 : projection._id === 1;
  if (others.some(([, value]) => (value === 1) !== include)) throw invalid('projection', 'A projection includes or excludes, not both.');
  const paths = others.map(([path]) => path);
  const withId = include ? projection._id !== 0 : projection._id === 0;
  const fields = tree(withId ? ['_id', ...paths] : paths);
  return (document) => project(document, fields, include) as Document;
}

export interface SortKey {
  readonly path: string;
  readonly segments: readonly string[];
  readonly direction: 1 | -1;
}

export function parseSort(sort: Sort): SortKey[] {
  return Object.entries(sort).map(([path, direction]) => {
    if (direction !== 1 && direction !== -1) throw invalid(path, 'A sort takes 1 or -1.');
    const segments = splitPath(path);
    if (segments.some(isIndex)) throw invalid(path, 'A sort names fields, not positions of a list.');
    return { path, segments, direction };
  });
}

/** The sort value of an empty array; sorts before null. */
const nothing = Symbol('nothing');
export type SortValue = Json | typeof nothing;

interface Walked {
  readonly value: Value;
  readonly left: readonly string[];
}

/** Follows a path without descending into arrays; ends at a value, or at an array with the rest of the path. */
function walkTo(start: Value, path: readonly string[]): Walked {
  let value = start;
  let depth = 0;
  while (depth < path.length && isObject(value)) {
    const segment = path[depth++] as string;
    value = Object.hasOwn(value, segment) ? (value[segment] as Json) : missing;
  }
  const left = path.slice(depth);
  return { value: left.length > 0 && !Array.isArray(value) ? missing : value, left };
}

/** The array that the sort keys traverse; null when there is none. */
function listOf(values: readonly Value[]): Json[] | null {
  const [list = null, ...others] = values.filter((value) => Array.isArray(value));
  if (others.some((other) => other !== list)) throw new InvalidInput('A sort over two lists of one document has no order.');
  return list;
}

/**
 * All sort rows of a document: one per element of an array on the path. Throws for parallel arrays, as MongoDB does.
 * Source: `BtreeKeyGenerator` in MongoDB's src/mongo/db/index.
 */
function combinations(values: readonly Value[], rests: readonly (readonly string[])[]): SortValue[][] {
  const walked = values.map((start, at) => walkTo(start, rests[at] as readonly string[]));
  const list = listOf(walked.map(({ value }) => value));
  if (list === null) return [walked.map(({ value }) => (value === missing ? null : (value as Json)))];
  const elements: readonly Value[] = list.length === 0 ? [missing] : list;
  return elements.flatMap((element) => spread(walked, list, element));
}

/** The sort rows for one element of the array. */
function spread(walked: readonly Walked[], list: readonly Json[], element: Value): SortValue[][] {
  const done = walked.map(({ value, left }): { fixed: SortValue } | { open: Value; left: readonly string[] } => {
    if (value !== list) return { fixed: value === missing ? null : (value as Json) };
    if (left.length === 0) return { fixed: element === missing ? nothing : element };
    return { open: isObject(element) ? element : missing, left };
  });
  const open = done.flatMap((each) => ('open' in each ? [each] : []));
  const expanded =
    open.length === 0
      ? [[]]
      : combinations(
          open.map((each) => each.open),
          open.map((each) => each.left),
        );
  return expanded.map((row) => {
    let next = 0;
    return done.map((each) => ('fixed' in each ? each.fixed : (row[next++] as SortValue)));
  });
}

function compareSortValues(left: SortValue, right: SortValue): number {
  if (left === nothing || right === nothing) return Number(left !== nothing) - Number(right !== nothing);
  return compareValues(left, right);
}

export function compareRows(left: readonly SortValue[], right: readonly SortValue[], keys: readonly SortKey[]): number {
  for (const [at, key] of keys.entries()) {
    const order = compareSortValues(left[at] as SortValue, right[at] as SortValue);
    if (order !== 0) return order * key.direction;
  }
  return 0;
}

/** The sort row of a document: the first of its combinations. */
export function sortRow(document: Document, keys: readonly SortKey[]): SortValue[] {
  const rows = combinations(
    keys.map(() => document),
    keys.map((key) => key.segments),
  );
  return rows.reduce((first, row) => (compareRows(row, first, keys) < 0 ? row : first));
}

/** Stable sort of documents, or of items with a document. */
export function sortBy<T>(items: readonly T[], keys: readonly SortKey[], documentOf: (item: T) => Document): T[] {
  return items
    .map((item) => ({ item, row: sortRow(documentOf(item), keys) }))
    .sort((left, right) => compareRows(left.row, right.row, keys))
    .map(({ item }) => item);
}

function whole(name: string, value: number | undefined): number {
  if (value === undefined) return 0;
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(name, `${name} takes a whole number from 0.`);
  return value;
}

/** A limit of 0 means no limit. */
export function checkPage(options: FindOptions): { readonly limit: number; readonly skip: number } {
  return { limit: whole('limit', options.limit), skip: whole('skip', options.skip) };
}
