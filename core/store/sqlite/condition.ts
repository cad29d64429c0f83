import type { Filter, Test } from '../documents/filter.ts';
import { compileFilter, type Predicate } from '../documents/match.ts';
import type { Json } from '../documents/values.ts';
import type { PathKinds } from './kinds.ts';

export type Parameter = string | number;

/** A condition in SQL. `predicates` are what its calls of `matches(number, json)` run. */
export interface Condition {
  readonly sql: string;
  readonly parameters: Parameter[];
}

/** Keeps the predicates of running statements under the numbers that their SQL carries. */
export interface Predicates {
  add(predicate: Predicate): number;
}

/** Names that SQLite's JSON paths hold inside quotes without any escaping. */
const plainName = /^[^"\\\p{Cc}\p{Cs}]+$/u;

function jsonPath(segments: readonly string[]): string | null {
  if (!segments.every((segment) => plainName.test(segment))) return null;
  return `'$${segments.map((segment) => `."${segment}"`).join('')}'`.replace(/(?<!^)'(?!$)/g, "''");
}

/** The SQL value at a path, written alike in indexes and conditions, so that SQLite finds the index. */
export function valueSql(segments: readonly string[]): string | null {
  if (segments.length === 1 && segments[0] === '_id') return '_id';
  const path = jsonPath(segments);
  return path === null ? null : `doc ->> ${path}`;
}

/** A key under which SQLite tells values apart as MongoDB's unique indexes do: by type, and with missing equal to null. */
export function uniqueSql(segments: readonly string[]): string | null {
  if (segments.length === 1 && segments[0] === '_id') return '_id';
  const path = jsonPath(segments);
  return path === null ? null : `ifnull(doc -> ${path}, 'null')`;
}

/** True when a list lies on the way or at the end. */
export function arraySql(segments: readonly string[]): string | null {
  const parts = segments.map((_, at) => jsonPath(segments.slice(0, at + 1)));
  if (parts.includes(null)) return null;
  return `(${parts.map((path) => `json_type(doc, ${path}) IS 'array'`).join(' OR ')})`;
}

export function typeSql(segments: readonly string[]): string | null {
  const path = jsonPath(segments);
  return path === null ? null : `json_type(doc, ${path})`;
}

const sqlOperators = { $eq: '=', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

class Builder {
  readonly parameters: Parameter[] = [];
  readonly #kinds: PathKinds;
  readonly #predicates: Predicates;

  constructor(kinds: PathKinds, predicates: Predicates) {
    this.#kinds = kinds;
    this.#predicates = predicates;
  }

  build(filter: Filter): string {
    switch (filter.kind) {
      case 'and':
        return filter.parts.length === 0 ? '1' : filter.parts.map((part) => this.build(part)).join(' AND ');
      case 'or':
        return filter.parts.length === 0 ? '0' : `(${filter.parts.map((part) => `(${this.build(part)})`).join(' OR ')})`;
      case 'not':
        return `((${this.build(filter.part)}) IS NOT TRUE)`;
      case 'field':
        return this.#field(filter.path, filter.test, filter);
    }
  }

  #field(path: readonly string[], test: Test, filter: Filter): string {
    const kinds = this.#kinds.of(path);
    const sql = this.#scalar(path, test, kinds === 'scalar');
    if (sql === null) return this.#tested(path, filter);
    if (kinds !== 'unknown' && kinds !== 'array') return sql;
    return `CASE WHEN ${arraySql(path)} THEN ${this.#tested(path, filter)} ELSE ${sql} END`;
  }

  /** The condition when no list lies at or above the field; null when SQL cannot say it exactly. */
  #scalar(path: readonly string[], test: Test, onlyScalars: boolean): string | null {
    const value = valueSql(path);
    const type = typeSql(path);
    if (value === null || type === null) return null;
    if (test.kind === 'exists') return path[0] === '_id' && path.length === 1 ? '1' : `${type} IS NOT NULL`;
    const withType = (sql: string, types: string): string => (onlyScalars ? sql : `(${sql} AND ${type} IN (${types}))`);
    if (test.kind === 'compare') {
      const operator = sqlOperators[test.operator];
      const operand = test.value;
      if (typeof operand === 'string' && !operand.includes('\0')) {
        const bound = test.operator === '$lt' || test.operator === '$lte' ? `${value} >= '' AND ` : '';
        return withType(`${bound}${value} ${operator} ${this.#bind(operand)}`, `'text'`);
      }
      if (typeof operand === 'number') {
        const bound = test.operator === '$gt' || test.operator === '$gte' ? `${value} < '' AND ` : '';
        return withType(`${bound}${value} ${operator} ${this.#bind(operand)}`, `'integer', 'real'`);
      }
      if (operand === null)
        return test.operator === '$gt' || test.operator === '$lt'
          ? '0'
          : onlyScalars
            ? `${value} IS NULL`
            : `ifnull(${type}, 'null') = 'null'`;
      if (typeof operand === 'boolean' && test.operator === '$eq')
        return onlyScalars ? '0' : `(${value} = ${Number(operand)} AND ${type} IS '${operand}')`;
    }
    if (
      test.kind === 'in' &&
      test.values.length > 0 &&
      test.values.length <= 1000 &&
      test.values.every((each) => typeof each === 'string' && !each.includes('\0'))
    )
      return withType(`${value} IN (${test.values.map((each) => this.#bind(each as string)).join(', ')})`, `'text'`);
    return null;
  }

  #bind(value: string | number): string {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      // Read by the same parser as the stored document, so that equal text is an equal number.
      return `(${this.#parameter(JSON.stringify(value))} ->> '$')`;
    }
    return this.#parameter(value);
  }

  /** Numbered, because conditions are not written down in the order in which they are made. */
  #parameter(value: Parameter): string {
    return `?${this.parameters.push(value)}`;
  }

  /** Asks the exact matcher, handing over the one field of the top level that the path begins with. */
  #tested(path: readonly string[], filter: Filter): string {
    const root = path[0] as string;
    const rootPath = jsonPath([root]);
    if (rootPath === null) {
      return `matches(${this.#parameter(this.#predicates.add(compileFilter(filter)))}, json(doc))`;
    }
    const matches = compileFilter(filter);
    const number = this.#predicates.add((found) => matches(found.value === undefined ? {} : { [root]: found.value as Json }));
    return `matches(${this.#parameter(number)}, CASE WHEN json_type(doc, ${rootPath}) IS NULL THEN '{}' ELSE '{"value":' || (doc -> ${rootPath}) || '}' END)`;
  }
}

/** The filter as one SQL condition that holds for exactly the documents MongoDB would find. */
export function conditionOf(filter: Filter, kinds: PathKinds, predicates: Predicates): Condition {
  const builder = new Builder(kinds, predicates);
  return { sql: builder.build(filter), parameters: builder.parameters };
}

/** A JSON object of these fields of the top level alone; the whole document when one of them has no SQL path. */
export function fieldsSql(names: readonly string[]): string {
  const paths = [...new Set(names)].map((name) => jsonPath([name]));
  if (paths.includes(null)) return 'json(doc)';
  return `json_object(${paths.map((path) => `substr(${path}, 4, length(${path}) - 4), doc -> ${path}`).join(', ')})`;
}
