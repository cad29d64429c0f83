import { InvalidRow } from '../errors.ts';
import { ITEMS, type Reference } from './reference-fields.ts';
import { numbered } from './row.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Lookup {
  /** Those of the ids that are rows of the table. */
  existing(table: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The stored fields of the row at this index, which may keep a reference to a row that is gone. Default: the row is new. */
  before?(index: number): Promise<Fields | null>;
}

/**
 * Throws `InvalidRow` for the first reference to a row that does not exist, by one look-up for each field. It tells no more than that the row
 * exists, of rows that the caller may not read too.
 */
export async function checkReferences(references: readonly Reference[], given: Fields | readonly Fields[], lookup: Lookup): Promise<void> {
  const rows: readonly Fields[] = isList(given) ? given : [given];
  for (const reference of references) {
    const missing = await missingOf(reference, rows, lookup);
    if (missing !== null) throw refused(missing.name, reference.table, isList(given) ? missing.index : null);
  }
}

function isList(given: Fields | readonly Fields[]): given is readonly Fields[] {
  return Array.isArray(given);
}

async function missingOf(
  { path, table }: Reference,
  rows: readonly Fields[],
  { existing, before }: Lookup,
): Promise<(NamedId & { readonly index: number }) | null> {
  const wanted = rows.flatMap((row, index) => idsAt(row, path).map((each) => ({ ...each, index })));
  if (wanted.length === 0) return null;
  const found = await existing(table, [...new Set(wanted.map(({ id }) => id))]);
  for (const [index, each] of Map.groupBy(
    wanted.filter(({ id }) => !found.has(id)),
    (one) => one.index,
  )) {
    const former = new Set(idsAt((await before?.(index)) ?? {}, path).map(({ id }) => id));
    const first = each.find(({ id }) => !former.has(id));
    if (first !== undefined) return first;
  }
  return null;
}

export function unknownReference(name: string, table: string): { readonly path: string; readonly message: string } {
  return { path: name, message: `\`${name}\` references a row of ${table} that does not exist.` };
}

/** `index`: of the row, in a list. */
function refused(name: string, table: string, index: number | null): Error {
  const error = new InvalidRow([unknownReference(name, table)]);
  if (index === null) return error;
  try {
    return numbered(index, () => {
      throw error;
    });
  } catch (named) {
    return named as Error;
  }
}

export interface NamedId {
  /** Such as `team` or `parts.0.team`. */
  readonly name: string;
  readonly id: string;
}

/** The ids at the path of a reference. */
export function idsAt(value: unknown, path: Reference['path'], name = ''): NamedId[] {
  const [step, ...rest] = path;
  const inner = (key: string | number) => (name === '' ? `${key}` : `${name}.${key}`);
  if (step === undefined) return typeof value === 'string' && value !== '' ? [{ name, id: value }] : [];
  if (step === ITEMS) return Array.isArray(value) ? value.flatMap((item, at) => idsAt(item, rest, inner(at))) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return idsAt((value as Fields)[step], rest, inner(step));
}
