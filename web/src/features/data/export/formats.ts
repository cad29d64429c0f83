import type { DataType } from '../columns.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'json';

/** What a file needs to know of a column. */
export interface ExportColumn {
  readonly id: string;
  readonly label: string;
  readonly type: DataType;
  readonly isDay: boolean;
}

export type ExportRow = Readonly<Record<string, unknown>>;

/** A file that is written page by page. */
export interface FileWriter {
  add(rows: readonly ExportRow[]): void;
  end(): Blob;
}

/** The characters that make a spreadsheet read a cell as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /["\r\n,]/;

/** A value as text; lists as the import splits them. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A cell of CSV. Texts that a spreadsheet would calculate get an apostrophe; numbers stay numbers. */
export function csvCell(value: unknown): string {
  const text = cellText(value);
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`;

export function csvWriter(columns: readonly ExportColumn[]): FileWriter {
  // Excel takes a file without the mark for Latin-1.
  const parts = ['\uFEFF', csvLine(columns.map(({ label }) => label))];
  return {
    add: (rows) => void parts.push(rows.map((row) => csvLine(columns.map(({ id }) => row[id]))).join('')),
    end: () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  };
}

/** Whole rows, one a line. */
export function jsonWriter(): FileWriter {
  const parts = ['['];
  return {
    add(rows) {
      if (rows.length === 0) return;
      parts.push(parts.length === 1 ? '\n' : ',\n', rows.map((row) => JSON.stringify(row)).join(',\n'));
    },
    end: () => new Blob([...parts, '\n]\n'], { type: 'application/json' }),
  };
}
