import type { Filter, Test } from '../documents/filter.ts';
import type { Json } from '../documents/values.ts';
import type { Kind, PathKinds } from './kinds.ts';
import { type PlainPattern, plainPattern } from './pattern.ts';

export type Parameter = string | number;

/**
 * A filter approximated by two SQL conditions: every match satisfies `upper`, and everything that satisfies `lower` matches. They are equal
 * when SQL can express the filter exactly; otherwise the exact matcher decides about documents between them.
 */
interface Bounds {
  readonly upper: string;
  readonly lower: string;
}

/** A filter in SQL, with numbered parameters shared by all its parts. */
export interface Condition extends Bounds {
  /** The part that indexes alone decide: scanning these rows reads no document. */
  readonly base: string;
  readonly parameters: readonly Parameter[];
}

/** Names that need no escaping in a quoted SQLite JSON path. */
const plainName = /^[^"\\\p{Cc}\p{Cs}]+$/u;

export function jsonPath(segments: readonly string[]): string | null {
  if (!segments.every((segment) => plainName.test(segment))) return null;
  return `'$${segments.map((segment) => `."${segment}"`).join('')}'`.replace(/(?<!^)'(?!$)/g, "''");
}

/** The SQL value at a path. Indexes and conditions must use the same expression, so that SQLite uses the index. */
export function valueSql(segments: readonly string[]): string | null {
  if (segments.length === 1 && segments[0] === '_id') return '_id';
  const path = jsonPath(segments);
  return path === null ? null : `doc ->> ${path}`;
}

/** How a table stores the values at a path, in SQL; null for a path that SQL cannot express. */
export interface SqlPaths {
  value(path: readonly string[]): string | null;
  /** The name of the type in JSON, NULL when the value is missing. */
  type(path: readonly string[]): string | null;
  /** Whether an array is on the path or at its end. */
  array(path: readonly string[]): string | null;
}

/** The key of a unique index with MongoDB's semantics: values of different types differ, and a missing field equals null. */
export function uniqueSql(segments: readonly string[]): string | null {
  if (segments.length === 1 && segments[0] === '_id') return '_id';
  const path = jsonPath(segments);
  return path === null ? null : `ifnull(doc -> ${path}, 'null')`;
}

/** SQL that is true when an array is on the path or at its end. */
export function arraySql(segments: readonly string[]): string | null {
  const parts = segments.map((_, at) => jsonPath(segments.slice(0, at + 1)));
  if (parts.includes(null)) return null;
  return `(${parts.map((path) => `json_type(doc, ${path}) IS 'array'`).join(' OR ')})`;
}

export function typeSql(segments: readonly string[]): string | null {
  const path = jsonPath(segments);
  return path === null ? null : `json_type(doc, ${path})`;
}

/** Whole documents in the column `doc`. */
const documentPaths: SqlPaths = { value: valueSql, type: typeSql, array: arraySql };

const sqlOperators = { $eq: '=', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

/** Limits the conditions of `base`, because more would slow down the index scan. */
const maximumBaseParts = 8;
/** SQLite extracts the text again for each pattern; above this number, parsing the document once is cheaper. */
const maximumPatterns = 3;
/** Longer `$in` lists become one JSON parameter: SQLite allows 32,766 parameters per statement. */
const maximumListed = 20;

/** Builds conditions with shared parameters. */
export class Builder {
  readonly parameters: Parameter[] = [];
  readonly #kinds: PathKinds;
  readonly #paths: SqlPaths;
  readonly #patternsInSql: boolean;

  /** `filter` is what the conditions are made of in the end. */
  constructor(filter: Filter, kinds: PathKinds, paths: SqlPaths = documentPaths) {
    this.#kinds = kinds;
    this.#paths = paths;
    this.#patternsInSql = patternsOf(filter) <= maximumPatterns;
  }

  build(filter: Filter): Bounds {
    switch (filter.kind) {
      case 'and':
      case 'or':
        return this.join(
          filter.kind,
          filter.parts.map((part) => this.build(part)),
        );
      case 'not': {
        const { upper, lower } = this.build(filter.part);
        return { upper: `((${lower}) IS NOT TRUE)`, lower: `((${upper}) IS NOT TRUE)` };
      }
      case 'field':
        return this.#field(filter.path, filter.test);
    }
  }

  join(kind: 'and' | 'or', parts: readonly Bounds[]): Bounds {
    const joined = (bound: keyof Bounds): string => {
      if (parts.length === 0) return kind === 'and' ? '1' : '0';
      return `(${parts.map((part) => `(${part[bound]})`).join(kind === 'and' ? ' AND ' : ' OR ')})`;
    };
    return { upper: joined('upper'), lower: joined('lower') };
  }

  /** Whether an index decides the comparison for all documents. */
  isIndexed(filter: Filter): boolean {
    if (filter.kind !== 'field' || (filter.test.kind !== 'compare' && filter.test.kind !== 'in')) return false;
    const kind = this.#kinds.of(filter.path);
    return kind === 'scalar' || kind === 'mixed';
  }

  #field(path: readonly string[], test: Test): Bounds {
    const kind = this.#kinds.of(path);
    const upper = this.#scalar(path, test, kind) ?? this.#roughly(path, test);
    const lower = upper.isExact ? upper.sql : '0';
    const isArray = kind === 'unknown' || kind === 'array' ? this.#paths.array(path) : '0';
    if (isArray === '0') return { upper: upper.sql, lower };
    if (isArray === null) return { upper: '1', lower: '0' };
    return { upper: `CASE WHEN ${isArray} THEN 1 ELSE ${upper.sql} END`, lower: `CASE WHEN ${isArray} THEN 0 ELSE ${lower} END` };
  }

  /** An upper bound for what SQL cannot express: all rows, or for a pattern the texts that contain its longest ASCII run. */
  #roughly(path: readonly string[], test: Test): Part {
    const rough: Part = { sql: '1', isExact: false };
    const value = this.#paths.value(path);
    const type = this.#paths.type(path);
    const pattern = test.kind === 'regex' && this.#patternsInSql ? plainPattern(test.regex) : null;
    const run = pattern?.text.match(/[ -~]+/g)?.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
    if (value === null || type === null || pattern === null || !run) return rough;
    return { sql: this.#pattern(value, type, { ...pattern, text: run, start: false, end: false }), isExact: false };
  }

  /** The condition when no array is on the path; null when SQL cannot express it exactly. */
  #scalar(path: readonly string[], test: Test, kind: Kind | 'unknown'): Part | null {
    const sql = this.#exactly(path, test, kind);
    return sql === null ? null : { sql, isExact: true };
  }

  #exactly(path: readonly string[], test: Test, kind: Kind | 'unknown'): string | null {
    const value = this.#paths.value(path);
    const type = this.#paths.type(path);
    if (value === null || type === null) return null;
    if (test.kind === 'exists') return path[0] === '_id' && path.length === 1 ? '1' : `${type} IS NOT NULL`;
    const column = { value, type, onlyScalars: kind === 'scalar', onlyBooleans: kind === 'boolean' };
    if (test.kind === 'compare') return this.#compared(column, test.operator, test.value);
    if (test.kind === 'in') return this.#among(column, test.values);
    if (test.kind === 'regex' && this.#patternsInSql) {
      const pattern = plainPattern(test.regex);
      // SQLite folds the case of ASCII only.
      if (pattern !== null && (!pattern.ignoresCase || /^[ -~]*$/.test(pattern.text))) return this.#pattern(value, type, pattern);
    }
    return null;
  }

  #compared(column: Column, operator: CompareTest['operator'], operand: CompareTest['value']): string | null {
    const { value } = column;
    if (column.onlyBooleans) return comparedAsBooleans(value, operator, operand);
    const compared = (bound: string | number): string => `${value} ${sqlOperators[operator]} ${this.#bind(bound)}`;
    if (typeof operand === 'string' && isBindable(operand)) {
      const bound = operator === '$lt' || operator === '$lte' ? `${value} >= '' AND ` : '';
      return withType(column, `${bound}${compared(operand)}`, `'text'`);
    }
    if (typeof operand === 'number') {
      const bound = operator === '$gt' || operator === '$gte' ? `${value} < '' AND ` : '';
      return withType(column, `${bound}${compared(operand)}`, `'integer', 'real'`);
    }
    if (operand === null) return comparedToNull(column, operator);
    return typeof operand === 'boolean' && operator === '$eq' ? equalToBoolean(column, operand) : null;
  }

  #among(column: Column, values: readonly Json[]): string | null {
    if (values.length === 0 || values.length > 1000) return null;
    if (column.onlyBooleans) return amongBooleans(column.value, values);
    if (column.onlyScalars && values.some((each) => typeof each === 'number') && values.every(isPlain))
      return `${column.value} IN (${this.#listed(values)})`;
    if (!values.every((each) => typeof each === 'string' && isBindable(each))) return null;
    return withType(column, `${column.value} IN (${this.#listed(values as readonly string[])})`, `'text'`);
  }

  #listed(values: readonly (string | number)[]): string {
    if (values.length > maximumListed) return `SELECT value FROM json_each(${this.#parameter(JSON.stringify(values))})`;
    return values.map((each) => this.#bind(each)).join(', ');
  }

  #pattern(value: string, type: string, { text, start, end, ignoresCase, foldsUnicode }: PlainPattern): string {
    const wanted = ignoresCase ? text.toLowerCase() : text;
    let folded = ignoresCase ? `lower(${value})` : value;
    // The two non-ASCII letters that Unicode folds to ASCII: the Kelvin sign and the long s.
    if (ignoresCase && foldsUnicode && wanted.includes('k')) folded = `replace(${folded}, '\u212a', 'k')`;
    if (ignoresCase && foldsUnicode && wanted.includes('s')) folded = `replace(${folded}, '\u017f', 's')`;
    const found = (): string => {
      if (wanted === '') return start && end ? `${folded} = ''` : '1';
      const needle = this.#parameter(wanted);
      if (start && end) return `${folded} = ${needle}`;
      if (start) return `instr(${folded}, ${needle}) = 1`;
      // Compare bytes, because SQLite counts the characters of a text only up to its first NUL.
      if (end) return `substr(CAST(${folded} AS BLOB), ${-Buffer.byteLength(wanted)}) = CAST(${needle} AS BLOB)`;
      return `instr(${folded}, ${needle}) > 0`;
    };
    return `(${type} IS 'text' AND ${found()})`;
  }

  #bind(value: string | number): string {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      // Parsed by SQLite's JSON parser like the stored document, so that equal text is an equal number.
      return `(${this.#parameter(JSON.stringify(value))} ->> '$')`;
    }
    return this.#parameter(value);
  }

  /** Numbered, because conditions are not emitted in the order in which they are built. */
  #parameter(value: Parameter): string {
    return `?${this.parameters.push(value)}`;
  }
}

function isPlain(value: Json): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && isBindable(value));
}

/** Whether SQLite receives the text unchanged, and compares all of it. */
export function isBindable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A field in SQL. */
interface Column {
  readonly value: string;
  readonly type: string;
  /** Whether all values at the path are scalars, so that no type check is needed. */
  readonly onlyScalars: boolean;
  /** Whether all values at the path are booleans or null: SQL has 0 and 1, in MongoDB's order. */
  readonly onlyBooleans: boolean;
}

type CompareTest = Extract<Test, { readonly kind: 'compare' }>;

function comparedAsBooleans(value: string, operator: CompareTest['operator'], operand: CompareTest['value']): string {
  if (typeof operand === 'boolean') return `${value} ${sqlOperators[operator]} ${Number(operand)}`;
  return operand === null && operator !== '$gt' && operator !== '$lt' ? `${value} IS NULL` : '0';
}

/** Each value once: SQLite limits the depth of an expression. */
function amongBooleans(value: string, values: readonly Json[]): string {
  const found = ([null, false, true] as const).filter((each) => values.includes(each));
  return found.length === 0 ? '0' : found.map((each) => `(${comparedAsBooleans(value, '$eq', each)})`).join(' OR ');
}

function comparedToNull({ value, type, onlyScalars }: Column, operator: CompareTest['operator']): string {
  if (operator === '$gt' || operator === '$lt') return '0';
  return onlyScalars ? `${value} IS NULL` : `ifnull(${type}, 'null') = 'null'`;
}

function equalToBoolean({ value, type, onlyScalars }: Column, operand: boolean): string {
  return onlyScalars ? '0' : `(${value} = ${Number(operand)} AND ${type} IS '${operand}')`;
}

function withType({ type, onlyScalars }: Column, sql: string, types: string): string {
  return onlyScalars ? sql : `(${sql} AND ${type} IN (${types}))`;
}

interface Part {
  readonly sql: string;
  readonly isExact: boolean;
}

/** Compiles a filter to SQL: exact with MongoDB's semantics, or bounds. */
export function conditionOf(filter: Filter, kinds: PathKinds): Condition {
  const builder = new Builder(filter, kinds);
  const base: Bounds[] = [];
  const rest: Bounds[] = [];
  for (const part of allParts(filter)) {
    const isBase = base.length < maximumBaseParts && builder.isIndexed(part);
    const bounds = builder.build(part);
    (isBase && bounds.upper === bounds.lower ? base : rest).push(bounds);
  }
  return { ...builder.join('and', [...base, ...rest]), base: builder.join('and', base).upper, parameters: builder.parameters };
}

function patternsOf(filter: Filter): number {
  if (filter.kind === 'field') return filter.test.kind === 'regex' ? 1 : 0;
  return (filter.kind === 'not' ? [filter.part] : filter.parts).reduce((count, part) => count + patternsOf(part), 0);
}

function allParts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.parts.flatMap(allParts) : [filter];
}

/** SQL for a JSON object of these top-level fields; the whole document when one of them has no SQL path. */
export function fieldsSql(names: readonly string[]): string {
  const paths = [...new Set(names)].map((name) => jsonPath([name]));
  if (paths.includes(null)) return 'json(doc)';
  return `json_object(${paths.map((path) => `substr(${path}, 4, length(${path}) - 4), doc -> ${path}`).join(', ')})`;
}

/** SQL for a JSON array of the values at these paths of documents; NULL when an array is on a path, or SQL cannot express a path. */
export function sortValuesSql(paths: readonly (readonly string[])[]): string {
  const arrays = paths.map(arraySql);
  const values = paths.map(jsonPath);
  if (arrays.includes(null) || values.includes(null)) return 'NULL';
  return `CASE WHEN ${arrays.join(' OR ')} THEN NULL ELSE json_array(${values.map((path) => `doc -> ${path}`).join(', ')}) END`;
}
