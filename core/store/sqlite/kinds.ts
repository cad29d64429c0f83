import { splitPath } from '../documents/paths.ts';
import { type Document, isObject, type Json } from '../documents/values.ts';

/**
 * The types of values that an indexed path has ever held, like MongoDB's multikey flag:
 * - `boolean`: only booleans and null, or missing; in partitions alone;
 * - `scalar`: only null, numbers and text, or missing; SQL compares and sorts these exactly;
 * - `mixed`: also booleans or objects; SQL compares exactly with a type check, but cannot sort;
 * - `array`: also an array, at the path or above it.
 * A path without an index is `unknown`; an `_id` is always text.
 */
export type Kind = 'boolean' | 'scalar' | 'mixed' | 'array';
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

/** The kinds of all indexed paths of a collection, as their table has them. They only widen. */
export class IndexedKinds implements PathKinds {
  readonly #table: { check(): void };
  readonly #kinds = new Map<string, { segments: readonly string[]; kind: Kind }>();
  readonly #changed = new Set<string>();

  constructor(table: { check(): void }) {
    this.#table = table;
  }

  /** Loads what other processes have changed. */
  check(): void {
    this.#table.check();
  }

  /** Replaces all; what is widened and not saved yet stays widened. */
  load(kinds: ReadonlyMap<string, Kind>): void {
    const { widened } = this;
    this.#kinds.clear();
    this.#changed.clear();
    for (const [path, kind] of kinds) this.#kinds.set(path, { segments: splitPath(path), kind });
    for (const [path, kind] of widened) this.#widen(path, kind);
  }

  of(path: readonly string[]): Kind | 'unknown' {
    if (path.length === 1 && path[0] === '_id') return 'scalar';
    return this.#kinds.get(path.join('.'))?.kind ?? 'unknown';
  }

  note(document: Document): void {
    for (const [path, entry] of this.#kinds) {
      if (entry.kind === 'array') continue;
      const kind = kindIn(document, entry.segments);
      if (kind !== 'scalar') this.#widen(path, kind);
    }
  }

  /** The kinds that documents have widened since they were loaded or saved; a kind noted for a rolled-back write is harmless. */
  get widened(): ReadonlyMap<string, Kind> {
    return new Map([...this.#changed].map((path) => [path, this.#kinds.get(path)?.kind ?? 'scalar']));
  }

  /** Call after the commit. */
  saved(): void {
    this.#changed.clear();
  }

  #widen(path: string, kind: Kind): void {
    const entry = this.#kinds.get(path);
    if (entry === undefined || order.indexOf(kind) <= order.indexOf(entry.kind)) return;
    entry.kind = kind;
    this.#changed.add(path);
  }
}
