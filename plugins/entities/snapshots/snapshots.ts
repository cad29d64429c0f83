import { InvalidInput, NotFound, newId } from '@sayso/core';
import type { EntitiesContext } from '../config.ts';
import { type RowSource, rowSource } from '../copies/copy-table.ts';
import type { SnapshotDocument, SnapshotTable } from './state.ts';

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface TakeSnapshot extends Pick<SnapshotDocument, 'appId' | 'key' | 'versionId' | 'nextVersionId'> {
  readonly tables: readonly string[];
  readonly signal: AbortSignal;
  /** Also when no table has rows. */
  readonly isEmptyKept?: boolean;
  /** Called after each batch. */
  onBatch?(): Promise<void>;
}

/** Snapshots of draft rows: the tables that a change of schemas is about to convert. The newest of an app are kept, for some days. */
export class Snapshots {
  readonly #context: EntitiesContext;

  constructor(context: EntitiesContext) {
    this.#context = context;
  }

  /** Copies the rows in batches. Idempotent: continues after a crash. Null when the tables have no rows. */
  async take({ tables, signal, onBatch, isEmptyKept = false, ...change }: TakeSnapshot): Promise<SnapshotDocument | null> {
    const { appId, key } = change;
    const { drafts } = this.#context.collections;
    const known = await this.#documents.findOne({ appId, key });
    if (known?.isReady) return known;
    const counts = await Promise.all(tables.map((entity) => drafts.count({ appId, entity })));
    if (known === null && !isEmptyKept && counts.every((count) => count === 0)) return null;
    const snapshot = known ?? { ...change, _id: newId(), createdAt: new Date().toISOString(), isReady: false, tables: [] };
    if (known === null) await this.#documents.insertOne(snapshot);
    const copied: SnapshotDocument['tables'] = [];
    for (const name of tables) {
      await this.#copy(snapshot, name, { signal, ...(onBatch === undefined ? {} : { onBatch }) });
      copied.push({ name, rows: await this.#rows.count({ appId: snapshot._id, entity: name }) });
    }
    await this.#documents.updateOne({ _id: snapshot._id }, { $set: { isReady: true, tables: copied } });
    await this.#removeOld(appId, snapshot._id);
    return { ...snapshot, isReady: true, tables: copied };
  }

  /** The first snapshot of each table since a version became current: its rows have the schema of that version. */
  async since(appId: string, version: { readonly id: string; readonly createdAt: string }): Promise<SnapshotTable[]> {
    const filter = { appId, isReady: true, createdAt: { $gte: version.createdAt }, nextVersionId: { $nin: [null, version.id] } };
    const found = await this.#documents.find(filter, { sort: { createdAt: 1 } });
    const first = new Map<string, SnapshotTable>();
    for (const { _id: snapshotId, createdAt: at, tables } of found)
      for (const { name, rows } of tables) if (!first.has(name)) first.set(name, { name, snapshotId, at, rows });
    return [...first.values()];
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
    const before = new Date(Date.now() - this.#context.config.SNAPSHOT_DAYS * DAY_MS).toISOString();
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

  async #copy(
    { _id, appId }: SnapshotDocument,
    entity: string,
    { signal, onBatch = async () => undefined }: Pick<TakeSnapshot, 'signal' | 'onBatch'>,
  ): Promise<void> {
    const [last] = await this.#rows.find({ appId: _id, entity }, { sort: { _id: -1 }, limit: 1 });
    const drafts = rowSource(this.#context.collections.drafts, appId);
    for (let after = last?._id.slice(keptId(_id, '').length) ?? null; ; ) {
      signal.throwIfAborted();
      const batch = await drafts.page(entity, after, BATCH);
      if (batch.length > 0) await this.#rows.insertMany(batch.map((row) => ({ ...row, _id: keptId(_id, row._id), appId: _id })));
      await onBatch();
      if (batch.length < BATCH) return;
      after = batch.at(-1)?._id ?? null;
    }
  }

  /** Those beyond the limit, except for the newest one and those that rows are being restored from. */
  async #removeOld(appId: string, newest: string): Promise<void> {
    const active = await this.#context.collections.copies.findOne({ _id: `${appId}/draft`, state: { $in: ['queued', 'running'] } });
    const used = new Set([newest, ...Object.values(active?.snapshots ?? {})]);
    const found = await this.#documents.find({ appId }, { sort: { createdAt: -1 }, projection: { _id: 1 } });
    for (const { _id } of found.slice(this.#context.config.SNAPSHOTS_PER_APP)) if (!used.has(_id)) await this.#remove(_id);
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
