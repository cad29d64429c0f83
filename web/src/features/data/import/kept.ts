import type { PropertySchema } from './convert.ts';
import type { ColumnMapping, TableSchema } from './schema.ts';

const time = { type: 'string', format: 'date-time', isInstant: true } as const;
/** What rows have besides their fields, and may keep from another product. */
export const KEPT_PROPERTIES = {
  id: { type: 'string', format: 'row-id' },
  createdAt: time,
  updatedAt: time,
  creatorId: { type: 'string' },
} as const satisfies Readonly<Record<string, PropertySchema>>;
export type KeptField = keyof typeof KEPT_PROPERTIES;

/** What happens to rows whose ids rows of the table have already. */
export const EXISTING = ['fail', 'skip', 'replace'] as const;
export type Existing = (typeof EXISTING)[number];

/** The headers by which other products export them, the best ones first. */
const HEADERS: Readonly<Record<KeptField, readonly string[]>> = {
  id: ['id', '_id'],
  createdAt: ['created_date', 'createdAt', 'created_at'],
  updatedAt: ['updated_date', 'updatedAt', 'updated_at'],
  creatorId: ['created_by', 'creatorId', 'created_by_id'],
};

/** The columns of a file that have what rows keep, by their index. A field of the table with such a name is the table's own. */
export function keptColumns(schema: TableSchema, headers: readonly string[]): ReadonlyMap<number, KeptField> {
  const found = Object.entries(HEADERS).flatMap(([field, names]) => {
    const name = names.find((each) => headers.includes(each) && !Object.hasOwn(schema.properties, each));
    return name === undefined ? [] : [[headers.indexOf(name), field as KeptField] as const];
  });
  return new Map(found);
}

/** Times without an offset are in UTC, as other products export them. */
export function keptMappings(columns: ReadonlyMap<number, KeptField>): ColumnMapping[] {
  return [...columns].map(([index, field]) => ({ index, field }));
}
