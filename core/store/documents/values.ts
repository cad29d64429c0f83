/**
 * MongoDB's order and equality of values, for the six types that JSON has.
 * Source: "Comparison/Sort Order" of the MongoDB manual; strings compare by their UTF-8 bytes.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Document = { [key: string]: Json };

export type TypeName = 'null' | 'number' | 'string' | 'object' | 'array' | 'bool';
const ranks: Readonly<Record<TypeName, number>> = { null: 1, number: 2, string: 3, object: 4, array: 5, bool: 6 };

/** A missing field; filters and sorts treat it as null, `$exists` does not. */
export const missing = Symbol('missing');
export type Value = Json | typeof missing;

export function typeOf(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value as 'number' | 'string' | 'object';
}

export function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares in UTF-8 byte order, which equals UTF-16 order except for surrogates: they encode the highest code points. */
function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    const aSurrogate = a >= 0xd800 && a <= 0xdfff;
    const bSurrogate = b >= 0xd800 && b <= 0xdfff;
    return aSurrogate === bSurrogate ? a - b : aSurrogate ? 1 : -1;
  }
  return left.length - right.length;
}

function compareArrays(left: readonly Json[], right: readonly Json[]): number {
  for (let at = 0; at < left.length && at < right.length; at++) {
    const order = compareValues(left[at] as Json, right[at] as Json);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Field by field in stored order: by type, then name, then value; a prefix sorts first. */
function compareObjects(left: Document, right: Document): number {
  const leftKeys = Object.keys(left);
  const rightKeys = Object.keys(right);
  for (let at = 0; at < leftKeys.length && at < rightKeys.length; at++) {
    const a = leftKeys[at] as string;
    const b = rightKeys[at] as string;
    const aValue = left[a] as Json;
    const bValue = right[b] as Json;
    const order = ranks[typeOf(aValue)] - ranks[typeOf(bValue)] || compareText(a, b) || compareValues(aValue, bValue);
    if (order !== 0) return order;
  }
  return leftKeys.length - rightKeys.length;
}

/** Less than, equal to or greater than zero, across all types. */
export function compareValues(left: Json, right: Json): number {
  const type = typeOf(left);
  const difference = ranks[type] - ranks[typeOf(right)];
  if (difference !== 0) return difference;
  switch (type) {
    case 'null':
      return 0;
    case 'string':
      return compareText(left as string, right as string);
    case 'array':
      return compareArrays(left as Json[], right as Json[]);
    case 'object':
      return compareObjects(left as Document, right as Document);
    default:
      return Number(left) - Number(right);
  }
}

export function equalValues(left: Json, right: Json): boolean {
  return left === right || compareValues(left, right) === 0;
}
