import type { App, AppsApi } from '@sayso/apps/ref';
import { Conflict, type JobRun, NotFound, type PartitionedCollection, storeTime } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesContext } from '../config.ts';
import type { RowSet } from '../ref.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { Backups } from './backups.ts';
import { tableChanges } from './changes.ts';
import { type ConvertedRows, convertRows, convertTable, fittedRows, type UnconvertedValue } from './convert-rows.ts';
import type { RowVersionDocument } from './state.ts';
import { effectsOfVersion, type VersionEffects } from './version-effects.ts';

const MAX_SHOWN = 1000;
const LEASE_MS = 60_000;
export const CONVERSION_ATTEMPTS = 20;

/** A set of the app's rows, and the version whose schemas it follows. */
export interface VersionedRows {
  readonly name: RowSet;
  readonly rows: PartitionedCollection<RowDocument>;
  versionOf(app: App): string | null;
}

/** Rows for a table of a set, which may have another version; `key` identifies them. */
export interface UnfittedRows {
  readonly appId: string;
  readonly entity: string;
  readonly set: RowSet;
  /** The version that they follow, or the set that they are of. */
  readonly from: { readonly versionId: string } | { readonly set: RowSet };
  readonly key: string;
  readonly rows: readonly RowDocument[];
}

/** The schemas of a version of an app. */
export interface SchemaVersion {
  readonly appId: string;
  readonly versionId: string;
}

interface Parts {
  readonly context: EntitiesContext;
  readonly sets: readonly VersionedRows[];
  readonly snapshots: Pick<Snapshots, 'take'>;
  /** Emits that rows of a table changed. */
  readonly tableChanged: (appId: string, entity: string, set: RowSet) => Promise<void>;
}

/** Converts the rows of an app when the schemas that they follow change: those of its current version, or of the published one. */
export class Conversions {
  readonly #parts: Parts;
  readonly #backups: Backups;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#backups = new Backups(parts.context.collections.columnBackups);
  }

  /** Enqueues conversions when the versions of an app have changed. Called in each process. */
  async appChanged(appId: string): Promise<void> {
    const app = await this.#apps.find(appId);
    if (app === null) return;
    for (const set of this.#parts.sets) {
      const versionId = set.versionOf(app);
      if (versionId === null) continue;
      const state = await this.#stateOf(app, set, versionId);
      if (state.versionId === versionId) continue;
      const { versionId: before } = state;
      const [changes, removed] = await Promise.all([this.#changes(appId, before, versionId), this.#removed(appId, before, versionId)]);
      if (changes.length === 0 && removed.length === 0) await this.#follow(state, versionId);
      else await this.#parts.context.enqueue('convertRows', { appId, set: set.name }, { key: `${state._id}/${versionId}` });
    }
  }

  /** The job: enqueues what a process that ended has not. */
  async resume(signal: AbortSignal): Promise<void> {
    let last: string | null = null;
    for await (const { appId } of this.#states.stream({}, { sort: { appId: 1 }, projection: { appId: 1 } })) {
      signal.throwIfAborted();
      if (appId === last) continue;
      last = appId;
      // One broken app must not keep others from their conversions.
      await this.appChanged(appId).catch((err: unknown) => {
        this.#parts.context.log.warn({ err, appId }, 'The conversion of the rows of an app could not be resumed');
      });
    }
  }

  /** The job: converts the rows to the version that they are to follow now. */
  async run(
    { appId, set: name }: { readonly appId: string; readonly set: string },
    job: Pick<JobRun<unknown>, 'id' | 'signal' | 'progress'>,
  ): Promise<void> {
    const set = this.#parts.sets.find((each) => each.name === name);
    const app = await this.#apps.find(appId);
    const versionId = app === null ? null : (set?.versionOf(app) ?? null);
    if (app === null || set === undefined || versionId === null) return;
    const state = await this.#stateOf(app, set, versionId);
    if (state.versionId === versionId) return;
    const lease = { jobId: job.id, until: leaseEnd() };
    const isFree = { $or: [{ lease: null }, { 'lease.until': { $lt: storeTime() } }, { 'lease.jobId': job.id }] };
    const taken = await this.#states.updateOne({ _id: state._id, versionId: state.versionId, ...isFree }, { $set: { lease } });
    // Two conversions at once would undo each other's renames; a later attempt goes on from the version that the other one reaches.
    if (taken === 0) throw new Conflict('The rows of this app are being converted.');
    try {
      await this.#convert(set, { state, versionId, job });
    } finally {
      await this.#states.updateOne({ _id: state._id, 'lease.jobId': job.id }, { $set: { lease: null, progress: null } });
    }
    await this.appChanged(appId);
  }

  async #convert(
    set: VersionedRows,
    { state, versionId, job }: { state: RowVersionDocument; versionId: string; job: Pick<JobRun<unknown>, 'id' | 'signal' | 'progress'> },
  ): Promise<void> {
    const { _id, appId } = state;
    const changes = await this.#changes(appId, state.versionId, versionId);
    const counts = await Promise.all(changes.map(({ entity }) => set.rows.count({ appId, entity })));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const unconverted: UnconvertedValue[] = [];
    let [done, failed] = [0, 0];
    const proceed = async () => {
      const renewed = { 'lease.until': leaseEnd(), progress: { versionId, done, total } };
      const isHeld = (await this.#states.updateOne({ _id, 'lease.jobId': job.id }, { $set: renewed })) > 0;
      if (!isHeld) throw new Conflict('Another conversion of these rows has begun.');
      await job.progress(done, total);
    };
    await proceed();
    const tables = [...changes.map(({ entity }) => entity), ...(await this.#removed(appId, state.versionId, versionId))];
    const snapshot = {
      appId,
      rows: set.name,
      key: `${state.versionId}/${versionId}`,
      versionId: state.versionId,
      nextVersionId: versionId,
    };
    await this.#parts.snapshots.take({ ...snapshot, tables, signal: job.signal, onBatch: proceed });
    for (const change of changes) {
      await convertTable({
        ...{ rows: set.rows, backups: this.#backups, key: `${_id}/${state.versionId}/${versionId}`, set: set.name },
        ...{ appId, change, signal: job.signal },
        onBatch: async (rows, values) => {
          done += rows;
          failed += values.length;
          unconverted.push(...values.slice(0, MAX_SHOWN - unconverted.length));
          await proceed();
        },
      });
      await this.#parts.tableChanged(appId, change.entity, set.name);
    }
    await this.#follow(state, versionId, { versionId, at: storeTime(), rows: done, failed, unconverted });
  }

  /** Converts rows that are not stored in the set yet to the version that it follows. Throws `Conflict` while that is changing. Idempotent. */
  async fit({ appId, entity, set: name, from, key, rows }: UnfittedRows): Promise<ConvertedRows> {
    const unchanged = { rows, unconverted: [] };
    const app = await this.#apps.find(appId);
    if (app === null) return unchanged;
    const before = 'versionId' in from ? from.versionId : await this.#followed(app, from.set);
    const after = await this.#followed(app, name);
    if (before === null || after === null || before === after) return unchanged;
    const change = (await this.#changes(appId, before, after)).find((each) => each.entity === entity);
    if (change === undefined) return unchanged;
    return convertRows({ backups: this.#backups, key: `${appId}/${name}/${key}`, set: name, appId, change }, rows);
  }

  /** Rows with the columns of another version, perhaps of another app: for comparisons. Keeps nothing of what that changes. */
  async fitTo(
    { from, to }: { readonly from: SchemaVersion; readonly to: SchemaVersion },
    entity: string,
    rows: readonly RowDocument[],
  ): Promise<readonly RowDocument[]> {
    if (from.appId === to.appId && from.versionId === to.versionId) return rows;
    const [before, after] = await Promise.all([from, to].map(({ appId, versionId }) => this.#apps.schemas(appId, versionId)));
    const change = tableChanges(before ?? {}, after ?? {}).find((each) => each.entity === entity);
    return change === undefined ? rows : fittedRows(change, rows);
  }

  /** The version that the rows of a set follow; while they are converted the one before. Null for an app without versions. */
  async versionOf(appId: string, name: RowSet): Promise<string | null> {
    const state = await this.#states.findOne({ _id: `${appId}/${name}` });
    if (state !== null) return state.versionId;
    const app = await this.#apps.find(appId);
    return app === null ? null : this.#firstVersion(app, name);
  }

  /** The version that the rows of a set follow, once it is the one that they are to follow. Throws `Conflict` before. */
  async settled(appId: string, name: RowSet): Promise<string> {
    const app = await this.#apps.find(appId);
    const versionId = await this.versionOf(appId, name);
    if (app === null || versionId === null || versionId !== this.#firstVersion(app, name))
      throw new Conflict('The rows of this app are being converted.');
    return versionId;
  }

  /** The version that the rows of a set follow. Throws while they are converted to another one. */
  async #followed(app: App, name: RowSet): Promise<string | null> {
    const state = await this.#states.findOne({ _id: `${app.id}/${name}` });
    if (state?.lease && state.lease.until > storeTime()) throw new Conflict('The rows of this app are being converted.');
    return state?.versionId ?? this.#firstVersion(app, name);
  }

  /** That they are to follow. */
  #firstVersion(app: App, name: RowSet): string | null {
    return this.#parts.sets.find((set) => set.name === name)?.versionOf(app) ?? null;
  }

  /** What the rows of a set become when they follow a version. */
  async effects(appId: string, name: RowSet, versionId: string): Promise<VersionEffects> {
    const set = this.#parts.sets.find((each) => each.name === name);
    const before = await this.versionOf(appId, name);
    if (set === undefined || before === null || before === versionId) return { tables: [] };
    const [schemas, next] = await Promise.all([this.#apps.schemas(appId, before), this.#apps.schemas(appId, versionId)]);
    return effectsOfVersion({ appId, set: name, rows: set.rows, backups: this.#backups }, schemas, next);
  }

  /** For admins of the app. */
  async view(appId: string, set: string): Promise<Pick<RowVersionDocument, 'progress' | 'report'>> {
    const state = await this.#states.findOne({ _id: `${appId}/${set}` });
    return { progress: state?.progress ?? null, report: state?.report ?? null };
  }

  async removeApp(appId: string): Promise<void> {
    await this.#states.deleteMany({ appId });
    await this.#backups.removeApp(appId);
  }

  get #apps(): AppsApi {
    return this.#parts.context.needs.apps;
  }

  get #states() {
    return this.#parts.context.collections.rowVersions;
  }

  /** Rows without a state follow the version before: their app was made by an earlier release, or this is its first version. */
  async #stateOf(app: App, set: VersionedRows, versionId: string): Promise<RowVersionDocument> {
    const _id = `${app.id}/${set.name}`;
    const state = await this.#states.findOne({ _id });
    if (state !== null) return state;
    const { parentId } = await this.#apps.version(app.id, versionId);
    const first = { _id, appId: app.id, versionId: parentId ?? versionId, lease: null, progress: null, report: null };
    await this.#states.updateOne({ _id }, { $setOnInsert: { ...first } }, { upsert: true });
    return (await this.#states.findOne({ _id })) ?? first;
  }

  async #follow(state: RowVersionDocument, versionId: string, report?: RowVersionDocument['report']): Promise<void> {
    const changes = { versionId, progress: null, ...(report === undefined ? {} : { report }) };
    await this.#states.updateOne({ _id: state._id, versionId: state.versionId }, { $set: changes });
  }

  /** The tables that a version no longer has. Their rows stay stored. */
  async #removed(appId: string, before: string, after: string): Promise<string[]> {
    try {
      const next = await this.#apps.schemas(appId, after);
      return Object.keys(await this.#apps.schemas(appId, before)).filter((name) => name !== 'User' && !Object.hasOwn(next, name));
    } catch (error) {
      if (error instanceof NotFound) return [];
      throw error;
    }
  }

  async #changes(appId: string, before: string, after: string) {
    try {
      return tableChanges(await this.#apps.schemas(appId, before), await this.#apps.schemas(appId, after));
    } catch (error) {
      // The version before is gone: nothing tells what its rows were like.
      if (error instanceof NotFound) return [];
      throw error;
    }
  }
}

function leaseEnd(): string {
  return storeTime(LEASE_MS);
}
