import { type Actor, DomainError, type JobRun } from '@sayso/core';
import { ImportFailed } from '../errors.ts';
import type { Scope } from '../permissions/scope.ts';
import { admitted } from './admission.ts';
import type { Batch, Refusal } from './chunk.worker.ts';
import type { ImportDocuments } from './documents.ts';
import type { ImportFiles } from './files.ts';
import { ImportIds } from './ids.ts';
import { ImportRows } from './import-rows.ts';
import { keepsIds } from './kept.ts';
import type { MadeFields } from './made-fields.ts';
import type { ImportParts } from './parts.ts';
import type { ImportReader, OpenedChunk } from './reader.ts';
import type { ImportDocument } from './state.ts';
import { type ImportStorage, textsOf } from './storage.ts';
import { withFolder } from './upload.ts';

const MAX_ERRORS = 100;
/** Subscribers read a table again after each event. */
const CHANGES_MS = 1000;
export const IMPORT_ATTEMPTS = 5;
const LEFT_BEHIND = 'The columns of an import that has failed could not be taken back';

type Run = Pick<JobRun<unknown>, 'signal' | 'attempt' | 'progress' | 'permit'>;

interface JobParts {
  readonly parts: ImportParts;
  readonly documents: ImportDocuments;
  readonly files: ImportFiles;
  readonly storage: ImportStorage;
  readonly reader: ImportReader;
  readonly fields: MadeFields;
  /** The table for a caller that may import the columns of the document; throws for others. */
  readonly open: (actor: Actor, found: ImportDocument) => Promise<Scope>;
}

/** What a part of the file has become. */
interface PartOutcome {
  readonly accepted: number;
  readonly replaced: number;
  readonly withoutCreator: number;
  readonly refusals: readonly Refusal[];
}

/** The job of imports: continues where the last attempt has stopped. */
export class ImportJob {
  readonly #parts: JobParts;

  constructor(parts: JobParts) {
    this.#parts = parts;
  }

  async run(importId: string, run: Run): Promise<void> {
    const { documents, files } = this.#parts;
    const isFirst = (await documents.all.updateOne({ _id: importId, state: 'queued' }, { $set: { state: 'running' } })) > 0;
    const found = await documents.all.findOne({ _id: importId, state: 'running' });
    if (found === null) return this.#settle(importId);
    try {
      await this.#makeFields(found, run);
      await withFolder(async (path) => {
        await files.loadRows(found, path('rows'));
        await this.#runParts(found, { ...run, path: path('rows'), isFirst });
      });
      await files.removeRows(found);
    } catch (error) {
      await this.#fail(found, error, run);
    } finally {
      if (!run.signal.aborted) await this.#settle(importId);
    }
  }

  /** Ends an import that has failed for good; throws the error when it is not one of the caller, or when another attempt follows. */
  async #fail(found: ImportDocument, error: unknown, run: Run): Promise<void> {
    if (run.signal.aborted) throw error;
    const { documents, files, parts } = this.#parts;
    const isOurs = !(error instanceof DomainError);
    if (isOurs && run.attempt < IMPORT_ATTEMPTS) throw error;
    const message = isOurs ? 'Something went wrong; the log of the server says what.' : error.message;
    const stored = await this.#storedOf(found.key === undefined ? found._id : null);
    await this.#takeBack(found._id, stored.stored).catch((err: unknown) => parts.context.log.error({ err }, LEFT_BEHIND));
    if (await documents.change(found, { ...stored, state: 'failed', error: message })) await files.removeRows(found);
    if (isOurs) throw error;
  }

  async #makeFields(found: ImportDocument, { permit }: Run): Promise<void> {
    if (found.fields === undefined) return;
    await permit(found.actor, found.appId);
    await this.#parts.fields.make(found);
  }

  /** Counts the rows of a cancelled import, of which an attempt that was interrupted has not told, and takes columns without rows back. */
  async #settle(importId: string): Promise<void> {
    const { documents } = this.#parts;
    const found = await documents.all.findOne({ _id: importId, state: 'cancelled' });
    if (found === null || found.isSettled === true) return;
    const stored = await this.#storedOf(found.key === undefined ? importId : null);
    await this.#takeBack(importId, stored.stored);
    await documents.changeIn(['cancelled'], found, { ...stored, isSettled: true });
  }

  /** Takes back what an import has made, unless it has rows in the table. `stored`: their number, by default what its parts have noted. */
  async #takeBack(importId: string, stored?: number): Promise<void> {
    const found = await this.#parts.documents.all.findOne({ _id: importId });
    if (found !== null && (stored ?? found.accepted) === 0) await this.#parts.fields.takeBack(found);
  }

  /** How many rows of an import that has failed are in the table; nothing when that cannot be counted. */
  async #storedOf(importId: string | null): Promise<Partial<ImportDocument>> {
    const found = importId === null ? null : await this.#parts.documents.all.findOne({ _id: importId });
    if (found === null) return {};
    return await this.#count(found).then(
      (stored) => ({ stored }),
      () => ({}),
    );
  }

  async #runParts(
    found: ImportDocument,
    { path, isFirst, signal, progress, permit }: Run & { readonly path: string; readonly isFirst: boolean },
  ): Promise<void> {
    const { parts, documents, files, reader } = this.#parts;
    const open = async (): Promise<Scope> => {
      await permit(found.actor, found.appId);
      return this.#parts.open(found.actor, found);
    };
    const scope = await open();
    const ids = idsOf(found);
    const rows = this.#rowsOf(found);
    const kept = keepsIds(found.columns) ? rows : null;
    if (found.key === undefined && kept === null) await parts.imported(scope, rangeOf(found, ids));
    const prepared = { path, headers: found.headers, columns: found.columns, rows: found.total, size: 0 };
    let { accepted, failed, errors, skipped = 0, replaced = 0, withoutCreator = 0 } = found;
    let changedAt = 0;
    const position = { offset: found.offset, row: found.row, edits: found.edits, key: found.key ?? null };
    const reading = { open, ids, signal, kept: kept === null ? null : { rows, existing: found.existing ?? 'fail' } };
    for await (const chunk of reader.chunks(reading, prepared, position)) {
      const outcome = await this.#storePart({ found, chunk, rows, open, signal, mayExist: !isFirst });
      const { refusals } = outcome;
      const report = chunk.report + refusals.map((each) => each.report).join('');
      if (report !== '') await files.saveReport(found, chunk.before, report);
      accepted += outcome.accepted;
      replaced += outcome.replaced;
      withoutCreator += outcome.withoutCreator;
      skipped += chunk.skipped;
      failed += chunk.failed + refusals.length;
      errors = firstErrors(errors, [...chunk.errors, ...refusals.flatMap((each) => each.errors)]);
      const { row, offset } = chunk;
      const change = { row, offset, accepted, failed, skipped, replaced, withoutCreator, stored: accepted, errors };
      if (!(await documents.change(found, change))) return await this.#noteRest(found, change);
      await progress(row, found.total);
      if (performance.now() - changedAt < CHANGES_MS) continue;
      changedAt = performance.now();
      await parts.tableChanged(scope);
    }
    await this.#finish({ ...found, accepted, replaced }, scope);
  }

  async #storePart({
    found,
    chunk,
    rows,
    open,
    signal,
    mayExist,
  }: {
    readonly found: ImportDocument;
    readonly chunk: OpenedChunk;
    readonly rows: ImportRows;
    readonly open: () => Promise<Scope>;
    readonly signal: AbortSignal;
    readonly mayExist: boolean;
  }): Promise<PartOutcome> {
    const outcome = { accepted: 0, replaced: 0, withoutCreator: 0, refusals: [] as Refusal[] };
    const { taken, before } = chunk;
    if (keepsIds(found.columns)) await rows.begin(await open(), chunk, { before, taken });
    for (const given of chunk.batches) {
      signal.throwIfAborted();
      if (found.key === undefined) {
        const scope = await open();
        const { batch, refused } = admitted(scope, given, idsOf(found).time);
        const { stored, replaced, withoutCreator } = await rows.store({ scope, batch, taken, recordId: rows.recordId(before) }, mayExist);
        outcome.refusals.push(...refused);
        outcome.accepted += stored;
        outcome.replaced += replaced;
        outcome.withoutCreator += withoutCreator;
      } else {
        const refused = await this.#upsert(found, given, found.key);
        outcome.accepted += given.rows.length - refused.length;
        outcome.refusals.push(...refused);
      }
    }
    return outcome;
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
      await this.#parts.parts.upsert(found.actor, { ...found, by: 'import' }, records, { key, refuse });
    }
    return refused;
  }

  /** An import that adds rows is done when the table has as many of them as were accepted. */
  async #finish(found: ImportDocument, scope: Scope): Promise<void> {
    const { documents, parts } = this.#parts;
    const { accepted } = found;
    const stored = found.key === undefined ? await this.#count(found) : accepted;
    await parts.tableChanged(scope);
    await documents.change(found, { stored });
    if (stored === 0) await this.#takeBack(found._id, 0);
    if (stored !== accepted) throw new ImportFailed(`Only ${stored} of ${accepted} rows are in the table: others were removed meanwhile.`);
    await documents.change(found, { state: 'done' });
  }

  /** The import was cancelled while this chunk was being stored: its rows stay. Nothing when the app was purged. */
  async #noteRest(found: ImportDocument, change: Partial<ImportDocument>): Promise<void> {
    await this.#parts.documents.changeIn(['cancelled'], found, change);
  }

  /** How many of the accepted rows are in the table. */
  async #count(found: ImportDocument): Promise<number> {
    const { appId, entity, rows: set = 'live', columns, replaced = 0 } = found;
    if (keepsIds(columns)) return replaced + (await this.#rowsOf(found).count());
    return this.#parts.storage.count({ appId, entity, set }, idsOf(found));
  }

  #rowsOf(document: ImportDocument): ImportRows {
    const { parts, storage } = this.#parts;
    return new ImportRows(parts, storage, { document, ids: idsOf(document) });
  }
}

export function idsOf({ _id, appId, entity }: ImportDocument): ImportIds {
  return new ImportIds(_id, `${appId}/${entity}`);
}

/** The rows of an import, whose ids are one range. */
export function rangeOf({ _id, fileName }: Pick<ImportDocument, '_id' | 'fileName'>, { range, time }: ImportIds) {
  return { id: _id, rows: { first: range.$gte, last: range.$lte }, at: time, fileName };
}

function firstErrors(before: ImportDocument['errors'], added: ImportDocument['errors']): ImportDocument['errors'] {
  return [...before, ...added.toSorted((a, b) => a.row - b.row)].slice(0, MAX_ERRORS);
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
