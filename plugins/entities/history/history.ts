import { isDeepStrictEqual } from 'node:util';
import { newId, type PartitionedCollection, storeNow, storeTime } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesContext } from '../config.ts';
import { creatorOf, type Scope } from '../permissions/scope.ts';
import { firstId, timeOf } from '../rows/row.ts';
import type { KeptApps } from '../trash/kept-apps.ts';
import type { TrashDocument } from '../trash/state.ts';
import type { HistoryDocument, ImportedRowsDocument } from './state.ts';

const DAY_MS = 24 * 3600 * 1000;
const IMPORT_DAYS = 8;
const PORTION = 1000;
/** JSON characters of a value before it is cut. */
const MAX_CHARACTERS = 2000;

type Place = Pick<HistoryDocument, 'appId' | 'rows'>;
type RowPlace = Place & Pick<HistoryDocument, 'entity' | 'rowId'>;
type Recorded = Pick<HistoryDocument, 'rowId' | 'kind'> & { readonly changes?: FieldChanges };

/** A value of a field; `isCut` when it was too long, and is its beginning as text. Without `value`: the field was missing. */
interface KeptValue {
  readonly value?: unknown;
  readonly isCut?: true;
}
type FieldChanges = Readonly<Record<string, { readonly before: KeptValue; readonly after: KeptValue }>>;

export interface RowChangeView {
  readonly kind: HistoryDocument['kind'];
  readonly at: string;
  readonly by: HistoryDocument['source'];
  readonly account: { readonly id: string; readonly name: string | null } | null;
  readonly fileName: string | null;
  readonly changes: readonly { readonly field: string; readonly before: KeptValue; readonly after: KeptValue }[];
}

/** Rows that an import adds. */
export interface ImportedRows {
  readonly id: string;
  readonly rows: Pick<ImportedRowsDocument, 'first' | 'last' | 'ids'>;
  readonly at: string;
  readonly fileName: string;
}

/**
 * The changes of rows that people make in the builder, by hand, by an import or by the assistant. Not those that apps make for their users:
 * they are the hot path. A change is recorded after it, so a crash between both loses the record of it.
 */
export class History {
  readonly #context: EntitiesContext;
  readonly #keptApps: KeptApps;
  readonly #changes: PartitionedCollection<HistoryDocument>;

  constructor(context: EntitiesContext, keptApps: KeptApps) {
    this.#context = context;
    this.#keptApps = keptApps;
    this.#changes = context.collections.history;
  }

  /** Whether changes of this call are recorded. */
  records({ source }: Pick<Scope, 'source'>): boolean {
    return source !== 'app';
  }

  async created(scope: Scope, rows: readonly Pick<RowDocument, '_id'>[]): Promise<void> {
    if (this.records(scope))
      await this.#record(
        scope,
        rows.map(({ _id: rowId }) => ({ rowId, kind: 'created' })),
      );
  }

  async updated(scope: Scope, before: RowDocument, after: RowDocument): Promise<void> {
    const changes = changesBetween(before.data, after.data);
    if (Object.keys(changes).length === 0) return;
    await this.#record(scope, [{ rowId: after._id, kind: 'updated', changes }]);
    await this.#bound({ appId: scope.appId, rows: scope.set, entity: scope.schema.name, rowId: after._id });
  }

  /** The deletion is recorded now, from the trash, so that a deletion that is never undone costs no record. */
  async restored(scope: Scope, entries: readonly TrashDocument[]): Promise<void> {
    const deletions = entries.map(({ rowId, deletedAt: at, deletedBy: accountId, source }) => ({
      ...documentOf(scope, { rowId, kind: 'deleted' }),
      ...{ at, accountId, source },
    }));
    await this.#store(scope.appId, [...deletions, ...entries.map(({ rowId }) => documentOf(scope, { rowId, kind: 'restored' }))]);
  }

  /** The rows that an import adds, before it adds them. `id`: of the import, or of its part. */
  async imported(scope: Scope, { id, rows: { first, last, ...kept }, at, fileName }: ImportedRows): Promise<void> {
    if (!this.records(scope)) return;
    const { appId, set: rows, schema, caller } = scope;
    // An import can be undone as long as its document is kept.
    const days = Math.max(this.#context.config.HISTORY_DAYS, IMPORT_DAYS);
    const until = storeTime(days * DAY_MS);
    const document = { appId, rows, entity: schema.name, accountId: creatorOf(caller), fileName, at, until };
    await this.#context.collections.importedRows.updateOne(
      { _id: id },
      { $set: { first, last, ...kept }, $setOnInsert: document },
      { upsert: true },
    );
  }

  /** The newest change first. */
  async of({ appId, schema, set }: Scope, rowId: string): Promise<RowChangeView[]> {
    const where = { appId, rows: set, entity: schema.name };
    const [found, imports] = await Promise.all([
      this.#changes.find({ ...where, rowId }, { sort: { _id: -1 }, limit: this.#context.config.HISTORY_MAX_CHANGES }),
      this.#context.collections.importedRows.find(
        // Missing in those that have all ids of their range.
        { ...where, first: { $lte: rowId }, last: { $gte: rowId }, ids: { $in: [null, rowId] } },
        { limit: 1, projection: { at: 1, accountId: 1, fileName: 1 } },
      ),
    ]);
    const accounts = [...found, ...imports].map(({ accountId }) => accountId);
    const names = await this.#context.needs.apps.accountNames(accounts);
    const account = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? null });
    return [
      ...found.map(({ kind, at, source: by, accountId, changes }) => ({
        ...{ kind, at, by, account: account(accountId), fileName: null },
        changes: Object.entries(JSON.parse(changes) as FieldChanges).map(([field, change]) => ({ field, ...change })),
      })),
      ...imports.map(({ at, accountId, fileName }) => ({
        ...({ kind: 'created', at, by: 'import', account: account(accountId), fileName, changes: [] } as const),
      })),
    ];
  }

  /** Forgets rows that are deleted for good. */
  async forget(place: Place, rowIds: readonly string[]): Promise<void> {
    if (rowIds.length > 0) await this.#changes.deleteMany({ ...place, rowId: { $in: rowIds } });
  }

  /** Removes what is older than the days that changes are kept. */
  async sweep(place: Place): Promise<void> {
    const id = firstId(storeNow() - this.#context.config.HISTORY_DAYS * DAY_MS);
    for (;;) {
      const old = await this.#changes.find({ ...place, _id: { $lt: id } }, { sort: { _id: 1 }, limit: PORTION, projection: { _id: 1 } });
      if (old.length > 0) await this.#changes.deleteMany({ ...place, _id: { $in: old.map(({ _id }) => _id) } });
      if (old.length < PORTION) return;
    }
  }

  async removeApp(appId: string): Promise<void> {
    await this.#changes.deleteMany({ appId });
    await this.#context.collections.importedRows.deleteMany({ appId });
  }

  async #record(scope: Scope, changes: readonly Recorded[]): Promise<void> {
    await this.#store(
      scope.appId,
      changes.map((change) => documentOf(scope, change)),
    );
  }

  async #store(appId: string, documents: readonly HistoryDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await this.#keptApps.register(appId);
    await this.#changes.insertMany(documents);
  }

  /** Removes the oldest changes of a row that has more than its share. */
  async #bound(row: RowPlace): Promise<void> {
    const skip = this.#context.config.HISTORY_MAX_CHANGES;
    const [last] = await this.#changes.find({ ...row }, { sort: { _id: -1 }, skip, limit: 1, projection: { _id: 1 } });
    if (last !== undefined) await this.#changes.deleteMany({ ...row, _id: { $lte: last._id } });
  }
}

function documentOf({ appId, set, schema, caller, source }: Scope, { rowId, kind, changes = {} }: Recorded): HistoryDocument {
  const _id = newId();
  return {
    ...{ _id, appId, rows: set, entity: schema.name, rowId, at: timeOf(_id), accountId: creatorOf(caller), source, kind },
    ...{ changes: JSON.stringify(changes), size: {} },
  };
}

function changesBetween(before: RowDocument['data'], after: RowDocument['data']): FieldChanges {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, { before: kept(before, field), after: kept(after, field) }]));
}

function kept(data: RowDocument['data'], field: string): KeptValue {
  if (!Object.hasOwn(data, field)) return {};
  const value = data[field];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_CHARACTERS ? { value } : { value: text.slice(0, MAX_CHARACTERS), isCut: true };
}
