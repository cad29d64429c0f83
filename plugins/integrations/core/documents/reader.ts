import type { EntitiesApi } from '@sayso/entities/ref';
import type { FileDocument } from '../../collections.ts';
import { FileTooLarge, UnsupportedFile, UploadsBusy } from '../../errors.ts';
import type { Files } from '../../files/files.ts';
import { Turns } from '../../files/turns.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { readDocument } from './documents.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const TABLES: Readonly<Record<string, 'csv' | 'xlsx' | 'json'>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};
/** Of a file whose rows or words are read. */
const MAX_BYTES = 20_000_000;
const MAX_ROWS = 5000;
const READS_AT_ONCE = 2;
const MAX_QUEUED = 50;

export type TableRow = Readonly<Record<string, unknown>>;

/** Reads hostile files of apps, a few at a time: tables in a worker, documents in a process of their own, with limits of time and memory. */
export class Reader {
  readonly #files: Files;
  readonly #entities: Pick<EntitiesApi, 'readTable'>;
  readonly #turns = new Turns({ running: READS_AT_ONCE, queued: MAX_QUEUED, refusal: () => new UploadsBusy() });

  constructor(files: Files, entities: Pick<EntitiesApi, 'readTable'>) {
    this.#files = files;
    this.#entities = entities;
  }

  isTable({ type }: FileDocument): boolean {
    return Object.hasOwn(TABLES, type);
  }

  /** At most 5000 rows; cells as texts, or converted to the types of these fields, which columns name. Throws `InvalidImport`. */
  async rows(file: FileDocument, properties?: JsonSchema['properties']): Promise<readonly TableRow[]> {
    const format = TABLES[file.type] ?? 'csv';
    return this.#reading(file, (path) => this.#entities.readTable(path, { format, maxRows: MAX_ROWS, properties: properties as never }));
  }

  /** The words of a text or a document; of a table its rows as lines of JSON. Throws `UnsupportedFile` and `InvalidFile`. */
  async text(file: FileDocument, characters: number): Promise<string> {
    const { type } = file;
    const kind = type === 'application/pdf' ? 'pdf' : type === WORD ? 'docx' : null;
    if (kind !== null) return (await this.#reading(file, (path) => readDocument(path, kind))).slice(0, characters);
    if (TABLES[type] === 'xlsx')
      return (await this.rows(file))
        .map((row) => JSON.stringify(row))
        .join('\n')
        .slice(0, characters);
    if (type.startsWith('text/') || type === 'application/json' || type === 'image/svg+xml') return this.#files.text(file, characters);
    throw new UnsupportedFile(`The file "${file.name}" can be stored, but not read. Pictures, texts, tables, PDF and Word files can.`);
  }

  #reading<T>(file: FileDocument, read: (path: string) => Promise<T>): Promise<T> {
    if (file.size > MAX_BYTES) throw new FileTooLarge(`A file of at most ${MAX_BYTES / 1_000_000} MB can be read.`);
    return this.#turns.run(() => this.#files.withCopy(file, read));
  }
}
