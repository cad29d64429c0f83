import type { EntitySchema } from '@sayso/apps/ref';
import { z } from 'zod';
import { DATE_ORDERS, SPLITTERS } from './convert.ts';

const time = { type: 'string', format: 'date-time' } as const;
/** What rows have besides their fields, and may keep from another product. */
export const KEPT_FIELDS = {
  id: { type: 'string' },
  createdAt: time,
  updatedAt: time,
  creatorId: { type: 'string' },
} as const;

export function isKept(field: string): field is keyof typeof KEPT_FIELDS {
  return Object.hasOwn(KEPT_FIELDS, field);
}

/** A column of a file, its field, and how its cells are written. */
export const columnMapping = z
  .object({
    /** From 0. */
    index: z.int().min(0),
    field: z.string().max(200),
    splitCharacter: z.enum(SPLITTERS).optional(),
    dateOrder: z.enum(DATE_ORDERS).optional(),
    decimalComma: z.boolean().optional(),
    /** Cell → the text in its place, for cells that were corrected wherever they occur; the empty text stands for empty cells. */
    replace: z.record(z.string().max(1000), z.string().max(100_000)).optional(),
    trueWords: z.array(z.string().max(50)).max(50).optional(),
    timeZone: z.string().max(64).refine(isTimeZone, 'is not the name of a time zone').optional(),
  })
  .meta({ id: 'ColumnMapping' });
export type ColumnMapping = z.output<typeof columnMapping>;

/** A cell that was corrected before the import. */
export const cellEdit = z.object({ row: z.int().min(1), index: z.int().min(0), value: z.string().max(100_000) }).meta({ id: 'CellEdit' });
export type CellEdit = z.output<typeof cellEdit>;

/** The cell of a column with its correction. */
export function cellOf(written: string | undefined, { replace = {} }: ColumnMapping): string {
  const cell = written?.trim() ?? '';
  return Object.hasOwn(replace, cell) ? (replace[cell] ?? '') : cell;
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** The field that a column's header names, ignoring case and separators: `Due date` is `due_date` or `dueDate`. */
function fieldOf(schema: EntitySchema, column: string): string | null {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
  const names = Object.keys(schema.properties).filter((name) => !isKept(name));
  return names.find((name) => name === column) ?? names.find((name) => plain(name) === plain(column)) ?? null;
}

/** The columns whose headers name fields: not what only people who build the app bring along. Of columns for the same field, the first counts. */
export function columnsByName(schema: EntitySchema, headers: readonly string[]): ColumnMapping[] {
  const taken = new Set<string>();
  return headers.flatMap((header, index) => {
    const field = fieldOf(schema, header);
    if (field === null || taken.has(field) || headers.indexOf(header) !== index) return [];
    taken.add(field);
    return [{ index, field }];
  });
}
