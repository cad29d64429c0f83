import type { EntitySchema } from '@sayso/apps/ref';
import { type Actor, Conflict, Forbidden, type JobRun, NotFound, newId, PermittedStream, storeTime } from '@sayso/core';
import { InvalidImport } from '../errors.ts';
import { changesAll } from '../permissions/row-access.ts';
import { callerOf, type Scope, seesAll } from '../permissions/scope.ts';
import type { ImportFile, ImportResult, TableAddress } from '../ref.ts';
import { checkKey } from '../rows/upsert.ts';
import { admitted } from './admission.ts';
import type { Refusal } from './chunk.worker.ts';
import { type CellEdit, type ColumnMapping, isKept } from './columns.ts';
import { ImportDocuments } from './documents.ts';
import { ImportFiles } from './files.ts';
import { ImportIds } from './ids.ts';
import { ImportJob, rangeOf } from './job.ts';
import { type Existing, keepsIds } from './kept.ts';
import { MadeFields, type NewFields } from './made-fields.ts';
import type { ImportParts } from './parts.ts';
import { ImportReader } from './reader.ts';
import { reportLine } from './report-line.ts';
import { canUndo, type ImportDocument, type ImportView, isOpen, viewOf } from './state.ts';
import { ImportStorage } from './storage.ts';
import { UndoImport } from './undo.ts';
import { withFolder } from './upload.ts';

const MAX_ERRORS = 100;
const KEPT_MS = 7 * 24 * 3600 * 1000;

export interface ImportOptions {
  /** Default: the columns whose headers name fields. Those of `id`, `createdAt`, `updatedAt` and `creatorId` are for people who build the app. */
  readonly columns?: readonly ColumnMapping[] | undefined;
  readonly edits?: readonly CellEdit[] | undefined;
  /** Rows with the values of these fields are updated, by the cells that are not empty; others are added. Default: all are added. */
  readonly key?: readonly string[] | undefined;
  /** What happens to rows whose ids rows of the table have already. Default: they fail. */
  readonly existing?: Existing | undefined;
  /**
   * Columns to make first, by field; a table that does not exist is made with them. For people who may change the app. An import that ends without
   * a row in the table takes them back.
   */
  readonly fields?: NewFields | undefined;
}

/** Files of rows: within a request, or by a job that continues after a crash. */
export class Imports {
  readonly #parts: ImportParts;
  readonly #files: ImportFiles;
  readonly #storage: ImportStorage;
  readonly #reader: ImportReader;
  readonly #documents: ImportDocuments;
  readonly #job: ImportJob;
  readonly #undo: UndoImport;
  readonly #fields: MadeFields;

  constructor(parts: ImportParts) {
    this.#parts = parts;
    const { context } = parts;
    const storage = new ImportStorage({ ...parts, collections: context.collections });
    const reader = new ImportReader(parts, storage);
    const [files, documents] = [new ImportFiles(context.blobs), new ImportDocuments(context)];
    this.#files = files;
    this.#storage = storage;
    this.#reader = reader;
    this.#documents = documents;
    const open = (actor: Actor, found: ImportDocument) => this.#openFor(actor, found, found.columns);
    const fields = new MadeFields(parts, documents);
    this.#fields = fields;
    this.#job = new ImportJob({ parts, documents, files, storage, reader, fields, open });
    this.#undo = new UndoImport({ parts, documents, storage });
  }

  /** Adds the valid rows of a file before it answers; reports what is wrong with the others. */
  async now(actor: Actor, table: TableAddress, file: ImportFile): Promise<ImportResult> {
    const scope = await this.#parts.openForCreate(actor, table);
    return await withFolder(async (path) => {
      const prepared = await this.#reader.prepare(scope, file, path);
      const id = newId();
      const ids = new ImportIds(id, `${scope.appId}/${scope.schema.name}`);
      await this.#parts.imported(scope, rangeOf({ _id: id, fileName: file.name.slice(0, 200) }, ids));
      const result = { imported: 0, failed: 0, errors: [] as { row: number; message: string }[] };
      const open = () => this.#parts.openForCreate(actor, table);
      for await (const chunk of this.#reader.chunks({ open, ids }, prepared, {})) {
        const refused: Refusal[] = [];
        for (const given of chunk.batches) {
          const into = await open();
          const { batch, refused: some } = admitted(into, given, ids.time);
          const made = { ids: batch.rows.map((row) => ids.of(row)), lines: batch.lines, bytes: batch.bytes, time: ids.time };
          result.imported += await this.#storage.store(into, made, false);
          refused.push(...some);
        }
        result.failed += chunk.failed + refused.length;
        for (const { row, message } of [...chunk.errors, ...refused.flatMap(({ errors }) => errors)])
          if (result.errors.length < MAX_ERRORS && result.errors.at(-1)?.row !== row) result.errors.push({ row, message });
      }
      await this.#parts.tableChanged(scope);
      const mapped = new Set(prepared.columns.map(({ index }) => index));
      const ignoredColumns = (prepared.headers ?? []).filter((_header, index) => !mapped.has(index));
      return { ...result, total: prepared.rows, ignoredColumns };
    });
  }

  /** Checks a file and starts its import by a job. */
  async start(actor: Actor, table: TableAddress, file: ImportFile, options: ImportOptions): Promise<ImportView> {
    const { columns, edits = [], key, existing = 'fail', fields } = options;
    checkOptions(options);
    const planned = fields === undefined ? null : await this.#fields.plan(actor, table, fields);
    const scope = planned?.isNew
      ? {
          appId: table.appId,
          set: table.rows ?? 'live',
          caller: callerOf(actor, { isAdmin: true, isViewer: false }),
          schema: planned.schema,
        }
      : await this.#openTable(actor, table, options, planned?.schema);
    return await withFolder(async (path) => {
      const prepared = await this.#reader.prepare(scope, file, path, { columns, edits, isAdding: key === undefined });
      const unmapped = key?.find((name) => prepared.headers !== null && prepared.columns.every(({ field }) => field !== name));
      if (unmapped !== undefined) throw new InvalidImport(`No column is mapped to \`${unmapped}\`, which is the key.`);
      const document: ImportDocument = {
        ...{ _id: newId(), appId: scope.appId, entity: scope.schema.name, rows: scope.set, actor, fileName: file.name.slice(0, 200) },
        ...{ headers: prepared.headers === null ? null : [...prepared.headers], columns: [...prepared.columns], edits: [...edits] },
        ...(key === undefined ? {} : { key: [...key] }),
        ...(keepsIds(prepared.columns) ? { existing } : {}),
        ...(fields === undefined ? {} : { fields }),
        ...{ state: 'queued', offset: 0, row: 0, total: prepared.rows, accepted: 0, failed: 0, stored: 0, errors: [], error: null },
        createdAt: storeTime(),
      };
      await this.#checkAlone(document);
      await this.#files.saveRows(document, prepared.path);
      await this.#documents.all.insertOne(document);
      // Of several that began at the same time at most one goes on, whichever of them is faster to store its file.
      await this.#checkAlone(document).catch(async (error: unknown) => {
        await this.#documents.all.deleteOne({ _id: document._id });
        await this.#files.remove(document);
        throw error;
      });
      await this.#parts.context.enqueue('import', { importId: document._id }, { key: document._id });
      return viewOf(document);
    });
  }

  async get(actor: Actor, appId: string, id: string): Promise<ImportView> {
    return viewOf(await this.#find(actor, appId, id));
  }

  /** The import after each change, until it ends. */
  async *follow(actor: Actor, appId: string, id: string, signal: AbortSignal): AsyncGenerator<ImportView> {
    const stream = new PermittedStream({ check: () => this.get(actor, appId, id), signal });
    yield* stream.pass(this.#changes(actor, appId, id, stream.signal));
  }

  async *#changes(actor: Actor, appId: string, id: string, signal: AbortSignal): AsyncGenerator<ImportView> {
    const changes = this.#parts.context.subscribe('entities.importChanged', signal)[Symbol.asyncIterator]();
    for (let isLast = false; !isLast; ) {
      const found = await this.#find(actor, appId, id);
      yield viewOf(found);
      isLast = !isOpen(found);
      for (let isOther = !isLast; isOther; ) {
        const change = await changes.next();
        if (change.done === true) return;
        isOther = 'payload' in change.value && change.value.payload.id !== id;
      }
    }
  }

  /** Rows that are stored already stay. */
  async cancel(actor: Actor, appId: string, id: string): Promise<ImportView> {
    const found = await this.#find(actor, appId, id);
    // Who started it may have lost the right to change the table since.
    await this.#checkMayEnd(actor, found);
    if (await this.#documents.change(found, { state: 'cancelled' })) await this.#files.removeRows(found);
    return await this.get(actor, appId, id);
  }

  /**
   * Starts the undo of an import that has ended: the rows that it added move to the trash, and those that it replaced get their former states
   * back. Not of one that updated rows by a key, whose former values are not kept.
   */
  async undo(actor: Actor, appId: string, id: string): Promise<ImportView> {
    const found = await this.#find(actor, appId, id);
    await this.#parts.openForChange(actor, { ...found, by: 'import' });
    const isStarted =
      canUndo(found) && (await this.#documents.changeIn(['done', 'cancelled', 'failed'], found, { state: 'undoing', undoneBy: actor }));
    if (!isStarted) throw new Conflict('This import cannot be undone.');
    await this.#parts.context.enqueue('undoImport', { importId: id }, { key: id });
    return await this.get(actor, appId, id);
  }

  /** The failed rows as CSV: the columns of the file, and what is wrong with each row. */
  async report(actor: Actor, appId: string, id: string): Promise<{ readonly name: string; readonly body: AsyncIterable<Uint8Array> }> {
    const found = await this.#find(actor, appId, id);
    const files = this.#files;
    const header = new TextEncoder().encode(`\uFEFF${reportLine([...(found.headers ?? []), 'Problem'])}`);
    const body = async function* () {
      yield header;
      yield* files.report(found);
    };
    return { name: `${found.fileName.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N} _-]/gu, '_')} - failed rows.csv`, body: body() };
  }

  /** The job of an import: continues where the last attempt has stopped. */
  run(importId: string, run: Pick<JobRun<unknown>, 'signal' | 'attempt' | 'progress' | 'permit'>): Promise<void> {
    return this.#job.run(importId, run);
  }

  /** The job that undoes an import. */
  runUndo(importId: string, run: Pick<JobRun<unknown>, 'signal' | 'attempt' | 'permit'>): Promise<void> {
    return this.#undo.run(importId, run);
  }

  /** Removes what is left of old imports. */
  async removeOld(): Promise<void> {
    const before = storeTime(-KEPT_MS);
    for (const old of await this.#documents.all.find({ createdAt: { $lt: before } }, { projection: { appId: 1 } })) {
      await this.#files.remove(old);
      await this.#documents.all.deleteOne({ _id: old._id });
    }
  }

  async removeApp(appId: string): Promise<void> {
    await this.#documents.all.deleteMany({ appId });
    await this.#files.removeApp(appId);
  }

  /** An existing table, with the columns that it will have. */
  async #openTable(actor: Actor, table: TableAddress, { columns = [], key }: ImportOptions, schema?: EntitySchema): Promise<Scope> {
    const scope = await this.#openFor(actor, table, columns);
    if (key !== undefined) checkKey(scope, key);
    return schema === undefined ? scope : { ...scope, schema };
  }

  /** A table that the import is about to make, or has taken back, is not there. */
  async #checkMayEnd(actor: Actor, { fields, ...table }: ImportDocument): Promise<void> {
    if (fields === undefined) await this.#parts.openForCreate(actor, table);
    else await this.#parts.context.needs.apps.get(actor, table.appId);
  }

  /**
   * The table for a caller that may import these columns. Ids, times and creators are for people who build the app: others could make rows
   * that look older than they are, or belong to another account.
   */
  async #openFor(actor: Actor, table: TableAddress, columns: readonly ColumnMapping[]): Promise<Scope> {
    const scope = await this.#parts.openForCreate(actor, table);
    if (!columns.some(({ field }) => isKept(field))) return scope;
    if (actor.kind !== 'account' || scope.caller.kind !== 'admin' || !changesAll(scope))
      throw new Forbidden('Only people who build the app keep the ids, times and creators of rows.');
    return scope;
  }

  /** Two imports of the same ids would take each other's rows for their own: throws `Conflict` while another one is open. */
  async #checkAlone({ _id, appId, entity, rows, columns }: ImportDocument): Promise<void> {
    if (!keepsIds(columns)) return;
    const open = await this.#documents.all.find({ appId, entity, _id: { $ne: _id }, state: { $in: ['queued', 'running', 'undoing'] } });
    if (open.some((other) => (other.rows ?? 'live') === rows && keepsIds(other.columns)))
      throw new Conflict(`Another import into ${entity} is running. Try again when it has ended.`);
  }

  /** Visible to the caller who started it, and to people who build the app. */
  async #find(actor: Actor, appId: string, id: string): Promise<ImportDocument> {
    const found = await this.#documents.all.findOne({ _id: id, appId });
    if (found === null) throw new NotFound('The import');
    const { apps } = this.#parts.context.needs;
    if (found.fields !== undefined) {
      await apps.get(actor, appId, 'view');
      return found;
    }
    const { caller } = await this.#parts.open(actor, found);
    const isOwn = actor.kind === 'account' && found.actor.kind === 'account' && actor.id === found.actor.id;
    if (!seesAll(caller) && !isOwn) throw new NotFound('The import');
    return found;
  }
}

function checkOptions({ columns = [], key, existing, fields = {} }: ImportOptions): void {
  const kept = columns.filter(({ field }) => isKept(field)).map(({ field }) => field);
  const repeated = kept.find((field, at) => kept.indexOf(field) !== at);
  if (repeated !== undefined) throw new InvalidImport(`Two columns are mapped to \`${repeated}\`.`);
  if (kept.length > 0 && key !== undefined)
    throw new InvalidImport('Rows either keep their ids, times and creators, or are found by a key: not both.');
  const unmapped = Object.keys(fields).find((name) => columns.every(({ field }) => field !== name));
  if (unmapped !== undefined) throw new InvalidImport(`No column is mapped to the new field \`${unmapped.slice(0, 80)}\`.`);
  if (key?.some((name) => Object.hasOwn(fields, name))) throw new InvalidImport('A new field cannot be the key: no row has a value in it.');
  if (existing !== undefined && !kept.includes('id')) throw new InvalidImport('`existing` needs a column that is mapped to `id`.');
}
