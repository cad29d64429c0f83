import { setImmediate as turn } from 'node:timers/promises';
import { Conflict, InvalidInput, NotFound, newId, storeTime } from '@sayso/core';
import type { EntitiesContext } from '../config.ts';
import { type RowSource, rowSource } from '../copies/copy-table.ts';
import type { RowSet } from '../ref.ts';
import { sizeOf } from '../rows/json.ts';
import { rowsOf } from '../rows/sets.ts';
import type { SnapshotDocument, SnapshotTable } from './state.ts';

/** Small, since SQLite reads and writes each batch while other requests wait. */
const BATCH = 200;
/** Rows between two saves of the progress, each of which waits for the disk. */
const REPORTED = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface TakeSnapshot extends Pick<SnapshotDocument, 'appId' | 'rows' | 'key' | 'versionId' | 'nextVersionId'> {
  readonly tables: readonly string[];
  readonly signal: AbortSignal;
  /** Also when no table has rows. */
  readonly isEmptyKept?: boolean;
  /** Called now and then. */
  onBatch?(): Promise<void>;
}

/** Snapshots of rows: the tables that a change of schemas is about to convert. The newest of each set of an app are kept, for some days. */
export class Snapshots {
  readonly #context: EntitiesContext;

  constructor(context: EntitiesContext) {
    this.#context = context;
  }

  /** Copies the rows in batches. Idempotent: continues after a crash. Null when the tables have no rows. */
  async take({ tables, signal, onBatch, isEmptyKept = false, ...change }: TakeSnapshot): Promise<SnapshotDocument | null> {
    const { appId, key, rows: set } = change;
    const source = rowsOf(this.#context.collections, set);
    const known = await this.#documents.findOne({ appId, rows: set, key });
    if (known?.isReady) return known;
    const counts = await Promise.all(tables.map((entity) => source.count({ appId, entity })));
    if (known === null && !isEmptyKept && counts.every((count) => count === 0)) return null;
    const snapshot = known ?? { ...change, _id: newId(), createdAt: storeTime(), isReady: false, tables: [] };
    if (known === null) await this.#documents.insertOne(snapshot);
    const copied: SnapshotDocument['tables'] = [];
    for (const name of tables) {
      const averageSize = await this.#copy(snapshot, name, { signal, ...(onBatch === undefined ? {} : { onBatch }) });
      const rows = await this.#rows.count({ appId: snapshot._id, entity: name });
      copied.push({ name, rows, bytes: Math.round(averageSize * rows) });
    }
    await this.#documents.updateOne({ _id: snapshot._id }, { $set: { isReady: true, tables: copied } });
    await this.#removeOld({ appId, rows: set }, snapshot._id);
    return { ...snapshot, isReady: true, tables: copied };
  }

  /** The first snapshot of each table since a version became current: its rows have the schema of that version. */
  async since(appId: string, version: { readonly id: string; readonly createdAt: string }): Promise<SnapshotTable[]> {
    const filter = {
      appId,
      rows: 'draft',
      isReady: true,
      createdAt: { $gte: version.createdAt },
      nextVersionId: { $nin: [null, version.id] },
    };
    const found = await this.#documents.find(filter, { sort: { createdAt: 1 } });
    const first = new Map<string, SnapshotTable>();
    for (const { _id: snapshotId, createdAt: at, tables } of found)
      for (const { name, rows } of tables) if (!first.has(name)) first.set(name, { name, snapshotId, at, rows });
    return [...first.values()];
  }

  /** Those of an app that are complete, the newest first. */
  async list(appId: string): Promise<SnapshotDocument[]> {
    return this.#documents.find({ appId, isReady: true }, { sort: { createdAt: -1 } });
  }

  /** Throws `Conflict` for one that rows are being restored from. */
  async delete(appId: string, snapshotId: string): Promise<void> {
    const snapshot = await this.#documents.findOne({ _id: snapshotId, appId });
    if (snapshot === null) throw new NotFound('The snapshot of the rows');
    if ((await this.#used(snapshot)).has(snapshotId))
      throw new Conflict('Rows are being restored from this snapshot. Wait until that is done.');
    await this.#remove(snapshotId);
  }

  /** The snapshot with a table of the app. Throws for one that is gone, or incomplete, such as after the restore of a backup without its rows. */
  async get(appId: string, snapshotId: string, table: string): Promise<SnapshotDocument> {
    const snapshot = await this.#documents.findOne({ _id: snapshotId, appId, isReady: true });
    const kept = snapshot?.tables.find(({ name }) => name === table);
    if (snapshot === null || kept === undefined) throw new NotFound('The snapshot of the rows');
    if ((await this.#rows.count({ appId: snapshotId, entity: table })) !== kept.rows)
      throw new InvalidInput(`The snapshot of the table "${table}" is incomplete.`);
    return snapshot;
  }

  /** The rows of a snapshot, as rows of its app. */
  source({ _id: snapshotId, appId }: Pick<SnapshotDocument, '_id' | 'appId'>): RowSource {
    const stored = rowSource(this.#rows, snapshotId);
    const rowId = (id: string) => id.slice(keptId(snapshotId, '').length);
    return {
      page: async (entity, after, limit) => {
        const rows = await stored.page(entity, after === null ? null : keptId(snapshotId, after), limit);
        return rows.map((row) => ({ ...row, _id: rowId(row._id), appId }));
      },
      existing: async (entity, ids) => {
        const found = await stored.existing(
          entity,
          ids.map((id) => keptId(snapshotId, id)),
        );
        return new Set([...found].map(rowId));
      },
    };
  }

  /** Removes the snapshots that were kept for long enough. */
  async sweep(signal: AbortSignal): Promise<void> {
    const before = storeTime(-this.#context.config.SNAPSHOT_DAYS * DAY_MS);
    for await (const { _id } of this.#documents.stream({ createdAt: { $lt: before } })) {
      signal.throwIfAborted();
      await this.#remove(_id);
    }
  }

  async removeApp(appId: string): Promise<void> {
    for (const { _id } of await this.#documents.find({ appId })) await this.#remove(_id);
  }

  get #documents() {
    return this.#context.collections.snapshots;
  }

  get #rows() {
    return this.#context.collections.snapshotRows;
  }

  /** Returns the average size of the rows that were copied, in bytes of JSON: after a crash not all are read again. */
  async #copy(
    { _id, appId, rows: set }: SnapshotDocument,
    entity: string,
    { signal, onBatch = async () => undefined }: Pick<TakeSnapshot, 'signal' | 'onBatch'>,
  ): Promise<number> {
    const [last] = await this.#rows.find({ appId: _id, entity }, { sort: { _id: -1 }, limit: 1 });
    const source = rowSource(rowsOf(this.#context.collections, set), appId);
    let [rows, bytes] = last === undefined ? [0, 0] : [1, sizeOf(last.data)];
    for (let after = last?._id.slice(keptId(_id, '').length) ?? null; ; ) {
      signal.throwIfAborted();
      const batch = await source.page(entity, after, BATCH);
      rows += batch.length;
      bytes += batch.reduce((sum, { data }) => sum + sizeOf(data), 0);
      if (batch.length > 0) await this.#rows.insertMany(batch.map((row) => ({ ...row, _id: keptId(_id, row._id), appId: _id })));
      if (rows % REPORTED < BATCH) await onBatch();
      if (batch.length < BATCH) return rows === 0 ? 0 : bytes / rows;
      after = batch.at(-1)?._id ?? null;
      await turn();
    }
  }

  /** Those beyond the limit, except for the newest one and those that rows are being restored from. */
  async #removeOld(place: Pick<SnapshotDocument, 'appId' | 'rows'>, newest: string): Promise<void> {
    const used = (await this.#used(place)).add(newest);
    const found = await this.#documents.find({ ...place }, { sort: { createdAt: -1 }, projection: { _id: 1 } });
    for (const { _id } of found.slice(this.#context.config.SNAPSHOTS_PER_APP)) if (!used.has(_id)) await this.#remove(_id);
  }

  /** Those that rows are being restored from. */
  async #used({ appId, rows }: { readonly appId: string; readonly rows: RowSet }): Promise<Set<string>> {
    const active = await this.#context.collections.copies.findOne({ _id: `${appId}/${rows}`, state: { $in: ['queued', 'running'] } });
    return new Set(Object.values(active?.snapshots ?? {}));
  }

  /** The rows first, so that a crash leaves no rows without a snapshot. */
  async #remove(_id: string): Promise<void> {
    await this.#documents.updateOne({ _id }, { $set: { isReady: false } });
    await this.#rows.deleteMany({ appId: _id });
    await this.#documents.deleteOne({ _id });
  }
}

/** A row may be in several snapshots, while MongoDB has an id once in a collection. */
function keptId(snapshotId: string, rowId: string): string {
  return `${snapshotId}/${rowId}`;
}
