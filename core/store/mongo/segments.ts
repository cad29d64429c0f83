import type { PartitionSpec, Query, Sort } from '../../contract/store.ts';
import type { Filter, Test } from '../documents/filter.ts';
import { following } from '../documents/keyset.ts';
import { conjuncts } from '../documents/partition.ts';
import { type SortKey, sortRow } from '../documents/shape.ts';
import { type Document, type Json, type TypeName, typeOf } from '../documents/values.ts';
import { SHAPE, type Shape, typeIn, UNKNOWN } from './shape.ts';

/** A part of a sorted result. The parts follow each other; an index answers each in its order. */
export interface Segment {
  readonly filter: Query;
  readonly sort: Sort;
  /** No index has this order: the server sorts what the index on the table finds. */
  readonly isScan?: boolean;
}

/** A sort by one field and the `_id`, which an index has. */
export interface FieldSort {
  readonly path: string;
  readonly name: string;
  readonly direction: 1 | -1;
}

/** The document that ends the page before. */
export interface Last {
  readonly id: string;
  /** Null for sorts by `_id` alone. */
  readonly document: Document | null;
}

/** MongoDB explodes a longer `$in` into no further index scans. */
const MOST_SHAPES = 150;
const ascending: readonly TypeName[] = ['null', 'number', 'string', 'bool'];
/** Comparisons match values of their own type only. */
const ofType: Readonly<Partial<Record<TypeName, Query>>> = {
  number: { $gte: Number.NEGATIVE_INFINITY },
  string: { $gte: '' },
  bool: { $gte: false },
};

/** The field of a sort that consists of one field and, in the same direction, the `_id`. */
export function fieldSort(spec: PartitionSpec, keys: readonly SortKey[]): FieldSort | null {
  const [first] = keys;
  if (first === undefined || first.segments.length !== 2 || first.segments[0] !== spec.fields || !endsWithId(keys)) return null;
  return { path: first.path, name: first.segments[1] as string, direction: first.direction };
}

/** Whether the sort is that of its first key and, in the same direction, the `_id`. */
export function endsWithId(keys: readonly SortKey[]): boolean {
  const [first, second] = keys;
  return keys.length === 1 || (keys.length === 2 && second?.path === '_id' && second.direction === first?.direction);
}

/** The segments of a sort by a field; null when its values have no order in an index: lists, objects, or too many shapes. */
export function byField(field: FieldSort, shapes: readonly Shape[], filter: Filter, last: Last | null): Segment[] | null {
  const types = new Map(shapes.map((shape) => [shape, typeIn(shape, field.name)]));
  const lacking = shapes.filter((shape) => types.get(shape) === 'null');
  const present = new Set(types.values());
  if (present.has('array') || present.has('object') || shapes.includes(UNKNOWN) || lacking.length > MOST_SHAPES) return null;
  const admitted = admittedTypes(filter, field.path);
  const isNull = { [SHAPE]: { $in: lacking } };
  return inOrder(field, { types: ascending.filter((type) => present.has(type) && admitted.has(type)), isNull }, last);
}

/** The segments of a sort by a column, which has an index, or by `_id`; null for others. */
export function byColumn(spec: PartitionSpec, keys: readonly SortKey[], last: Last | null): Segment[] | null {
  const [first] = keys;
  if (first === undefined) return [{ filter: {}, sort: {} }];
  const { path, direction } = first;
  if (path === '_id') return [{ filter: last === null ? {} : beyond('_id', direction, last.id), sort: { _id: direction } }];
  if (!spec.indexed.includes(path) || !endsWithId(keys)) return null;
  if (last === null) return [{ filter: {}, sort: { [path]: direction, _id: direction } }];
  return inOrder({ path, direction }, { types: ['null', 'string'], isNull: { [path]: null } }, last);
}

/** The segments of a sort that no index has. */
export function byScan(keys: readonly SortKey[], last: Last | null): Segment[] {
  const sort = Object.fromEntries(keys.map(({ path, direction }) => [path, direction]));
  if (last === null) return [{ filter: {}, sort, isScan: true }];
  const values = sortRow(last.document ?? { _id: last.id }, keys) as Json[];
  const positions = keys.map(({ path, direction }, at) => ({ path, direction, value: values[at] as Json }));
  return following(positions).map((filter) => ({ filter, sort, isScan: true }));
}

interface Order {
  readonly types: readonly TypeName[];
  readonly isNull: Query;
}

function inOrder({ path, direction }: Omit<FieldSort, 'name'>, { types, isNull }: Order, last: Last | null): Segment[] {
  const byId = { _id: direction };
  const byValue = { [path]: direction, _id: direction };
  const whole = (type: TypeName): Segment =>
    type === 'null' ? { filter: isNull, sort: byId } : { filter: { [path]: ofType[type] }, sort: byValue };
  const ordered = direction === 1 ? types : types.toReversed();
  if (last === null) return ordered.map(whole);
  const value = valueAt(last.document, path);
  const type = typeOf(value);
  const rank = ascending.indexOf(type) * direction;
  const later = ordered.filter((each) => ascending.indexOf(each) * direction > rank).map(whole);
  if (!types.includes(type)) return later;
  const tied = { filter: { ...(type === 'null' ? isNull : { [path]: value }), ...beyond('_id', direction, last.id) }, sort: byId };
  const others = type === 'null' ? [] : [{ filter: beyond(path, direction, value), sort: byValue }];
  return [tied, ...others, ...later];
}

function beyond(path: string, direction: 1 | -1, value: Json): Query {
  return { [path]: { [direction === 1 ? '$gt' : '$lt']: value } };
}

function valueAt(document: Document | null, path: string): Json {
  const [value = null] = sortRow(document ?? {}, [{ path, segments: path.split('.'), direction: 1 }]) as Json[];
  return value;
}

/** The types of scalars that the filter admits at a path. */
function admittedTypes(filter: Filter, path: string): Set<TypeName> {
  const admitted = new Set(ascending);
  for (const part of conjuncts(filter)) {
    const types = part.kind === 'field' && part.path.join('.') === path ? testedTypes(part.test) : null;
    if (types !== null) for (const type of ascending) if (!types.includes(type)) admitted.delete(type);
  }
  return admitted;
}

/** Null for all. */
function testedTypes(test: Test): readonly TypeName[] | null {
  if (test.kind === 'compare') return [typeOf(test.value)];
  if (test.kind === 'in') return test.values.map(typeOf);
  if (test.kind === 'type') return test.types;
  return test.kind === 'regex' ? ['string'] : null;
}

/** The fields that the filter compares with null, which matches documents without them; an index finds these by their shapes. */
export function nullFields(spec: PartitionSpec, filter: Filter): string[] {
  return conjuncts(filter).flatMap((part) => {
    if (part.kind !== 'field' || part.path.length !== 2 || part.path[0] !== spec.fields) return [];
    const { test } = part;
    return test.kind === 'compare' && test.operator === '$eq' && test.value === null ? [part.path[1] as string] : [];
  });
}

/** Narrows a filter that compares fields with null to the shapes that can match; null when they are too many. */
export function withNulls(names: readonly string[], shapes: readonly Shape[]): Query | null {
  const matching = shapes.filter((shape) => shape === UNKNOWN || names.every((name) => ['null', 'array'].includes(typeIn(shape, name))));
  return matching.length > MOST_SHAPES ? null : { [SHAPE]: { $in: matching } };
}
