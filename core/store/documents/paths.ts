import { InvalidInput } from '../../contract/errors.ts';
import { compareValues, type Document, equalValues, isObject, type Json, missing, type Value } from './values.ts';

/** `a.b.0` → its segments. Names that no engine stores alike are refused. */
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

/** A path, and how far along it a value lies. */
export interface Walk {
  readonly segments: readonly string[];
  readonly at: number;
  /** Whether a list at the end is offered element by element before it is offered whole. */
  readonly intoLeaf: boolean;
}

/**
 * MongoDB's walk along a path: arrays on the way are entered, element by element; a number may also name an element.
 * Calls `test` with each value found until it answers true. With `intoLeaf`, an array at the end is offered element by
 * element and then whole. Source: `BSONElementIterator` in MongoDB's src/mongo/db/matcher/path.cpp.
 */
export function someValue(start: Value, { segments, at, intoLeaf }: Walk, test: (value: Value) => boolean): boolean {
  let value = start;
  let depth = at;
  while (depth < segments.length && isObject(value)) value = own(value, segments[depth++] as string);
  if (!Array.isArray(value)) return test(depth < segments.length ? missing : value);
  if (depth === segments.length) return (intoLeaf && value.some(test)) || test(value);
  return someElement(value, { segments, at: depth, intoLeaf }, test);
}

/** A path that ends nowhere in the list finds a missing field; not so in a list that a position led to (`nested`). */
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
      // A scalar where a document was expected lacks the field; a list within the list is passed over.
      reached = true;
      if (test(missing)) return true;
    }
    if (!named || segment !== String(index)) continue;
    const last = at + 1 === segments.length;
    // An element named at the end of the path is offered whole, also when it is a list; a scalar ends the path elsewhere.
    if (!last && !Array.isArray(element) && !isObject(element)) continue;
    reached = true;
    if (last && test(element)) return true;
    if (!last && Array.isArray(element) && someElement(element, next, test, true)) return true;
    if (!last && isObject(element) && someValue(element, next, test)) return true;
  }
  return !reached && !nested && test(missing);
}

/** The value at a path without entering arrays; for index keys, projections and upserts. */
export function valueAt(document: Value, segments: readonly string[]): Value {
  let value = document;
  for (const segment of segments) {
    if (!isObject(value)) return missing;
    value = own(value, segment);
  }
  return value;
}

/** MongoDB's `distinct`: the elements of lists instead of the lists, each value once, in order of value. */
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
