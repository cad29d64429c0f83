import { InvalidInput } from '../../contract/errors.ts';
import type { Query } from '../../contract/store.ts';
import { splitPath } from './paths.ts';
import { isObject, type Json, type TypeName } from './values.ts';

/**
 * A validated and normalized filter. Both stores validate with `parseFilter`, so that they refuse the same input; SQLite evaluates this
 * form.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly test: Test };

/** A test of one value. */
export type Test =
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly value: Json }
  | { readonly kind: 'in'; readonly values: readonly Json[] }
  | { readonly kind: 'exists' }
  | { readonly kind: 'type'; readonly types: readonly TypeName[] }
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'size'; readonly size: number }
  | {
      readonly kind: 'element';
      readonly filter: Filter /** Elements are tested as values (`{$gt: 1}`), not as documents. */;
      readonly values: boolean;
    };

export type Comparison = '$eq' | '$gt' | '$gte' | '$lt' | '$lte';

const maximumDepth = 50;
/** Maximum depth of a value. MongoDB refuses 180 levels, including the filter's, and closes the connection on more; SQLite refuses 1000. */
const maximumLevels = 64;
const typeNames: readonly string[] = ['null', 'number', 'string', 'object', 'array', 'bool'];

export function invalid(path: string, message: string): InvalidInput {
  return new InvalidInput(path === '' ? message : `${path}: ${message}`, [{ path, message }]);
}

/** Converts a value to JSON: dates become ISO text. Refuses values without JSON form, so that `undefined` never widens a filter. */
export function jsonValue(value: unknown, path: string): Json {
  if (value instanceof Date) return value.toISOString();
  if (
    value === undefined ||
    value instanceof RegExp ||
    typeof value === 'function' ||
    typeof value === 'bigint' ||
    typeof value === 'symbol'
  )
    throw invalid(path, `${value instanceof RegExp ? 'A regular expression' : typeof value} is not a JSON value.`);
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalid(path, `${value} is not a JSON number.`);
  if (isDeeper(value, maximumLevels)) throw invalid(path, `A value nests ${maximumLevels} levels deep at most.`);
  if (typeof value === 'object' && value !== null) return JSON.parse(JSON.stringify(value)) as Json;
  return value as Json;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Whether a value stays the same as JSON: `jsonValue` would return an equal one. */
export function isJson(value: unknown, levels = maximumLevels): value is Json {
  // JSON has no negative zero.
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' || typeof value === 'boolean' || value === null;
  if (levels === 0) return false;
  if (Array.isArray(value)) return isPlain(value, Array.prototype) && areJson(value, levels - 1);
  if (!isPlain(value, Object.prototype)) return false;
  for (const name of Object.keys(value)) if (!isJson((value as Record<string, unknown>)[name], levels - 1)) return false;
  return true;
}

function areJson(values: readonly unknown[], levels: number): boolean {
  // `every` would skip holes, which are not JSON.
  for (const value of values) if (!isJson(value, levels)) return false;
  return true;
}

/** Whether an object is serialized by its own members alone. */
function isPlain(value: object, prototype: object): boolean {
  return Object.getPrototypeOf(value) === prototype && !('toJSON' in value);
}

export function isOperators(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || value instanceof Date || value instanceof RegExp) return false;
  return Object.keys(value).some((key) => key.startsWith('$'));
}

function parseRegex(path: string, pattern: unknown, options: unknown): RegExp {
  const source = pattern instanceof RegExp ? pattern.source : pattern;
  const flags = options ?? (pattern instanceof RegExp ? pattern.flags : '');
  if (typeof source !== 'string' || typeof flags !== 'string') throw invalid(path, '$regex and $options take text.');
  if (!/^[ims]*$/.test(flags) || source.includes('\0')) throw invalid(path, `$options "${flags}" are not supported: use i, m and s.`);
  const unique = [...new Set(flags)].join('');
  try {
    return new RegExp(source, `${unique}u`);
  } catch {
    try {
      return new RegExp(source, unique);
    } catch {
      throw invalid(path, `$regex "${source}" is not a regular expression.`);
    }
  }
}

function list(path: string, operator: string, value: unknown): Json[] {
  if (!Array.isArray(value)) throw invalid(path, `${operator} takes a list.`);
  return value.map((entry) => {
    if (isOperators(entry)) throw invalid(path, `${operator} takes values, not operators.`);
    return jsonValue(entry, path);
  });
}

interface Place {
  readonly path: string;
  readonly segments: readonly string[];
  readonly depth: number;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case for each operator, each checks its own operand
function parseOperator({ path, segments, depth }: Place, operators: Record<string, unknown>, operator: string): Filter {
  const value = operators[operator];
  const field = (test: Test): Filter => ({ kind: 'field', path: segments, test });
  const not = (part: Filter): Filter => ({ kind: 'not', part });
  switch (operator) {
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return field({ kind: 'compare', operator, value: jsonValue(value, path) });
    case '$ne':
      return not(field({ kind: 'compare', operator: '$eq', value: jsonValue(value, path) }));
    case '$in':
      return field({ kind: 'in', values: list(path, operator, value) });
    case '$nin':
      return not(field({ kind: 'in', values: list(path, operator, value) }));
    case '$all': {
      const values = list(path, operator, value);
      // An empty list matches nothing.
      if (values.length === 0) return { kind: 'or', parts: [] };
      return { kind: 'and', parts: values.map((each) => field({ kind: 'compare', operator: '$eq', value: each })) };
    }
    case '$exists': {
      if (typeof value !== 'boolean') throw invalid(path, '$exists takes true or false.');
      return value ? field({ kind: 'exists' }) : not(field({ kind: 'exists' }));
    }
    case '$type': {
      const types = Array.isArray(value) ? value : [value];
      if (types.length === 0 || types.some((type) => !typeNames.includes(type)))
        throw invalid(path, `$type takes one or more of ${typeNames.join(', ')}.`);
      return field({ kind: 'type', types });
    }
    case '$regex':
      return field({ kind: 'regex', regex: parseRegex(path, value, operators.$options) });
    case '$size': {
      if (!Number.isInteger(value) || (value as number) < 0) throw invalid(path, '$size takes a whole number from 0.');
      return field({ kind: 'size', size: value as number });
    }
    case '$elemMatch': {
      if (!isObject(value)) throw invalid(path, '$elemMatch takes a filter.');
      const keys = Object.keys(value);
      const values = isOperators(value) && !keys.some((key) => key === '$and' || key === '$or' || key === '$nor');
      const filter = values ? parseField(path, [], value, depth + 1) : parseFilter(value, depth + 1);
      return field({ kind: 'element', filter, values });
    }
    case '$not': {
      if (value instanceof RegExp) return not(field({ kind: 'regex', regex: parseRegex(path, value, undefined) }));
      if (!isOperators(value)) throw invalid(path, '$not takes operators.');
      return not(parseField(path, segments, value, depth + 1));
    }
    default:
      throw invalid(path, `The operator "${operator}" is not supported in filters.`);
  }
}

function parseField(path: string, segments: readonly string[], value: unknown, depth: number): Filter {
  if (depth > maximumDepth) throw invalid(path, `A filter may be ${maximumDepth} levels deep at most.`);
  if (value instanceof RegExp) return { kind: 'field', path: segments, test: { kind: 'regex', regex: parseRegex(path, value, undefined) } };
  if (!isOperators(value))
    return { kind: 'field', path: segments, test: { kind: 'compare', operator: '$eq', value: jsonValue(value, path) } };
  const operators = Object.keys(value).filter((key) => key !== '$options');
  if ('$options' in value && !('$regex' in value)) throw invalid(path, '$options needs a $regex.');
  const parts = operators.map((operator) => parseOperator({ path, segments, depth }, value, operator));
  return parts.length === 1 ? (parts[0] as Filter) : { kind: 'and', parts };
}

/** Throws `InvalidInput` with the path of what is unsupported. */
export function parseFilter(filter: Query, depth = 0): Filter {
  if (!isObject(filter)) throw invalid('', 'A filter is an object.');
  if (depth > maximumDepth) throw invalid('', `A filter may be ${maximumDepth} levels deep at most.`);
  const parts = Object.entries(filter as Query).map(([key, value]): Filter => {
    if (!key.startsWith('$')) return parseField(key, splitPath(key), value, depth);
    if (key !== '$and' && key !== '$or' && key !== '$nor') throw invalid('', `The operator "${key}" is not supported in filters.`);
    if (!Array.isArray(value) || value.length === 0) throw invalid(key, `${key} takes a list of at least one filter.`);
    const nested = value.map((each) => parseFilter(each as Query, depth + 1));
    if (key === '$and') return { kind: 'and', parts: nested };
    const either: Filter = { kind: 'or', parts: nested };
    return key === '$or' ? either : { kind: 'not', part: either };
  });
  return parts.length === 1 ? (parts[0] as Filter) : { kind: 'and', parts };
}
