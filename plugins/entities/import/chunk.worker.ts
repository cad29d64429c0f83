import { open } from 'node:fs/promises';
import type { EntitySchema } from '@sayso/apps/ref';
import type { WorkerTask } from '@sayso/core';
import { InvalidRow } from '../errors.ts';
import { type Reference, referencesOf } from '../rows/reference-fields.ts';
import { unknownReference } from '../rows/references.ts';
import { compileValidator, type RowValidator } from '../rows/validate.ts';
import { type CellEdit, type ColumnMapping, cellOf, isKept, KEPT_FIELDS } from './columns.ts';
import { fromCell } from './convert.ts';
import { expectedOf } from './expected.ts';
import { type KeptRow, keptRow } from './kept.ts';
import type { RepeatedRow } from './prepare.worker.ts';
import { type RowReference, referencesIn } from './references.ts';
import { reportLine } from './report-line.ts';

export interface ReadChunk {
  /** Of the lines that `prepare` writes. */
  readonly path: string;
  readonly schema: EntitySchema;
  readonly headers: readonly string[] | null;
  readonly columns: readonly ColumnMapping[];
  readonly edits: readonly CellEdit[];
  /** The rows update those with the same values of these fields; null when all are new. */
  readonly key: readonly string[] | null;
  /** The tables whose rows the schema's references are checked against. */
  readonly tables: readonly string[];
  /** References that were found to be wrong: they refuse their rows. */
  readonly unknown: readonly RowReference[];
  /** Rows whose ids are those of other rows, by their numbers; null: they are accepted. */
  readonly taken: { readonly rows: ReadonlySet<number>; readonly isSkipped: boolean } | null;
  /** Of the first line, in bytes. */
  readonly offset: number;
  /** The number of the rows before. */
  readonly row: number;
}

export interface RowError {
  /** From 1, without the header. */
  readonly row: number;
  /** The header; empty when the row as a whole is at fault. */
  readonly column: string;
  readonly message: string;
  readonly expected: string;
  readonly found: string;
}

/** The server's thread passes the rows on to the store as they are. */
export interface Batch {
  /** Valid rows, each as a line of JSON in UTF-8. */
  readonly lines: Uint8Array;
  /** Their numbers in the file, from 1. */
  readonly rows: readonly number[];
  readonly bytes: number;
  /** What each row keeps of its id, times and creator; null when no column has them. */
  readonly kept: readonly KeptRow[] | null;
  /** By index: what refuses the rows that can only update others, for lack of fields that new rows need. */
  readonly refusals: ReadonlyMap<number, Refusal>;
}

/** Why a row fails, and its line of the report. */
export interface Refusal {
  readonly errors: readonly RowError[];
  readonly report: string;
}

export interface Chunk {
  readonly batches: readonly Batch[];
  readonly errors: readonly RowError[];
  /** The failed rows as lines of CSV, each with its problems. */
  readonly report: string;
  readonly failed: number;
  readonly skipped: number;
  /** Of the valid rows. */
  readonly references: readonly RowReference[];
  /** Of the next chunk. */
  readonly offset: number;
  readonly row: number;
}

const CHUNK_BYTES = 1_500_000;
/** A cancelled import stops after the current chunk. */
const CHUNK_ROWS = 5000;
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 500_000;
const MAX_FOUND = 200;

/** Reads a part of a prepared file: converts and validates its rows. */
const readChunk: WorkerTask<ReadChunk, Chunk> = async (input) => {
  const { lines, size } = await linesAt(input.path, input.offset);
  const rows = new Rows(input);
  for (const line of lines) rows.add(line);
  return { ...rows.end(), offset: input.offset + size, row: input.row + lines.length };
};
export default readChunk;

/** Whole lines, of at most `CHUNK_BYTES` and `CHUNK_ROWS`; at least one, if there is one. */
async function linesAt(path: string, offset: number): Promise<{ readonly lines: string[]; readonly size: number }> {
  await using file = await open(path);
  for (let wanted = CHUNK_BYTES; ; wanted *= 2) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, offset);
    const read = buffer.subarray(0, bytesRead);
    const lines: string[] = [];
    let size = 0;
    for (let end = read.indexOf(10); end !== -1 && lines.length < CHUNK_ROWS; end = read.indexOf(10, size)) {
      lines.push(read.toString('utf8', size, end));
      size = end + 1;
    }
    if (bytesRead === 0 || size > 0) return { lines, size };
  }
}

class Rows {
  readonly #input: ReadChunk;
  readonly #validator: RowValidator;
  readonly #edits: ReadonlyMap<number, readonly CellEdit[]>;
  readonly #checked: readonly Reference[];
  readonly #unknown: ReadonlyMap<number, readonly RowReference[]>;
  readonly #keptColumns: readonly ColumnMapping[];
  readonly #fieldColumns: readonly ColumnMapping[];
  readonly #references: RowReference[] = [];
  readonly #batches: Batch[] = [];
  readonly #errors: RowError[] = [];
  #report = '';
  #failed = 0;
  #skipped = 0;
  #kept: KeptRow[] = [];
  #refusals = new Map<number, Refusal>();
  #texts: string[] = [];
  #numbers: number[] = [];
  #characters = 0;
  #row: number;

  constructor(input: ReadChunk) {
    this.#input = input;
    this.#row = input.row;
    this.#validator = compileValidator(input.schema);
    this.#edits = Map.groupBy(input.edits, ({ row }) => row);
    this.#checked = referencesOf(input.schema, Object.fromEntries(input.tables.map((name) => [name, input.schema])));
    this.#unknown = Map.groupBy(input.unknown, ({ row }) => row);
    this.#keptColumns = input.columns.filter(({ field }) => isKept(field));
    this.#fieldColumns = input.columns.filter(({ field }) => !isKept(field));
  }

  add(line: string): void {
    this.#row += 1;
    const parsed = JSON.parse(line) as Record<string, unknown> | string[] | RepeatedRow | null;
    const [value, repeats] = this.#input.headers !== null && isRepeated(parsed) ? [parsed.cells, parsed.repeats] : [parsed, null];
    const cells = Array.isArray(value) ? this.#edited(value) : null;
    if (this.#input.taken?.isSkipped === true && this.#input.taken.rows.has(this.#row)) {
      this.#skipped += 1;
      return;
    }
    try {
      if (repeats !== null) throw new InvalidRow([{ path: 'id', message: `Row ${repeats} has the same \`id\`.` }]);
      this.#take(this.#rowOf(value, cells), cells);
    } catch (error) {
      const { errors, report } = this.#refusalOf(error, cells);
      this.#errors.push(...errors);
      this.#report += report;
      this.#failed += 1;
    }
  }

  end(): Omit<Chunk, 'offset' | 'row'> {
    this.#close();
    return {
      ...{ batches: this.#batches, errors: this.#errors, report: this.#report, references: this.#references },
      ...{ failed: this.#failed, skipped: this.#skipped },
    };
  }

  #take(row: Record<string, unknown>, cells: readonly string[] | null): void {
    const { key } = this.#input;
    if (key === null) {
      const kept = this.#keptOf(cells);
      const fields = this.#validator.create(row);
      this.#checkReferences(fields);
      if (kept !== null) this.#kept.push(kept);
      this.#accept(JSON.stringify(fields));
      return;
    }
    const missing = key.filter((name) => !Object.hasOwn(row, name) || row[name] === null || row[name] === '');
    if (missing.length > 0)
      throw new InvalidRow(missing.map((path) => ({ path, message: `\`${path}\` is required, because it is the key.` })));
    // Defaults are for new rows only: they must not replace the values of others.
    const fields = this.#validator.update(row);
    this.#checkReferences(fields);
    const text = JSON.stringify(fields);
    try {
      this.#validator.create(row);
    } catch (error) {
      this.#refusals.set(this.#texts.length, this.#refusalOf(error, cells));
    }
    this.#accept(text);
  }

  #keptOf(cells: readonly string[] | null): KeptRow | null {
    if (this.#keptColumns.length === 0 || cells === null) return null;
    if (this.#input.taken?.rows.has(this.#row) === true)
      throw new InvalidRow([{ path: 'id', message: 'A row with this `id` exists already.' }]);
    return keptRow((column) => cellOf(cells[column.index], column), this.#keptColumns);
  }

  #checkReferences(fields: Record<string, unknown>): void {
    const unknown = this.#unknown.get(this.#row);
    if (unknown !== undefined) throw new InvalidRow(unknown.map(({ name, table }) => unknownReference(name, table)));
    if (this.#checked.length > 0) {
      const key = Object.fromEntries((this.#input.key ?? []).map((name) => [name, fields[name]]));
      this.#references.push(...referencesIn(fields, this.#checked, { row: this.#row, key }));
    }
  }

  #rowOf(value: unknown, cells: readonly string[] | null): Record<string, unknown> {
    if (cells !== null) return this.#converted(cells);
    if (value === null) throw new InvalidRow([{ path: '', message: 'The row is nested too deeply.' }]);
    return value as Record<string, unknown>;
  }

  #edited(cells: readonly string[]): readonly string[] {
    const edits = this.#edits.get(this.#row);
    return edits === undefined
      ? cells
      : edits.reduce((all, { index, value }) => (index < all.length ? all.with(index, value) : all), cells);
  }

  #converted(cells: readonly string[]): Record<string, unknown> {
    const { headers, schema } = this.#input;
    const width = headers?.length ?? 0;
    if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
      throw new InvalidRow([{ path: '', message: `The row has ${cells.length} cells, and the header ${width}. Is a quote missing?` }]);
    const row: Record<string, unknown> = {};
    for (const column of this.#fieldColumns) {
      const { index, field } = column;
      const cell = cellOf(cells[index], column);
      const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
      if (property && cell !== '') row[field] = fromCell(cell, property, column);
    }
    return row;
  }

  #accept(text: string): void {
    this.#texts.push(text);
    this.#numbers.push(this.#row);
    this.#characters += text.length;
    if (this.#texts.length >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS) this.#close();
  }

  #close(): void {
    if (this.#texts.length === 0) return;
    const lines = Buffer.from(`${this.#texts.join('\n')}\n`);
    const bytes = lines.length - this.#texts.length;
    const kept = this.#keptColumns.length > 0 ? this.#kept : null;
    this.#batches.push({ lines, rows: this.#numbers, bytes, kept, refusals: this.#refusals });
    this.#kept = [];
    this.#refusals = new Map();
    this.#texts = [];
    this.#numbers = [];
    this.#characters = 0;
  }

  #refusalOf(error: unknown, cells: readonly string[] | null): Refusal {
    if (!(error instanceof InvalidRow)) throw error;
    const { headers, columns, schema } = this.#input;
    const errors = error.issues.map(({ path, message }): RowError => {
      const field = path.split('.')[0] ?? '';
      const index = columns.find((column) => column.field === field)?.index;
      const cell = index === undefined ? '' : (cells?.[index] ?? '');
      const own = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
      const property = isKept(field) ? KEPT_FIELDS[field] : own;
      const column = (index === undefined ? undefined : headers?.[index]) ?? field;
      return { row: this.#row, column, message, expected: expectedOf(property, cell, message), found: cell.slice(0, MAX_FOUND) };
    });
    const problems = errors.map((each) => each.message).join(' ');
    const width = headers?.length ?? 0;
    const line = [...Array.from({ length: width }, (_, at) => cells?.[at] ?? ''), problems];
    return { errors, report: reportLine(line) };
  }
}

function isRepeated(value: object | null): value is RepeatedRow {
  return value !== null && !Array.isArray(value);
}
