import { isDeepStrictEqual } from 'node:util';
import type { EntitySchema } from '@sayso/apps/ref';
import type { EntitiesContext } from '../config.ts';
import { InvalidImport } from '../errors.ts';
import type { Scope } from '../permissions/scope.ts';
import type { ImportFile, RowSet } from '../ref.ts';
import { type Quotas, reserveFor } from '../rows/quotas.ts';
import type { Chunk, ReadChunk } from './chunk.worker.ts';
import { chunksOf } from './chunks.ts';
import { type CellEdit, type ColumnMapping, columnsByName, isKept } from './columns.ts';
import type { ImportIds } from './ids.ts';
import type { ImportRows } from './import-rows.ts';
import type { Existing } from './kept.ts';
import type { PreparedFile } from './prepare.worker.ts';
import type { ImportStorage } from './storage.ts';
import { formatOf, saveUpload } from './upload.ts';

export interface ReaderParts {
  readonly context: EntitiesContext;
  readonly quotas: Readonly<Record<RowSet, Quotas>>;
}

export interface Prepared extends PreparedFile {
  readonly path: string;
  readonly columns: readonly ColumnMapping[];
}

interface PrepareOptions {
  readonly columns?: readonly ColumnMapping[] | undefined;
  readonly edits?: readonly CellEdit[];
  readonly isAdding?: boolean;
}

/** A chunk as the table is then, and its rows whose ids other rows have. */
export interface OpenedChunk extends Chunk {
  readonly schema: EntitySchema;
  readonly taken: ReadonlySet<number>;
  /** The number of the rows before. */
  readonly before: number;
}

interface Reading {
  readonly open: () => Promise<Scope>;
  readonly ids: ImportIds;
  readonly signal?: AbortSignal;
  /** Of an import that keeps ids. */
  readonly kept?: { readonly rows: ImportRows; readonly existing: Existing } | null;
}

type Position = Pick<ReadChunk, 'offset' | 'row'>;

/** Reads files of rows by workers. */
export class ImportReader {
  readonly #parts: ReaderParts;
  readonly #storage: ImportStorage;

  constructor(parts: ReaderParts, storage: ImportStorage) {
    this.#parts = parts;
    this.#storage = storage;
  }

  /** Writes the file as lines, and checks that its rows fit, before any of them is added. */
  async prepare(
    scope: Pick<Scope, 'appId' | 'caller' | 'schema' | 'set'>,
    file: ImportFile,
    path: (name: string) => string,
    { columns: given, edits = [], isAdding = true }: PrepareOptions = {},
  ): Promise<Prepared> {
    const { config, workers } = this.#parts.context;
    const format = formatOf(file);
    const known = given?.find(({ field }) => !isKept(field) && !Object.hasOwn(scope.schema.properties, field));
    if (known !== undefined) throw new InvalidImport(`\`${known.field}\` is not a field of ${scope.schema.name}.`);
    await saveUpload(file.body, path('upload'), config.IMPORT_MAX_BYTES);
    const to = path('rows');
    const id = given?.find(({ field }) => field === 'id');
    const unique = id === undefined ? {} : { unique: { column: id, edits } };
    const prepared = await workers.prepareFile({ path: path('upload'), format, to, maxRows: config.IMPORT_MAX_ROWS, ...unique });
    const columns = given ?? columnsByName(scope.schema, prepared.headers ?? []);
    const width = prepared.headers?.length ?? 0;
    // Rows without any of their fields would be empty.
    if (prepared.headers !== null && columns.every(({ index }) => index >= width))
      throw new InvalidImport('No valid data rows found in CSV');
    if (prepared.headers === null && columns.some(({ field }) => isKept(field)))
      throw new InvalidImport('Ids, times and creators are kept of CSV and Excel files only.');
    if (isAdding) {
      const room = await reserveFor(this.#parts.quotas[scope.set], scope, { rows: prepared.rows, bytes: 0 });
      room.undo();
    }
    return { ...prepared, path: to, columns };
  }

  /** Each chunk is read by the table as it is then. */
  chunks(
    { open, ids, signal, kept = null }: Reading,
    { path, headers, columns }: Prepared,
    { offset = 0, row = 0, edits = [], key = null }: Partial<Pick<ReadChunk, 'offset' | 'row' | 'edits' | 'key'>>,
  ): AsyncGenerator<OpenedChunk> {
    const { readChunk } = this.#parts.context.workers;
    const read = async (position: Position): Promise<OpenedChunk> => {
      const scope = await open();
      const { schema } = scope;
      // Rows that keep their ids may reference some that are brought along later, as samples and copies may.
      const tables = kept === null ? [...new Set(scope.references.map(({ table }) => table))] : [];
      const input = { path, schema, headers, columns, edits, key, tables, unknown: [], taken: null, ...position };
      const chunk = await readChunk(input, signal);
      const before = position.row;
      if (kept !== null) {
        const rows = await kept.rows.taken(scope, chunk, before);
        if (rows.size === 0 || kept.existing === 'replace') return { ...chunk, schema, before, taken: rows };
        const others = await readChunk({ ...input, taken: { rows, isSkipped: kept.existing === 'skip' } }, signal);
        return { ...others, schema, before, taken: new Set() };
      }
      const unknown = await this.#storage.unknown(scope, chunk.references, { ids, isKeyed: key !== null });
      const checked = unknown.length === 0 ? chunk : await readChunk({ ...input, unknown }, signal);
      return { ...checked, schema, before, taken: new Set() };
    };
    const isCurrent = async ({ schema }: { readonly schema: EntitySchema }) => isDeepStrictEqual((await open()).schema, schema);
    return chunksOf({ read, isCurrent }, { offset, row });
  }
}
