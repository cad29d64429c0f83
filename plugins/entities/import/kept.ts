import { InvalidRow } from '../errors.ts';
import { type ColumnMapping, KEPT_FIELDS } from './columns.ts';
import { fromCell } from './convert.ts';

/** What happens to a row of a file whose id a row of the table has already. */
export const EXISTING = ['fail', 'skip', 'replace'] as const;
export type Existing = (typeof EXISTING)[number];

/** Of one row; null: not in the file. */
export interface KeptRow {
  readonly id: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** As it is written: the e-mail address or the id of an account. */
  readonly creator: string | null;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** Parts of addresses beside those of rows. */
const PATHS = new Set('aggregate bulk columns count events import imports many schema update-many upsert v2 views'.split(' '));
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;
/** Texts of years with four digits sort by time. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const MAX_CREATOR = 320;

/** Whether rows keep their ids. */
export function keepsIds(columns: readonly ColumnMapping[]): boolean {
  return columns.some(({ field }) => field === 'id');
}

/** What a row keeps, by its cells; throws `InvalidRow`. */
export function keptRow(cellOf: (column: ColumnMapping) => string, columns: readonly ColumnMapping[]): KeptRow {
  const issues: { path: string; message: string }[] = [];
  const of = (field: string, read: (cell: string, column: ColumnMapping) => string | null, message: string): string | null => {
    const column = columns.find((each) => each.field === field);
    const cell = column === undefined ? '' : cellOf(column);
    if (column === undefined || cell === '') return null;
    const value = read(cell, column);
    if (value === null) issues.push({ path: field, message });
    return value;
  };
  const dated = (field: string) => of(field, toInstant, `\`${field}\` must be a date and time such as 2026-01-31T12:00:00Z.`);
  const kept = {
    id: of(
      'id',
      (cell) => (isId(cell) ? cell : null),
      '`id` must have at most 64 letters, digits, "-" or "_", with a letter or digit first, and no reserved name.',
    ),
    createdAt: dated('createdAt'),
    updatedAt: dated('updatedAt'),
    creator: of(
      'creatorId',
      (cell) => (cell.length <= MAX_CREATOR ? cell : null),
      `\`creatorId\` must have at most ${MAX_CREATOR} characters.`,
    ),
  };
  if (issues.length > 0) throw new InvalidRow(issues);
  return kept;
}

/** Names that every object inherits, and parts of addresses, are none. */
function isId(cell: string): boolean {
  return ID.test(cell) && !(cell in Object.prototype) && cell !== 'prototype' && !PATHS.has(cell);
}

/** Times without an offset are in UTC, unless the column says otherwise; numbers are seconds or milliseconds since 1970. */
function toInstant(cell: string, { dateOrder, timeZone }: ColumnMapping): string | null {
  if (SECONDS.test(cell)) return new Date(Number(cell) * 1000).toISOString();
  if (MILLISECONDS.test(cell)) return new Date(Number(cell)).toISOString();
  const text = String(fromCell(cell, KEPT_FIELDS.createdAt, { dateOrder, timeZone }));
  return INSTANT.test(text) ? text : null;
}
