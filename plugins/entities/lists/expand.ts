import type { EntitySchema } from '@sayso/apps/ref';
import { InvalidQuery } from '../errors.ts';
import { type Expansion, ListTooLarge } from './read-rows.ts';

const MAX_FIELDS = 5;
/** Ends the name under which a row has the row that it references. */
const SUFFIX = '_row';

/** The JSON of referenced rows by their ids. */
export type Referenced = ReadonlyMap<string, string>;

/** The expansions that a list asks for; throws `InvalidQuery` for fields that reference no table. */
export function toExpansions(schema: EntitySchema, fields: readonly string[] = []): Expansion[] {
  const names = [...new Set(fields.filter((field) => field !== ''))];
  if (names.length > MAX_FIELDS) throw invalid(`At most ${MAX_FIELDS} fields can be expanded.`);
  return names.map((field) => {
    const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
    const table = property?.['x-reference'];
    if (property?.type !== 'string' || typeof table !== 'string')
      throw invalid(`\`${field.slice(0, 80)}\` cannot be expanded: it references no table.`);
    if (Object.hasOwn(schema.properties, `${field}${SUFFIX}`))
      throw invalid(`\`${field}\` cannot be expanded: \`${field}${SUFFIX}\` is a field.`);
    return { field, table };
  });
}

/**
 * Adds referenced rows to a list as JSON, by one `read` for each field. Null for rows that are gone or that the caller may not read. Throws
 * `ListTooLarge` beyond the bytes: many rows may reference one.
 */
export async function expanded(
  list: string,
  expansions: readonly Expansion[],
  { read, bytes }: { readonly read: (table: string, ids: readonly string[]) => Promise<Referenced>; readonly bytes: number },
): Promise<string> {
  if (expansions.length === 0) return list;
  const rows = JSON.parse(list) as Record<string, unknown>[];
  const texts = rows.map((row) => JSON.stringify(row).slice(0, -1));
  let size = Buffer.byteLength(list);
  for (const { field, table } of expansions) {
    const ids = [...new Set(rows.map((row) => row[field]).filter((id) => typeof id === 'string' && id !== ''))] as string[];
    const found = ids.length === 0 ? new Map<string, string>() : await read(table, ids);
    const sizes = new Map([...found].map(([id, text]) => [id, Buffer.byteLength(text)]));
    for (const [at, row] of rows.entries()) {
      const id = row[field] as string;
      size += field.length + SUFFIX.length + 4 + (sizes.get(id) ?? 4);
      if (size > bytes) throw new ListTooLarge(bytes);
      texts[at] += `,"${field}${SUFFIX}":${found.get(id) ?? 'null'}`;
    }
  }
  return rows.length === 0 ? '[]' : `[${texts.join('},')}}]`;
}

function invalid(message: string): InvalidQuery {
  return new InvalidQuery(message, [{ path: 'expand', message }]);
}
