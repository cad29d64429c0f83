import type { App, EntitySchema } from '@sayso/apps/ref';
import { type Actor, Conflict } from '@sayso/core';
import { BranchRows } from './branches/branch-rows.ts';
import { Columns } from './columns/columns.ts';
import { Conversions } from './columns/conversions.ts';
import type { EntitiesContext } from './config.ts';
import { Copies } from './copies/copies.ts';
import { History, type RowChangeView } from './history/history.ts';
import { Imports } from './import/imports.ts';
import { readTable } from './import/read-table.ts';
import { effectsOf, permissionsOf, readable } from './permissions/permissions.ts';
import { allowed, RowAccess, rowsWithin } from './permissions/row-access.ts';
import type { Scope } from './permissions/scope.ts';
import { AppTables } from './permissions/tables.ts';
import { Realtime } from './realtime/realtime.ts';
import { Sockets } from './realtime/sockets/sockets.ts';
import type { Effects, EntitiesApi, ImportFile, ImportResult, ReadTableOptions, RowSet, TableAddress, TableRows, Workbook } from './ref.ts';
import { declaredFields } from './rows/fields.ts';
import { Quotas } from './rows/quotas.ts';
import { RowRemover } from './rows/remove-rows.ts';
import { RowReads } from './rows/row-reads.ts';
import { RowStore } from './rows/row-store.ts';
import { RowWrites } from './rows/row-writes.ts';
import { rowsOf, SETS } from './rows/sets.ts';
import { settleRows } from './rows/splits.ts';
import { RowWriter, type WriterParts } from './rows/writer.ts';
import { ListedSnapshots } from './snapshots/listed.ts';
import { Snapshots } from './snapshots/snapshots.ts';
import { KeptApps } from './trash/kept-apps.ts';
import { Trash } from './trash/trash.ts';
import { TrashedRows } from './trash/trashed-rows.ts';
import { Views } from './views/views.ts';

/** The rows of apps: reads and writes by the permissions of callers, and the parts for files, copies, history and the like. */
export class Entities implements EntitiesApi {
  readonly #context: EntitiesContext;
  readonly #tables: AppTables;
  readonly #quotas: Readonly<Record<RowSet, Quotas>>;
  readonly #access: RowAccess;
  readonly #reads: RowReads;
  readonly #writes: RowWrites;
  /** Deleted rows: what is kept of them, and what admins of their app do with them. */
  readonly trash: Trash;
  /** Changes of rows by people who build the app. */
  readonly history: History;
  /** Checks its callers itself. */
  readonly views: Views;
  readonly #keptApps: KeptApps;
  readonly trashed: TrashedRows;
  /** Streams of changed rows. */
  readonly realtime: Realtime;
  /** WebSockets of apps, each with streams of several tables. */
  readonly sockets: Sockets;
  /** Files of rows. */
  readonly imports: Imports;
  /** Edits of columns, and the conversions of rows that follow. */
  readonly columns: Columns;
  readonly conversions: Conversions;
  /** Draft rows of branches. */
  readonly branches: BranchRows;
  /** Copies of rows from one set to the other. */
  readonly copies: Copies;
  /** Rows as they were before changes of their columns. */
  readonly snapshots: Snapshots;
  /** What admins of an app see of them. */
  readonly listedSnapshots: ListedSnapshots;

  constructor(context: EntitiesContext) {
    this.#context = context;
    const { collections, config } = context;
    this.#tables = new AppTables(context.needs.apps, (table, schemas) => this.#declare(table, schemas));
    const quotas = (set: RowSet) => new Quotas({ rows: rowsOf(collections, set), usage: collections.usage, config, set });
    this.#quotas = { draft: quotas('draft'), live: quotas('live') };
    this.#keptApps = new KeptApps(collections.keptApps);
    this.history = new History(context, this.#keptApps);
    const access = new RowAccess(this.#tables, context.needs.apps);
    const store = new RowStore({ context, quotas: this.#quotas, history: this.history });
    const [rowsIn, quotasOf] = [store.rowsOf.bind(store), ({ set }: Scope) => this.#quotas[set]];
    const writing: WriterParts = {
      ...{ rowsOf: rowsIn, quotasOf, config: context.config },
      change: (...change) => store.change(...change),
      changed: (...changed) => store.changed(...changed),
    };
    const writer = new RowWriter(writing);
    this.views = new Views(context);
    const versionOf = ({ appId, rows }: { readonly appId: string; readonly rows: RowSet }) => this.conversions.versionOf(appId, rows);
    this.trash = new Trash(context, { keptApps: this.#keptApps, history: this.history, versionOf });
    const remover = new RowRemover({
      ...{ trash: this.trash, rowsOf: rowsIn, quotasOf },
      removed: (scope, rows) => store.changed(scope, rows, 'deleted'),
    });
    this.#access = access;
    this.#reads = new RowReads(context, { access, store });
    const writes = new RowWrites({ access, store, writer, remover });
    this.#writes = writes;
    this.trashed = new TrashedRows({
      context,
      trash: this.trash,
      writer: new RowWriter({ ...writing, changed: (...changed) => store.emit(...changed) }),
      history: this.history,
      ...{ rowsOf: rowsIn, quotasOf },
      changed: (scope, rows) => store.emit(scope, rows, 'updated'),
      fit: (rows) => this.conversions.fit(rows),
      hidden: (actor, appId) => access.hidden(actor, appId),
      openForChange: (actor, table) => access.openForChange(actor, table),
    });
    this.realtime = new Realtime(context, (actor, table) => access.listed(actor, table));
    this.sockets = new Sockets({
      settings: { all: context.config.LIVE_SOCKETS, perAddress: context.config.LIVE_SOCKETS_PER_ADDRESS },
      log: context.log,
      open: (request) => this.realtime.open(request),
    });
    this.columns = new Columns(context);
    this.snapshots = new Snapshots(context);
    this.listedSnapshots = new ListedSnapshots(context, this.snapshots);
    this.conversions = new Conversions({
      context,
      snapshots: this.snapshots,
      sets: [
        { name: 'draft', rows: collections.drafts, versionOf: (app) => app.currentVersionId },
        // The published app must not break before a publishing.
        { name: 'live', rows: collections.rows, versionOf: (app) => app.published?.versionId ?? app.currentVersionId },
      ],
      tableChanged: (appId, entity, rows) => context.emit('entities.rowChanged', { appId, entity, rows, id: '*', change: 'updated' }),
    });
    this.imports = new Imports({
      context,
      quotas: this.#quotas,
      open: (actor, table) => access.open(actor, table),
      openForCreate: (actor, table) => access.openForCreate(actor, table),
      existing: (...asked) => store.existing(...asked),
      openForChange: (actor, table) => access.openForChange(actor, table),
      imported: (scope, rows) => this.history.imported(scope, rows),
      keep: (...kept) => this.trash.store(...kept),
      replaced: (scope, before, after) => this.history.updated(scope, before, after),
      remove: (scope, ids) => remover.removeAll(scope, rowsWithin(scope, 'all'), ids),
      restore: (...asked) => this.trashed.restore(...asked),
      upsert: (...asked) => writes.upsertBy(...asked),
      tableChanged: ({ appId, schema, set }) =>
        context.emit('entities.rowChanged', { appId, entity: schema.name, rows: set, id: '*', change: 'created' }),
    });
    this.branches = new BranchRows({
      context,
      conversions: this.conversions,
      openForCopy: (actor, table) => access.openForCopy(actor, table),
    });
    this.copies = new Copies({
      context,
      branches: this.branches,
      quotas: this.#quotas,
      conversions: this.conversions,
      snapshots: this.snapshots,
      openForCopy: (actor, table) => access.openForCopy(actor, table),
      keep: (...kept) => this.trash.store(...kept),
      tableChanged: ({ appId, schema, set }) =>
        context.emit('entities.rowChanged', { appId, entity: schema.name, rows: set, id: '*', change: 'updated' }),
    });
    context.onClose(async () => {
      await this.#quotas.draft.flush();
      await this.#quotas.live.flush();
    });
  }

  schema(...asked: Parameters<RowReads['schema']>) {
    return this.#reads.schema(...asked);
  }

  list(...asked: Parameters<RowReads['list']>) {
    return this.#reads.list(...asked);
  }

  readAsked(...asked: Parameters<RowReads['readAsked']>) {
    return this.#reads.readAsked(...asked);
  }

  countRows(...asked: Parameters<RowReads['countRows']>) {
    return this.#reads.countRows(...asked);
  }

  aggregate(...asked: Parameters<RowReads['aggregate']>) {
    return this.#reads.aggregate(...asked);
  }

  get(...asked: Parameters<RowReads['get']>) {
    return this.#reads.get(...asked);
  }

  readOne(...asked: Parameters<RowReads['readOne']>) {
    return this.#reads.readOne(...asked);
  }

  create(...asked: Parameters<RowWrites['create']>) {
    return this.#writes.create(...asked);
  }

  createBatch(...asked: Parameters<RowWrites['createBatch']>) {
    return this.#writes.createBatch(...asked);
  }

  createMany(...asked: Parameters<RowWrites['createMany']>) {
    return this.#writes.createMany(...asked);
  }

  update(...asked: Parameters<RowWrites['update']>) {
    return this.#writes.update(...asked);
  }

  upsert(...asked: Parameters<RowWrites['upsert']>) {
    return this.#writes.upsert(...asked);
  }

  updateEach(...asked: Parameters<RowWrites['updateEach']>) {
    return this.#writes.updateEach(...asked);
  }

  updateMany(...asked: Parameters<RowWrites['updateMany']>) {
    return this.#writes.updateMany(...asked);
  }

  remove(...asked: Parameters<RowWrites['remove']>) {
    return this.#writes.remove(...asked);
  }

  removeMany(...asked: Parameters<RowWrites['removeMany']>) {
    return this.#writes.removeMany(...asked);
  }

  readTable(path: string, options: ReadTableOptions): Promise<TableRows> {
    return readTable(this.#context.workers, path, options);
  }

  import(actor: Actor, table: TableAddress, file: ImportFile): Promise<ImportResult> {
    return this.imports.now(actor, table, file);
  }

  readWorkbook(path: string, records: number): Promise<Workbook> {
    return this.#context.workers.readWorkbook({ path, records });
  }

  get importMaxBytes(): number {
    return this.#context.config.IMPORT_MAX_BYTES;
  }

  effectsOf(permissions: Parameters<typeof effectsOf>[0]): Effects {
    return effectsOf(permissions);
  }

  async count(appId: string, entity: string): Promise<number> {
    const { rows, drafts } = this.#context.collections;
    return Math.max(...(await Promise.all([rows, drafts].map((each) => each.count({ appId, entity })))));
  }

  /** An app has changed: its permissions and schemas are read again. */
  appChanged(appId: string): void {
    this.#tables.changed(appId);
    this.realtime.appChanged(appId);
  }

  /** Enqueues the end of a migration of rows, and of conversions. */
  async ready(): Promise<void> {
    await this.#context.enqueue('resumeConversions', {});
    if ((await this.#context.collections.splits.findOne({})) !== null) await this.#context.enqueue('settleRows', {});
  }

  /** The job: completes the migration of rows of earlier releases to draft rows. */
  settleRows(): Promise<void> {
    const { collections, needs } = this.#context;
    const follow = (appId: string) => this.conversions.appChanged(appId);
    return settleRows({ collections, apps: needs.apps, quotas: this.#quotas.live, follow });
  }

  /** Copies the draft rows of an app to a branch with the same schemas. Throws `Conflict` while they are being converted. */
  async copyToBranch(
    { id: from, currentVersionId }: Pick<App, 'id' | 'currentVersionId'>,
    to: Pick<App, 'id' | 'currentVersionId' | 'branch'>,
  ): Promise<void> {
    const { drafts, rowVersions } = this.#context.collections;
    const follows = await this.conversions.versionOf(from, 'draft');
    if (follows !== null && follows !== currentVersionId)
      throw new Conflict('The rows of this app are being converted. Try again in a moment.');
    await drafts.copyPartition(from, to.id);
    if (to.branch !== undefined && to.currentVersionId !== null) await this.branches.begin(to.id, from, to.currentVersionId);
    if (follows === null || to.currentVersionId === null) return;
    await rowVersions.insertOne({
      ...{ _id: `${to.id}/draft`, appId: to.id, versionId: to.currentVersionId },
      ...{ lease: null, progress: null, report: null },
    });
  }

  /** Deletes the rows of a purged app. */
  async removeApp(appId: string): Promise<void> {
    for (const set of ['draft', 'live'] as const) {
      await rowsOf(this.#context.collections, set).deleteMany({ appId });
      await this.#quotas[set].removeApp(appId);
    }
    await this.#context.collections.splits.deleteOne({ _id: appId });
    await this.trash.removeApp(appId);
    await this.copies.removeApp(appId);
    await this.history.removeApp(appId);
    await this.views.removeApp(appId);
    await this.#keptApps.remove(appId);
    await this.imports.removeApp(appId);
    await this.conversions.removeApp(appId);
    await this.snapshots.removeApp(appId);
    await this.branches.removeApp(appId);
  }

  /** The changes of a row, for admins of the app. */
  async rowHistory(actor: Actor, table: TableAddress, id: string): Promise<RowChangeView[]> {
    await this.#context.needs.apps.get(actor, table.appId, 'view');
    const scope = await this.#access.open(actor, table);
    allowed(scope, readable(scope.permissions, scope.caller), 'read');
    return this.history.of(scope, id);
  }

  /** Removes what has been kept of rows for long enough. */
  async sweepKept(signal: AbortSignal): Promise<void> {
    await this.snapshots.sweep(signal);
    for await (const appId of this.#keptApps.all()) {
      for (const rows of SETS) {
        signal.throwIfAborted();
        await this.trash.sweep({ appId, rows });
        await this.history.sweep({ appId, rows });
      }
    }
  }

  /** The conversion of an app's rows, for those who may administer it. */
  async conversion(actor: Actor, appId: string, set: string) {
    await this.#context.needs.apps.get(actor, appId, 'view');
    return this.conversions.view(appId, set);
  }

  /** What restoring a version does to the draft rows of an app, for those who may change it. */
  async versionEffects(actor: Actor, appId: string, versionId: string) {
    const { apps } = this.#context.needs;
    await apps.get(actor, appId);
    const version = await apps.version(appId, versionId);
    const [{ tables }, schemas, snapshots] = await Promise.all([
      this.conversions.effects(appId, 'draft', version.id),
      apps.schemas(appId, version.id),
      this.snapshots.since(appId, version),
    ]);
    const isOffered = (name: string) =>
      Object.hasOwn(schemas, name) && effectsOf(permissionsOf(schemas[name] as EntitySchema)).admin.change === 'all';
    return { tables, snapshots: snapshots.filter(({ name }) => isOffered(name)) };
  }

  /** Reads are right without the indexes, and slower. */
  async #declare({ appId, entity, rows: set = 'live' }: TableAddress, schemas: readonly EntitySchema[]): Promise<void> {
    try {
      await rowsOf(this.#context.collections, set).declareFields({ key: appId, table: entity }, declaredFields(schemas));
    } catch (err) {
      this.#context.log.warn({ err, appId, entity }, 'The indexes of a table could not be built');
    }
  }
}
