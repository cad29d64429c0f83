import { InvalidInput } from '../../contract/errors.ts';
import { compareValues, type Document, equalValues, isObject, type Json, missing, type Value } from './values.ts';

/** Splits `a.b.0` into segments. Throws for names that the engines do not store alike. */
export function splitPath(path: string): string[] {
  const segments = path.split('.');
  for (const segment of segments)
    if (segment === '' || segment.startsWith('$') || segment === '__proto__' || segment.includes('\0'))
      throw new InvalidInput(`"${path}" is not a field path: use names separated by dots, without "$".`, [
        { path, message: 'Not a field path.' },
      ]);
  return segments;
}

export function isIndex(segment: string): boolean {
  return /^(0|[1-9]\d{0,8})$/.test(segment);
}

function own(value: Document, key: string): Value {
  return Object.hasOwn(value, key) ? (value[key] as Json) : missing;
}

/** A path, and the depth of the current value in it. */
export interface Walk {
  readonly segments: readonly string[];
  readonly at: number;
  /** Whether to test the elements of an array at the end of the path before the array itself. */
  readonly intoLeaf: boolean;
}

/**
 * MongoDB's path traversal: descends into the elements of arrays; a numeric segment may also be an array index. Calls `test` with each
 * value found until it returns true. With `intoLeaf`, tests the elements of an array at the end of the path, then the array itself.
 * Source: `BSONElementIterator` in MongoDB's src/mongo/db/matcher/path.cpp.
 */
export function someValue(start: Value, { segments, at, intoLeaf }: Walk, test: (value: Value) => boolean): boolean {
  let value = start;
  let depth = at;
  while (depth < segments.length && isObject(value)) value = own(value, segments[depth++] as string);
  if (!Array.isArray(value)) return test(depth < segments.length ? missing : value);
  if (depth === segments.length) return (intoLeaf && value.some(test)) || test(value);
  return someElement(value, { segments, at: depth, intoLeaf }, test);
}

/** When no element has the path, tests a missing field once; not in an array that was reached by an index (`nested`). */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: MongoDB's rules for lists, in the order in which its source has them
function someElement(list: readonly Json[], walk: Walk, test: (value: Value) => boolean, nested = false): boolean {
  const { segments, at } = walk;
  const segment = segments[at] as string;
  const named = isIndex(segment);
  const next = named ? { ...walk, at: at + 1 } : walk;
  let reached = false;
  for (const [index, element] of list.entries()) {
    if (isObject(element)) {
      reached = true;
      if (someValue(element, walk, test)) return true;
    } else if (!Array.isArray(element) && !named) {
      // A scalar element counts as a missing field; nested arrays are skipped.
      reached = true;
      if (test(missing)) return true;
    }
    if (!named || segment !== String(index)) continue;
    const last = at + 1 === segments.length;
    // An index at the end of the path tests the element itself, also an array. Before the end, a scalar has no further path.
    if (!last && !Array.isArray(element) && !isObject(element)) continue;
    reached = true;
    if (last && test(element)) return true;
    if (!last && Array.isArray(element) && someElement(element, next, test, true)) return true;
    if (!last && isObject(element) && someValue(element, next, test)) return true;
  }
  return !reached && !nested && test(missing);
}

/** MongoDB's `distinct`: unwinds arrays; unique values, sorted. */
export function distinctValues(documents: readonly Document[], segments: readonly string[]): Json[] {
  const found: Json[] = [];
  for (const document of documents)
    someValue(document, { segments, at: 0, intoLeaf: false }, (value) => {
      if (value !== missing) found.push(...(Array.isArray(value) ? value : [value]));
      return false;
    });
  const sorted = found.sort(compareValues);
  return sorted.filter((value, at) => at === 0 || !equalValues(value, sorted[at - 1] as Json));
}
