import { readFile } from 'node:fs/promises';
import type { EntitySchema } from '@sayso/apps/ref';
import type { WorkerTask } from '@sayso/core';
import { InvalidImport, InvalidRow } from '../errors.ts';
import { compileValidator } from '../rows/validate.ts';
import { readCsv } from './csv.ts';

export interface ReadFile {
  readonly path: string;
  readonly format: 'csv' | 'json';
  readonly schema: EntitySchema;
}

export interface FileRows {
  /** JSON arrays of the valid rows: text is cheap to transfer to the server's thread, which parses one batch at a time. */
  readonly batches: readonly string[];
  /** Of all valid rows. */
  readonly bytes: number;
  readonly total: number;
  readonly failed: number;
  /** Rows count from 1, without the header; the first 100. */
  readonly errors: readonly { readonly row: number; readonly message: string }[];
  readonly ignoredColumns: readonly string[];
}

const MAX_ROWS = 20_000;
const MAX_ERRORS = 100;
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 500_000;

/** Parses a file of rows and validates each. */
const readRows: WorkerTask<ReadFile, FileRows> = async ({ path, format, schema }) => {
  const rows = new Rows(schema);
  const ignoredColumns = format === 'csv' ? await readCsv(path, schema, (row) => rows.add(row)) : await readJson(path, rows);
  return { ...rows.end(), ignoredColumns };
};
export default readRows;

async function readJson(path: string, rows: Rows): Promise<string[]> {
  let value: unknown;
  try {
    value = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InvalidImport(`Invalid JSON: ${(error as Error).message}`);
  }
  const isList = Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
  if (!isList) throw new InvalidImport('A JSON file must be a list of objects.');
  for (const row of value as Record<string, unknown>[]) rows.add(row);
  return [];
}

class Rows {
  readonly #validator: ReturnType<typeof compileValidator>;
  readonly #batches: string[] = [];
  readonly #errors: { row: number; message: string }[] = [];
  #batch: string[] = [];
  #characters = 0;
  #bytes = 0;
  #total = 0;
  #failed = 0;

  constructor(schema: EntitySchema) {
    this.#validator = compileValidator(schema);
  }

  add(row: Readonly<Record<string, unknown>>): void {
    this.#total += 1;
    if (this.#total > MAX_ROWS) throw new InvalidImport(`A file of at most ${MAX_ROWS} rows can be imported at once.`);
    try {
      const text = JSON.stringify(this.#validator.create(row));
      this.#characters += text.length;
      this.#bytes += Buffer.byteLength(text);
      if (this.#batch.push(text) >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS) this.#close();
    } catch (error) {
      if (!(error instanceof InvalidRow)) throw error;
      this.#failed += 1;
      if (this.#errors.length < MAX_ERRORS) this.#errors.push({ row: this.#total, message: error.message });
    }
  }

  end(): Omit<FileRows, 'ignoredColumns'> {
    this.#close();
    return { batches: this.#batches, bytes: this.#bytes, total: this.#total, failed: this.#failed, errors: this.#errors };
  }

  #close(): void {
    if (this.#batch.length > 0) this.#batches.push(`[${this.#batch.join(',')}]`);
    this.#batch = [];
    this.#characters = 0;
  }
}
