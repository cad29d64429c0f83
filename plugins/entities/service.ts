import type { App, EntitySchema } from '@sayso/apps/ref';
import { type Actor, Conflict, DuplicateKey, NotFound, newId, type PartitionedCollection, type Query, type ReadBudget } from '@sayso/core';
import { aggregateRows } from './aggregate/aggregate.ts';
import { BranchRows } from './branches/branch-rows.ts';
import type { RowDocument } from './collections.ts';
import { Columns } from './columns/columns.ts';
import { Conversions } from './columns/conversions.ts';
import type { EntitiesContext } from './config.ts';
import { Copies } from './copies/copies.ts';
import { InvalidRow, refusal } from './errors.ts';
import { History, type RowChangeView } from './history/history.ts';
import { Imports } from './import/imports.ts';
import { readTable } from './import/read-table.ts';
import { expanded, toExpansions } from './lists/expand.ts';
import { Lists } from './lists/lists.ts';
import { toListRows } from './lists/parameters.ts';
import { PreparedLists } from './lists/prepared-lists.ts';
import { projectionOf, toAfter, toFilter, toLimit, toSkip, toSort } from './lists/query.ts';
import { type RowQuery, withinBudget } from './lists/read-rows.ts';
import { changeable, effectsOf, permissionsOf, readable, writable } from './permissions/permissions.ts';
import { creatorOf, type Scope } from './permissions/scope.ts';
import { AppTables } from './permissions/tables.ts';
import { type ChangedRow, changesOf, type RowChange } from './realtime/changes.ts';
import type { Visible } from './realtime/feed.ts';
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
  RowScope,
  RowSet,
  TableAddress,
  TableRows,
  UpsertedRows,
  Workbook,
} from './ref.ts';
import { planChanges } from './rows/change-each.ts';
import { changeRows } from './rows/change-many.ts';
import { declaredFields } from './rows/fields.ts';
import { sizeOf, sizeOfAll } from './rows/json.ts';
import { parseOperators } from './rows/operators.ts';
import { Quotas } from './rows/quotas.ts';
import { checkReferences } from './rows/references.ts';
import { RowRemover } from './rows/remove-rows.ts';
import { batchId, keyedId, newRow, numbered, toRow } from './rows/row.ts';
import { rowsOf, SETS } from './rows/sets.ts';
import { settleRows } from './rows/splits.ts';
import { type UpsertBy, upsertRows } from './rows/upsert.ts';
import { checkSize } from './rows/validate.ts';
import { RowWriter, type WriterParts } from './rows/writer.ts';
import { ListedSnapshots } from './snapshots/listed.ts';
import { Snapshots } from './snapshots/snapshots.ts';
import { KeptApps } from './trash/kept-apps.ts';
import { Trash } from './trash/trash.ts';
import { TrashedRows } from './trash/trashed-rows.ts';
import { Views } from './views/views.ts';

type Fields = Readonly<Record<string, unknown>>;

const MAX_MANY = 1000;
/** Bytes of a change that needs no check of the row's size. */
const SMALL_CHANGE = 2000;
const CHANGE_ATTEMPTS = 20;
const BATCH_ATTEMPTS = 5;

/** The rows of apps, and the only place that checks permissions. */
export class Entities implements EntitiesApi {
  readonly #context: EntitiesContext;
  readonly #tables: AppTables;
  readonly #quotas: Readonly<Record<RowSet, Quotas>>;
  readonly #lists: Lists;
  readonly #prepared = new PreparedLists();
  readonly #writer: RowWriter;
  readonly #remover: RowRemover;
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
    this.#lists = new Lists(context.config);
    const writing: WriterParts = {
      rowsOf: (scope) => this.#rowsOf(scope),
      config: context.config,
      quotasOf: ({ set }) => this.#quotas[set],
      change: (...change) => this.#change(...change),
      changed: (scope, rows, change) => this.#changed(scope, rows, change),
    };
    this.#writer = new RowWriter(writing);
    this.#keptApps = new KeptApps(collections.keptApps);
    this.history = new History(context, this.#keptApps);
    this.views = new Views(context);
    const versionOf = ({ appId, rows }: { readonly appId: string; readonly rows: RowSet }) => this.conversions.versionOf(appId, rows);
    this.trash = new Trash(context, { keptApps: this.#keptApps, history: this.history, versionOf });
    this.#remover = new RowRemover({
      trash: this.trash,
      rowsOf: (scope) => this.#rowsOf(scope),
      quotasOf: ({ set }) => this.#quotas[set],
      removed: (scope, rows) => this.#changed(scope, rows, 'deleted'),
    });
    this.trashed = new TrashedRows({
      context,
      trash: this.trash,
      writer: new RowWriter({ ...writing, changed: (scope, rows, change) => this.#emit(scope, rows, change) }),
      history: this.history,
      rowsOf: (scope) => this.#rowsOf(scope),
      quotasOf: ({ set }) => this.#quotas[set],
      changed: (scope, rows) => this.#emit(scope, rows, 'updated'),
      fit: (rows) => this.conversions.fit(rows),
      hidden: (actor, appId) => this.#hidden(actor, appId),
      openForChange: (actor, table) => this.#openForChange(actor, table),
    });
    this.realtime = new Realtime(context, (actor, table) => this.#listed(actor, table));
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
      open: (actor, table) => this.#open(actor, table),
      openForCreate: (actor, table) => this.#openForCreate(actor, table),
      existing: (...asked) => this.#existing(...asked),
      openForChange: (actor, table) => this.#openForChange(actor, table),
      imported: (scope, rows) => this.history.imported(scope, rows),
      keep: (...kept) => this.trash.store(...kept),
      replaced: (scope, before, after) => this.history.updated(scope, before, after),
      remove: (scope, ids) => this.#remover.removeAll(scope, this.#within(scope, 'all'), ids),
      restore: (...asked) => this.trashed.restore(...asked),
      upsert: (...asked) => this.#upsert(...asked),
      tableChanged: ({ appId, schema, set }) =>
        context.emit('entities.rowChanged', { appId, entity: schema.name, rows: set, id: '*', change: 'created' }),
    });
    this.branches = new BranchRows({
      context,
      conversions: this.conversions,
      openForCopy: (actor, table) => this.#openForCopy(actor, table),
    });
    this.copies = new Copies({
      context,
      branches: this.branches,
      quotas: this.#quotas,
      conversions: this.conversions,
      snapshots: this.snapshots,
      openForCopy: (actor, table) => this.#openForCopy(actor, table),
      keep: (...kept) => this.trash.store(...kept),
      tableChanged: ({ appId, schema, set }) =>
        context.emit('entities.rowChanged', { appId, entity: schema.name, rows: set, id: '*', change: 'updated' }),
    });
    context.onClose(async () => {
      await this.#quotas.draft.flush();
      await this.#quotas.live.flush();
    });
  }

  async schema(actor: Actor, table: TableAddress) {
    const { schema, permissions, caller } = await this.#open(actor, table);
    if (readable(permissions, caller) === 'none' && writable(permissions, caller) === 'none')
      throw refusal(caller.kind !== 'visitor', table.entity, 'read');
    return schema;
  }

  async list(actor: Actor, table: TableAddress, options: ListRows = {}): Promise<Row[]> {
    const scope = await this.#open(actor, table);
    const within = this.#allowed(scope, readable(scope.permissions, scope.caller), 'read');
    const query = this.#query(scope, within, options);
    return JSON.parse(await this.#read(scope, query, { actor, table, delivery: {} })) as Row[];
  }

  async readAsked(actor: Actor, table: TableAddress, parameters: ListParameters, delivery: Delivery): Promise<string> {
    const scope = await this.#open(actor, table);
    const within = this.#allowed(scope, readable(scope.permissions, scope.caller), 'read');
    const query = this.#prepared.of(scope.schema, within, parameters, () => this.#query(scope, within, toListRows(parameters)));
    return this.#read(scope, query, { actor, table, delivery });
  }

  #query({ schema }: Scope, within: Query, options: ListRows): RowQuery {
    const filter = allOf(within, toFilter(schema, options.filter));
    const fields = options.fields?.filter((field) => field !== '') ?? [];
    const expansions = toExpansions(schema, options.expand);
    const names = [...fields, ...expansions.map(({ field }) => field)];
    const projection = fields.length === 0 ? {} : { projection: projectionOf(schema, names) };
    const sort = toSort(schema, options.sort);
    const after = { ...toAfter(schema, options.after, sort), afterWithin: within };
    const page = { sort, limit: toLimit(options.limit), skip: toSkip(options.skip), ...after };
    return { schema, expansions, filter, options: { ...page, ...projection } };
  }

  /** `table` is how the caller names it: references are read from the same set of rows. */
  #read(
    scope: Scope,
    query: RowQuery,
    { actor, table, delivery }: { readonly actor: Actor; readonly table: TableAddress; readonly delivery: Delivery },
  ): Promise<string> {
    const rows = this.#rowsOf(scope);
    const read = async (budget: ReadBudget): Promise<string> => {
      const list = await withinBudget(query, budget, (...asked) => rows.findFlat(...asked));
      const readReferenced = (entity: string, ids: readonly string[]) => this.#readReferenced(actor, { ...table, entity }, ids, budget);
      return expanded(list, query.expansions ?? [], { read: readReferenced, bytes: budget.bytes });
    };
    return this.#lists.read(scope.appId, read, delivery);
  }

  /** The JSON of the rows of these ids that the caller may read; none of a table that the caller cannot see. */
  async #readReferenced(actor: Actor, table: TableAddress, ids: readonly string[], budget: ReadBudget): Promise<Map<string, string>> {
    const scope = await this.#openIfVisible(actor, table);
    const rowScope = scope === null ? 'none' : readable(scope.permissions, scope.caller);
    if (scope === null || rowScope === 'none') return new Map();
    const filter = { ...this.#within(scope, rowScope), _id: { $in: ids } };
    const list = await withinBudget({ schema: scope.schema, filter, options: {} }, budget, (...asked) =>
      this.#rowsOf(scope).findFlat(...asked),
    );
    return new Map((JSON.parse(list) as Row[]).map((row) => [row.id, JSON.stringify(row)]));
  }

  async #openIfVisible(actor: Actor, table: TableAddress): Promise<Scope | null> {
    try {
      return await this.#open(actor, table);
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  async countRows(actor: Actor, table: TableAddress, filter: Fields): Promise<number> {
    const scope = await this.#open(actor, table);
    const within = this.#allowed(scope, readable(scope.permissions, scope.caller), 'read');
    const { QUERY_MAX_MS: ms, LIST_MAX_BYTES: bytes } = this.#context.config;
    const query = { schema: scope.schema, filter: allOf(within, toFilter(scope.schema, filter)), options: {} };
    return withinBudget(query, { ms, bytes }, (where, options) => this.#rowsOf(scope).count(where, options));
  }

  async aggregate(actor: Actor, table: TableAddress, options: AggregateRows): Promise<AggregatedRows> {
    const scope = await this.#open(actor, table);
    const within = this.#allowed(scope, readable(scope.permissions, scope.caller), 'read');
    const { config } = this.#context;
    return aggregateRows({ rows: this.#rowsOf(scope), config, schema: scope.schema, within }, options);
  }

  async get(actor: Actor, table: TableAddress, id: string): Promise<Row> {
    return JSON.parse(await this.readOne(actor, table, id)) as Row;
  }

  /** The row as JSON; without a promise when its app is cached and the store reads synchronously. */
  readOne(actor: Actor, table: TableAddress, id: string): string | Promise<string> {
    const scope = this.#open(actor, table);
    return scope instanceof Promise ? scope.then((opened) => this.#readOne(opened, id)) : this.#readOne(scope, id);
  }

  #readOne(scope: Scope, id: string): string | Promise<string> {
    const { appId, schema, permissions, caller } = scope;
    const rowScope = readable(permissions, caller);
    if (rowScope === 'none') throw new NotFound('The row');
    const columns = rowScope === 'own' ? { creatorId: creatorOf(caller) } : {};
    const text = this.#rowsOf(scope).findFlatById({ key: appId, table: schema.name, id }, columns);
    return text instanceof Promise ? text.then(found) : found(text);
  }

  async create(actor: Actor, table: TableAddress, row: Fields): Promise<Row> {
    const scope = await this.#openForCreate(actor, table);
    const document = newRow(scope, scope.validator.create(row));
    if (scope.references.length > 0) await this.#checkReferences(scope, document.data);
    await this.#insert(scope, [document]);
    return toRow(document);
  }

  /** Adds the rows of a batch that a client may send again: once, by ids of its name. */
  async createBatch(actor: Actor, table: TableAddress, rows: readonly Fields[], batch: string): Promise<Row[]> {
    const scope = await this.#openForCreate(actor, table);
    if (rows.length > MAX_MANY) throw new InvalidRow([{ path: '', message: `At most ${MAX_MANY} rows can be added at once.` }]);
    const place = JSON.stringify([scope.appId, scope.schema.name, creatorOf(scope.caller)]);
    const documents = rows.map((row, index) => ({
      ...newRow(
        scope,
        numbered(index, () => scope.validator.create(row)),
      ),
      _id: batchId(batch, place, index),
    }));
    await this.#checkReferences(
      scope,
      documents.map(({ data }) => data),
    );
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#insert(scope, await this.#missing(scope, documents));
        return documents.map(toRow);
      } catch (error) {
        // The same batch is being stored by a call whose connection was lost.
        if (!(error instanceof DuplicateKey) || attempt === BATCH_ATTEMPTS) throw error;
      }
    }
  }

  async createMany(actor: Actor, table: TableAddress, rows: readonly Fields[], { key }: { readonly key?: string } = {}): Promise<Row[]> {
    const scope = await this.#openForCreate(actor, table);
    if (rows.length > MAX_MANY) throw new InvalidRow([{ path: '', message: `At most ${MAX_MANY} rows can be added at once.` }]);
    const documents = rows.map((row, index) =>
      newRow(
        scope,
        numbered(index, () => scope.validator.create(row)),
        key === undefined ? newId() : keyedId(key, `${scope.appId}/${scope.schema.name}`, index),
      ),
    );
    // Rows with a key are samples, which may reference rows that are still to come.
    if (key === undefined)
      await this.#checkReferences(
        scope,
        documents.map(({ data }) => data),
      );
    await this.#insert(scope, key === undefined ? documents : await this.#missing(scope, documents));
    return documents.map(toRow);
  }

  async update(actor: Actor, table: TableAddress, id: string, changes: Fields): Promise<Row> {
    const scope = await this.#open(actor, table);
    const rowScope = changeable(scope.permissions, scope.caller);
    const data = rowScope === 'none' ? {} : scope.validator.update(changes);
    if (scope.references.length > 0) await this.#checkReferences(scope, data, [id]);
    const row = rowScope === 'none' ? null : await this.#change(scope, { ...this.#within(scope, rowScope), _id: id }, data);
    if (!row) throw await this.#unchanged(scope, id);
    await this.#changed(scope, [row], 'updated');
    return toRow(row);
  }

  upsert(actor: Actor, table: TableAddress, records: readonly Fields[], key: readonly string[]): Promise<UpsertedRows> {
    return this.#upsert(actor, table, records, { key });
  }

  async #upsert(actor: Actor, table: TableAddress, records: readonly Fields[], by: UpsertBy): Promise<UpsertedRows> {
    const scope = await this.#openForCreate(actor, table);
    const reads = readable(scope.permissions, scope.caller);
    const changes = changeable(scope.permissions, scope.caller);
    this.#allowed(scope, changes, 'write');
    // An import refuses single rows, and tells which.
    if (by.refuse === undefined) await this.#checkReferences(scope, records);
    return upsertRows(this.#writer, { ...scope, within: this.#within(scope, reads), reads, changes }, records, by);
  }

  /** Changes some rows by id, each in its own way; nothing when one of them cannot be changed. */
  async updateEach(actor: Actor, table: TableAddress, records: readonly Fields[]): Promise<Row[]> {
    const scope = await this.#open(actor, table);
    const changes = planChanges(scope, records);
    const rowScope = changeable(scope.permissions, scope.caller);
    const ids = changes.map(({ _id }) => _id);
    const filter = { ...this.#within(scope, rowScope), _id: { $in: ids } };
    const found = new Set(rowScope === 'none' ? [] : (await this.#find(scope, filter)).map(({ _id }) => _id));
    const missing = ids.find((id) => !found.has(id));
    if (missing !== undefined) throw await this.#unchanged(scope, missing);
    await this.#checkReferences(
      scope,
      changes.map(({ data }) => data),
      ids,
    );
    const changed = await this.#writer.changeAll(scope, changes);
    return changes.map(({ each }) => toRow(changed.get(each) ?? gone()));
  }

  /** Changes the rows that match in the same way. Not atomic. The number of rows changed. */
  async updateMany(actor: Actor, table: TableAddress, filter: Fields, data: Fields): Promise<number> {
    const scope = await this.#open(actor, table);
    const within = this.#allowed(scope, changeable(scope.permissions, scope.caller), 'write');
    const operators = parseOperators(scope.schema, data);
    await this.#checkReferences(scope, operators.given);
    const found = await this.#find(scope, allOf(within, toFilter(scope.schema, filter)));
    return changeRows(this.#writer, { scope, within, ids: found.map(({ _id }) => _id) }, operators);
  }

  async remove(actor: Actor, table: TableAddress, id: string): Promise<void> {
    const scope = await this.#open(actor, table);
    const rowScope = changeable(scope.permissions, scope.caller);
    const where = { ...this.#within(scope, rowScope), _id: id };
    if (rowScope === 'none' || !(await this.#remover.remove(scope, where))) throw await this.#unchanged(scope, id);
  }

  async removeMany(actor: Actor, table: TableAddress, filter: Fields): Promise<number> {
    const scope = await this.#open(actor, table);
    const within = this.#allowed(scope, changeable(scope.permissions, scope.caller), 'write');
    // Collects all ids before the first delete: a filter that exceeds its budget removes nothing. Rows added meanwhile stay.
    const found = await this.#find(scope, allOf(within, toFilter(scope.schema, filter)));
    return this.#remover.removeAll(
      scope,
      within,
      found.map(({ _id }) => _id),
    );
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
    const scope = await this.#open(actor, table);
    this.#allowed(scope, readable(scope.permissions, scope.caller), 'read');
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

  async #find(scope: Scope, filter: Query): Promise<ChangedRow[]> {
    const { schema } = scope;
    const rows = this.#rowsOf(scope);
    const { QUERY_MAX_MS: ms, LIST_MAX_BYTES: bytes } = this.#context.config;
    const query = { schema, filter, options: { projection: { creatorId: 1 } } } as const;
    return withinBudget(query, { ms, bytes }, (...asked) => rows.find(...asked));
  }

  /** Reads are right without the indexes, and slower. */
  async #declare({ appId, entity, rows: set = 'live' }: TableAddress, schemas: readonly EntitySchema[]): Promise<void> {
    try {
      await rowsOf(this.#context.collections, set).declareFields({ key: appId, table: entity }, declaredFields(schemas));
    } catch (err) {
      this.#context.log.warn({ err, appId, entity }, 'The indexes of a table could not be built');
    }
  }

  #rowsOf({ set }: Pick<Scope, 'set'>): PartitionedCollection<RowDocument> {
    return rowsOf(this.#context.collections, set);
  }

  #open(actor: Actor, table: TableAddress): Scope | Promise<Scope> {
    return this.#tables.open(actor, table);
  }

  /** The rows that a list contains; throws as the list does. */
  async #listed(actor: Actor, table: TableAddress): Promise<Visible> {
    const { permissions, caller, set } = await this.#open(actor, table);
    const scope = readable(permissions, caller);
    if (scope === 'none') throw refusal(caller.kind !== 'visitor', table.entity, 'read');
    return { set, scope, accountId: creatorOf(caller) };
  }

  /** The rows of the table within a row scope. */
  #within({ appId, schema, caller }: Scope, rowScope: RowScope): Query {
    const rows = { appId, entity: schema.name };
    return rowScope === 'own' ? { ...rows, creatorId: creatorOf(caller) } : rows;
  }

  #allowed(scope: Scope, rowScope: RowScope, act: 'read' | 'write'): Query {
    if (rowScope === 'none') throw refusal(scope.caller.kind !== 'visitor', scope.schema.name, act);
    return this.#within(scope, rowScope);
  }

  #checkCreate(scope: Scope): void {
    this.#allowed(scope, writable(scope.permissions, scope.caller), 'write');
  }

  async #openForCreate(actor: Actor, table: TableAddress): Promise<Scope> {
    const scope = await this.#open(actor, table);
    this.#checkCreate(scope);
    return scope;
  }

  async #openForChange(actor: Actor, table: TableAddress): Promise<Scope> {
    const scope = await this.#open(actor, table);
    if (changeable(scope.permissions, scope.caller) !== 'all') throw refusal(true, table.entity, 'write');
    return scope;
  }

  /** The tables of the app whose rows its admins do not see. Throws for other callers. */
  async #hidden(actor: Actor, appId: string): Promise<string[]> {
    const { apps } = this.#context.needs;
    const { currentVersionId } = await apps.get(actor, appId, 'view');
    const schemas = Object.entries(await apps.schemas(appId, currentVersionId ?? undefined));
    return schemas.filter(([, schema]) => effectsOf(permissionsOf(schema)).admin.see === 'none').map(([name]) => name);
  }

  /** Null for a table whose rows the caller may not all change. */
  async #openForCopy(actor: Actor, table: TableAddress): Promise<Scope | null> {
    const scope = await this.#open(actor, table);
    return changeable(scope.permissions, scope.caller) === 'all' ? scope : null;
  }

  async #visible(scope: Scope, id: string): Promise<RowDocument | null> {
    const rowScope = readable(scope.permissions, scope.caller);
    return rowScope === 'none' ? null : this.#rowsOf(scope).findOne({ ...this.#within(scope, rowScope), _id: id });
  }

  /** The error for a row that was not changed: `NotFound` if the caller cannot see it. */
  async #unchanged(scope: Scope, id: string): Promise<Error> {
    const isVisible = (await this.#visible(scope, id)) !== null;
    return isVisible ? refusal(scope.caller.kind !== 'visitor', scope.schema.name, 'write') : new NotFound('The row');
  }

  /** `ids`: of rows that are changed. */
  async #checkReferences(scope: Scope, rows: Fields | readonly Fields[], ids?: readonly string[]): Promise<void> {
    const stored = this.#rowsOf(scope);
    await checkReferences(scope.references, rows, {
      existing: (entity, wanted) => this.#existing(scope, entity, wanted),
      ...(ids === undefined
        ? {}
        : { before: async (index) => (await stored.findOne({ ...this.#within(scope, 'all'), _id: ids[index] ?? '' }))?.data ?? null }),
    });
  }

  /** Those of the ids that are rows of a table, in one set of the rows of an app. */
  async #existing(place: Pick<Scope, 'appId' | 'set'>, entity: string, ids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let start = 0; start < ids.length; start += MAX_MANY) {
      const filter = { appId: place.appId, entity, _id: { $in: ids.slice(start, start + MAX_MANY) } };
      for (const { _id } of await this.#rowsOf(place).find(filter, { projection: { _id: 1 } })) found.add(_id);
    }
    return found;
  }

  async #missing(scope: Scope, documents: readonly RowDocument[]): Promise<RowDocument[]> {
    const ids = documents.map(({ _id }) => _id);
    const filter = { ...this.#within(scope, 'all'), _id: { $in: ids } };
    const existing = new Set((await this.#rowsOf(scope).find(filter, { projection: { _id: 1 } })).map(({ _id }) => _id));
    return documents.filter(({ _id }) => !existing.has(_id));
  }

  async #insert(scope: Scope, documents: readonly RowDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const bytes = sizeOfAll(documents.map(({ data }) => data));
    const room = await this.#quotas[scope.set].reserve(scope.appId, scope.schema.name, { rows: documents.length, bytes });
    try {
      await this.#write(scope, documents);
    } catch (error) {
      room.undo();
      throw error;
    }
  }

  async #write(scope: Scope, documents: readonly RowDocument[]): Promise<void> {
    await this.#rowsOf(scope).insertMany(documents);
    await this.#changed(scope, documents, 'created');
  }

  /** Sets fields of a row. A change that could make it too large is checked together with the row's other fields. */
  async #change(scope: Scope, filter: Query, data: Record<string, unknown>, removed: readonly string[] = []): Promise<RowDocument | null> {
    const rows = this.#rowsOf(scope);
    const set = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data.${name}`, value]));
    const unset = removed.length === 0 ? {} : { $unset: Object.fromEntries(removed.map((name) => [`data.${name}`, ''])) };
    const change = () => ({ $set: { ...set, updatedAt: new Date().toISOString() }, ...unset });
    // Small values cannot grow a row with declared fields by much.
    const isRecorded = this.history.records(scope);
    if (!isRecorded && sizeOf(data) <= SMALL_CHANGE && scope.schema['additionalProperties'] !== true)
      return rows.findOneAndUpdate(filter, change());
    for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt++) {
      const before = await rows.findOne(filter);
      if (before === null) return null;
      const after = { ...before.data, ...data };
      checkSize(after, before.data);
      const room = await this.#quotas[scope.set].reserve(scope.appId, scope.schema.name, {
        rows: 0,
        bytes: sizeOf(after) - sizeOf(before.data),
      });
      const row = await rows.findOneAndUpdate({ ...filter, updatedAt: before.updatedAt }, change());
      if (row !== null) {
        if (isRecorded) await this.history.updated(scope, before, row);
        return row;
      }
      room.undo();
    }
    throw new Conflict('This row is being changed by others. Please try again.');
  }

  /** After each change of rows but those of imports, which record theirs as one. */
  async #changed(scope: Scope, rows: readonly ChangedRow[], change: RowChange['change']): Promise<void> {
    if (change === 'created') await this.history.created(scope, rows);
    await this.#emit(scope, rows, change);
  }

  async #emit({ appId, schema, set }: Scope, rows: readonly ChangedRow[], change: RowChange['change']): Promise<void> {
    const events = changesOf({ appId, entity: schema.name, rows: set }, rows, change);
    await Promise.all(events.map((event) => this.#context.emit('entities.rowChanged', event)));
  }
}

function gone(): never {
  throw new NotFound('The row');
}

function found(row: string | null): string {
  if (row === null) throw new NotFound('The row');
  return row;
}

/** Keeps the caller's filter in an `$and`: both filters may constrain the same field. */
function allOf(within: Query, filter: Query): Query {
  return Object.keys(filter).length === 0 ? within : { ...within, $and: [filter] };
}
