import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { EntitySchema } from '@sayso/apps/ref';
import Papa from 'papaparse';
import { InvalidImport } from '../errors.ts';
import { fieldOf, fromCell } from './cells.ts';

const MAX_COLUMNS = 500;
const MAX_COLUMN_NAME = 200;
/** More than a valid row needs: quotes and columns that are no fields count here. */
const MAX_LINE = 1_000_000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Parses a CSV file, whose first line names the fields, and passes each row to `onRow` with values of the table's types. Stops at the first
 * limit that the file or `onRow` exceeds. Resolves with the columns that are no fields.
 */
export async function readCsv(path: string, schema: EntitySchema, onRow: (row: Row) => void): Promise<string[]> {
  const file = createReadStream(path, { encoding: 'utf8' });
  const lines = new Lines(schema, onRow);
  try {
    await new Promise<void>((resolve, reject) => {
      const text = Readable.from(lines.watched(file));
      Papa.parse<string[]>(text, {
        skipEmptyLines: 'greedy',
        step({ data, errors }, parser) {
          try {
            // A file of one column has no separator to detect, and rows may be shorter than the header: neither is an error.
            if (errors.some(({ type }) => type === 'Quotes')) throw new InvalidImport('Failed to parse CSV file. Please check the format.');
            lines.add(data);
          } catch (error) {
            reject(error);
            parser.abort();
          }
        },
        complete: () => resolve(),
        error: reject,
      });
    });
  } finally {
    file.destroy();
  }
  return lines.end();
}

class Lines {
  readonly #schema: EntitySchema;
  readonly #onRow: (row: Row) => void;
  #columns: readonly { readonly name: string; readonly field: string | null }[] | null = null;
  #rows = 0;
  /** Characters since the last line end. */
  #pending = 0;
  #isBlank = true;

  constructor(schema: EntitySchema, onRow: (row: Row) => void) {
    this.#schema = schema;
    this.#onRow = onRow;
  }

  /** The text without its byte order mark. Throws when a line exceeds `MAX_LINE`, as after an unclosed quote. */
  async *watched(file: AsyncIterable<string>): AsyncGenerator<string> {
    let isFirst = true;
    for await (const chunk of file) {
      if (this.#pending > MAX_LINE) throw this.#columns === null ? badHeader() : longLine();
      const text = isFirst ? chunk.replace(/^\uFEFF/, '') : chunk;
      isFirst = false;
      this.#pending += text.length;
      if (text.trim() !== '') this.#isBlank = false;
      yield text;
    }
  }

  add(cells: readonly string[]): void {
    this.#pending = 0;
    if (this.#columns === null) {
      this.#columns = columnsOf(this.#schema, cells);
      return;
    }
    this.#rows += 1;
    if (cells.reduce((length, cell) => length + cell.length, 0) > MAX_LINE) throw longLine();
    const row: Record<string, unknown> = {};
    for (const [index, { field }] of this.#columns.entries()) {
      const cell = cells[index]?.trim() ?? '';
      const property = field === null ? undefined : this.#schema.properties[field];
      if (field !== null && property && cell !== '') row[field] = fromCell(cell, property);
    }
    this.#onRow(row);
  }

  end(): string[] {
    if (this.#isBlank) throw new InvalidImport('CSV file appears to be empty');
    if (this.#rows === 0) throw new InvalidImport('No valid data rows found in CSV');
    return (this.#columns ?? []).flatMap(({ name, field }) => (field === null ? [name] : []));
  }
}

function columnsOf(schema: EntitySchema, names: readonly string[]) {
  if (names.length > MAX_COLUMNS || names.some((name) => name.length > MAX_COLUMN_NAME)) throw badHeader();
  // Of duplicate columns, the first counts.
  return names.map((name, index) => ({ name, field: names.indexOf(name) === index ? fieldOf(schema, name) : null }));
}

function badHeader(): InvalidImport {
  return new InvalidImport(
    `The first line of a CSV file names its columns: at most ${MAX_COLUMNS}, with at most ${MAX_COLUMN_NAME} characters each.`,
  );
}

function longLine(): InvalidImport {
  return new InvalidImport(`A row of a CSV file has at most ${MAX_LINE} characters. Is a quote missing?`);
}
