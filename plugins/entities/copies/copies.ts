import type { App, MergedTable } from '@sayso/apps/ref';
import { type Actor, Conflict, DomainError, DuplicateKey, InvalidInput, type JobRun, NotFound, newId, storeTime } from '@sayso/core';
import type { BranchRows } from '../branches/branch-rows.ts';
import { mergeChanged, mergeRemoved, type TableRowMerge } from '../branches/merge-rows.ts';
import type { RowMerge, TableChoice } from '../branches/state.ts';
import type { RowDocument } from '../collections.ts';
import type { Conversions } from '../columns/conversions.ts';
import type { EntitiesContext } from '../config.ts';
import type { Scope } from '../permissions/scope.ts';
import type { RowSet, TableAddress } from '../ref.ts';
import type { Quotas } from '../rows/quotas.ts';
import { rowsOf } from '../rows/sets.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import { copyRows, removeOthers, rowSource, type TableCopy } from './copy-table.ts';
import { type CopyDocument, type CopyPreview, type CopyView, viewOf } from './state.ts';

const CHANGES_MS = 2000;
export const COPY_ATTEMPTS = 20;
const CONVERTING = 'The rows of this app are being converted.';
const PHASES = ['remove', 'copy'] as const;
const nothing: TableChoice = { added: false, changed: false, removed: false, conflicts: 'target', rows: {} };

/** What is done with a table, in phases. */
type TableWork = Readonly<Record<(typeof PHASES)[number], (shared: SharedCopy, after: string | null) => Promise<void>>>;
type SharedCopy = Omit<TableCopy, 'source' | 'fit'>;

export interface CopyRequest {
  readonly from: RowSet;
  readonly to: RowSet;
  /** Default: all that the caller may read and write. */
  readonly tables?: readonly string[] | undefined;
}

/** A table whose rows those of a snapshot replace. */
export interface RestoredTable {
  readonly name: string;
  readonly snapshotId: string;
}

export interface CopyParts {
  readonly context: EntitiesContext;
  readonly quotas: Readonly<Record<RowSet, Quotas>>;
  readonly conversions: Pick<Conversions, 'fit' | 'versionOf' | 'settled'>;
  readonly snapshots: Snapshots;
  readonly branches: Pick<BranchRows, 'plan' | 'compared' | 'size'>;
  /** The table for a caller that may change all its rows; null when its permissions say otherwise. Throws for hidden ones. */
  readonly openForCopy: (actor: Actor, table: TableAddress) => Promise<Scope | null>;
  /** Keeps rows before they are removed or replaced. */
  readonly keep: TableCopy['keep'];
  /** Gives an app the files that rows of another one name. */
  readonly takeFiles: (appId: string, rows: readonly RowDocument[], from: string) => Promise<void>;
  /** Emits that many rows changed. */
  readonly tableChanged: (scope: Scope) => Promise<void>;
}

/** Copies of rows from one set of an app to the other: jobs, which continue after a crash. The source is only read. */
export class Copies {
  readonly #parts: CopyParts;

  constructor(parts: CopyParts) {
    this.#parts = parts;
  }

  /** What a copy would replace. */
  async preview(actor: Actor, appId: string, request: CopyRequest): Promise<CopyPreview> {
    const names = await this.#tables(actor, appId, request);
    const { collections } = this.#parts.context;
    const count = (set: RowSet, entity: string) => rowsOf(collections, set).count({ appId, entity });
    const tables = await Promise.all(
      names.map(async (name) => ({ name, from: await count(request.from, name), to: await count(request.to, name) })),
    );
    const active = await this.#documents.findOne({ _id: keyOf(appId, request.to), state: { $in: ['queued', 'running'] } });
    return { tables, copy: active && viewOf(active) };
  }

  async start(actor: Actor, appId: string, request: CopyRequest): Promise<CopyView> {
    const tables = [...(await this.preview(actor, appId, request)).tables];
    // Tables that lose rows come first: they make room for the others.
    tables.sort((a, b) => a.from - a.to - (b.from - b.to));
    await this.#checkQuotas(appId, request, tables);
    return this.#begin({ appId, from: request.from, to: request.to, actor }, tables);
  }

  /** Replaces rows by those of snapshots of the same set, a table each. Takes a snapshot of the replaced ones first. */
  async restore(actor: Actor, appId: string, restored: readonly RestoredTable[]): Promise<CopyView> {
    await this.#parts.context.needs.apps.get(actor, appId);
    const snapshots = Object.fromEntries(restored.map(({ name, snapshotId }) => [name, snapshotId]));
    const found = await Promise.all(
      Object.entries(snapshots).map(async ([name, snapshotId]) => {
        const { rows, tables } = await this.#parts.snapshots.get(appId, snapshotId, name);
        await this.#open(actor, { appId, entity: name, rows });
        const to = await rowsOf(this.#parts.context.collections, rows).count({ appId, entity: name });
        return { name, rows, from: tables.find((table) => table.name === name)?.rows ?? 0, to };
      }),
    );
    const [to = 'draft', ...others] = new Set(found.map(({ rows }) => rows));
    if (others.length > 0) throw new InvalidInput('Rows of the preview and of the published app are restored one after the other.');
    return this.#begin({ appId, from: 'snapshot', to, actor, snapshots, undo: null }, found);
  }

  /** Checks what of a branch's rows its app takes; the result begins the job, once the app has the merged schemas. */
  async planMerge(actor: Actor, branchId: string, chosen: readonly MergedTable[]): Promise<(app: Pick<App, 'id'>) => Promise<string>> {
    const tables = Object.fromEntries(chosen.map(({ name, rows, ...choice }) => [name, { ...choice, rows: sidesOf(rows) }]));
    const merge = await this.#parts.branches.plan(actor, branchId, tables);
    const counts = await Promise.all(Object.keys(tables).map((name) => this.#parts.branches.size(merge, name)));
    return async ({ id: appId }) => (await this.#begin({ appId, from: 'branch', to: 'draft', actor, merge, undo: null }, counts)).id;
  }

  async #begin(
    about: Pick<CopyDocument, 'appId' | 'from' | 'to' | 'actor' | 'snapshots' | 'merge' | 'undo'>,
    tables: CopyPreview['tables'],
  ): Promise<CopyView> {
    const document: CopyDocument = {
      ...{ _id: keyOf(about.appId, about.to), id: newId(), ...about },
      ...{ tables: tables.map(({ name }) => name), state: 'queued', position: { table: 0, phase: 'remove', after: null } },
      ...{ done: 0, total: tables.reduce((sum, { from, to }) => sum + from + to, 0), error: null, createdAt: storeTime() },
    };
    await this.#insert(document);
    await this.#enqueue(document);
    return viewOf(document);
  }

  async get(actor: Actor, appId: string, id: string): Promise<CopyView> {
    await this.#parts.context.needs.apps.get(actor, appId);
    const found = await this.#documents.findOne({ appId, id });
    if (found === null) throw new NotFound('The copy');
    return viewOf(found);
  }

  /** The job: continues where the last attempt has stopped. */
  async run(
    { copyId: _id, id }: { readonly copyId: string; readonly id: string },
    job: Pick<JobRun<unknown>, 'signal' | 'attempt' | 'progress'>,
  ): Promise<void> {
    const running = await this.#documents.findOneAndUpdate(
      { _id, id, state: { $in: ['queued', 'running'] } },
      { $set: { state: 'running' } },
    );
    if (running === null) return;
    try {
      await this.#keepReplaced(running, job.signal);
      for (const [at, name] of running.tables.entries())
        if (at >= running.position.table) await this.#copyTable(running, { at, name }, job);
      await this.#end(running, 'done');
    } catch (error) {
      if (job.signal.aborted) throw error;
      if ((!(error instanceof DomainError) || error instanceof Conflict) && job.attempt < COPY_ATTEMPTS) throw error;
      await this.#end(
        running,
        'failed',
        error instanceof DomainError ? error.message : 'Something went wrong; the log of the server says what.',
      );
      if (!(error instanceof DomainError)) throw error;
    }
  }

  async removeApp(appId: string): Promise<void> {
    await this.#documents.deleteMany({ appId });
  }

  get #documents() {
    return this.#parts.context.collections.copies;
  }

  /** Snapshots the rows that a copy from snapshots or a branch is about to replace. Waits for their conversion by throwing `Conflict`. */
  async #keepReplaced({ _id, id, appId, from, to, tables }: CopyDocument, signal: AbortSignal): Promise<void> {
    if (from !== 'snapshot' && from !== 'branch') return;
    const versionId = await this.#parts.conversions.settled(appId, to);
    const change = { appId, rows: to, key: `copy/${id}`, versionId, nextVersionId: null };
    const kept = await this.#parts.snapshots.take({ ...change, tables, signal, isEmptyKept: true });
    if (kept !== null) await this.#documents.updateOne({ _id, id }, { $set: { undo: kept._id } });
  }

  /** Whether the app has a table: a merge may have left it out. */
  async #isThere({ appId, from }: CopyDocument, name: string): Promise<boolean> {
    return from !== 'branch' || Object.hasOwn(await this.#parts.context.needs.apps.schemas(appId), name);
  }

  /** Where the rows of a table come from. */
  async #sourceOf({ appId, from, snapshots }: CopyDocument, name: string) {
    if (from === 'draft' || from === 'live')
      return { rows: rowSource(rowsOf(this.#parts.context.collections, from), appId), from: { set: from } } as const;
    const snapshot = await this.#parts.snapshots.get(appId, snapshots?.[name] ?? '', name);
    return { rows: this.#parts.snapshots.source(snapshot), from: { versionId: snapshot.versionId } } as const;
  }

  async #copyTable(
    running: CopyDocument,
    { at, name }: { readonly at: number; readonly name: string },
    { signal, progress }: Pick<JobRun<unknown>, 'signal' | 'progress'>,
  ): Promise<void> {
    const { _id, id, appId, from, to, actor, merge } = running;
    if (!(await this.#isThere(running, name))) return;
    const scope = await this.#open(actor, { appId, entity: name, rows: to });
    if (from === 'draft' || from === 'live') await this.#open(actor, { appId, entity: name, rows: from });
    const { collections } = this.#parts.context;
    let { done } = running;
    let notifiedAt = performance.now();
    const save = async (phase: CopyDocument['position']['phase'], after: string | null, rows: number) => {
      done += rows;
      const isOwn = await this.#documents.updateOne(
        { _id, id, state: 'running' },
        { $set: { position: { table: at, phase, after }, done } },
      );
      if (isOwn === 0) throw new Conflict('Another copy of these rows has begun.');
      running.done = done;
      await progress(done, running.total);
      if (performance.now() - notifiedAt < CHANGES_MS) return;
      notifiedAt = performance.now();
      await this.#parts.tableChanged(scope);
    };
    const shared = (phase: CopyDocument['position']['phase']): SharedCopy => ({
      ...{ scope, target: rowsOf(collections, to), quotas: this.#parts.quotas[to], signal, keep: this.#parts.keep },
      onBatch: (after, rows) => save(phase, after, rows),
    });
    const work = merge === undefined ? await this.#copying(running, name) : await this.#merging(merge, { appId, name });
    const begun = running.position.table === at ? running.position : { phase: 'remove' as const, after: null };
    for (const phase of PHASES.slice(PHASES.indexOf(begun.phase))) {
      const after = phase === begun.phase ? begun.after : null;
      await work[phase](shared(phase), after);
    }
    await this.#parts.tableChanged(scope);
  }

  async #copying(running: CopyDocument, name: string): Promise<TableWork> {
    const { id, appId, to } = running;
    const { rows: source, from } = await this.#sourceOf(running, name);
    const fit: TableCopy['fit'] = async (rows) =>
      (await this.#parts.conversions.fit({ appId, entity: name, set: to, from, key: `copy/${id}`, rows })).rows;
    return {
      remove: (shared, after) => removeOthers({ ...shared, source, fit }, after),
      copy: (shared, after) => copyRows({ ...shared, source, fit }, after),
    };
  }

  async #merging(merge: RowMerge, { appId, name }: { readonly appId: string; readonly name: string }): Promise<TableWork> {
    const versionId = await this.#parts.conversions.settled(appId, 'draft');
    const compared = this.#parts.branches.compared(merge, { appId, entity: name }, versionId);
    const choice = merge.tables[name] ?? nothing;
    const merging = (shared: SharedCopy): TableRowMerge => ({
      ...{ ...shared, compared, choice },
      takeFiles: (rows) => this.#parts.takeFiles(appId, rows, merge.branchId),
      onBatch: async (after, rows) => {
        if ((await this.#parts.conversions.versionOf(appId, 'draft')) !== versionId) throw new Conflict(CONVERTING);
        await shared.onBatch(after, rows);
      },
    });
    return {
      remove: (shared, after) => mergeRemoved(merging(shared), after),
      copy: (shared, after) => mergeChanged(merging(shared), after),
    };
  }

  async #open(actor: Actor, table: TableAddress): Promise<Scope> {
    const scope = await this.#parts.openForCopy(actor, table);
    if (scope === null) throw new InvalidInput(`The permissions of the table "${table.entity}" let no one copy its rows.`);
    return scope;
  }

  /** The tables of a copy, checked. */
  async #tables(actor: Actor, appId: string, { from, to, tables }: CopyRequest): Promise<string[]> {
    const { apps } = this.#parts.context.needs;
    const { currentVersionId } = await apps.get(actor, appId);
    if (from === to) throw new InvalidInput('Rows are copied from one set to the other: `from` and `to` must differ.');
    if (tables !== undefined) {
      for (const entity of tables) for (const rows of [from, to]) await this.#open(actor, { appId, entity, rows });
      return [...new Set(tables)];
    }
    const names =
      currentVersionId === null ? [] : Object.keys(await apps.schemas(appId, currentVersionId)).filter((name) => name !== 'User');
    const scopes = await Promise.all(names.map((entity) => this.#parts.openForCopy(actor, { appId, entity, rows: to })));
    return names.filter((_name, index) => scopes[index] !== null).sort();
  }

  /** Throws before anything is replaced. */
  async #checkQuotas(appId: string, { from, to }: CopyRequest, tables: CopyPreview['tables']): Promise<void> {
    const { [from]: source, [to]: target } = this.#parts.quotas;
    const [added, removed] = [await source.averageSize(appId), await target.averageSize(appId)];
    const growths = tables.map(({ name, from: rows, to: before }) => {
      return [name, { rows: rows - before, bytes: Math.round(added * rows - removed * before) }] as const;
    });
    await target.check(appId, new Map(growths));
  }

  #enqueue({ _id, id }: CopyDocument): Promise<string> {
    return this.#parts.context.enqueue('copyRows', { copyId: _id, id }, { key: id });
  }

  /** Ends the last copy if its job has crashed for good; begins its job if a crash prevented that. */
  async #settle(_id: string): Promise<void> {
    const last = await this.#documents.findOne({ _id, state: { $in: ['queued', 'running'] } });
    if (last === null) return;
    const job = await this.#parts.context.jobState(await this.#enqueue(last));
    if (job?.status === 'queued' || job?.status === 'running') return;
    await this.#documents.updateOne({ _id, id: last.id }, { $set: { state: 'failed' } });
  }

  /** Replaces the last copy to the same set, which has to have ended. */
  async #insert(document: CopyDocument): Promise<void> {
    const { _id } = document;
    await this.#settle(_id);
    if ((await this.#documents.replaceOne({ _id, state: { $in: ['done', 'failed'] } }, document)) > 0) return;
    try {
      await this.#documents.insertOne(document);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      throw new Conflict('Rows are being copied already. Wait until that is done.');
    }
  }

  async #end({ _id, id }: CopyDocument, state: 'done' | 'failed', error: string | null = null): Promise<void> {
    await this.#documents.updateOne({ _id, id, state: 'running' }, { $set: { state, error } });
  }
}

function sidesOf(rows: MergedTable['rows']): TableChoice['rows'] {
  return Object.fromEntries(rows.map(({ id, side }) => [id, side]));
}

function keyOf(appId: string, to: RowSet): string {
  return `${appId}/${to}`;
}
