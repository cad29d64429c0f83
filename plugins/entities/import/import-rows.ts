import type { Actor, PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesContext } from '../config.ts';
import type { ImportedRows } from '../history/history.ts';
import type { ImportedRowsDocument } from '../history/state.ts';
import { creatorOf, type Scope } from '../permissions/scope.ts';
import type { RowSet } from '../ref.ts';
import { sizeOf } from '../rows/json.ts';
import { type Quotas, reserveFor } from '../rows/quotas.ts';
import { replaceRows } from '../rows/replace-rows.ts';
import { rowsOf } from '../rows/sets.ts';
import type { KeepOptions } from '../trash/trash.ts';
import type { Batch, Chunk } from './chunk.worker.ts';
import { type Creators, creatorsOf } from './creators.ts';
import type { ImportIds } from './ids.ts';
import type { KeptRow } from './kept.ts';
import type { ImportDocument } from './state.ts';
import { type ImportStorage, type LineRows, selected, textsOf } from './storage.ts';

export interface ImportRowsParts {
  readonly context: EntitiesContext;
  readonly quotas: Readonly<Record<RowSet, Quotas>>;
  /** Those of the ids that are rows of the table, in this set of the app. */
  readonly existing: (place: Pick<Scope, 'appId' | 'set'>, table: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Records which rows an import adds, before it adds them. */
  readonly imported: (scope: Scope, rows: ImportedRows) => Promise<void>;
  /** Keeps rows before they are replaced; returns the ids of the entries. */
  readonly keep: (scope: Scope, rows: readonly RowDocument[], options: KeepOptions) => Promise<readonly string[]>;
  /** Records that a row was replaced. */
  readonly replaced: (scope: Scope, before: RowDocument, after: RowDocument) => Promise<void>;
}

/** A batch of rows, and those of them whose ids other rows have. */
interface KeptBatch {
  readonly scope: Scope;
  readonly batch: Batch;
  readonly taken: ReadonlySet<number>;
  /** The record of the part of the file that the batch is of. */
  readonly recordId: string;
}

export interface StoredRows {
  readonly stored: number;
  readonly replaced: number;
  readonly withoutCreator: number;
}

/**
 * The rows of an import, which may keep ids, times and creators. Where ids are kept, what a part of the file adds is recorded before it is
 * added, so that an interrupted import knows its rows again, and undoing it removes no others.
 */
export class ImportRows {
  readonly #parts: ImportRowsParts;
  readonly #storage: ImportStorage;
  readonly #import: ImportDocument;
  readonly #ids: ImportIds;
  #creators: Promise<Creators> | null = null;

  constructor(
    parts: ImportRowsParts,
    storage: ImportStorage,
    { document, ids }: { readonly document: ImportDocument; readonly ids: ImportIds },
  ) {
    this.#parts = parts;
    this.#storage = storage;
    this.#import = document;
    this.#ids = ids;
  }

  /** The rows of a part whose ids other rows have, by their numbers. `before`: of the rows before the part. */
  async taken(scope: Scope, { batches }: Pick<Chunk, 'batches'>, before: number): Promise<Set<number>> {
    const rows = new Map(batches.flatMap((batch) => batch.rows.map((row, at) => [this.#idOf(batch, at), row] as const)));
    const existing = await this.#parts.existing(scope, scope.schema.name, [...rows.keys()]);
    if (existing.size === 0) return new Set();
    const own = new Set((await this.#recordOf(this.recordId(before)))?.ids);
    return new Set([...existing].flatMap((id) => (own.has(id) ? [] : [rows.get(id) ?? 0])));
  }

  recordId(before: number): string {
    return `${this.#import._id}/${String(before).padStart(9, '0')}`;
  }

  /** Records the rows that a part adds. */
  async begin(
    scope: Scope,
    { batches }: Pick<Chunk, 'batches'>,
    { before, taken }: { readonly before: number; readonly taken: ReadonlySet<number> },
  ): Promise<void> {
    const id = this.recordId(before);
    const fresh = batches.flatMap((batch) => batch.rows.flatMap((row, at) => (taken.has(row) ? [] : [this.#idOf(batch, at)])));
    const earlier = (await this.#recordOf(id))?.ids ?? [];
    const kept = earlier.length === 0 ? [] : [...(await this.#parts.existing(scope, scope.schema.name, earlier))];
    const ids = [...new Set([...fresh, ...kept])].sort();
    const [first = '', last = ''] = [ids[0], ids.at(-1)];
    if (ids.length > 0 || taken.size > 0)
      await this.#parts.imported(scope, { id, rows: { first, last, ids }, at: this.#ids.time, fileName: this.#import.fileName });
  }

  /** Adds the rows of a batch, and replaces those that have its ids. */
  async store({ scope, batch, taken, recordId }: KeptBatch, mayExist: boolean): Promise<StoredRows> {
    const kept = batch.kept ?? [];
    const creators = kept.map((row) => row.creator);
    const known = creators.some((creator) => creator !== null) ? await this.#people(scope) : null;
    const owners = creators.map((creator) => (creator === null || known === null ? null : known.of(creator)));
    const all = this.#linesOf(scope, batch, owners);
    const fresh = taken.size === 0 ? all : selected(all, (at) => !taken.has(batch.rows[at] ?? 0));
    const stored = await this.#storage.store(scope, fresh, mayExist);
    const replaced = stored === all.ids.length ? 0 : await this.#replace({ scope, batch, taken, recordId }, owners);
    const withoutCreator = creators.filter((creator, at) => creator !== null && owners[at] === null).length;
    return { stored: stored + replaced, replaced, withoutCreator };
  }

  /** How many of the added rows are in the table. */
  async count(): Promise<number> {
    const { appId, entity, rows: set = 'live' } = this.#import;
    let count = 0;
    for await (const { ids } of this.records()) count += (await this.#parts.existing({ appId, set }, entity, ids)).size;
    return count;
  }

  /** What the parts of the import have added and replaced. */
  async *records(): AsyncGenerator<{ readonly ids: readonly string[]; readonly replaced: readonly string[] }> {
    const { importedRows } = this.#parts.context.collections;
    const all = { _id: { $gt: `${this.#import._id}/`, $lt: `${this.#import._id}0` } };
    for (const { _id } of await importedRows.find(all, { sort: { _id: 1 }, projection: { _id: 1 } })) {
      const record = await this.#recordOf(_id);
      yield { ids: record?.ids ?? [], replaced: record?.replaced ?? [] };
    }
  }

  async #replace({ scope, batch, taken, recordId }: KeptBatch, owners: readonly (string | null)[]): Promise<number> {
    const rows = this.#rowsOf(scope);
    const texts = textsOf(batch.lines);
    const given = new Map(batch.rows.flatMap((row, at) => (taken.has(row) ? [[this.#idOf(batch, at), at] as const] : [])));
    const former = await rows.find({ appId: scope.appId, entity: scope.schema.name, _id: { $in: [...given.keys()] } });
    const changes = new Map(
      former.map((before) => {
        const at = given.get(before._id) ?? 0;
        return [
          before._id,
          replacement(before, { data: textData(texts[at]), kept: batch.kept?.[at], owner: owners[at] ?? null, time: this.#ids.time }),
        ];
      }),
    );
    const growth = former.reduce((sum, before) => sum + sizeOf(changes.get(before._id)?.data ?? {}) - sizeOf(before.data), 0);
    const room = await reserveFor(this.#parts.quotas[scope.set], scope, { rows: 0, bytes: growth });
    const keep = async (of: Scope, replaced: readonly RowDocument[]): Promise<void> => {
      const entries = await this.#parts.keep(of, replaced, { isReplaced: true });
      if (entries.length > 0)
        await this.#parts.context.collections.importedRows.updateOne({ _id: recordId }, { $push: { replaced: { $each: [...entries] } } });
    };
    const replaced = await replaceRows({ scope, rows, keep }, [...changes.values()]).catch((error: unknown) => {
      room.undo();
      throw error;
    });
    for (const before of replaced) await this.#parts.replaced(scope, before, changes.get(before._id) ?? before);
    return changes.size;
  }

  #linesOf(scope: Scope, batch: Batch, owners: readonly (string | null)[]): LineRows {
    const { time } = this.#ids;
    const hasCreators = this.#import.columns.some(({ field }) => field === 'creatorId');
    const rows = { ids: batch.rows.map((_row, at) => this.#idOf(batch, at)), lines: batch.lines, bytes: batch.bytes, time };
    const { kept } = batch;
    if (kept === null) return rows;
    return {
      ...rows,
      ownColumns: {
        createdAt: kept.map(({ createdAt }) => createdAt ?? time),
        updatedAt: kept.map(({ createdAt, updatedAt }) => updatedAt ?? createdAt ?? time),
        creatorId: hasCreators ? owners : kept.map(() => creatorOf(scope.caller)),
      },
    };
  }

  #idOf({ rows, kept }: Batch, at: number): string {
    return kept?.[at]?.id ?? this.#ids.of(rows[at] ?? 0);
  }

  #people({ appId }: Scope): Promise<Creators> {
    const actor: Actor = this.#import.actor;
    this.#creators ??= creatorsOf(this.#parts.context.needs.apps, actor, appId);
    return this.#creators;
  }

  #recordOf(id: string): Promise<ImportedRowsDocument | null> {
    return this.#parts.context.collections.importedRows.findOne({ _id: id });
  }

  #rowsOf({ set }: Scope): PartitionedCollection<RowDocument> {
    return rowsOf(this.#parts.context.collections, set);
  }
}

interface Given {
  readonly data: RowDocument['data'];
  readonly kept: KeptRow | undefined;
  readonly owner: string | null;
  readonly time: string;
}

/** The row as the file has it. It keeps its creator, and the time when it was made, unless the file names others. */
function replacement(before: RowDocument, { data, kept, owner, time }: Given): RowDocument {
  return {
    ...before,
    createdAt: kept?.createdAt ?? before.createdAt,
    updatedAt: kept?.updatedAt ?? time,
    creatorId: owner ?? before.creatorId,
    data,
  };
}

function textData(text: string | undefined): RowDocument['data'] {
  return JSON.parse(text ?? '{}') as RowDocument['data'];
}
