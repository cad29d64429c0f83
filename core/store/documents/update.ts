import type { Query } from '../../contract/store.ts';
import { type Filter, invalid, isOperators, jsonValue, parseFilter } from './filter.ts';
import { compileFilter } from './match.ts';
import { isIndex, splitPath } from './paths.ts';
import { compareValues, type Document, equalValues, isObject, type Json, missing, type Value } from './values.ts';

/** Returns the new value of a field, or `missing` to remove it. Does not mutate its argument. */
type Change = (value: Value) => Value;

interface Step {
  readonly path: string;
  readonly segments: readonly string[];
  readonly change: Change;
  /** Whether to create a missing field and its missing parents. */
  readonly creates: boolean;
  /** Whether to skip the step when a scalar blocks the path, instead of throwing. */
  readonly lenient?: boolean;
  /** Applies only when an upsert inserts. */
  readonly onInsert?: boolean;
  /** `$rename`: the new path. */
  readonly target?: string;
}

/** Mutates the document; throws `InvalidInput` for a wrong type on the path, possibly after earlier steps. */
export type Update = (document: Document, inserting?: boolean) => void;

const clone = (value: Json): Json => (typeof value === 'object' ? structuredClone(value) : value);

function number(path: string, operator: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(path, `${operator} takes a number.`);
  return value;
}

/** The values of `$push` and `$addToSet`: one value, or `{$each, $slice}`. */
function additions(path: string, operator: string, value: unknown): { each: Json[]; slice: number | null } {
  if (!isOperators(value)) return { each: [jsonValue(value, path)], slice: null };
  const { $each: each, $slice: slice, ...others } = value;
  if (Object.keys(others).length > 0 || !Array.isArray(each) || (slice !== undefined && operator !== '$push'))
    throw invalid(path, `${operator} takes a value or {${operator === '$push' ? '$each, $slice' : '$each'}}.`);
  if (slice !== undefined && !Number.isInteger(slice)) throw invalid(path, '$slice takes a whole number.');
  return { each: each.map((entry) => jsonValue(entry, path)), slice: (slice as number | undefined) ?? null };
}

function array(path: string, operator: string, value: Value): Json[] {
  if (value === missing) return [];
  if (!Array.isArray(value)) throw invalid(path, `${operator} needs a list, and the field holds none.`);
  return value;
}

function arithmetic(path: string, operator: string, operand: unknown, apply: (left: number, right: number) => number): Change {
  const amount = number(path, operator, operand);
  return (value) => {
    const left = value === missing ? 0 : value;
    if (typeof left !== 'number') throw invalid(path, `${operator} needs a number, and the field holds none.`);
    // JSON has no negative zero.
    return apply(left, amount) + 0;
  };
}

const logical = ['$and', '$or', '$nor'];

/** `$pull`: operators test each element; a plain object filters elements that are documents; other operands test equality. */
function pulled(path: string, operand: unknown): (element: Json) => boolean {
  const first = isObject(operand) ? Object.keys(operand)[0] : undefined;
  if (first === '$not') throw invalid(path, '$pull takes no $not at its top.');
  if (operand instanceof RegExp || (isOperators(operand) && !logical.includes(first ?? ''))) {
    const matches = compileFilter(parseFilter({ element: operand }));
    return (element) => matches({ element });
  }
  if (isObject(operand) && !((operand as unknown) instanceof Date)) {
    const matches = compileFilter(parseFilter(operand));
    return (element) => isObject(element) && matches(element);
  }
  const value = jsonValue(operand, path);
  return (element) => equalValues(element, value);
}

const operators: Readonly<Record<string, (path: string, operand: unknown) => Pick<Step, 'change' | 'creates' | 'lenient'>>> = {
  $set: (path, operand) => {
    const value = jsonValue(operand, path);
    return { creates: true, change: () => clone(value) };
  },
  $unset: () => ({ creates: false, lenient: true, change: () => missing }),
  $inc: (path, operand) => ({ creates: true, change: arithmetic(path, '$inc', operand, (left, right) => left + right) }),
  $mul: (path, operand) => ({ creates: true, change: arithmetic(path, '$mul', operand, (left, right) => left * right) }),
  $min: (path, operand) => {
    const limit = jsonValue(operand, path);
    return { creates: true, change: (value) => (value !== missing && compareValues(value, limit) <= 0 ? value : clone(limit)) };
  },
  $max: (path, operand) => {
    const limit = jsonValue(operand, path);
    return { creates: true, change: (value) => (value !== missing && compareValues(value, limit) >= 0 ? value : clone(limit)) };
  },
  $push: (path, operand) => {
    const { each, slice } = additions(path, '$push', operand);
    return {
      creates: true,
      change: (value) => {
        const all = [...array(path, '$push', value), ...each.map(clone)];
        if (slice === null) return all;
        return slice >= 0 ? all.slice(0, slice) : all.slice(slice);
      },
    };
  },
  $addToSet: (path, operand) => {
    const { each } = additions(path, '$addToSet', operand);
    return {
      creates: true,
      change: (value) => {
        const all = [...array(path, '$addToSet', value)];
        for (const entry of each) if (!all.some((present) => equalValues(present, entry))) all.push(clone(entry));
        return all;
      },
    };
  },
  $pull: (path, operand) => {
    const matches = pulled(path, operand);
    return { creates: false, change: (value) => array(path, '$pull', value).filter((element) => !matches(element)) };
  },
};

/** MongoDB applies changes sorted by path, numeric segments by value; this determines the order of new fields. */
function comparePaths(left: readonly string[], right: readonly string[]): number {
  for (let at = 0; at < left.length && at < right.length; at++) {
    const a = left[at] as string;
    const b = right[at] as string;
    if (a === b) continue;
    if (isIndex(a) && isIndex(b)) return Number(a) - Number(b);
    return a < b ? -1 : 1;
  }
  return left.length - right.length;
}

const maximumPadding = 1_500_000;

/** Descends to the field's parent, creates missing parents if the step `creates`, and sets the changed value. */
function applyStep(document: Document, step: Step): void {
  const { segments } = step;
  let parent: Json = document;
  for (const [at, segment] of segments.entries()) {
    const slot = slotOf(parent, segment, step);
    if (slot === null) {
      if (step.lenient) return;
      throw invalid(step.path, noSlot(parent, segment, segments[at - 1]));
    }
    const { found } = slot;
    if (found === missing && !step.creates) return;
    if (at === segments.length - 1) {
      slot.put(step.change(found));
      return;
    }
    parent = found === missing ? slot.put({}) : (found as Json);
  }
}

function noSlot(parent: Json, segment: string, before: string | undefined): string {
  return Array.isArray(parent) ? `"${segment}" does not name an element of a list.` : `"${before}" holds a value that has no fields.`;
}

/** A field of a document, or an element of an array. */
interface Slot {
  readonly found: Value;
  put<V extends Value>(value: V): V;
}

/** Null when the parent cannot have a child of this name. */
function slotOf(parent: Json, segment: string, step: Step): Slot | null {
  if (Array.isArray(parent)) return isIndex(segment) ? elementOf(parent, Number(segment), step) : null;
  if (!isObject(parent)) return null;
  return {
    found: Object.hasOwn(parent, segment) ? (parent[segment] as Json) : missing,
    put(value) {
      if (value === missing) delete parent[segment];
      else parent[segment] = value as Json;
      return value;
    },
  };
}

function elementOf(list: Json[], index: number, { path, creates }: Step): Slot {
  if (index >= list.length && creates) {
    if (index - list.length > maximumPadding) throw invalid(path, `A list may grow by ${maximumPadding} elements at once.`);
    while (list.length < index) list.push(null);
  }
  return {
    found: index < list.length ? (list[index] as Json) : missing,
    put(value) {
      list[index] = value === missing ? null : (value as Json);
      return value;
    },
  };
}

/** `$rename` works neither from nor to a path through an array. */
function rename(document: Document, step: Step): void {
  const target = step.target as string;
  const source = plainParent(document, step.segments, step.path);
  const name = step.segments.at(-1) as string;
  if (source === null || !Object.hasOwn(source, name)) return;
  const value = source[name] as Json;
  const targetSegments = splitPath(target);
  plainParent(document, targetSegments, target, true);
  applyStep(document, { path: target, segments: targetSegments, creates: true, change: () => value });
  delete source[name];
}

/** An index beyond the end of an array is a missing source (null), but an invalid target (throws). */
function plainParent(document: Document, segments: readonly string[], path: string, asTarget = false): Document | null {
  let parent = document;
  for (const [at, segment] of segments.slice(0, -1).entries()) {
    if (!Object.hasOwn(parent, segment)) return null;
    const child: Json = parent[segment] as Json;
    const next = segments[at + 1] as string;
    if (!asTarget && Array.isArray(child) && isIndex(next) && Number(next) >= child.length) return null;
    if (!isObject(child)) throw invalid(path, '$rename reaches through documents alone.');
    parent = child;
  }
  return parent;
}

function parseStep(operator: string, path: string, operand: unknown): Step {
  const segments = splitPath(path);
  const setsId = (operator === '$set' || operator === '$setOnInsert') && path === '_id' && typeof operand === 'string' && operand !== '';
  if ((segments[0] === '_id' || (operator === '$rename' && String(operand).split('.')[0] === '_id')) && !setsId)
    throw invalid('_id', 'The _id of a document is text and does not change.');
  if (operator === '$rename') {
    if (typeof operand !== 'string') throw invalid(path, '$rename takes the new name.');
    return { path, segments, creates: false, change: (value) => value, target: operand };
  }
  const parse = operators[operator === '$setOnInsert' ? '$set' : operator];
  if (parse === undefined) throw invalid('', `The operator "${operator}" is not supported in updates.`);
  return { path, segments, ...parse(path, operand), ...(operator === '$setOnInsert' ? { onInsert: true } : {}) };
}

function refuseConflicts(paths: readonly string[]): void {
  const sorted = [...paths].sort();
  for (const [at, path] of sorted.entries())
    if (sorted.some((other, index) => index !== at && (other === path || other.startsWith(`${path}.`))))
      throw invalid(path, 'Two changes of one update touch the same field.');
}

/** Throws `InvalidInput` for unsupported operators, and for changes of `_id`. */
export function compileUpdate(update: Query): Update {
  const groups = Object.entries(update);
  if (groups.length === 0) throw invalid('', 'An update needs at least one operator, such as $set.');
  const steps = groups.flatMap(([operator, fields]) => {
    if (!operator.startsWith('$')) throw invalid(operator, 'An update consists of operators, such as $set.');
    if (!isObject(fields)) throw invalid(operator, `${operator} takes an object of fields.`);
    return Object.entries(fields).map(([path, operand]) => parseStep(operator, path, operand));
  });
  refuseConflicts(steps.flatMap((step) => (step.target === undefined ? [step.path] : [step.path, step.target])));
  const ordered = steps.toSorted((left, right) => comparePaths(splitPath(left.target ?? left.path), splitPath(right.target ?? right.path)));
  return (document, inserting = false) => {
    const id = document._id;
    for (const step of ordered) {
      if (step.onInsert && !inserting) continue;
      if (step.target === undefined) applyStep(document, step);
      else rename(document, step);
    }
    if (id !== undefined && !equalValues(document._id ?? null, id)) throw invalid('_id', 'The _id of a document does not change.');
  };
}

/** For a filter that cannot match (empty `$in` or `$or`) MongoDB ignores all equalities. */
function matchesNothing(filter: Filter): boolean {
  if (filter.kind === 'and') return filter.parts.some(matchesNothing);
  if (filter.kind === 'or') return filter.parts.every(matchesNothing);
  return filter.kind === 'field' && filter.test.kind === 'in' && filter.test.values.length === 0;
}

/** The fields for which a filter requires equality, by MongoDB's rules. */
function equalFields(filter: Filter): (readonly [path: readonly string[], value: Json])[] {
  if (matchesNothing(filter)) return [];
  if (filter.kind === 'and' || (filter.kind === 'or' && filter.parts.length === 1)) return filter.parts.flatMap(equalFields);
  if (filter.kind !== 'field') return [];
  if (filter.test.kind === 'in' && filter.test.values.length === 1) return [[filter.path, filter.test.values[0] as Json]];
  if (filter.test.kind !== 'compare' || filter.test.operator !== '$eq') return [];
  return [[filter.path, filter.test.value]];
}

/** The `_id` of an upsert by this filter; throws `InvalidInput` when it is not a string. */
export function equalId(filter: Filter): string | undefined {
  const found = equalFields(filter).find(([path]) => path.length === 1 && path[0] === '_id');
  if (found !== undefined && (typeof found[1] !== 'string' || found[1] === '')) throw invalid('_id', 'An _id is text.');
  return found?.[1] as string | undefined;
}

/** The initial document of an upsert, from the equalities of its filter. */
export function equalities(filter: Filter): Document {
  const document: Document = {};
  const fields = equalFields(filter);
  refuseConflicts(fields.map(([path]) => path.join('.')));
  // Sorted by path, like MongoDB's map of equalities.
  const ordered = fields
    .map(([segments, value]) => ({ path: segments.join('.'), segments, value }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
  for (const { path, segments, value } of ordered) applyStep(document, { path, segments, creates: true, change: () => clone(value) });
  return document;
}
