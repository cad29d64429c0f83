import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '@sayso/apps/ref';
import { type Actor, Conflict, InvalidInput, newCopyId } from '@sayso/core';
import type { Conversions } from '../columns/conversions.ts';
import type { EntitiesContext } from '../config.ts';
import type { Scope } from '../permissions/scope.ts';
import type { TableAddress } from '../ref.ts';
import { type ComparedRow, type ComparedTable, changedRows, removedRows } from './compare-rows.ts';
import type { BranchRowsDocument, RowMerge, RowMergePreview, TableChoice, TableMerge } from './state.ts';

const BATCH = 500;
/** Rows of one table that a preview compares, of those that changed and of those that are gone. */
const MAX_COMPARED = 100_000;
/** Conflicts of one table that a preview names. */
const MAX_CONFLICTS = 50;

interface Parts {
  readonly context: EntitiesContext;
  readonly conversions: Pick<Conversions, 'fitTo' | 'versionOf'>;
  /** The table for a caller that may change all its rows; null when its permissions say otherwise. */
  readonly openForCopy: (actor: Actor, table: TableAddress) => Promise<Scope | null>;
}

/** Both sides of a merge of rows. */
interface Pair {
  readonly branch: App;
  readonly app: App;
  readonly state: Required<BranchRowsDocument> & { readonly baseId: string };
}

/**
 * The draft rows of branches, which differ from what they were when the branch began. That is kept as a copy of the partition, with which the
 * rows are compared: times of changes miss rows (imports keep those of their file), and could not merge fields that each side changed. The copy
 * is made after the branch has begun, so that creating a branch does not wait for it; the first write to its rows does (`KeptDrafts`).
 */
export class BranchRows {
  readonly #parts: Parts;
  /** Previews in progress, by branch. */
  readonly #previews = new Map<string, Promise<RowMergePreview>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A branch has begun, with the draft rows of its app. Nothing has changed them yet. */
  async begin(branchId: string, appId: string, versionId: string): Promise<void> {
    const state = { _id: branchId, appId, versionId, since: null, baseId: null };
    await this.#states.insertOne(state);
    await this.#parts.context.enqueue('keepBase', { branchId }, { key: branchId });
  }

  /** The job: keeps the rows that a branch began with. The id of the copy; null for a branch that has no rows. */
  async keepBase(branchId: string): Promise<string | null> {
    const state = await this.#states.findOne({ _id: branchId });
    if (state === null || state.baseId !== null) return state?.baseId ?? null;
    const { drafts } = this.#parts.context.collections;
    const baseId = newCopyId();
    await drafts.copyPartition(branchId, baseId);
    const kept = await this.#states.findOneAndUpdate({ _id: branchId, baseId: null }, { $set: { baseId } });
    if (kept !== null) return baseId;
    await drafts.deleteMany({ appId: baseId });
    return (await this.#states.findOne({ _id: branchId }))?.baseId ?? null;
  }

  /** What of a branch can be taken along into its app. For those who may change both. */
  async preview(actor: Actor, branchId: string): Promise<RowMergePreview> {
    const pair = await this.#pair(actor, branchId);
    const running = this.#previews.get(branchId);
    if (running !== undefined) return running;
    const preview = this.#preview(actor, pair).finally(() => this.#previews.delete(branchId));
    this.#previews.set(branchId, preview);
    return preview;
  }

  /** The merge that a caller asks for. Throws before anything is merged: `Conflict` while rows are being converted. */
  async plan(actor: Actor, branchId: string, tables: Readonly<Record<string, TableChoice>>): Promise<RowMerge> {
    const { branch, state } = await this.#pair(actor, branchId);
    const versionId = await this.#followed(branch);
    const schemas = await this.#apps.schemas(branchId, versionId);
    for (const entity of Object.keys(tables)) {
      const scope = Object.hasOwn(schemas, entity)
        ? await this.#parts.openForCopy(actor, { appId: branchId, entity, rows: 'draft' })
        : null;
      if (scope === null || entity === 'User') throw new InvalidInput(`The rows of the table "${entity}" cannot be merged.`);
    }
    return { branchId, versionId, baseId: state.baseId, baseVersionId: state.versionId, since: state.since, tables: { ...tables } };
  }

  /** A table of a planned merge, with the columns that the app has now. */
  compared({ branchId, baseId, baseVersionId, versionId, since }: RowMerge, { appId, entity }: TableAddress, to: string): ComparedTable {
    const { drafts } = this.#parts.context.collections;
    const fit = (of: string, from: string): ComparedTable['fit']['app'] => {
      const places = { from: { appId: of, versionId: from }, to: { appId, versionId: to } };
      return (rows) => this.#parts.conversions.fitTo(places, entity, rows);
    };
    const fits = {
      app: async (rows: Parameters<ComparedTable['fit']['app']>[0]) => rows,
      idea: fit(branchId, versionId),
      base: fit(branchId, baseVersionId),
    };
    return { rows: drafts, entity, appId, branchId, baseId, since, fit: fits };
  }

  /** The rows of a table that a merge compares, as the preview of a copy has them. */
  async size({ branchId, baseId, since }: RowMerge, name: string): Promise<{ name: string; from: number; to: number }> {
    const { drafts } = this.#parts.context.collections;
    const [from, to] = await Promise.all([
      drafts.count({ appId: branchId, entity: name, ...(since === null ? {} : { updatedAt: { $gte: since } }) }),
      drafts.count({ appId: baseId, entity: name }),
    ]);
    return { name, from, to };
  }

  async removeApp(branchId: string): Promise<void> {
    const state = await this.#states.findOne({ _id: branchId });
    if (state?.baseId != null) await this.#parts.context.collections.drafts.deleteMany({ appId: state.baseId });
    await this.#states.deleteOne({ _id: branchId });
  }

  /** Resolves when the rows of an app may change: at once unless it is a branch whose first rows are not kept yet. */
  async ready(appId: string): Promise<void> {
    const state = await this.#states.findOne({ _id: appId }, { projection: { baseId: 1 } });
    if (state?.baseId === null) await this.keepBase(appId);
  }

  get #states() {
    return this.#parts.context.collections.branchRows;
  }

  get #apps() {
    return this.#parts.context.needs.apps;
  }

  async #pair(actor: Actor, branchId: string): Promise<Pair> {
    const branch = await this.#apps.get(actor, branchId);
    if (branch.branch === undefined) throw new InvalidInput('This is no idea, but an app.');
    const app = await this.#apps.get(actor, branch.branch.appId);
    const baseId = await this.keepBase(branchId);
    const state = await this.#states.findOne({ _id: branchId });
    if (state === null || baseId === null) throw new Conflict('The rows of this idea cannot be merged: it began before that was possible.');
    return { branch, app, state: { ...state, baseId } };
  }

  /** The version that the draft rows of an app follow, once it is the current one. */
  async #followed({ id, currentVersionId }: App): Promise<string> {
    const versionId = await this.#parts.conversions.versionOf(id, 'draft');
    if (versionId === null || versionId !== currentVersionId)
      throw new Conflict('The rows of this app are being converted. Try again in a moment.');
    return versionId;
  }

  async #preview(actor: Actor, { branch, app, state }: Pair): Promise<RowMergePreview> {
    const { conversions, context } = this.#parts;
    const [to, from] = [await this.#followed(branch), app.currentVersionId === null ? null : await this.#followed(app)];
    const [schemas, existing] = await Promise.all([
      this.#apps.schemas(branch.id, to),
      from === null ? {} : this.#apps.schemas(app.id, from),
    ]);
    const target = { appId: branch.id, versionId: to };
    const tables: TableMerge[] = [];
    for (const entity of Object.keys(schemas).sort()) {
      if (entity === 'User' || (await this.#parts.openForCopy(actor, { appId: branch.id, entity, rows: 'draft' })) === null) continue;
      const fit = (appId: string, versionId: string | null): ComparedTable['fit']['app'] => {
        if (versionId === null) return async (rows) => rows;
        return (rows) => conversions.fitTo({ from: { appId, versionId }, to: target }, entity, rows);
      };
      const fits = { app: fit(app.id, from), idea: fit(branch.id, to), base: fit(branch.id, state.versionId) };
      const place = { appId: app.id, branchId: branch.id, baseId: state.baseId, since: state.since };
      const table = { rows: context.collections.drafts, entity, ...place, fit: fits };
      tables.push(await tally(table, !Object.hasOwn(existing, entity)));
    }
    return { tables: tables.filter(({ added, changed, removed, conflicts }) => added + changed + removed + conflicts > 0) };
  }
}

async function tally(table: ComparedTable, isNew: boolean): Promise<TableMerge> {
  const counts = { added: 0, changed: 0, removed: 0, conflicts: 0 };
  const rows: TableMerge['rows'] = [];
  let isPartial = false;
  const count = ({ id, app, idea, outcome }: ComparedRow) => {
    if (outcome.kind === 'same') return;
    counts[outcome.kind === 'conflict' ? 'conflicts' : outcome.kind] += 1;
    if (outcome.kind !== 'conflict' || rows.length >= MAX_CONFLICTS) return;
    rows.push({ id, app: app?.data ?? null, idea: idea?.data ?? null, fields: outcome.fields });
  };
  for (const read of [changedRows, removedRows]) {
    let seen = 0;
    for (let after: string | null = null; ; ) {
      const batch: Awaited<ReturnType<typeof changedRows>> = await read(table, after, BATCH);
      if (batch.last === null) break;
      batch.compared.forEach(count);
      seen += batch.rows;
      after = batch.last;
      isPartial ||= seen >= MAX_COMPARED;
      if (seen >= MAX_COMPARED) break;
      // The reads of a file block the thread: other requests take turns.
      await turn();
    }
  }
  return { name: table.entity, isNew, ...counts, rows, isPartial };
}
