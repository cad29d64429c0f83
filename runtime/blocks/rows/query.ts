import type { BaseRow, RowFields } from '../../sdk/entity.ts';
import { readValue } from './schema.ts';

/**
 * Whether a row matches a MongoDB-style filter, for optimistic updates. Null for a filter with an operator that only the server
 * evaluates.
 */
export function matches(row: BaseRow, filter: RowFields): boolean | null {
  let isKnown = true;
  const all = Object.entries(filter).every(([key, condition]) => {
    const verdict = key.startsWith('$') ? joins(row, key, condition) : meets(read(row, key), condition);
    if (verdict === null) isKnown = false;
    return verdict ?? true;
  });
  return isKnown ? all : null;
}

function joins(row: BaseRow, operator: string, filters: unknown): boolean | null {
  if (!Array.isArray(filters)) return null;
  const verdicts = filters.map((filter: RowFields) => matches(row, filter));
  if (verdicts.includes(null)) return null;
  if (operator === '$and') return verdicts.every(Boolean);
  if (operator === '$or') return verdicts.some(Boolean);
  return operator === '$nor' ? !verdicts.some(Boolean) : null;
}

function read(row: BaseRow, path: string): unknown {
  const [root = '', ...rest] = path.split('.');
  return rest.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], readValue(row, root));
}

function meets(value: unknown, condition: unknown): boolean | null {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) return equals(value, condition);
  const { $options, ...operators } = condition as Record<string, unknown>;
  const verdicts = Object.entries(operators).map(([operator, operand]) =>
    operator === '$regex' ? fits(value, operand, $options) : compares(value, operator, operand),
  );
  return verdicts.includes(null) ? null : verdicts.every(Boolean);
}

function equals(value: unknown, operand: unknown): boolean {
  if (operand === null) return value === null || value === undefined;
  return Array.isArray(value) && !Array.isArray(operand) ? value.includes(operand) : value === operand;
}

/** As on the server, patterns are plain text with `^` and `$` at the ends. */
function fits(value: unknown, pattern: unknown, options: unknown): boolean | null {
  if (typeof pattern !== 'string') return null;
  const fold = (text: string) => (String(options ?? '').includes('i') ? text.toLowerCase() : text);
  const plain = fold(pattern.replace(/^\^|(?<!\\)\$$/g, '').replace(/\\(.)/g, '$1'));
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string').map(fold);
  const [isStart, isEnd] = [pattern.startsWith('^'), /(?<!\\)\$$/.test(pattern)];
  if (isStart && isEnd) return texts.includes(plain);
  return texts.some((text) => (isStart ? text.startsWith(plain) : isEnd ? text.endsWith(plain) : text.includes(plain)));
}

function compares(value: unknown, operator: string, operand: unknown): boolean | null {
  const list = Array.isArray(operand) ? operand : [];
  const isSameType = typeof value === typeof operand && value !== null;
  switch (operator) {
    case '$eq':
      return equals(value, operand);
    case '$ne':
      return !equals(value, operand);
    case '$gt':
      return isSameType && (value as string) > (operand as string);
    case '$gte':
      return isSameType && (value as string) >= (operand as string);
    case '$lt':
      return isSameType && (value as string) < (operand as string);
    case '$lte':
      return isSameType && (value as string) <= (operand as string);
    case '$in':
      return list.some((one) => equals(value, one));
    case '$nin':
      return !list.some((one) => equals(value, one));
    case '$exists':
      return (value !== undefined) === operand;
    default:
      return null;
  }
}

/** The comparator of `field` or `-field`. Empty values come first, as on the server. */
export function compareBy(sort: string): (a: BaseRow, b: BaseRow) => number {
  const isDescending = sort.startsWith('-');
  const field = isDescending ? sort.slice(1) : sort;
  const rank = (value: unknown) =>
    value === undefined || value === null ? 0 : typeof value === 'number' ? 1 : typeof value === 'string' ? 2 : 3;
  return (a, b) => {
    const [x, y] = [readValue(a, field), readValue(b, field)];
    const order = rank(x) - rank(y) || (x === y || rank(x) === 0 ? 0 : (x as string) < (y as string) ? -1 : 1);
    return isDescending ? -order : order;
  };
}

/** A filter for rows with a text in one of these fields. */
export function searchFilter(fields: readonly string[], text: string): RowFields {
  const wanted = text.trim();
  if (wanted === '' || fields.length === 0) return {};
  const pattern = { $regex: wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), $options: 'i' };
  return { $or: fields.map((field) => ({ [field]: pattern })) };
}

/** Combines filters by AND. */
export function allOf(...filters: readonly (RowFields | undefined)[]): RowFields {
  const given = filters.filter((filter) => filter !== undefined && Object.keys(filter).length > 0) as RowFields[];
  return given.length > 1 ? { $and: given } : (given[0] ?? {});
}
