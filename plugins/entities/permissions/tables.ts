import type { App, AppsApi, EntitySchema } from '@sayso/apps/ref';
import { type Actor, Forbidden, NotFound } from '@sayso/core';
import type { RowSet, TableAddress } from '../ref.ts';
import { referencesOf } from '../rows/reference-fields.ts';
import { sourceOf } from '../rows/sources.ts';
import { compileValidator } from '../rows/validate.ts';
import type { Caller } from './caller.ts';
import { People } from './people.ts';
import { permissionsOf } from './permissions.ts';
import { readsPerson, watchedBy } from './rule-reach.ts';
import { callerOf, isPreviewToken, type Scope, seesAll, type Table, viewedCaller } from './scope.ts';

/** Bounds the staleness of an app whose change this node missed, by a monotonic clock: with a round of the streams, below five seconds. */
const CACHE_MS = 2_000;
const MAX_CACHED = 2_000;

type Tables = Readonly<Record<string, Table>>;
/** Takes the schemas that a table has in the versions of its app that its rows are read with, the published one first. */
type Declare = (address: TableAddress, schemas: readonly EntitySchema[]) => Promise<void>;

/** What permissions need of an app. */
interface KnownApp extends Pick<App, 'id' | 'ownerId' | 'builders' | 'currentVersionId'> {
  readonly publishedVersionId: string | null;
  /** By version, which are immutable. */
  readonly tables: Map<string, Tables>;
  /** The tables whose fields are declared to the store. */
  readonly declared: Set<string>;
  readonly until: number;
}

/** The tables of apps. Cached until the app changes: on this node at once, on others with the event. */
export class AppTables {
  readonly #apps: AppsApi;
  readonly #declare: Declare;
  readonly #people: People;
  readonly #cached = new Map<string, KnownApp>();
  #changes = 0;

  /** `declare` is called for each table that is opened, and again when its schema may have changed. */
  constructor(apps: AppsApi, declare: Declare) {
    this.#apps = apps;
    this.#declare = declare;
    this.#people = new People((appId, accountId) => apps.access.person(appId, accountId));
  }

  /**
   * Opens a table for a caller; hidden apps and tables are `NotFound`. Admins of the app get the current version, in the preview
   * and in the builder; the published app gets the published one, so that unpublished changes affect no one. Without a promise when the app is cached.
   */
  open(actor: Actor, address: TableAddress): Scope | Promise<Scope> {
    if (actor.kind === 'app' && actor.appId !== address.appId) throw new NotFound('The app');
    const app = this.#known(address.appId);
    return app === undefined
      ? this.#load(address.appId).then((loaded) => this.#ofApp(actor, address, loaded))
      : this.#ofApp(actor, address, app);
  }

  #ofApp(actor: Actor, address: TableAddress, app: KnownApp | null): Scope | Promise<Scope> {
    if (!app) throw new NotFound('The app');
    const caller = callerOf(actor, { isAdmin: this.#apps.isAppAdmin(actor, app), isViewer: this.#apps.isAppViewer(actor, app) });
    const { as } = address;
    if (as !== undefined && (caller.kind !== 'admin' || actor.kind !== 'account'))
      throw new Forbidden('Only admins of the app see its rows as others do.');
    if (!seesAll(caller) && app.publishedVersionId === null) throw new NotFound('The app');
    const set = setOf(actor, caller, address.rows);
    const versionId = versionOf(app, actor, caller);
    const current = versionId === null ? {} : this.#tablesOf(app, versionId);
    // People who build the app see the live rows of a table that they removed, until the app is published without it.
    const isRemoved = (compiled: Tables) =>
      actor.kind === 'account' && seesAll(caller) && set === 'live' && !Object.hasOwn(compiled, address.entity);
    const inUse = (compiled: Tables) =>
      isRemoved(compiled) && app.publishedVersionId !== null ? this.#tablesOf(app, app.publishedVersionId) : compiled;
    const tables = current instanceof Promise ? current.then(inUse) : inUse(current);
    const scope = (compiled: Tables): Scope | Promise<Scope> => {
      const table = this.#table(app, { entity: address.entity, set }, compiled);
      const opened = {
        ...table,
        appId: app.id,
        ownerId: app.ownerId,
        set,
        caller: as === undefined ? caller : viewedCaller(as),
        source: sourceOf(actor, caller, address),
      };
      const { caller: reader } = opened;
      if (reader.kind !== 'user' || !table.readsPerson) return opened;
      return this.#people.of(app.id, reader.id).then((person) => ({ ...opened, caller: { ...reader, person } }));
    };
    return tables instanceof Promise ? tables.then(scope) : scope(tables);
  }

  #table(app: KnownApp, { entity, set }: { readonly entity: string; readonly set: RowSet }, tables: Tables): Table {
    const table = Object.hasOwn(tables, entity) && entity !== 'User' ? tables[entity] : undefined;
    if (!table) throw new NotFound(`The table "${entity.slice(0, 80)}"`);
    if (!app.declared.has(`${set} ${entity}`)) void this.#declareFields(app, { entity, set });
    return table;
  }

  /** What an app keeps about a person, or their role in it, has changed. */
  personChanged(appId: string, accountId: string): void {
    this.#people.changed(appId, accountId);
  }

  /** Drops what is cached of an app. Lookups in flight are not cached either. */
  changed(appId: string): void {
    this.#changes += 1;
    this.#cached.delete(appId);
  }

  #known(appId: string): KnownApp | undefined {
    const known = this.#cached.get(appId);
    return known !== undefined && known.until > performance.now() ? known : undefined;
  }

  /** Missing apps are not cached: clients can make up any number of ids. */
  async #load(appId: string): Promise<KnownApp | null> {
    const changes = this.#changes;
    const app = await this.#apps.find(appId);
    if (!app) return null;
    const { id, ownerId, builders, currentVersionId, published } = app;
    const publishedVersionId = published?.versionId ?? null;
    const before = this.#cached.get(appId);
    const tables = new Map(before?.tables);
    const isSame = before?.currentVersionId === currentVersionId && before.publishedVersionId === publishedVersionId;
    const declared = new Set(isSame ? before.declared : []);
    const known = { id, ownerId, builders, currentVersionId, publishedVersionId, tables, declared, until: performance.now() + CACHE_MS };
    for (const versionId of tables.keys()) if (versionId !== currentVersionId && versionId !== publishedVersionId) tables.delete(versionId);
    if (this.#changes === changes) this.#keep(known);
    return known;
  }

  #keep(app: KnownApp): void {
    this.#cached.delete(app.id);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size >= MAX_CACHED && oldest !== undefined) this.#cached.delete(oldest);
    this.#cached.set(app.id, app);
  }

  /** Live rows are read with both versions. */
  async #declareFields(app: KnownApp, { entity, set }: { readonly entity: string; readonly set: RowSet }): Promise<void> {
    app.declared.add(`${set} ${entity}`);
    const schemas: EntitySchema[] = [];
    for (const versionId of new Set(set === 'draft' ? [app.currentVersionId] : [app.publishedVersionId, app.currentVersionId])) {
      if (versionId === null) continue;
      const tables = await this.#tablesOf(app, versionId);
      if (Object.hasOwn(tables, entity)) schemas.push((tables[entity] as Table).schema);
    }
    await this.#declare({ appId: app.id, entity, rows: set }, schemas);
  }

  #tablesOf(app: KnownApp, versionId: string): Tables | Promise<Tables> {
    return app.tables.get(versionId) ?? this.#compile(app, versionId);
  }

  async #compile(app: KnownApp, versionId: string): Promise<Tables> {
    const schemas = await this.#apps.schemas(app.id, versionId);
    const tables = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, compiled(schema, schemas)]));
    app.tables.set(versionId, tables);
    return tables;
  }
}

/** A token has one set of rows: that of a preview draft rows, others live ones. Only admins of the app with a session choose. */
function setOf(actor: Actor, caller: Caller, asked: RowSet | undefined): RowSet {
  const isPreview = isPreviewToken(actor);
  const set = asked ?? (isPreview ? 'draft' : 'live');
  if (isPreview && set === 'live') throw new Forbidden('A preview has draft rows only.');
  if (set === 'draft' && (!seesAll(caller) || (actor.kind !== 'account' && !isPreview)))
    throw new Forbidden('Only admins of the app see its draft rows.');
  return set;
}

/** A published app is used with its published version also by its admins: its code and its rows follow that one. */
function versionOf(app: KnownApp, actor: Actor, caller: Caller): string | null {
  if (!seesAll(caller)) return app.publishedVersionId;
  return actor.kind === 'app' && !isPreviewToken(actor) ? (app.publishedVersionId ?? app.currentVersionId) : app.currentVersionId;
}

function compiled(schema: EntitySchema, schemas: Readonly<Record<string, EntitySchema>>): Table {
  const permissions = permissionsOf(schema);
  const { rules = {}, fields = {} } = permissions;
  return {
    schema,
    permissions,
    readsPerson: [rules, ...Object.values(fields)].some(readsPerson),
    watched: watchedBy(rules),
    validator: compileValidator(schema),
    references: referencesOf(schema, schemas),
  };
}
