import { isDeepStrictEqual } from 'node:util';
import { ownValue } from '../rows/row.ts';

type Data = Readonly<Record<string, unknown>>;

/** The fields of a row when the branch began, and on both sides now; null where there is no such row. */
export interface RowSides {
  readonly base: Data | null;
  readonly app: Data | null;
  readonly idea: Data | null;
}

/** What a merge does to a row of the app. `data`: its fields after it, null: none. */
export type RowOutcome =
  | { readonly kind: 'same' }
  | { readonly kind: 'added' | 'changed'; readonly data: Data }
  | { readonly kind: 'removed'; readonly data: null }
  /** Both changed `fields`, or one side deleted what the other one changed. `data`: with the side of the idea. */
  | { readonly kind: 'conflict'; readonly fields: readonly string[]; readonly data: Data | null };

const SAME = { kind: 'same' } as const;

/** A three-way merge of a row: what only the idea changed is taken, what both changed is merged by field. */
export function mergeRow({ base, app, idea }: RowSides): RowOutcome {
  if (isDeepStrictEqual(idea, base) || isDeepStrictEqual(idea, app)) return SAME;
  if (idea === null) return isDeepStrictEqual(app, base) ? { kind: 'removed', data: null } : { kind: 'conflict', fields: [], data: null };
  if (app === null) return base === null ? { kind: 'added', data: idea } : { kind: 'conflict', fields: [], data: idea };
  return mergeFields({ base: base ?? {}, app, idea });
}

function mergeFields({ base, app, idea }: Readonly<Record<keyof RowSides, Data>>): RowOutcome {
  const data: Record<string, unknown> = { ...app };
  const fields: string[] = [];
  for (const name of new Set([...Object.keys(app), ...Object.keys(idea), ...Object.keys(base)])) {
    const [before, ours, theirs] = [ownValue(base, name), ownValue(app, name), ownValue(idea, name)];
    if (isDeepStrictEqual(theirs, before) || isDeepStrictEqual(theirs, ours)) continue;
    if (!isDeepStrictEqual(ours, before)) fields.push(name);
    if (theirs === undefined) delete data[name];
    else Object.defineProperty(data, name, { value: theirs, enumerable: true, writable: true, configurable: true });
  }
  if (fields.length > 0) return { kind: 'conflict', fields: fields.sort(), data };
  return isDeepStrictEqual(data, app) ? SAME : { kind: 'changed', data };
}
