import { type Actor, DuplicateKey, NotFound, newId } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import { InvalidRow, refusal, refusalOfFields } from '../errors.ts';
import { documentPath, toFilter } from '../lists/query.ts';
import {
  asked as askedOf,
  bindsChanges,
  changeOfFields,
  checkNewFields,
  fieldsReach,
  hiddenFields,
  shownRow,
} from '../permissions/field-access.ts';
import { changeable, changed, creatable, readable, removable } from '../permissions/permissions.ts';
import { among, both, isByCreator, reaches } from '../permissions/reach.ts';
import { allowed, type RowAccess, rowsWithin } from '../permissions/row-access.ts';
import { creatorOf, type Scope } from '../permissions/scope.ts';
import type { Row, TableAddress, UpsertedRows } from '../ref.ts';
import { planChanges } from './change-each.ts';
import { changeRows } from './change-many.ts';
import { parseOperators } from './operators.ts';
import type { RowRemover } from './remove-rows.ts';
import { batchId, keyedId, newRow, numbered, toRow } from './row.ts';
import type { RowStore } from './row-store.ts';
import { type UpsertBy, upsertRows } from './upsert.ts';
import type { PlannedChange, RowWriter } from './writer.ts';

type Fields = Readonly<Record<string, unknown>>;

const MAX_MANY = 1000;
const BATCH_ATTEMPTS = 5;

export interface RowWritesParts {
  readonly access: RowAccess;
  readonly store: RowStore;
  readonly writer: RowWriter;
  readonly remover: RowRemover;
  /** Derived from the SECRET of the installation. */
  readonly idKey: Uint8Array;
}

/** What callers add, change and remove in tables, by their permissions. */
export class RowWrites {
  readonly #access: RowAccess;
  readonly #store: RowStore;
  readonly #writer: RowWriter;
  readonly #remover: RowRemover;
  readonly #idKey: Uint8Array;

  constructor({ access, store, writer, remover, idKey }: RowWritesParts) {
    this.#access = access;
    this.#store = store;
    this.#writer = writer;
    this.#remover = remover;
    this.#idKey = idKey;
  }

  async create(actor: Actor, table: TableAddress, row: Fields): Promise<Row> {
    const scope = await this.#access.openForCreate(actor, table);
    const document = newRow(scope, scope.validator.create(row));
    checkNew(scope, [document]);
    if (scope.references.length > 0) await this.#store.checkReferences(scope, document.data);
    await this.#store.insert(scope, [document]);
    return shown(scope, document);
  }

  /** Adds the rows of a batch that a client may send again: once, by ids of its name. */
  async createBatch(actor: Actor, table: TableAddress, rows: readonly Fields[], batch: string): Promise<Row[]> {
    const scope = await this.#access.openForCreate(actor, table);
    if (rows.length > MAX_MANY) throw new InvalidRow([{ path: '', message: `At most ${MAX_MANY} rows can be added at once.` }]);
    const place = JSON.stringify([scope.appId, scope.schema.name, creatorOf(scope.caller)]);
    const documents = rows.map((row, index) => ({
      ...newRow(
        scope,
        numbered(index, () => scope.validator.create(row)),
      ),
      _id: batchId(batch, place, index),
    }));
    checkNew(scope, documents);
    await this.#store.checkReferences(
      scope,
      documents.map(({ data }) => data),
    );
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#store.insert(scope, await this.#store.missing(scope, documents));
        return documents.map((document) => shown(scope, document));
      } catch (error) {
        // The same batch is being stored by a call whose connection was lost.
        if (!(error instanceof DuplicateKey) || attempt === BATCH_ATTEMPTS) throw error;
      }
    }
  }

  async createMany(actor: Actor, table: TableAddress, rows: readonly Fields[], { key }: { readonly key?: string } = {}): Promise<Row[]> {
    const scope = await this.#access.openForCreate(actor, table);
    if (rows.length > MAX_MANY) throw new InvalidRow([{ path: '', message: `At most ${MAX_MANY} rows can be added at once.` }]);
    const documents = rows.map((row, index) =>
      newRow(
        scope,
        numbered(index, () => scope.validator.create(row)),
        key === undefined ? newId() : keyedId(key, `${scope.appId}/${scope.schema.name}`, index),
      ),
    );
    checkNew(scope, documents);
    // Rows with a key are samples, which may reference rows that are still to come.
    if (key === undefined)
      await this.#store.checkReferences(
        scope,
        documents.map(({ data }) => data),
      );
    await this.#store.insert(scope, key === undefined ? documents : await this.#store.missing(scope, documents));
    return documents.map((document) => shown(scope, document));
  }

  async update(actor: Actor, table: TableAddress, id: string, changes: Fields): Promise<Row> {
    const scope = await this.#access.open(actor, table);
    const reach = changeable(scope.permissions, scope.caller);
    if (reach === null) throw await this.#unchanged(scope, id);
    const { data, reach: ofFields } = await this.#ofFields(scope, id, scope.validator.update(changes));
    if (scope.references.length > 0) await this.#store.checkReferences(scope, data, [id]);
    const row = await this.#store.change(scope, { ...rowsWithin(scope, both(reach, ofFields) ?? {}), _id: id }, data, {
      becomes: both(becomes(scope), ofFields),
    });
    if (!row) throw await this.#unchanged(scope, id);
    await this.#store.changed(scope, [row], 'updated');
    return shown(scope, row);
  }

  /** What rules of fields leave of a change of a row that the caller sees. */
  async #ofFields(scope: Scope, id: string, data: Record<string, unknown>) {
    const row = bindsChanges(scope) ? await this.#visible(scope, id) : null;
    return row === null ? { data, reach: {} } : changeOfFields(scope, row, data);
  }

  upsert(actor: Actor, table: TableAddress, records: readonly Fields[], key: readonly string[]): Promise<UpsertedRows> {
    return this.upsertBy(actor, table, records, { key });
  }

  /** As `upsert`, with what an import needs. */
  async upsertBy(actor: Actor, table: TableAddress, records: readonly Fields[], by: UpsertBy): Promise<UpsertedRows> {
    const scope = await this.#access.openForCreate(actor, table);
    const reads = readable(scope.permissions, scope.caller);
    const changes = changeable(scope.permissions, scope.caller);
    allowed(scope, changes, 'write');
    // An import refuses single rows, and tells which.
    if (by.refuse === undefined) await this.#store.checkReferences(scope, records);
    const bounds = { within: rowsWithin(scope, reads ?? {}), becomes: becomes(scope), idKey: this.#idKey };
    const upserted = { ...scope, ...bounds, reads, changes, adds: creatable(scope.permissions, scope.caller) };
    const { records: rows, ...counts } = await upsertRows(this.#writer, upserted, records, by);
    const hidden = hiddenFields(scope);
    return { ...counts, records: rows.map((row) => shownRow(hidden, row)) };
  }

  /** Changes some rows by id, each in its own way; nothing when one of them cannot be changed. */
  async updateEach(actor: Actor, table: TableAddress, records: readonly Fields[]): Promise<Row[]> {
    const scope = await this.#access.open(actor, table);
    const planned = planChanges(scope, records);
    const reach = changeable(scope.permissions, scope.caller);
    const ids = planned.map(({ _id }) => _id);
    const within = rowsWithin(scope, reach ?? {});
    const found = new Set(reach === null ? [] : (await this.#store.find(scope, { ...within, _id: { $in: ids } })).map(({ _id }) => _id));
    const missing = ids.find((id) => !found.has(id));
    if (missing !== undefined) throw await this.#unchanged(scope, missing);
    const changes = bindsChanges(scope) ? await this.#planFields(scope, planned) : planned;
    await this.#checkBecoming(scope, changes);
    await this.#store.checkReferences(
      scope,
      changes.map(({ data }) => data),
      ids,
    );
    const written = await this.#writer.changeAll(scope, changes, { within, becomes: becomes(scope) });
    return changes.map(({ each }) => shown(scope, written.get(each) ?? gone()));
  }

  /** Changes the rows that match in the same way. Not atomic. The number of rows changed. */
  async updateMany(actor: Actor, table: TableAddress, filter: Fields, data: Fields): Promise<number> {
    const scope = await this.#access.open(actor, table);
    const operators = parseOperators(scope.schema, data);
    const ofFields = fieldsReach(scope, operators.changes.keys(), 'update');
    if (ofFields === null) throw refusalOfFields(scope.caller.kind !== 'visitor', scope.schema.name, [...operators.changes.keys()]);
    // What becomes of a hidden value, or that it becomes invalid, would tell it.
    for (const field of operators.computed) documentPath(askedOf(scope), field);
    const within = allowed(scope, both(changeable(scope.permissions, scope.caller), ofFields), 'write');
    await this.#store.checkReferences(scope, operators.given);
    const found = await this.#store.find(scope, among(within, toFilter(askedOf(scope), filter)));
    return changeRows(
      this.#writer,
      { scope, within, becomes: both(becomes(scope), ofFields), ids: found.map(({ _id }) => _id) },
      operators,
    );
  }

  async remove(actor: Actor, table: TableAddress, id: string): Promise<void> {
    const scope = await this.#access.open(actor, table);
    const reach = removable(scope.permissions, scope.caller);
    const isRemoved = reach !== null && (await this.#remover.remove(scope, { ...rowsWithin(scope, reach), _id: id }));
    if (!isRemoved) throw await this.#unchanged(scope, id);
  }

  async removeMany(actor: Actor, table: TableAddress, filter: Fields): Promise<number> {
    const scope = await this.#access.open(actor, table);
    const within = allowed(scope, removable(scope.permissions, scope.caller), 'write');
    // Collects all ids before the first delete: a filter that exceeds its budget removes nothing. Rows added meanwhile stay.
    const found = await this.#store.find(scope, among(within, toFilter(askedOf(scope), filter)));
    return this.#remover.removeAll(
      scope,
      within,
      found.map(({ _id }) => _id),
    );
  }

  async #planFields(scope: Scope, changes: readonly PlannedChange<number>[]): Promise<PlannedChange<number>[]> {
    const rows = await this.#writer.find(scope, { ...rowsWithin(scope, {}), _id: { $in: changes.map(({ _id }) => _id) } });
    const byId = new Map(rows.map((row) => [row._id, row]));
    return changes.map((change) => {
      const { data, reach } = changeOfFields(scope, byId.get(change._id) ?? gone(), change.data);
      return { ...change, data, before: reach ?? {}, becomes: reach };
    });
  }

  /** Throws the refusal of changes of which one is not allowed, before the first is made. */
  async #checkBecoming(scope: Scope, changes: readonly PlannedChange<number>[]): Promise<void> {
    const reach = becomes(scope);
    if (isByCreator(reach)) return;
    const rows = await this.#writer.find(scope, { ...rowsWithin(scope, {}), _id: { $in: changes.map(({ _id }) => _id) } });
    const given = new Map(changes.map(({ _id, data }) => [_id, data]));
    if (!rows.every((row) => reaches(reach, { ...row, data: { ...row.data, ...given.get(row._id) } })))
      throw refusal(scope.caller.kind !== 'visitor', scope.schema.name, 'write');
  }

  async #visible(scope: Scope, id: string): Promise<RowDocument | null> {
    const reach = readable(scope.permissions, scope.caller);
    return reach === null ? null : this.#store.rowsOf(scope).findOne({ ...rowsWithin(scope, reach), _id: id });
  }

  /** The error for a row that was not changed: `NotFound` if the caller cannot see it. */
  async #unchanged(scope: Scope, id: string): Promise<Error> {
    const isVisible = (await this.#visible(scope, id)) !== null;
    return isVisible ? refusal(scope.caller.kind !== 'visitor', scope.schema.name, 'write') : new NotFound('The row');
  }
}

/** What a row must be after a change by the caller. */
function becomes({ permissions, caller }: Scope) {
  return changed(permissions, caller);
}

/** Throws the refusal of rows that the caller may not add. */
function checkNew(scope: Scope, documents: readonly RowDocument[]): void {
  const reach = creatable(scope.permissions, scope.caller);
  if (!documents.every((document) => reaches(reach, document))) throw refusal(scope.caller.kind !== 'visitor', scope.schema.name, 'write');
  for (const document of documents) checkNewFields(scope, document);
}

/** The row as the caller sees it. */
function shown(scope: Scope, document: RowDocument): Row {
  return shownRow(hiddenFields(scope), toRow(document));
}

function gone(): never {
  throw new NotFound('The row');
}
