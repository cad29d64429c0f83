import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WorkerTask } from '@sayso/core';
import { ImportTooLarge, InvalidImport } from '../errors.ts';
import { type CellEdit, type ColumnMapping, cellOf } from './columns.ts';
import { badHeader, csvRecords, longLine, MAX_COLUMN_NAME, MAX_COLUMNS, MAX_LINE } from './csv.ts';
import { xlsxRecords } from './xlsx.ts';

export interface PrepareFile {
  readonly path: string;
  readonly format: 'csv' | 'json' | 'xlsx';
  /** Where the lines are written. */
  readonly to: string;
  readonly maxRows: number;
  /** The column whose cells differ from row to row, with its corrections. */
  readonly unique?: { readonly column: ColumnMapping; readonly edits: readonly CellEdit[] };
}

/** A row of cells whose unique cell an earlier row has, too. */
export interface RepeatedRow {
  readonly cells: readonly string[];
  /** The number of the first row with it. */
  readonly repeats: number;
}

/** A file whose rows are lines of JSON: lists of cells, or objects when the file has no columns. */
export interface PreparedFile {
  /** Null: the rows are objects. */
  readonly headers: readonly string[] | null;
  readonly rows: number;
  /** Of the lines, in bytes. */
  readonly size: number;
}

/** A list of objects is parsed as a whole. */
const MAX_JSON = 10_000_000;
/** Below the time-out of the worker, which could not end the process any more. */
const WORKBOOK_MS = 110_000;
const PART = 64 * 1024;

/** Checks a whole file before any of its rows is added, and writes it as lines of JSON, which can be read from any of them on. */
const prepare: WorkerTask<PrepareFile, PreparedFile> = async ({ path, format, to, maxRows, unique }) => {
  const counts = { rows: 0, size: 0 };
  let headers: readonly string[] | null = null;
  const records = format === 'json' ? null : format === 'csv' ? csvRecords(path) : xlsxRecords(path, WORKBOOK_MS);
  const lines = records === null ? await objectLines(path) : cellLines(records, (found) => (headers = found), unique);
  await pipeline(Readable.from(parts(lines, maxRows, counts)), createWriteStream(to, { mode: 0o600 }));
  if (format !== 'json' && counts.rows === 0) throw new InvalidImport('No valid data rows found in CSV');
  return { headers, ...counts };
};
export default prepare;

/** Joins lines, since a write for each would be slow. */
async function* parts(lines: AsyncIterable<string> | Iterable<string>, maxRows: number, counts: { rows: number; size: number }) {
  let part = '';
  for await (const line of lines) {
    counts.rows += 1;
    if (counts.rows > maxRows) throw new InvalidImport(`A file of at most ${maxRows} rows can be imported at once.`);
    part += `${line}\n`;
    if (part.length < PART) continue;
    yield counted(part, counts);
    part = '';
  }
  if (part !== '') yield counted(part, counts);
}

function counted(part: string, counts: { size: number }): Buffer {
  const bytes = Buffer.from(part);
  counts.size += bytes.length;
  return bytes;
}

async function* cellLines(
  records: AsyncIterable<readonly string[]>,
  found: (headers: readonly string[]) => void,
  unique: PrepareFile['unique'],
) {
  const repeats = unique === undefined ? () => undefined : firstRowOf(unique);
  let isHeader = true;
  for await (const record of records) {
    if (isHeader) {
      if (record.length > MAX_COLUMNS || record.some((name) => name.length > MAX_COLUMN_NAME)) throw badHeader();
      found(record.map((name) => name.trim()));
      isHeader = false;
      continue;
    }
    const line = JSON.stringify(record);
    if (line.length > MAX_LINE && record.reduce((length, cell) => length + cell.length, 0) > MAX_LINE) throw longLine();
    const first = repeats(record);
    yield first === undefined ? line : `{"cells":${line},"repeats":${first}}`;
  }
}

/** The number of the first row with the cell of a row; undefined for the first one, and for empty cells. */
function firstRowOf({ column, edits }: NonNullable<PrepareFile['unique']>): (record: readonly string[]) => number | undefined {
  const edited = new Map(edits.filter(({ index }) => index === column.index).map(({ row, value }) => [row, value]));
  const firsts = new Map<string, number>();
  let row = 0;
  return (record) => {
    row += 1;
    const cell = cellOf(edited.get(row) ?? record[column.index], column);
    const first = cell === '' ? undefined : firsts.get(cell);
    if (cell !== '' && first === undefined) firsts.set(cell, row);
    return first;
  };
}

async function objectLines(path: string): Promise<Iterable<string>> {
  const bytes = await readFile(path);
  if (bytes.length > MAX_JSON) throw new ImportTooLarge(MAX_JSON);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InvalidImport(`Invalid JSON: ${(error as Error).message}`);
  }
  const isList = Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
  if (!isList) throw new InvalidImport('A JSON file must be a list of objects.');
  return (value as object[]).map(objectLine);
}

/** JSON that is nested too deeply to be written is marked, for its row to be reported. */
function objectLine(row: object): string {
  try {
    return JSON.stringify(row);
  } catch {
    return 'null';
  }
}
