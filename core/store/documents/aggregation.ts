import { BudgetExceeded } from '../../contract/errors.ts';
import type { Aggregation, AggregationGroup, AggregationMeasure, DateUnit } from '../../contract/store.ts';
import { invalid, parseFilter } from './filter.ts';
import { compileFilter } from './match.ts';
import { splitPath } from './paths.ts';
import { compareValues, type Document, isObject, type Json, missing, type Value } from './values.ts';

/** Characters of the values that one aggregation keeps: keys of groups, distinct values, minima and maxima. */
const MAX_KEPT = 32_000_000;
const NAME = /^[a-z][a-z0-9_]*$/;
/** The start of a day that MongoDB and JavaScript both parse. */
const DAY = /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;
const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday, three days after a Monday. */
const MONDAY_OFFSET = 3;

/** Throws `InvalidInput` for names, paths or limits that an engine cannot aggregate by. */
export function checkAggregation({ groups, measures, having, sort, limit }: Aggregation): void {
  const names = [...groups, ...measures].map(({ name }) => name);
  for (const name of names)
    if (!NAME.test(name)) throw invalid(name, 'A result of an aggregation has a name of lower-case letters and digits.');
  if (new Set(names).size < names.length) throw invalid('', 'Two results of an aggregation have one name.');
  for (const { path } of groups) splitPath(path);
  for (const measure of measures) if (measure.kind !== 'count') splitPath(measure.path);
  for (const [name, direction] of Object.entries(sort))
    if (!names.includes(name) || (direction !== 1 && direction !== -1))
      throw invalid(name, 'An aggregation is sorted by its results, 1 or -1.');
  if (!Number.isSafeInteger(limit) || limit < 1) throw invalid('limit', 'An aggregation has a limit of at least 1.');
  parseFilter(having);
}

/** All paths that an aggregation reads. */
export function pathsOf({ groups, measures }: Aggregation): string[] {
  return [
    ...new Set([...groups.map(({ path }) => path), ...measures.flatMap((measure) => (measure.kind === 'count' ? [] : [measure.path]))]),
  ];
}

/** The value at a path as MongoDB's expressions have it: a list on the path yields the list of what its elements have. */
export function valueAt(value: Value, segments: readonly string[], at = 0): Value {
  if (at === segments.length) return value;
  if (Array.isArray(value) && at > 0)
    return value.flatMap((element) => {
      const found = isObject(element) ? valueAt(element, segments, at) : missing;
      return found === missing ? [] : [found];
    });
  if (!isObject(value)) return missing;
  const name = segments[at] as string;
  return valueAt(Object.hasOwn(value, name) ? (value[name] as Json) : missing, segments, at + 1);
}

/** The first day of the time span of a text that begins with a date; null for other values. */
export function bucketOf(value: Value, unit: DateUnit): string | null {
  if (typeof value !== 'string' || !DAY.test(value)) return null;
  if (unit === 'day') return value.slice(0, 10);
  if (unit === 'month') return `${value.slice(0, 7)}-01`;
  if (unit === 'year') return `${value.slice(0, 4)}-01-01`;
  const ms = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== value.slice(0, 10)) return null;
  const days = ms / DAY_MS;
  return new Date((days - ((((days + MONDAY_OFFSET) % 7) + 7) % 7)) * DAY_MS).toISOString().slice(0, 10);
}

interface Group {
  readonly values: readonly Json[];
  readonly totals: readonly Total[];
}

/** One measure of one group. */
interface Total {
  add(value: Value): void;
  result(): Json;
}

/** Groups documents and computes the measures of each group, with MongoDB's semantics. */
export class Groups {
  readonly #aggregation: Aggregation;
  readonly #groups = new Map<string, Group>();
  readonly #keys: readonly ((document: Document) => Json)[];
  readonly #measured: readonly ((document: Document) => Value)[];
  #kept = 0;

  constructor(aggregation: Aggregation) {
    this.#aggregation = aggregation;
    this.#keys = aggregation.groups.map(keyOf);
    this.#measured = aggregation.measures.map((measure) => {
      const segments = measure.kind === 'count' ? [] : splitPath(measure.path);
      return (document) => (measure.kind === 'count' ? missing : valueAt(document, segments));
    });
    // Without groups there is one of all documents, which may be none.
    if (aggregation.groups.length === 0) this.#group([]);
  }

  /** Throws `BudgetExceeded` when the groups take too much memory. */
  add(document: Document): void {
    const { totals } = this.#group(this.#keys.map((key) => key(document)));
    for (const [at, total] of totals.entries()) total.add((this.#measured[at] as (document: Document) => Value)(document));
  }

  rows(): Document[] {
    const { groups, measures } = this.#aggregation;
    const rows = [...this.#groups.values()].map(({ values, totals }) => {
      const keys = groups.map(({ name }, at): [string, Json] => [name, values[at] as Json]);
      return Object.fromEntries([...keys, ...measures.map(({ name }, at): [string, Json] => [name, (totals[at] as Total).result()])]);
    });
    return finished(rows, this.#aggregation);
  }

  #group(values: readonly Json[]): Group {
    const key = JSON.stringify(values);
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    this.#keep(key.length);
    const group = { values, totals: this.#aggregation.measures.map(({ kind }) => TOTALS[kind]((size) => this.#keep(size))) };
    this.#groups.set(key, group);
    return group;
  }

  #keep(size: number): void {
    this.#kept += size;
    if (this.#kept > MAX_KEPT) throw new BudgetExceeded('bytes');
  }
}

function keyOf({ path, unit }: AggregationGroup): (document: Document) => Json {
  const segments = splitPath(path);
  return (document) => {
    const value = valueAt(document, segments);
    if (unit !== undefined) return bucketOf(value, unit);
    return value === missing ? null : value;
  };
}

type Keep = (size: number) => void;

const TOTALS: Readonly<Record<AggregationMeasure['kind'], (keep: Keep) => Total>> = {
  count: () => {
    let count = 0;
    return { add: () => void count++, result: () => count };
  },
  sum: () => {
    const sum = new Sum();
    return { add: (value) => sum.add(value), result: () => finite(sum.total) };
  },
  avg: () => {
    const sum = new Sum();
    return { add: (value) => sum.add(value), result: () => (sum.count === 0 ? null : finite(sum.total / sum.count)) };
  },
  min: (keep) => extreme(keep, (order) => order < 0),
  max: (keep) => extreme(keep, (order) => order > 0),
  distinct: (keep) => {
    const seen = new Set<string>();
    return {
      add(value) {
        if (value === missing || value === null) return;
        const text = JSON.stringify(value);
        if (!seen.has(text)) keep(text.length);
        seen.add(text);
      },
      result: () => seen.size,
    };
  },
};

function extreme(keep: Keep, isBetter: (order: number) => boolean): Total {
  let best: Json = null;
  return {
    add(value) {
      if (value === missing || value === null) return;
      if (best !== null && !isBetter(compareValues(value, best))) return;
      if (best === null && typeof value !== 'number') keep(JSON.stringify(value).length);
      best = value;
    },
    result: () => best,
  };
}

function finite(total: number): number | null {
  return Number.isFinite(total) ? total : null;
}

/** A sum of numbers with Neumaier's compensation: MongoDB also keeps the rounding errors of its sums. */
class Sum {
  count = 0;
  #sum = 0;
  #lost = 0;

  add(value: Value): void {
    if (typeof value !== 'number') return;
    this.count += 1;
    const sum = this.#sum + value;
    this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }

  get total(): number {
    return this.#sum + this.#lost;
  }
}

/** The rows of all groups that satisfy `having`, in the order of the sort, up to the limit. */
export function finished(rows: readonly Document[], { having, sort, limit }: Aggregation): Document[] {
  const matches = compileFilter(parseFilter(having));
  const keys = Object.entries(sort);
  return rows
    .filter(matches)
    .sort((left, right) => {
      for (const [name, direction] of keys) {
        const order = compareValues(left[name] as Json, right[name] as Json);
        if (order !== 0) return order * direction;
      }
      return 0;
    })
    .slice(0, limit);
}

/** Throws `BudgetExceeded` for a result beyond the budget. */
export function checkResult(json: string, bytes = Number.POSITIVE_INFINITY): void {
  if (Buffer.byteLength(json) > bytes) throw new BudgetExceeded('bytes');
}
