import { InvalidRow } from '../errors.ts';
import type { Reference } from './reference-fields.ts';
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
export async function checkReferences(
  references: readonly Reference[],
  rows: readonly Fields[],
  { existing, before }: Lookup,
): Promise<void> {
  for (const { field, table } of references) {
    const wanted = rows.map((row) => row[field]);
    const ids = [...new Set(wanted.filter((id) => typeof id === 'string' && id !== ''))] as string[];
    if (ids.length === 0) continue;
    const found = await existing(table, ids);
    if (found.size === ids.length) continue;
    for (const [index, id] of wanted.entries()) {
      if (typeof id !== 'string' || id === '' || found.has(id) || (await before?.(index))?.[field] === id) continue;
      const refused = new InvalidRow([{ path: field, message: `\`${field}\` references a row of ${table} that does not exist.` }]);
      if (rows.length === 1) throw refused;
      numbered(index, () => {
        throw refused;
      });
    }
  }
}
