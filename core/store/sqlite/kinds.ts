import { type Document, isObject, type Json } from '../documents/values.ts';

/**
 * The types of values that an indexed path has ever held, like MongoDB's multikey flag:
 * - `scalar`: only null, numbers and text, or missing; SQL compares and sorts these exactly;
 * - `mixed`: also booleans or objects; SQL compares exactly with a type check, but cannot sort;
 * - `array`: also an array, at the path or above it.
 * A path without an index is `unknown`; an `_id` is always text.
 */
export type Kind = 'scalar' | 'mixed' | 'array';
export interface PathKinds {
  of(path: readonly string[]): Kind | 'unknown';
}

const order: readonly Kind[] = ['scalar', 'mixed', 'array'];

function kindIn(document: Document, segments: readonly string[]): Kind {
  let value: Json | undefined = document;
  for (const segment of segments) {
    if (Array.isArray(value)) return 'array';
    if (!isObject(value) || !Object.hasOwn(value, segment)) return 'scalar';
    value = value[segment];
  }
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' || isObject(value) ? 'mixed' : 'scalar';
}

/** The kinds of all indexed paths. They only widen; `save` writes the changes in the current transaction. */
export class IndexedKinds implements PathKinds {
  readonly #kinds = new Map<string, { segments: readonly string[]; kind: Kind }>();
  readonly #changed = new Set<string>();

  add(path: string, segments: readonly string[], kind: Kind): void {
    const present = this.#kinds.get(path);
    if (present === undefined || order.indexOf(kind) > order.indexOf(present.kind)) this.#kinds.set(path, { segments, kind });
  }

  of(path: readonly string[]): Kind | 'unknown' {
    if (path.length === 1 && path[0] === '_id') return 'scalar';
    return this.#kinds.get(path.join('.'))?.kind ?? 'unknown';
  }

  note(document: Document): void {
    for (const [path, entry] of this.#kinds) {
      if (entry.kind === 'array') continue;
      const kind = kindIn(document, entry.segments);
      if (kind === 'scalar' || order.indexOf(kind) <= order.indexOf(entry.kind)) continue;
      entry.kind = kind;
      this.#changed.add(path);
    }
  }

  /** Clears the unsaved changes only after the commit; a kind recorded for a rolled-back write is harmless. */
  save(write: (path: string, kind: Kind) => void): () => void {
    const saved = [...this.#changed];
    for (const path of saved) write(path, this.#kinds.get(path)?.kind ?? 'scalar');
    return () => {
      for (const path of saved) this.#changed.delete(path);
    };
  }
}
