import type { EntitySchema } from '@sayso/apps/ref';
import type { Query, Sort } from '@sayso/core';
import { InvalidQuery } from '../errors.ts';
import type { AskedTable } from '../permissions/field-access.ts';
import { scalarType } from '../rows/fields.ts';

const BUILT_IN: Readonly<Record<string, string>> = { id: '_id', createdAt: 'createdAt', updatedAt: 'updatedAt', creatorId: 'creatorId' };
const COMPARING = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte']);
const LISTING = new Set(['$in', '$nin', '$all']);
const JOINING = new Set(['$and', '$or', '$nor']);
/** Stores refuse `__proto__` as a name. */
const FIELD = /^(?!(.*\.)?__proto__(\.|$))[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+){0,8}$/;
const MAX_DEPTH = 6;
const MAX_CONDITIONS = 100;
const MAX_LISTED = 1000;
/** Of all lists of a filter: each value is read several times on the event loop. */
const MAX_ALL_LISTED = 10_000;
const MAX_PATTERN = 200;
/** Each one scans every row. */
const MAX_PATTERNS = 20;

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 50;
const MAX_SKIP = 10_000;
const MAX_SORTED = 4;

/** The path of a table's field in a row's document; throws `InvalidQuery` for unknown fields. */
export function documentPath(schema: AskedTable, field: string): string {
  const builtIn = BUILT_IN[field];
  if (builtIn !== undefined && Object.hasOwn(BUILT_IN, field)) return builtIn;
  const [root = ''] = field.split('.');
  if (schema.hidden?.has(root) === true)
    throw new InvalidQuery(`You may not see \`${root}\` of ${schema.name} in all rows, so you cannot filter, sort or compute by it.`, [
      { path: field.slice(0, 80), message: 'is hidden' },
    ]);
  const isKnown = Object.hasOwn(schema.properties, root) || schema['additionalProperties'] === true;
  if (!FIELD.test(field) || !isKnown) {
    // A condition on an unknown field would match all rows or none, also in a mass delete.
    throw new InvalidQuery(`\`${field.slice(0, 80)}\` is not a field of ${schema.name}.`, [
      { path: field.slice(0, 80), message: 'is not a field' },
    ]);
  }
  return `data.${field}`;
}

/** Translates a caller's filter for the store: known fields, supported operators, bounded cost. */
export function toFilter(schema: EntitySchema, filter: unknown): Query {
  return toFilterBy((field) => documentPath(schema, field), filter);
}

/** As `toFilter`, for other fields: `pathOf` has the path of each, and throws for unknown ones. */
export function toFilterBy(pathOf: (field: string) => string, filter: unknown): Query {
  return new FilterReader(pathOf).filter(filter ?? {}, 0);
}

/** Reads one filter, and counts its conditions and patterns. */
class FilterReader {
  readonly #pathOf: (field: string) => string;
  #conditions = 0;
  #patterns = 0;
  #listed = 0;

  constructor(pathOf: (field: string) => string) {
    this.#pathOf = pathOf;
  }

  filter(value: unknown, depth: number): Query {
    if (!isObject(value)) throw new InvalidQuery('A filter must be an object such as {"done": false}.');
    if (depth > MAX_DEPTH) throw new InvalidQuery('The filter is nested too deeply.');
    return Object.fromEntries(Object.entries(value).map(([key, condition]) => this.#entry(key, condition, depth + 1)));
  }

  #entry(key: string, condition: unknown, depth: number): [string, unknown] {
    this.#count();
    if (!JOINING.has(key)) return [this.#pathOf(refuseOperator(key)), this.#condition(condition, depth)];
    if (!Array.isArray(condition) || condition.length === 0) throw new InvalidQuery(`\`${key}\` needs a list of filters.`);
    return [key, condition.map((one) => this.filter(one, depth))];
  }

  #condition(condition: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new InvalidQuery('The filter is nested too deeply.');
    if (!isObject(condition) || !Object.keys(condition).some((key) => key.startsWith('$'))) return plain(condition);
    const { $regex, $options, ...rest } = condition;
    const operators = Object.entries(rest).map(([operator, operand]) => {
      this.#count();
      return [operator, this.#operand(operator, operand, depth)] as const;
    });
    return { ...Object.fromEntries(operators), ...($regex === undefined ? {} : this.#pattern($regex, $options)) };
  }

  #operand(operator: string, operand: unknown, depth: number): unknown {
    if (COMPARING.has(operator)) return plain(operand);
    if (LISTING.has(operator)) return this.#values(operator, operand);
    if (operator === '$exists' && typeof operand === 'boolean') return operand;
    if (operator === '$size' && Number.isSafeInteger(operand)) return operand;
    if (operator === '$not' && isObject(operand)) return this.#condition(operand, depth + 1);
    if (operator === '$elemMatch' && isObject(operand)) return this.#element(operand, depth + 1);
    throw new InvalidQuery(`\`${operator.slice(0, 40)}\` cannot be used in a filter like this.`);
  }

  #element(operand: Readonly<Record<string, unknown>>, depth: number): unknown {
    if (Object.keys(operand).some((key) => key.startsWith('$'))) return this.#condition(operand, depth);
    const fields = Object.entries(operand).map(([field, condition]) => {
      this.#count();
      if (!FIELD.test(field)) throw new InvalidQuery(`\`${field.slice(0, 80)}\` is not the name of a field.`);
      return [field, this.#condition(condition, depth + 1)] as const;
    });
    return Object.fromEntries(fields);
  }

  #count(): void {
    this.#conditions += 1;
    if (this.#conditions > MAX_CONDITIONS) throw new InvalidQuery(`A filter has at most ${MAX_CONDITIONS} conditions.`);
  }

  #values(operator: string, operand: unknown): unknown[] {
    const values = listed(operator, operand);
    this.#listed += values.length;
    if (this.#listed > MAX_ALL_LISTED) throw new InvalidQuery(`The lists of a filter have at most ${MAX_ALL_LISTED} values together.`);
    return values;
  }

  #pattern(text: unknown, options: unknown): Query {
    this.#patterns += 1;
    if (this.#patterns > MAX_PATTERNS) throw new InvalidQuery(`A filter has at most ${MAX_PATTERNS} \`$regex\` patterns.`);
    return toPattern(text, options);
  }
}

function listed(operator: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand) || operand.length > MAX_LISTED)
    throw new InvalidQuery(`\`${operator}\` needs a list of at most ${MAX_LISTED} values.`);
  return operand.map(plain);
}

/** The fields of a list, and those that every row has, as members of the flat form. */
export function projectionOf(schema: EntitySchema, fields: readonly string[]): Record<string, 1> {
  for (const field of fields) documentPath(schema, field);
  const paths = new Set(['id', 'createdAt', 'updatedAt', 'creatorId', ...fields]);
  // Stores reject a projection of both a field and a part of it.
  const isPart = (path: string) => path.split('.').some((_name, index, names) => index > 0 && paths.has(names.slice(0, index).join('.')));
  return Object.fromEntries([...paths].filter((path) => !isPart(path)).map((path) => [path, 1]));
}

/**
 * `field` or `-field`, several with commas; the row's id breaks ties in the direction of the last one, so that pages never overlap. Ids sort
 * by creation time.
 */
export function toSort(schema: EntitySchema, sort: string | undefined): Sort {
  const asked = (sort?.trim() || '-createdAt').split(',').map((field) => field.trim());
  if (asked.length > MAX_SORTED)
    throw new InvalidQuery(`A list is sorted by at most ${MAX_SORTED} fields.`, [{ path: 'sort', message: 'is too long' }]);
  const keys: Record<string, 1 | -1> = {};
  for (const field of asked) {
    const direction = field.startsWith('-') ? -1 : 1;
    const path = documentPath(schema, field.replace(/^[-+]/, ''));
    // What follows the same field, or the id, does not matter.
    keys[path] ??= direction;
    if (path === '_id') return keys;
  }
  return { ...keys, _id: Object.values(keys).at(-1) ?? 1 };
}

export function toLimit(limit: number | undefined): number {
  const asked = limit ?? DEFAULT_LIMIT;
  if (!Number.isSafeInteger(asked) || asked < 1 || asked > MAX_LIMIT) throw new InvalidQuery(`\`limit\` must be from 1 to ${MAX_LIMIT}.`);
  return asked;
}

export function toSkip(skip: number | undefined): number {
  const asked = skip ?? 0;
  if (!Number.isSafeInteger(asked) || asked < 0 || asked > MAX_SKIP) {
    throw new InvalidQuery(`\`skip\` must be from 0 to ${MAX_SKIP}. For further pages, pass the id of the last row read as \`after\`.`, [
      { path: 'skip', message: 'is too far' },
    ]);
  }
  return asked;
}

/** The id of the last row of the page before, if any; throws `InvalidQuery` for a sort by a field that may hold lists. */
export function toAfter(schema: EntitySchema, after: string | undefined, sort: Sort): { readonly after?: string } {
  if (after === undefined || after === '') return {};
  const listed = Object.keys(sort).find((path) => path.startsWith('data.') && scalarType(schema.properties[path.slice(5)] ?? {}) === null);
  if (listed === undefined) return { after };
  throw new InvalidQuery(`\`after\` cannot be used with the sort by \`${listed.slice(5)}\`, which is not a field of single values.`);
}

/** Plain text only, with `^`, `$` and `.*` at the ends: other expressions could take exponential time. */
function toPattern(pattern: unknown, options: unknown): Query {
  if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN || (options !== undefined && options !== 'i' && options !== '')) {
    throw new InvalidQuery(`\`$regex\` must be text of at most ${MAX_PATTERN} characters; its only option is "i".`);
  }
  const [, start = '', body = '', end = ''] = /^(\^?)(?:\.\*)?(.*?)(?:\.\*)?(\$?)$/s.exec(pattern) ?? [];
  const literal = body.replace(/\\([^A-Za-z0-9])/g, (_whole, character: string) => `\0${character.charCodeAt(0)}\0`);
  if (/[\\^$.*+?()[\]{}|]/.test(literal)) {
    throw new InvalidQuery('`$regex` may only look for plain text, at the start with "^" or at the end with "$".');
  }
  const text = literal.replace(/\0(\d+)\0/g, (_whole, code: string) => String.fromCharCode(Number(code)));
  const anchoredStart = start !== '' && !pattern.startsWith('^.*') ? '^' : '';
  const anchoredEnd = end !== '' && !pattern.endsWith('.*$') ? '$' : '';
  const escaped = anchoredStart + text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + anchoredEnd;
  return { $regex: escaped, ...(options === 'i' ? { $options: 'i' } : {}) };
}

function plain(value: unknown): unknown {
  if (hasOperator(value, MAX_DEPTH)) throw new InvalidQuery('A value in a filter must not hold operators, or be nested this deeply.');
  return value;
}

function hasOperator(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.entries(value).some(([key, inner]) => key.startsWith('$') || hasOperator(inner, levels - 1));
}

function refuseOperator(key: string): string {
  if (key.startsWith('$')) throw new InvalidQuery(`\`${key.slice(0, 40)}\` cannot be used in a filter like this.`);
  return key;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
