import type { Filter, Test } from '../documents/filter.ts';
import type { Json } from '../documents/values.ts';
import type { PathKinds } from './kinds.ts';
import { type PlainPattern, plainPattern } from './pattern.ts';

export type Parameter = string | number;

/**
 * A condition in SQL as two bounds: `upper` holds for every document that matches, `lower` for none that does not. Where SQL says it
 * exactly they are the same text; a document between them is left to the exact matcher.
 */
interface Bounds {
  readonly upper: string;
  readonly lower: string;
}

/** A filter in SQL, with numbered parameters that all its parts share. */
export interface Condition extends Bounds {
  /** What the indexes alone decide: a walk over these rows reads no document. */
  readonly base: string;
  readonly parameters: readonly Parameter[];
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

/** More would make the walk over the index slow itself. */
const maximumBaseParts = 8;
/** SQLite reads a text again for each pattern. For more of them, one parsed document is cheaper. */
const maximumPatterns = 3;
/** Longer lists are one parameter: SQLite takes 32,766 in one statement. */
const maximumListed = 20;

class Builder {
  readonly parameters: Parameter[] = [];
  readonly #kinds: PathKinds;
  readonly #patternsInSql: boolean;

  constructor(filter: Filter, kinds: PathKinds) {
    this.#kinds = kinds;
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

  /** A comparison that an index answers, whatever the documents hold. */
  isIndexed(filter: Filter): boolean {
    if (filter.kind !== 'field' || (filter.test.kind !== 'compare' && filter.test.kind !== 'in')) return false;
    const kind = this.#kinds.of(filter.path);
    return kind === 'scalar' || kind === 'mixed';
  }

  #field(path: readonly string[], test: Test): Bounds {
    const kind = this.#kinds.of(path);
    const upper = this.#scalar(path, test, kind === 'scalar') ?? this.#roughly(path, test);
    const lower = upper.isExact ? upper.sql : '0';
    if (kind === 'scalar' || kind === 'mixed') return { upper: upper.sql, lower };
    const isArray = arraySql(path);
    if (isArray === null) return { upper: '1', lower: '0' };
    return { upper: `CASE WHEN ${isArray} THEN 1 ELSE ${upper.sql} END`, lower: `CASE WHEN ${isArray} THEN 0 ELSE ${lower} END` };
  }

  /** Of what SQL cannot say: everything, or for a pattern the texts that hold its longest run of ASCII characters. */
  #roughly(path: readonly string[], test: Test): Part {
    const rough: Part = { sql: '1', isExact: false };
    const value = valueSql(path);
    const type = typeSql(path);
    const pattern = test.kind === 'regex' && this.#patternsInSql ? plainPattern(test.regex) : null;
    const run = pattern?.text.match(/[ -~]+/g)?.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
    if (value === null || type === null || pattern === null || !run) return rough;
    return { sql: this.#pattern(value, type, { ...pattern, text: run, start: false, end: false }), isExact: false };
  }

  /** The condition when no list lies at or above the field; null when SQL cannot say it exactly. */
  #scalar(path: readonly string[], test: Test, onlyScalars: boolean): Part | null {
    const sql = this.#exactly(path, test, onlyScalars);
    return sql === null ? null : { sql, isExact: true };
  }

  #exactly(path: readonly string[], test: Test, onlyScalars: boolean): string | null {
    const value = valueSql(path);
    const type = typeSql(path);
    if (value === null || type === null) return null;
    if (test.kind === 'exists') return path[0] === '_id' && path.length === 1 ? '1' : `${type} IS NOT NULL`;
    if (test.kind === 'compare') return this.#compared({ value, type, onlyScalars }, test.operator, test.value);
    if (test.kind === 'in') return this.#among({ value, type, onlyScalars }, test.values);
    if (test.kind === 'regex' && this.#patternsInSql) {
      const pattern = plainPattern(test.regex);
      // SQLite folds the case of ASCII alone.
      if (pattern !== null && (!pattern.ignoresCase || /^[ -~]*$/.test(pattern.text))) return this.#pattern(value, type, pattern);
    }
    return null;
  }

  #compared(column: Column, operator: CompareTest['operator'], operand: CompareTest['value']): string | null {
    const { value } = column;
    const compared = (bound: string | number): string => `${value} ${sqlOperators[operator]} ${this.#bind(bound)}`;
    if (typeof operand === 'string' && !operand.includes('\0')) {
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
    if (!values.every((each) => typeof each === 'string' && !each.includes('\0'))) return null;
    return withType(column, `${column.value} IN (${this.#listed(values as readonly string[])})`, `'text'`);
  }

  #listed(values: readonly string[]): string {
    if (values.length > maximumListed && values.every((each) => each.isWellFormed()))
      return `SELECT value FROM json_each(${this.#parameter(JSON.stringify(values))})`;
    return values.map((each) => this.#bind(each)).join(', ');
  }

  #pattern(value: string, type: string, { text, start, end, ignoresCase, foldsUnicode }: PlainPattern): string {
    const wanted = ignoresCase ? text.toLowerCase() : text;
    let folded = ignoresCase ? `lower(${value})` : value;
    // The two letters beyond ASCII that Unicode folds to ASCII: the Kelvin sign and the long s.
    if (ignoresCase && foldsUnicode && wanted.includes('k')) folded = `replace(${folded}, '\u212a', 'k')`;
    if (ignoresCase && foldsUnicode && wanted.includes('s')) folded = `replace(${folded}, '\u017f', 's')`;
    const found = (): string => {
      if (wanted === '') return start && end ? `${folded} = ''` : '1';
      const needle = this.#parameter(wanted);
      if (start && end) return `${folded} = ${needle}`;
      if (start) return `instr(${folded}, ${needle}) = 1`;
      // As bytes: SQLite counts the characters of a text up to its first NUL only.
      if (end) return `substr(CAST(${folded} AS BLOB), ${-Buffer.byteLength(wanted)}) = CAST(${needle} AS BLOB)`;
      return `instr(${folded}, ${needle}) > 0`;
    };
    return `(${type} IS 'text' AND ${found()})`;
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
}

/** A field in SQL. */
interface Column {
  readonly value: string;
  readonly type: string;
  /** Whether the index tells its types apart already. */
  readonly onlyScalars: boolean;
}

type CompareTest = Extract<Test, { readonly kind: 'compare' }>;

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

/** The filter in SQL: exactly what MongoDB would find, or bounds around it. */
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

/** A JSON object of these fields of the top level alone; the whole document when one of them has no SQL path. */
export function fieldsSql(names: readonly string[]): string {
  const paths = [...new Set(names)].map((name) => jsonPath([name]));
  if (paths.includes(null)) return 'json(doc)';
  return `json_object(${paths.map((path) => `substr(${path}, 4, length(${path}) - 4), doc -> ${path}`).join(', ')})`;
}

/** A JSON list of the values at these paths; null when a list lies on the way, or no SQL path leads there. */
export function sortValuesSql(paths: readonly (readonly string[])[]): string {
  const arrays = paths.map(arraySql);
  const values = paths.map(jsonPath);
  if (arrays.includes(null) || values.includes(null)) return 'NULL';
  return `CASE WHEN ${arrays.join(' OR ')} THEN NULL ELSE json_array(${values.map((path) => `doc -> ${path}`).join(', ')}) END`;
}
