import type { Query } from '@sayso/core';
import type { RowDocument } from '../collections.ts';

type Condition = Readonly<Record<string, unknown>>;
type Values = Pick<RowDocument, '_id' | 'createdAt' | 'updatedAt' | 'creatorId' | 'data'>;

/** The rows of a table within reach, as a filter of their documents: `{}` all of them, null none. */
export type Reach = Query | null;

/** The rows in both. Conditions on different paths stand side by side, where an index answers them. */
export function both(one: Reach, other: Reach): Reach {
  if (one === null || other === null) return null;
  const parts = [...partsOf(one), ...partsOf(other)];
  const unique = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  return joined(unique);
}

/** A filter of parts that all hold: only a plain value of a field that no caller's filter can name again stands beside others. */
export function joined(parts: readonly Query[]): Query {
  const plain: Record<string, unknown> = {};
  const rest: Query[] = [];
  for (const part of parts) {
    const [[path = '', value] = [], ...more] = Object.entries(part);
    const isPlain = more.length === 0 && (path === 'creatorId' || path.startsWith('data.')) && !Object.hasOwn(plain, path);
    if (isPlain && isValue(value)) plain[path] = value;
    else rest.push(part);
  }
  return rest.length === 0 ? plain : { ...plain, $and: rest };
}

function isValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return Object.keys(value).length === 1 && Object.hasOwn(value, '$in');
}

function partsOf({ $and, ...plain }: Query): Query[] {
  return [
    ...Object.entries(plain).map(([path, value]) => ({ [path]: value })),
    ...((($and as readonly Query[] | undefined) ?? []) as Query[]),
  ];
}

/** Adds filters to one that may hold an `$and` of its own. */
export function among(reached: Query, ...filters: readonly Query[]): Query {
  const more = filters.filter((filter) => Object.keys(filter).length > 0);
  if (more.length === 0) return reached;
  return { ...reached, $and: [...((reached['$and'] as readonly Query[] | undefined) ?? []), ...more] };
}

/** The fields of rows by which a reach decides; null for one that is not by fields, creators and ids alone. */
export function fieldsOf(reach: Query): ReadonlySet<string> | null {
  const names = new Set<string>();
  const isKnown = (filter: Query): boolean =>
    Object.entries(filter).every(([key, value]) => {
      if (key === '$and' || key === '$or') return (value as readonly Query[]).every(isKnown);
      const [, name] = /^data\.([^.]+)/.exec(key) ?? [];
      if (name !== undefined) names.add(name);
      return name !== undefined || key === 'creatorId' || key === '_id';
    });
  return isKnown(reach) ? names : null;
}

/** Whether a change leaves a row as much within reach as it was: its creator never changes. */
export function isByCreator(reach: Reach): boolean {
  return reach !== null && Object.keys(reach).every((path) => path === 'creatorId');
}

/** Whether a row is within reach, as the store would find it by the filter. */
export function reaches(reach: Reach, row: Values): boolean {
  return reach !== null && matchesAll(reach, row);
}

function matchesAll(filter: Query, row: Values): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === '$and') return (value as readonly Query[]).every((part) => matchesAll(part, row));
    if (key === '$or') return (value as readonly Query[]).some((part) => matchesAll(part, row));
    return matchesField(row, key.split('.'), value);
  });
}

function matchesField(row: Values, path: readonly string[], condition: unknown): boolean {
  if (!isObject(condition)) return someValue(row, path, isEqualTo(condition));
  return Object.entries(condition).every(([operator, operand]) => {
    if (operator === '$not') return !matchesField(row, path, operand);
    if (operator === '$exists') return someValue(row, path, (value) => value !== undefined) === operand;
    const isNegated = operator === '$ne' || operator === '$nin';
    const test = Object.hasOwn(TESTS, operator) ? TESTS[operator]?.(operand) : undefined;
    // No rule compiles to another operator.
    return test !== undefined && someValue(row, path, test) !== isNegated;
  });
}

type Test = (value: unknown) => boolean;

const isEqualTo =
  (operand: unknown): Test =>
  (value) =>
    (value ?? null) === operand;
const isIn =
  (operand: unknown): Test =>
  (value) =>
    (operand as readonly unknown[]).includes(value ?? null);
/** Values of one type are compared, texts as their UTF-8. */
const isOrdered =
  (test: (order: number) => boolean) =>
  (operand: unknown): Test =>
  (value) => {
    if (typeof value === 'number' && typeof operand === 'number') return test(value - operand);
    return typeof value === 'string' && typeof operand === 'string' && test(Buffer.compare(Buffer.from(value), Buffer.from(operand)));
  };

const TESTS: Readonly<Record<string, (operand: unknown) => Test>> = {
  $eq: isEqualTo,
  $ne: isEqualTo,
  $in: isIn,
  $nin: isIn,
  $gt: isOrdered((order) => order > 0),
  $gte: isOrdered((order) => order >= 0),
  $lt: isOrdered((order) => order < 0),
  $lte: isOrdered((order) => order <= 0),
};

/** Whether a value at a path passes a test, by the rules of the store for paths through lists (`core/store/documents/paths.ts`). */
function someValue(start: unknown, path: readonly string[], test: Test): boolean {
  let [value, depth] = [start, 0];
  for (; depth < path.length && isObject(value); depth++) value = ownValue(value, path[depth] ?? '');
  if (!Array.isArray(value)) return test(depth < path.length ? undefined : value);
  if (depth === path.length) return value.some(test) || test(value);
  return someElement(value, path.slice(depth), test, false);
}

function someElement(list: readonly unknown[], path: readonly string[], test: Test, isNested: boolean): boolean {
  const [name = '', ...rest] = path;
  const isIndex = /^(?:0|[1-9]\d{0,8})$/.test(name);
  let isReached = false;
  const passes = (found: boolean): boolean => {
    isReached = true;
    return found;
  };
  const isFound = list.some((element, index) => {
    if (isObject(element) && passes(someValue(element, path, test))) return true;
    // A single value counts as a missing field; lists within lists are skipped.
    if (!isObject(element) && !Array.isArray(element) && !isIndex && passes(test(undefined))) return true;
    if (!isIndex || name !== String(index)) return false;
    if (rest.length === 0) return passes(test(element));
    if (Array.isArray(element)) return passes(someElement(element, rest, test, true));
    return isObject(element) && passes(someValue(element, rest, test));
  });
  return isFound || (!isReached && !isNested && test(undefined));
}

function ownValue(value: Condition, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Condition {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
