import { Conflict, type PartitionedCollection, type Query, storeTime } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesContext } from '../config.ts';
import { refusal } from '../errors.ts';
import type { History } from '../history/history.ts';
import { budgetOf, withinBudget } from '../lists/read-rows.ts';
import { shownData } from '../permissions/field-access.ts';
import { readable } from '../permissions/permissions.ts';
import { isByCreator, type Reach, reaches } from '../permissions/reach.ts';
import { rowsWithin } from '../permissions/row-access.ts';
import type { Scope } from '../permissions/scope.ts';
import { type ChangedRow, changesOf, type RowChange } from '../realtime/changes.ts';
import type { RowSet } from '../ref.ts';
import { sizeOf, sizeOfAll } from './json.ts';
import { type Quotas, reserveFor } from './quotas.ts';
import { checkReferences } from './references.ts';
import { rowsOf } from './sets.ts';
import { checkSize } from './validate.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Ids of one look-up. */
const MAX_IDS = 1000;
/** Bytes of a change that needs no check of the row's size. */
const SMALL_CHANGE = 2000;
const CHANGE_ATTEMPTS = 20;

export interface RowStoreParts {
  readonly context: EntitiesContext;
  readonly quotas: Readonly<Record<RowSet, Quotas>>;
  readonly history: History;
}

export interface ChangeOptions {
  /** Fields to remove. */
  readonly removed?: readonly string[];
  /** What the row must be afterwards. Default: any. */
  readonly becomes?: Reach;
}

/** The rows of tables in the store, with their quotas, references, history and events. It checks no permissions. */
export class RowStore {
  readonly #context: EntitiesContext;
  readonly #quotas: RowStoreParts['quotas'];
  readonly #history: History;

  constructor({ context, quotas, history }: RowStoreParts) {
    this.#context = context;
    this.#quotas = quotas;
    this.#history = history;
  }

  rowsOf({ set }: Pick<Scope, 'set'>): PartitionedCollection<RowDocument> {
    return rowsOf(this.#context.collections, set);
  }

  /** The ids and creators of the matching rows, within the budget of a caller's query. */
  async find(scope: Scope, filter: Query): Promise<ChangedRow[]> {
    const { schema } = scope;
    const rows = this.rowsOf(scope);
    const budget = budgetOf(scope, this.#context.config);
    const query = { schema, filter, options: { projection: { creatorId: 1 } } } as const;
    return withinBudget(query, budget, (...asked) => rows.find(...asked));
  }

  /** `ids`: of rows that are changed. What they reference already is accepted, as far as the caller sees it. */
  async checkReferences(scope: Scope, rows: Fields | readonly Fields[], ids?: readonly string[]): Promise<void> {
    const reach = readable(scope.permissions, scope.caller);
    const before = async (_id: string): Promise<Fields | null> => {
      const row = reach === null ? null : await this.rowsOf(scope).findOne({ ...rowsWithin(scope, reach), _id });
      return row === null ? null : shownData(scope, row);
    };
    await checkReferences(scope.references, rows, {
      existing: (entity, wanted) => this.existing(scope, entity, wanted),
      ...(ids === undefined ? {} : { before: (index) => before(ids[index] ?? '') }),
    });
  }

  /** Those of the ids that are rows of a table, in one set of the rows of an app. */
  async existing(place: Pick<Scope, 'appId' | 'set'>, entity: string, ids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let start = 0; start < ids.length; start += MAX_IDS) {
      const filter = { appId: place.appId, entity, _id: { $in: ids.slice(start, start + MAX_IDS) } };
      for (const { _id } of await this.rowsOf(place).find(filter, { projection: { _id: 1 } })) found.add(_id);
    }
    return found;
  }

  /** Those of the documents whose ids are not taken. */
  async missing(scope: Scope, documents: readonly RowDocument[]): Promise<RowDocument[]> {
    const ids = documents.map(({ _id }) => _id);
    const filter = { ...rowsWithin(scope, {}), _id: { $in: ids } };
    const existing = new Set((await this.rowsOf(scope).find(filter, { projection: { _id: 1 } })).map(({ _id }) => _id));
    return documents.filter(({ _id }) => !existing.has(_id));
  }

  /** Adds rows: all or none of them within their quotas. */
  async insert(scope: Scope, documents: readonly RowDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const bytes = sizeOfAll(documents.map(({ data }) => data));
    const room = await reserveFor(this.#quotas[scope.set], scope, { rows: documents.length, bytes });
    try {
      await this.#write(scope, documents);
    } catch (error) {
      room.undo();
      throw error;
    }
  }

  async #write(scope: Scope, documents: readonly RowDocument[]): Promise<void> {
    await this.rowsOf(scope).insertMany(documents);
    await this.changed(scope, documents, 'created');
  }

  /**
   * Sets fields of a row. A change that could make it too large is checked together with the row's other fields. Throws the refusal of a change
   * after which the row would not be within `becomes`.
   */
  async change(
    scope: Scope,
    filter: Query,
    data: Record<string, unknown>,
    { removed = [], becomes = {} }: ChangeOptions = {},
  ): Promise<(RowDocument & ChangedRow) | null> {
    const rows = this.rowsOf(scope);
    const set = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data.${name}`, value]));
    const change = () => ({ $set: { ...set, updatedAt: storeTime() }, ...unsetting(removed) });
    // Small values cannot grow a row with declared fields by much.
    const isRecorded = this.#history.records(scope);
    if (!isRecorded && isSmall(scope, data) && scope.watched.length === 0 && isByCreator(becomes))
      return rows.findOneAndUpdate(filter, change());
    for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt++) {
      const before = await rows.findOne(filter);
      if (before === null) return null;
      const after = { ...before.data, ...data };
      for (const name of removed) delete after[name];
      checkBecoming(scope, becomes, { ...before, data: after });
      // The size of what the caller does not see would tell its length.
      checkSize(shownData(scope, before, after), shownData(scope, before));
      const room = await reserveFor(this.#quotas[scope.set], scope, {
        rows: 0,
        bytes: sizeOf(after) - sizeOf(before.data),
      });
      const row = await rows.findOneAndUpdate({ ...filter, updatedAt: before.updatedAt }, change());
      if (row !== null) {
        if (isRecorded) await this.#history.updated(scope, before, row);
        return scope.watched.length === 0 ? row : { ...row, before: before.data };
      }
      room.undo();
    }
    throw new Conflict('This row is being changed by others. Please try again.');
  }

  /** After each change of rows but those of imports, which record theirs as one. */
  async changed(scope: Scope, rows: readonly ChangedRow[], change: RowChange['change']): Promise<void> {
    if (change === 'created') await this.#history.created(scope, rows);
    await this.emit(scope, rows, change);
  }

  async emit({ appId, schema, set, watched }: Scope, rows: readonly ChangedRow[], change: RowChange['change']): Promise<void> {
    const events = changesOf({ appId, entity: schema.name, rows: set, watched }, rows, change);
    await Promise.all(events.map((event) => this.#context.emit('entities.rowChanged', event)));
  }
}

function checkBecoming({ caller, schema }: Scope, becomes: Reach, row: RowDocument): void {
  if (!isByCreator(becomes) && !reaches(becomes, row)) throw refusal(caller.kind !== 'visitor', schema.name, 'write');
}

/** Whether a change cannot make a row too large. */
function isSmall({ schema }: Scope, data: Fields): boolean {
  return sizeOf(data) <= SMALL_CHANGE && schema['additionalProperties'] !== true;
}

function unsetting(names: readonly string[]): Query {
  return names.length === 0 ? {} : { $unset: Object.fromEntries(names.map((name) => [`data.${name}`, ''])) };
}
