import { isDeepStrictEqual } from 'node:util';
import { newId, type PartitionedCollection, storeNow } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesContext } from '../config.ts';
import type { History } from '../history/history.ts';
import { creatorOf, type Scope } from '../permissions/scope.ts';
import type { RowSet } from '../ref.ts';
import { firstId, timeOf } from '../rows/row.ts';
import { rowsOf } from '../rows/sets.ts';
import type { KeptApps } from './kept-apps.ts';
import type { TrashDocument } from './state.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Entries of one read of a sweep. */
const PORTION = 1000;
/** The most rows and bytes that a process stores before it compares an app's trash with its limits again. */
const CHECK_ROWS = 1000;
const CHECK_BYTES = 20_000_000;
/** What a full trash keeps, so that not each deletion removes old entries. */
const KEPT_SHARE = 0.9;
const MAX_KNOWN_APPS = 10_000;

type Place = Pick<TrashDocument, 'appId' | 'rows'>;
type Entry = Pick<TrashDocument, '_id' | 'entity' | 'rowId' | 'createdAt'>;

interface TrashParts {
  readonly keptApps: KeptApps;
  readonly history: History;
  /** The version whose schemas the rows of a set follow; null: none. */
  readonly versionOf: (place: Place) => Promise<string | null>;
}

export interface KeepOptions {
  /** The rows get another state, and stay. Default: they are deleted. */
  readonly isReplaced?: boolean;
}

/** Deleted rows, kept for some days. A row is stored here before it is removed, so that a crash between both loses none. */
export class Trash {
  readonly #context: EntitiesContext;
  readonly #keptApps: KeptApps;
  readonly #history: History;
  readonly #versionOf: TrashParts['versionOf'];
  readonly #entries: PartitionedCollection<TrashDocument>;
  /** What was stored since the last comparison with the limits, by app. */
  readonly #unchecked = new Map<string, { rows: number; bytes: number }>();

  constructor(context: EntitiesContext, { keptApps, history, versionOf }: TrashParts) {
    this.#context = context;
    this.#keptApps = keptApps;
    this.#history = history;
    this.#versionOf = versionOf;
    this.#entries = context.collections.trash;
  }

  /** Stores rows before they are removed or replaced; returns the ids of the entries. */
  async store(scope: Scope, rows: readonly RowDocument[], options: KeepOptions = {}): Promise<string[]> {
    if (rows.length === 0) return [];
    const versionId = await this.#versionOf({ appId: scope.appId, rows: scope.set });
    const entries = rows.map((row) => entryOf(scope, row, { ...options, versionId }));
    await this.#keptApps.register(scope.appId);
    await this.#entries.insertMany(entries);
    await this.#stored(scope, entries);
    return entries.map(({ _id }) => _id);
  }

  /** Removes entries of rows that were not removed after all. */
  async withdraw({ appId, set }: Scope, ids: readonly string[]): Promise<void> {
    await this.#entries.deleteMany({ appId, rows: set, _id: { $in: ids } });
  }

  /** Deletes rows for good: those of the ids of rows or entries, of a table, or all. The number of entries. */
  async purge(
    place: Place,
    { ids, entity }: { readonly ids?: readonly string[] | undefined; readonly entity?: string | undefined },
  ): Promise<number> {
    const table = entity === undefined ? {} : { entity };
    if (ids === undefined) return this.#purge(place, table);
    const purged = await this.#purge(place, { ...table, rowId: { $in: ids } });
    return purged + (await this.#purge(place, { ...table, _id: { $in: ids } }));
  }

  async #purge(place: Place, where: object): Promise<number> {
    let purged = 0;
    for (;;) {
      const entries = await this.#oldest(place, where);
      await this.#drop(place, entries);
      purged += entries.length;
      if (entries.length < PORTION) return purged;
    }
  }

  /** Removes what is older than the days that rows are kept, and what exceeds the limits. */
  async sweep(place: Place): Promise<void> {
    await this.#dropBefore(place, firstId(storeNow() - this.#context.config.TRASH_DAYS * DAY_MS));
    await this.#limit(place);
  }

  async removeApp(appId: string): Promise<void> {
    this.#unchecked.delete(appId);
    await this.#entries.deleteMany({ appId });
  }

  /** The ids of entries whose row exists as they have it: a crash came before its removal or replacement, or after its restoration. */
  async leftovers(place: Place, entries: readonly TrashDocument[]): Promise<ReadonlySet<string>> {
    const existing = await this.#existing(place, entries);
    const replaced = entries.filter(({ _id, size }) => size.isReplaced && existing.has(_id));
    const others = new Set<string>();
    for (const [entity, some] of Map.groupBy(replaced, (entry) => entry.entity)) {
      const filter = { appId: place.appId, entity, _id: { $in: some.map(({ rowId }) => rowId) } };
      const found = new Map((await rowsOf(this.#context.collections, place.rows).find(filter)).map(({ _id, data }) => [_id, data]));
      for (const { _id, rowId, content } of some)
        if (!isDeepStrictEqual(found.get(rowId), JSON.parse(content) as RowDocument['data'])) others.add(_id);
    }
    return new Set([...existing].filter((id) => !others.has(id)));
  }

  /** The ids of entries whose row exists. */
  async #existing({ appId, rows: set }: Place, entries: readonly Entry[]): Promise<Set<string>> {
    const rows = rowsOf(this.#context.collections, set);
    const existing = new Set<string>();
    for (const [entity, some] of Map.groupBy(entries, (entry) => entry.entity)) {
      const filter = { appId, entity, _id: { $in: some.map(({ rowId }) => rowId) } };
      const found = await rows.find(filter, { projection: { _id: 1, createdAt: 1 } });
      // Another row may have been given the id since: it was created at another time.
      const times = new Map(found.map(({ _id, createdAt }) => [_id, createdAt]));
      for (const { _id, rowId, createdAt } of some) if (times.get(rowId) === createdAt) existing.add(_id);
    }
    return existing;
  }

  async #stored({ appId, set }: Scope, entries: readonly TrashDocument[]): Promise<void> {
    const { TRASH_MAX_ROWS: rows, TRASH_MAX_BYTES: bytes } = this.#context.config;
    const unchecked = this.#unchecked.get(appId) ?? { rows: 0, bytes: 0 };
    if (this.#unchecked.size >= MAX_KNOWN_APPS) this.#unchecked.clear();
    this.#unchecked.set(appId, unchecked);
    unchecked.rows += entries.length;
    unchecked.bytes += entries.reduce((sum, { size }) => sum + size.bytes, 0);
    if (unchecked.rows < Math.min(CHECK_ROWS, rows / 10) && unchecked.bytes < Math.min(CHECK_BYTES, bytes / 10)) return;
    unchecked.rows = 0;
    unchecked.bytes = 0;
    await this.#limit({ appId, rows: set });
  }

  /** Removes the oldest entries of a trash that exceeds its limits. */
  async #limit(place: Place): Promise<void> {
    const { TRASH_MAX_ROWS, TRASH_MAX_BYTES } = this.#context.config;
    const measures = [{ name: 'rows', kind: 'count' } as const, { name: 'bytes', kind: 'sum', path: 'size.bytes' } as const];
    const [found] = await this.#entries.aggregate({ ...place }, { groups: [], measures, having: {}, sort: {}, limit: 1 });
    const [rows, bytes] = [Number(found?.['rows'] ?? 0), Number(found?.['bytes'] ?? 0)];
    if (rows <= TRASH_MAX_ROWS && bytes <= TRASH_MAX_BYTES) return;
    let excess = { rows: rows - TRASH_MAX_ROWS * KEPT_SHARE, bytes: bytes - TRASH_MAX_BYTES * KEPT_SHARE };
    while (excess.rows > 0 || excess.bytes > 0) {
      const oldest = await this.#oldest(place, {});
      const end = oldest.findIndex(({ size }) => {
        excess = { rows: excess.rows - 1, bytes: excess.bytes - size.bytes };
        return excess.rows <= 0 && excess.bytes <= 0;
      });
      await this.#drop(place, end < 0 ? oldest : oldest.slice(0, end + 1));
      if (end >= 0 || oldest.length < PORTION) return;
    }
  }

  async #dropBefore(place: Place, id: string): Promise<void> {
    for (;;) {
      const entries = await this.#oldest(place, { _id: { $lt: id } });
      await this.#drop(place, entries);
      if (entries.length < PORTION) return;
    }
  }

  async #oldest(place: Place, where: object): Promise<TrashDocument[]> {
    const projection = { _id: 1, entity: 1, rowId: 1, createdAt: 1, size: 1 } as const;
    return this.#entries.find({ ...place, ...where }, { sort: { _id: 1 }, limit: PORTION, projection });
  }

  /** Their history goes with them, so that nothing of a row is left. */
  async #drop(place: Place, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const existing = await this.#existing(place, entries);
    const gone = entries.filter(({ _id }) => !existing.has(_id)).map(({ rowId }) => rowId);
    await this.#history.forget(place, gone);
    await this.#entries.deleteMany({ ...place, _id: { $in: entries.map(({ _id }) => _id) } });
  }
}

interface EntryOptions extends KeepOptions {
  readonly versionId: string | null;
}

function entryOf({ appId, set, schema, caller, source }: Scope, row: RowDocument, options: EntryOptions): TrashDocument {
  const { isReplaced = false, versionId } = options;
  const _id = newId();
  const content = JSON.stringify(row.data);
  return {
    ...{ _id, appId, rows: set, entity: schema.name, rowId: row._id, deletedAt: timeOf(_id), deletedBy: creatorOf(caller), source },
    ...{
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      creatorId: row.creatorId,
      content,
      size: { bytes: Buffer.byteLength(content), ...(isReplaced ? { isReplaced } : {}), ...(versionId === null ? {} : { versionId }) },
    },
  };
}

/** Which set a place names. */
export const placeOf = (appId: string, rows: RowSet = 'live'): Place => ({ appId, rows });
