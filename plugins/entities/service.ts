import type { App, EntitySchema } from '@sayso/apps/ref';
import { type Actor, Conflict, PermittedStream, storeNow } from '@sayso/core';
import { BranchRows } from './branches/branch-rows.ts';
import { keptDrafts } from './branches/kept-drafts.ts';
import { Columns } from './columns/columns.ts';
import { Conversions } from './columns/conversions.ts';
import type { EntitiesContext } from './config.ts';
import { Copies } from './copies/copies.ts';
import { History, type RowChangeView } from './history/history.ts';
import { Imports } from './import/imports.ts';
import { readTable } from './import/read-table.ts';
import { PersonRows } from './people/person-rows.ts';
import { effectsOf, permissionsOf, readable } from './permissions/permissions.ts';
import { allowed, RowAccess, rowsWithin } from './permissions/row-access.ts';
import type { Scope } from './permissions/scope.ts';
import { AppTables } from './permissions/tables.ts';
import { changedTables } from './realtime/changed-tables.ts';
import { Realtime } from './realtime/realtime.ts';
import { Sockets } from './realtime/sockets/sockets.ts';
import type {
  AggregatedRows,
  AggregateRows,
  Delivery,
  Effects,
  EntitiesApi,
  ImportFile,
  ImportResult,
  ListParameters,
  ListRows,
  ReadTableOptions,
  Row,
  RowSet,
  TableAddress,
  TableRows,
  UpsertedRows,
  Workbook,
} from './ref.ts';
import { declaredFields } from './rows/fields.ts';
import { Quotas } from './rows/quotas.ts';
import { RowRemover } from './rows/remove-rows.ts';
import { RowFiles } from './rows/row-files.ts';
import { RowReads } from './rows/row-reads.ts';
import { RowStore } from './rows/row-store.ts';
import { RowWrites } from './rows/row-writes.ts';
import { rowsOf, SETS } from './rows/sets.ts';
import { settleFiles } from './rows/settle-files.ts';
import { settleRows } from './rows/splits.ts';
import { RowWriter, type WriterParts } from './rows/writer.ts';
import { RuleEdits } from './rule-edits/rule-edits.ts';
import { ListedSnapshots } from './snapshots/listed.ts';
import { Snapshots } from './snapshots/snapshots.ts';
import { KeptApps } from './trash/kept-apps.ts';
import { Trash } from './trash/trash.ts';
import { TrashedRows } from './trash/trashed-rows.ts';
import { Views } from './views/views.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The rows of apps: reads and writes by the permissions of callers, and the parts for files, copies, history and the like. */
export class Entities implements EntitiesApi {
  readonly #context: EntitiesContext;
  readonly #tables: AppTables;
  readonly #quotas: Readonly<Record<RowSet, Quotas>>;
  readonly #files: RowFiles;
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
  /** The rules of tables and of fields, as people read and edit them. */
  readonly ruleEdits: RuleEdits;
  readonly conversions: Conversions;
  /** The rows of a person who uses an app. */
  readonly personRows: PersonRows;
  /** Draft rows of branches. */
  readonly branches: BranchRows;
  /** Copies of rows from one set to the other. */
  readonly copies: Copies;
  /** Rows as they were before changes of their columns. */
  readonly snapshots: Snapshots;
  /** What admins of an app see of them. */
  readonly listedSnapshots: ListedSnapshots;

  constructor(given: EntitiesContext) {
    this.#files = new RowFiles(() => given.additions.files()[0]);
    const { config, collections: stored } = given;
    const drafts = keptDrafts(stored.drafts, (appId) => this.branches.ready(appId));
    const collections = { ...stored, rows: this.#files.storedIn(stored.rows), drafts: this.#files.storedIn(drafts) };
    const context = { ...given, collections };
    this.#context = context;
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
    const writes = new RowWrites({ access, store, writer, remover, idKey: context.host.deriveKey('entities.ids-by-key') });
    this.#writes = writes;
    this.trashed = new TrashedRows({
      context,
      trash: this.trash,
      writer: new RowWriter({ ...writing, changed: (...changed) => store.emit(...changed) }),
      history: this.history,
      ...{ rowsOf: rowsIn, quotasOf },
      changed: (scope, rows) => store.emit(scope, rows, 'updated'),
      fit: (rows) => this.conversions.fit(rows),
      hidden: (actor, appId, role) => access.hidden(actor, appId, role),
      openForChange: (actor, table) => access.openForChange(actor, table),
    });
    this.personRows = new PersonRows({
      ...{ context, access, remover, rowsOf: rowsIn },
      changed: async ({ appId, schema, set }) =>
        context.emit('entities.rowChanged', { appId, entity: schema.name, rows: set, id: '*', change: 'updated', at: storeNow() }),
    });
    this.realtime = new Realtime(context, {
      visible: (actor, table) => access.listed(actor, table),
      served: (appId, row) => this.#files.served(appId, row),
    });
    this.sockets = new Sockets({
      settings: { all: context.config.LIVE_SOCKETS, perAddress: context.config.LIVE_SOCKETS_PER_ADDRESS },
      log: context.log,
      open: (request) => this.realtime.open(request),
    });
    this.columns = new Columns(context);
    this.ruleEdits = new RuleEdits(context);
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
      tableChanged: (appId, entity, rows) =>
        context.emit('entities.rowChanged', { appId, entity, rows, id: '*', change: 'updated', at: storeNow() }),
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
      remove: (scope, ids) => remover.removeAll(scope, rowsWithin(scope, {}), ids),
      restore: (...asked) => this.trashed.restore(...asked),
      upsert: async (actor, table, records, by) => writes.upsertBy(actor, table, await this.#files.sought(table.appId, records), by),
      appChanged: (appId) => this.#tables.changed(appId),
      tableChanged: ({ appId, schema, set }) =>
        context.emit('entities.rowChanged', { appId, entity: schema.name, rows: set, id: '*', change: 'created', at: storeNow() }),
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
      takeFiles: (appId, rows, from) => this.#files.take(appId, rows, from),
      tableChanged: ({ appId, schema, set }) =>
        context.emit('entities.rowChanged', { appId, entity: schema.name, rows: set, id: '*', change: 'updated', at: storeNow() }),
    });
    context.onClose(async () => {
      await this.#quotas.draft.flush();
      await this.#quotas.live.flush();
    });
  }

  /** Names of tables whose rows have changed, for people who build the app. */
  async *changedTables(actor: Actor, { appId, set }: { readonly appId: string; readonly set: RowSet }, signal: AbortSignal) {
    const stream = new PermittedStream({ check: () => this.#context.needs.apps.get(actor, appId, 'view'), signal });
    await stream.begin();
    yield* stream.pass(changedTables(this.#context, { appId, set }, stream.signal));
  }

  schema(...asked: Parameters<RowReads['schema']>) {
    return this.#reads.schema(...asked);
  }

  async list(actor: Actor, table: TableAddress, options: ListRows = {}): Promise<Row[]> {
    const { filter } = options;
    const asked = filter === undefined ? options : { ...options, filter: await this.#files.sought(table.appId, filter) };
    return this.#served(table, this.#reads.list(actor, table, asked));
  }

  async readAsked(actor: Actor, table: TableAddress, parameters: ListParameters, delivery: Delivery): Promise<string> {
    const { q } = parameters;
    const asked = q === undefined ? parameters : { ...parameters, q: await this.#files.sought(table.appId, q) };
    return this.#served(table, this.#reads.readAsked(actor, table, asked, delivery));
  }

  async countRows(actor: Actor, table: TableAddress, filter: Fields): Promise<number> {
    return this.#reads.countRows(actor, table, await this.#files.sought(table.appId, filter));
  }

  async aggregate(actor: Actor, table: TableAddress, options: AggregateRows): Promise<AggregatedRows> {
    return this.#served(table, this.#reads.aggregate(actor, table, await this.#files.sought(table.appId, options)));
  }

  get(actor: Actor, table: TableAddress, id: string): Promise<Row> {
    return this.#served(table, this.#reads.get(actor, table, id));
  }

  readOne(actor: Actor, table: TableAddress, id: string): string | Promise<string> {
    const read = this.#reads.readOne(actor, table, id);
    return read instanceof Promise ? this.#served(table, read) : this.#files.served(table.appId, read);
  }

  create(actor: Actor, table: TableAddress, row: Fields): Promise<Row> {
    return this.#served(table, this.#writes.create(actor, table, row));
  }

  createBatch(actor: Actor, table: TableAddress, rows: readonly Fields[], batch: string): Promise<Row[]> {
    return this.#served(table, this.#writes.createBatch(actor, table, rows, batch));
  }

  createMany(actor: Actor, table: TableAddress, rows: readonly Fields[], options?: { readonly key?: string }): Promise<Row[]> {
    return this.#served(table, this.#writes.createMany(actor, table, rows, options));
  }

  update(actor: Actor, table: TableAddress, id: string, changes: Fields): Promise<Row> {
    return this.#served(table, this.#writes.update(actor, table, id, changes));
  }

  async upsert(actor: Actor, table: TableAddress, records: readonly Fields[], key: readonly string[]): Promise<UpsertedRows> {
    // Keys are compared with stored values.
    const sought = await this.#files.sought(table.appId, records);
    return this.#served(table, this.#writes.upsert(actor, table, sought, key));
  }

  updateEach(actor: Actor, table: TableAddress, records: readonly Fields[]): Promise<Row[]> {
    return this.#served(table, this.#writes.updateEach(actor, table, records));
  }

  async updateMany(actor: Actor, table: TableAddress, filter: Fields, data: Fields): Promise<number> {
    const { appId } = table;
    return this.#writes.updateMany(actor, table, await this.#files.sought(appId, filter), await this.#files.sought(appId, data));
  }

  remove(...asked: Parameters<RowWrites['remove']>) {
    return this.#writes.remove(...asked);
  }

  async removeMany(actor: Actor, table: TableAddress, filter: Fields): Promise<number> {
    return this.#writes.removeMany(actor, table, await this.#files.sought(table.appId, filter));
  }

  /** The files in an answer by their addresses. */
  async #served<T>({ appId }: TableAddress, answer: Promise<T>): Promise<T> {
    return this.#files.served(appId, await answer);
  }

  /** As in an answer of rows, in another one: their history, the trash, snapshots and merges. */
  servedText(appId: string, text: string): string {
    return this.#files.served(appId, text);
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

  /** What an app keeps about a person has changed, or their role in it: what they may do is read again. */
  personChanged(appId: string, accountId: string): void {
    this.#tables.personChanged(appId, accountId);
    this.realtime.appChanged(appId);
  }

  /** Enqueues the end of a migration of rows, and of conversions. */
  async ready(): Promise<void> {
    await this.#context.enqueue('resumeConversions', {});
    if ((await this.#context.collections.splits.findOne({})) !== null) await this.#context.enqueue('settleRows', {});
    if ((await this.#context.collections.addressed.findOne({})) !== null) await this.#context.enqueue('settleFiles', {});
  }

  /** The job: completes the migration of rows that name files by addresses. */
  settleFiles(signal: AbortSignal): Promise<void> {
    const { collections, needs } = this.#context;
    return settleFiles({ collections, apps: needs.apps, files: this.#files }, signal);
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
    await this.#files.takeAll(to.id, drafts.stream({ appId: to.id }), from);
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
