import { isDeepStrictEqual } from 'node:util';
import type { EntitySchema } from '@sayso/apps/ref';
import { type Actor, DomainError, type JobRun, NotFound, newId } from '@sayso/core';
import Papa from 'papaparse';
import type { EntitiesContext } from '../config.ts';
import { ImportFailed, InvalidImport } from '../errors.ts';
import type { Scope } from '../permissions/scope.ts';
import type { ImportFile, ImportResult, TableAddress } from '../ref.ts';
import { checkKey, type UpsertBy } from '../rows/upsert.ts';
import type { Batch, ReadChunk, Refusal } from './chunk.worker.ts';
import { chunksOf } from './chunks.ts';
import { type CellEdit, type ColumnMapping, columnsByName } from './columns.ts';
import { ImportFiles } from './files.ts';
import { ImportIds } from './ids.ts';
import type { PreparedFile } from './prepare.worker.ts';
import { type ImportDocument, type ImportView, viewOf } from './state.ts';
import { ImportStorage, type StorageParts, textsOf } from './storage.ts';
import { formatOf, saveUpload, withFolder } from './upload.ts';

const MAX_ERRORS = 100;
const KEPT_MS = 7 * 24 * 3600 * 1000;
/** Subscribers read a table again after each event. */
const CHANGES_MS = 1000;
export const IMPORT_ATTEMPTS = 5;

export interface ImportOptions {
  /** Default: the columns whose headers name fields. */
  readonly columns?: readonly ColumnMapping[] | undefined;
  readonly edits?: readonly CellEdit[] | undefined;
  /** Rows with the values of these fields are updated, by the cells that are not empty; others are added. Default: all are added. */
  readonly key?: readonly string[] | undefined;
}

export interface ImportParts extends Omit<StorageParts, 'collections'> {
  readonly context: EntitiesContext;
  /** The table for a caller; throws for hidden ones. */
  readonly open: (actor: Actor, table: TableAddress) => Scope | Promise<Scope>;
  /** The table for a caller that may add rows to it; throws for others. */
  readonly openForCreate: (actor: Actor, table: TableAddress) => Promise<Scope>;
  /** Records which rows an import adds, before it adds them. */
  readonly imported: (scope: Scope, file: { readonly id: string; readonly ids: ImportIds; readonly fileName: string }) => Promise<void>;
  /** Updates the rows with the key of a record, and adds the others. */
  readonly upsert: (actor: Actor, table: TableAddress, records: readonly Record<string, unknown>[], by: UpsertBy) => Promise<unknown>;
  /** Emits that many rows changed. */
  readonly tableChanged: (scope: Scope) => Promise<void>;
}

interface Prepared extends PreparedFile {
  readonly path: string;
  readonly columns: readonly ColumnMapping[];
}

/** Files of rows: within a request, or by a job that continues after a crash. */
export class Imports {
  readonly #parts: ImportParts;
  readonly #files: ImportFiles;
  readonly #storage: ImportStorage;

  constructor(parts: ImportParts) {
    this.#parts = parts;
    this.#files = new ImportFiles(parts.context.blobs);
    this.#storage = new ImportStorage({ ...parts, collections: parts.context.collections });
  }

  /** Adds the valid rows of a file before it answers; reports what is wrong with the others. */
  async now(actor: Actor, table: TableAddress, file: ImportFile): Promise<ImportResult> {
    const scope = await this.#parts.openForCreate(actor, table);
    return await withFolder(async (path) => {
      const prepared = await this.#prepare(scope, file, path);
      const id = newId();
      const ids = new ImportIds(id, `${scope.appId}/${scope.schema.name}`);
      await this.#parts.imported(scope, { id, ids, fileName: file.name.slice(0, 200) });
      const result = { imported: 0, failed: 0, errors: [] as { row: number; message: string }[] };
      const open = () => this.#parts.openForCreate(actor, table);
      for await (const chunk of this.#chunks({ open, ids }, prepared, {})) {
        for (const batch of chunk.batches) result.imported += await this.#storage.store(await open(), batch, ids, false);
        result.failed += chunk.failed;
        for (const { row, message } of chunk.errors)
          if (result.errors.length < MAX_ERRORS && result.errors.at(-1)?.row !== row) result.errors.push({ row, message });
      }
      await this.#parts.tableChanged(scope);
      const mapped = new Set(prepared.columns.map(({ index }) => index));
      const ignoredColumns = (prepared.headers ?? []).filter((_header, index) => !mapped.has(index));
      return { ...result, total: prepared.rows, ignoredColumns };
    });
  }

  /** Checks a file and starts its import by a job. */
  async start(actor: Actor, table: TableAddress, file: ImportFile, { columns, edits = [], key }: ImportOptions): Promise<ImportView> {
    const scope = await this.#parts.openForCreate(actor, table);
    if (key !== undefined) checkKey(scope, key);
    return await withFolder(async (path) => {
      const prepared = await this.#prepare(scope, file, path, { columns, isAdding: key === undefined });
      const unmapped = key?.find((name) => prepared.headers !== null && prepared.columns.every(({ field }) => field !== name));
      if (unmapped !== undefined) throw new InvalidImport(`No column is mapped to \`${unmapped}\`, which is the key.`);
      const document: ImportDocument = {
        ...{ _id: newId(), appId: scope.appId, entity: scope.schema.name, rows: scope.set, actor, fileName: file.name.slice(0, 200) },
        ...{ headers: prepared.headers === null ? null : [...prepared.headers], columns: [...prepared.columns], edits: [...edits] },
        ...(key === undefined ? {} : { key: [...key] }),
        ...{ state: 'queued', offset: 0, row: 0, total: prepared.rows, accepted: 0, failed: 0, stored: 0, errors: [], error: null },
        createdAt: new Date().toISOString(),
      };
      await this.#files.saveRows(document, prepared.path);
      await this.#documents.insertOne(document);
      await this.#parts.context.enqueue('import', { importId: document._id }, { key: document._id });
      return viewOf(document);
    });
  }

  async get(actor: Actor, appId: string, id: string): Promise<ImportView> {
    return viewOf(await this.#find(actor, appId, id));
  }

  /** The import after each change, until it ends. */
  async *follow(actor: Actor, appId: string, id: string, signal: AbortSignal): AsyncGenerator<ImportView> {
    const changes = this.#parts.context.subscribe('entities.importChanged', signal)[Symbol.asyncIterator]();
    for (let isOpen = true; isOpen; ) {
      const view = await this.get(actor, appId, id);
      yield view;
      isOpen = view.state === 'queued' || view.state === 'running';
      for (let isOther = isOpen; isOther; ) {
        const change = await changes.next();
        if (change.done === true) return;
        isOther = 'payload' in change.value && change.value.payload.id !== id;
      }
    }
  }

  /** Rows that are stored already stay. */
  async cancel(actor: Actor, appId: string, id: string): Promise<ImportView> {
    const found = await this.#find(actor, appId, id);
    if (await this.#end(found, 'cancelled')) await this.#files.removeRows(found);
    return await this.get(actor, appId, id);
  }

  /** The failed rows as CSV: the columns of the file, and what is wrong with each row. */
  async report(actor: Actor, appId: string, id: string): Promise<{ readonly name: string; readonly body: AsyncIterable<Uint8Array> }> {
    const found = await this.#find(actor, appId, id);
    const files = this.#files;
    const header = new TextEncoder().encode(`\uFEFF${Papa.unparse([[...(found.headers ?? []), 'Problem']])}\r\n`);
    const body = async function* () {
      yield header;
      yield* files.report(found);
    };
    return { name: `${found.fileName.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N} _-]/gu, '_')} - failed rows.csv`, body: body() };
  }

  /** The job of an import: continues where the last attempt has stopped. */
  async run(importId: string, { signal, attempt, progress }: Pick<JobRun<unknown>, 'signal' | 'attempt' | 'progress'>): Promise<void> {
    const isFirst = (await this.#documents.updateOne({ _id: importId, state: 'queued' }, { $set: { state: 'running' } })) > 0;
    const found = await this.#documents.findOne({ _id: importId, state: 'running' });
    if (found === null) return;
    try {
      await withFolder(async (path) => {
        await this.#files.loadRows(found, path('rows'));
        await this.#runParts(found, { path: path('rows'), isFirst, signal, progress });
      });
      await this.#files.removeRows(found);
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof DomainError) && attempt < IMPORT_ATTEMPTS) throw error;
      const message = error instanceof DomainError ? error.message : 'Something went wrong; the log of the server says what.';
      const stored = found.key === undefined ? { stored: await this.#count(found).catch(() => found.stored) } : {};
      if (await this.#change(found, { ...stored, state: 'failed', error: message })) await this.#files.removeRows(found);
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** Removes what is left of old imports. */
  async removeOld(): Promise<void> {
    const before = new Date(Date.now() - KEPT_MS).toISOString();
    for (const old of await this.#documents.find({ createdAt: { $lt: before } }, { projection: { appId: 1 } })) {
      await this.#files.remove(old);
      await this.#documents.deleteOne({ _id: old._id });
    }
  }

  async removeApp(appId: string): Promise<void> {
    await this.#documents.deleteMany({ appId });
    await this.#files.removeApp(appId);
  }

  get #documents() {
    return this.#parts.context.collections.imports;
  }

  /** Writes the file as lines, and checks that its rows fit, before any of them is added. */
  async #prepare(
    scope: Scope,
    file: ImportFile,
    path: (name: string) => string,
    { columns: given, isAdding = true }: { readonly columns?: readonly ColumnMapping[] | undefined; readonly isAdding?: boolean } = {},
  ): Promise<Prepared> {
    const { config, workers } = this.#parts.context;
    const format = formatOf(file);
    await saveUpload(file.body, path('upload'), config.IMPORT_MAX_BYTES);
    const to = path('rows');
    const prepared = await workers.prepareFile({ path: path('upload'), format, to, maxRows: config.IMPORT_MAX_ROWS });
    const columns = given ?? columnsByName(scope.schema, prepared.headers ?? []);
    const unknown = columns.find(({ field }) => !Object.hasOwn(scope.schema.properties, field));
    if (unknown !== undefined) throw new InvalidImport(`\`${unknown.field}\` is not a field of ${scope.schema.name}.`);
    if (isAdding) {
      const room = await this.#parts.quotas[scope.set].reserve(scope.appId, scope.schema.name, { rows: prepared.rows, bytes: 0 });
      room.undo();
    }
    return { ...prepared, path: to, columns };
  }

  /** Each chunk is read by the table as it is then. */
  #chunks(
    { open, ids, signal }: { readonly open: () => Promise<Scope>; readonly ids: ImportIds; readonly signal?: AbortSignal },
    { path, headers, columns }: Prepared,
    { offset = 0, row = 0, edits = [], key = null }: Partial<Pick<ReadChunk, 'offset' | 'row' | 'edits' | 'key'>>,
  ) {
    const { readChunk } = this.#parts.context.workers;
    const read = async (position: Pick<ReadChunk, 'offset' | 'row'>) => {
      const scope = await open();
      const { schema } = scope;
      const tables = [...new Set(scope.references.map(({ table }) => table))];
      const input = { path, schema, headers, columns, edits, key, tables, unknown: [], ...position };
      const chunk = await readChunk(input, signal);
      const unknown = await this.#storage.unknown(scope, chunk.references, { ids, isKeyed: key !== null });
      return { ...(unknown.length === 0 ? chunk : await readChunk({ ...input, unknown }, signal)), schema };
    };
    const isCurrent = async ({ schema }: { readonly schema: EntitySchema }) => isDeepStrictEqual((await open()).schema, schema);
    return chunksOf({ read, isCurrent }, { offset, row });
  }

  async #runParts(
    found: ImportDocument,
    {
      path,
      isFirst,
      signal,
      progress,
    }: Pick<JobRun<unknown>, 'signal' | 'progress'> & { readonly path: string; readonly isFirst: boolean },
  ): Promise<void> {
    const open = () => this.#parts.openForCreate(found.actor, found);
    const scope = await open();
    const ids = idsOf(found);
    if (found.key === undefined) await this.#parts.imported(scope, { id: found._id, ids, fileName: found.fileName });
    const prepared = { path, headers: found.headers, columns: found.columns, rows: found.total, size: 0 };
    let { row, offset, accepted, failed, errors } = found;
    let changedAt = 0;
    for await (const chunk of this.#chunks({ open, ids, signal }, prepared, { offset, row, edits: found.edits, key: found.key ?? null })) {
      const refusals: Refusal[] = [];
      for (const batch of chunk.batches) {
        signal.throwIfAborted();
        if (found.key === undefined) {
          accepted += await this.#storage.store(await open(), batch, ids, !isFirst);
        } else {
          const refused = await this.#upsert(found, batch, found.key);
          accepted += batch.rows.length - refused.length;
          refusals.push(...refused);
        }
      }
      const report = chunk.report + refusals.map((each) => each.report).join('');
      if (report !== '') await this.#files.saveReport(found, row, report);
      ({ row, offset } = chunk);
      failed += chunk.failed + refusals.length;
      errors = [...errors, ...[...chunk.errors, ...refusals.flatMap((each) => each.errors)].toSorted((a, b) => a.row - b.row)].slice(
        0,
        MAX_ERRORS,
      );
      const change = { row, offset, accepted, failed, stored: accepted, errors };
      if (!(await this.#change(found, change))) return await this.#noteRest(found, change);
      await progress(row, found.total);
      if (performance.now() - changedAt < CHANGES_MS) continue;
      changedAt = performance.now();
      await this.#parts.tableChanged(scope);
    }
    await this.#finish(found, scope, accepted);
  }

  /**
   * Writes the rows of a batch by their key; written again after a crash, they are as they were. Rows with one key are written one after the
   * other, as if they were in different batches. The rows that were refused.
   */
  async #upsert(found: ImportDocument, { lines, refusals }: Batch, key: readonly string[]): Promise<Refusal[]> {
    const all = textsOf(lines).map((text) => JSON.parse(text) as Record<string, unknown>);
    const refused: Refusal[] = [];
    for (const indexes of roundsOf(all, key)) {
      const records = indexes.map((index) => all[index] as Record<string, unknown>);
      const refuse = (at: number) => refused.push(refusals.get(indexes[at] ?? 0) ?? { errors: [], report: '' });
      await this.#parts.upsert(found.actor, { ...found, by: 'import' }, records, { key, refuse });
    }
    return refused;
  }

  /** An import that adds rows is done when the table has as many of them as were accepted. */
  async #finish(found: ImportDocument, scope: Scope, accepted: number): Promise<void> {
    const stored = found.key === undefined ? await this.#count(found) : accepted;
    await this.#parts.tableChanged(scope);
    await this.#change(found, { stored });
    if (stored !== accepted) throw new ImportFailed(`Only ${stored} of ${accepted} rows are in the table: others were removed meanwhile.`);
    await this.#end(found, 'done');
  }

  /** The import was cancelled while this chunk was being stored: its rows stay. Nothing when the app was purged. */
  async #noteRest({ _id, appId }: ImportDocument, change: Partial<ImportDocument>): Promise<void> {
    const isKept = (await this.#documents.updateOne({ _id, state: 'cancelled' }, { $set: change })) > 0;
    if (isKept) await this.#parts.context.emit('entities.importChanged', { appId, id: _id });
  }

  /** How many of the added rows are in the table. */
  #count(found: ImportDocument): Promise<number> {
    return this.#storage.count({ appId: found.appId, entity: found.entity, set: found.rows ?? 'live' }, idsOf(found));
  }

  /** False once the import has ended: it was cancelled, or its app was purged. */
  async #change({ _id, appId }: ImportDocument, change: Partial<ImportDocument>): Promise<boolean> {
    const isOpen = (await this.#documents.updateOne({ _id, state: { $in: ['queued', 'running'] } }, { $set: change })) > 0;
    if (isOpen) await this.#parts.context.emit('entities.importChanged', { appId, id: _id });
    return isOpen;
  }

  #end(found: ImportDocument, state: 'done' | 'cancelled'): Promise<boolean> {
    return this.#change(found, { state });
  }

  /** Visible to the caller who started it, and to admins of the app. */
  async #find(actor: Actor, appId: string, id: string): Promise<ImportDocument> {
    const found = await this.#documents.findOne({ _id: id, appId });
    if (found === null) throw new NotFound('The import');
    const { caller } = await this.#parts.open(actor, found);
    const isOwn = actor.kind === 'account' && found.actor.kind === 'account' && actor.id === found.actor.id;
    if (caller.kind !== 'admin' && !isOwn) throw new NotFound('The import');
    return found;
  }
}

function idsOf({ _id, appId, entity }: ImportDocument): ImportIds {
  return new ImportIds(_id, `${appId}/${entity}`);
}

/** The indexes of records in rounds, each with at most one record of a key. */
function roundsOf(records: readonly Readonly<Record<string, unknown>>[], key: readonly string[]): number[][] {
  const rounds: number[][] = [];
  const seen = new Map<string, number>();
  for (const [index, record] of records.entries()) {
    const text = JSON.stringify(key.map((name) => record[name]));
    const round = seen.get(text) ?? 0;
    seen.set(text, round + 1);
    const indexes = rounds[round];
    if (indexes === undefined) rounds.push([index]);
    else indexes.push(index);
  }
  return rounds;
}
