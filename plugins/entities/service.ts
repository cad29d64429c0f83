import { createHash } from 'node:crypto';
import type { AppsApi } from '@sayso/apps/ref';
import { type Actor, Conflict, type ContextOf, type FindOptions, NotFound, newId, type Query } from '@sayso/core';
import type { collections, RowDocument } from './collections.ts';
import type { entitiesConfig } from './config.ts';
import type { needs } from './context.ts';
import { InvalidRow, refusal } from './errors.ts';
import { formatOf, type ImportFile, withUpload } from './import/upload.ts';
import { type Delivery, Lists } from './lists.ts';
import { changeable, effectsOf, readable, writable } from './permissions.ts';
import { documentPath, toFilter, toLimit, toSkip, toSort } from './query.ts';
import { Quotas } from './quotas.ts';
import { readRows } from './reading.ts';
import type { Effects, ListRows, Row, RowScope } from './ref.ts';
import { sizeOf } from './row-text.ts';
import { creatorOf, openScope, type Scope } from './scope.ts';
import type { EntitiesService, ImportResult, RowList } from './service-ref.ts';
import { checkSize } from './validate.ts';
import type { workers } from './workers.ts';

type Context = ContextOf<{
  config: typeof entitiesConfig;
  needs: typeof needs;
  collections: typeof collections;
  workers: typeof workers;
}>;
type Fields = Readonly<Record<string, unknown>>;

const MAX_MANY = 1000;
/** Bytes of a change that needs no check of the row's size. */
const SMALL_CHANGE = 2000;
const CHANGE_ATTEMPTS = 20;
/** Above this many rows per call, one event asks subscribers to read again. */
const MAX_ROW_EVENTS = 20;

/** The rows of apps, and the only place that checks permissions. */
export class Entities implements EntitiesService {
  readonly #context: Context;
  readonly #apps: AppsApi;
  readonly #quotas: Quotas;
  readonly #lists: Lists;

  constructor(context: Context) {
    this.#context = context;
    this.#apps = context.needs.apps;
    this.#quotas = new Quotas({ ...context.collections, config: context.config });
    this.#lists = new Lists(context.config);
    context.onClose(() => this.#quotas.flush());
  }

  async schema(actor: Actor, appId: string, entity: string) {
    const { schema, permissions, caller } = await this.#open(actor, appId, entity);
    if (readable(permissions, caller) === 'none' && writable(permissions, caller) === 'none')
      throw refusal(caller.kind !== 'visitor', entity, 'read');
    return schema;
  }

  async list(actor: Actor, appId: string, entity: string, options: ListRows = {}): Promise<Row[]> {
    return (await this.read(actor, appId, entity, options)).rows;
  }

  async read(actor: Actor, appId: string, entity: string, options: ListRows, delivery: Delivery = {}): Promise<RowList> {
    const scope = await this.#open(actor, appId, entity);
    const { schema } = scope;
    const filter = allOf(this.#allowed(scope, readable(scope.permissions, scope.caller), 'read'), toFilter(schema, options.filter));
    const fields = options.fields?.filter((field) => field !== '') ?? [];
    const projection = fields.length === 0 ? {} : { projection: projectionOf(scope, fields) };
    const page = { sort: toSort(schema, options.sort), limit: toLimit(options.limit), skip: toSkip(options.skip) };
    const { rows } = this.#context.collections;
    const found = await this.#lists.read(appId, (budget) => readRows(rows, filter, { ...page, ...projection }, budget), delivery);
    return { rows: found.rows.map(toRow), isLarge: found.isLarge };
  }

  async get(actor: Actor, appId: string, entity: string, id: string): Promise<Row> {
    const scope = await this.#open(actor, appId, entity);
    const row = await this.#visible(scope, id);
    if (!row) throw new NotFound('The row');
    return toRow(row);
  }

  async create(actor: Actor, appId: string, entity: string, row: Fields): Promise<Row> {
    const scope = await this.#open(actor, appId, entity);
    this.#checkCreate(scope);
    const document = newRow(scope, scope.validator.create(row));
    await this.#insert(scope, [document]);
    return toRow(document);
  }

  async createMany(
    actor: Actor,
    appId: string,
    entity: string,
    rows: readonly Fields[],
    { key }: { readonly key?: string } = {},
  ): Promise<Row[]> {
    const scope = await this.#open(actor, appId, entity);
    this.#checkCreate(scope);
    if (rows.length > MAX_MANY) throw new InvalidRow([{ path: '', message: `At most ${MAX_MANY} rows can be added at once.` }]);
    const documents = rows.map((row, index) =>
      newRow(
        scope,
        numbered(index, () => scope.validator.create(row)),
        key === undefined ? newId() : keyedId(key, `${appId}/${scope.schema.name}`, index),
      ),
    );
    await this.#insert(scope, key === undefined ? documents : await this.#missing(documents));
    return documents.map(toRow);
  }

  async update(actor: Actor, appId: string, entity: string, id: string, changes: Fields): Promise<Row> {
    const scope = await this.#open(actor, appId, entity);
    const rowScope = changeable(scope.permissions, scope.caller);
    const data = rowScope === 'none' ? {} : scope.validator.update(changes);
    const row = rowScope === 'none' ? null : await this.#change(scope, { ...this.#within(scope, rowScope), _id: id }, data);
    if (!row) throw await this.#unchanged(scope, id);
    await this.#changed(scope, [id], 'updated');
    return toRow(row);
  }

  async remove(actor: Actor, appId: string, entity: string, id: string): Promise<void> {
    const scope = await this.#open(actor, appId, entity);
    const rowScope = changeable(scope.permissions, scope.caller);
    const removed = rowScope === 'none' ? 0 : await this.#context.collections.rows.deleteOne({ ...this.#within(scope, rowScope), _id: id });
    if (removed === 0) throw await this.#unchanged(scope, id);
    await this.#quotas.removed(appId, scope.schema.name, removed);
    await this.#changed(scope, [id], 'deleted');
  }

  async removeMany(actor: Actor, appId: string, entity: string, filter: Fields): Promise<number> {
    const scope = await this.#open(actor, appId, entity);
    const within = this.#allowed(scope, changeable(scope.permissions, scope.caller), 'write');
    const where = allOf(within, toFilter(scope.schema, filter));
    // Collects all ids before the first delete: a filter that exceeds its budget removes nothing. Rows added meanwhile stay.
    const ids: string[] = [];
    for (let after: Query = {}, isMore = true; isMore; after = { _id: { $gt: ids.at(-1) } }) {
      const page = { projection: { _id: 1 }, sort: { _id: 1 }, limit: MAX_MANY } as const;
      const rows = await this.#read({ ...where, ...after }, page);
      for (const { _id } of rows) ids.push(_id);
      isMore = rows.length === MAX_MANY;
    }
    let removed = 0;
    for (let start = 0; start < ids.length; start += MAX_MANY) {
      const portion = ids.slice(start, start + MAX_MANY);
      const gone = await this.#context.collections.rows.deleteMany({ ...within, _id: { $in: portion } });
      removed += gone;
      await this.#quotas.removed(appId, scope.schema.name, gone);
      await this.#changed(scope, portion, 'deleted');
    }
    return removed;
  }

  async import(actor: Actor, appId: string, entity: string, file: ImportFile): Promise<ImportResult> {
    const scope = await this.#open(actor, appId, entity);
    this.#checkCreate(scope);
    const format = formatOf(file);
    const read = await withUpload(file.body, (path) => this.#context.workers.readFile({ path, format, schema: scope.schema }));
    const growth = { rows: read.total - read.failed, bytes: read.bytes };
    const room = await this.#quotas.reserve(appId, scope.schema.name, growth);
    let imported = 0;
    try {
      for (const batch of read.batches) {
        const rows = (JSON.parse(batch) as Record<string, unknown>[]).map((data) => newRow(scope, data));
        await this.#write(scope, rows);
        imported += rows.length;
      }
    } catch (error) {
      room.undo();
      throw error;
    }
    const { total, failed, errors, ignoredColumns } = read;
    return { imported, failed, total, errors, ignoredColumns };
  }

  effectsOf(permissions: Parameters<typeof effectsOf>[0]): Effects {
    return effectsOf(permissions);
  }

  count(appId: string, entity: string): Promise<number> {
    return this.#context.collections.rows.count({ appId, entity });
  }

  /** Deletes the rows of a purged app. */
  async removeApp(appId: string): Promise<void> {
    await this.#context.collections.rows.deleteMany({ appId });
    await this.#quotas.removeApp(appId);
  }

  #read(filter: Query, options: FindOptions): Promise<RowDocument[]> {
    const { QUERY_MAX_MS: ms, LIST_MAX_BYTES: bytes } = this.#context.config;
    return readRows(this.#context.collections.rows, filter, options, { ms, bytes });
  }

  #open(actor: Actor, appId: string, entity: string): Promise<Scope> {
    return openScope(this.#apps, actor, appId, entity);
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

  async #visible(scope: Scope, id: string): Promise<RowDocument | null> {
    const rowScope = readable(scope.permissions, scope.caller);
    return rowScope === 'none' ? null : this.#context.collections.rows.findOne({ ...this.#within(scope, rowScope), _id: id });
  }

  /** The error for a row that was not changed: `NotFound` if the caller cannot see it. */
  async #unchanged(scope: Scope, id: string): Promise<Error> {
    const isVisible = (await this.#visible(scope, id)) !== null;
    return isVisible ? refusal(scope.caller.kind !== 'visitor', scope.schema.name, 'write') : new NotFound('The row');
  }

  async #missing(documents: readonly RowDocument[]): Promise<RowDocument[]> {
    const ids = documents.map(({ _id }) => _id);
    const existing = new Set(
      (await this.#context.collections.rows.find({ _id: { $in: ids } }, { projection: { _id: 1 } })).map(({ _id }) => _id),
    );
    return documents.filter(({ _id }) => !existing.has(_id));
  }

  async #insert(scope: Scope, documents: readonly RowDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const bytes = documents.reduce((sum, { data }) => sum + sizeOf(data), 0);
    const room = await this.#quotas.reserve(scope.appId, scope.schema.name, { rows: documents.length, bytes });
    try {
      await this.#write(scope, documents);
    } catch (error) {
      room.undo();
      throw error;
    }
  }

  async #write(scope: Scope, documents: readonly RowDocument[]): Promise<void> {
    await this.#context.collections.rows.insertMany(documents);
    await this.#changed(
      scope,
      documents.map(({ _id }) => _id),
      'created',
    );
  }

  /** Sets fields of a row. A change that could make it too large is checked together with the row's other fields. */
  async #change(scope: Scope, filter: Query, data: Record<string, unknown>): Promise<RowDocument | null> {
    const { rows } = this.#context.collections;
    const set = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data.${name}`, value]));
    const change = () => ({ $set: { ...set, updatedAt: new Date().toISOString() } });
    // Small values cannot grow a row with declared fields by much.
    if (sizeOf(data) <= SMALL_CHANGE && scope.schema['additionalProperties'] !== true) return rows.findOneAndUpdate(filter, change());
    for (let attempt = 0; attempt < CHANGE_ATTEMPTS; attempt++) {
      const before = await rows.findOne(filter);
      if (before === null) return null;
      const after = { ...before.data, ...data };
      checkSize(after, before.data);
      const room = await this.#quotas.reserve(scope.appId, scope.schema.name, { rows: 0, bytes: sizeOf(after) - sizeOf(before.data) });
      const row = await rows.findOneAndUpdate({ ...filter, updatedAt: before.updatedAt }, change());
      if (row !== null) return row;
      room.undo();
    }
    throw new Conflict('This row is being changed by others. Please try again.');
  }

  async #changed({ appId, schema }: Scope, ids: readonly string[], change: 'created' | 'updated' | 'deleted'): Promise<void> {
    const published = ids.length > MAX_ROW_EVENTS ? ['*'] : ids;
    for (const id of published) await this.#context.emit('entities.rowChanged', { appId, entity: schema.name, id, change });
  }
}

function newRow({ appId, schema, caller }: Scope, data: Record<string, unknown>, _id = newId()): RowDocument {
  const now = new Date().toISOString();
  return { _id, appId, entity: schema.name, createdAt: now, updatedAt: now, creatorId: creatorOf(caller), data };
}

/** An id in the format of `newId`, with the timestamp of the key's id; deterministic by key, table and index. */
function keyedId(key: string, table: string, index: number): string {
  const hash = createHash('sha256').update(`${key}\n${table}\n${index}`).digest('hex');
  return `${key.slice(0, 13)}-7${index.toString(16).padStart(3, '0')}-8${hash.slice(0, 3)}-${hash.slice(3, 15)}`;
}

/** A row as clients see it: the server's fields come last, and win. */
function toRow({ _id: id, createdAt, updatedAt, creatorId, data }: RowDocument): Row {
  return { ...data, id, createdAt, updatedAt, creatorId };
}

function projectionOf({ schema }: Scope, fields: readonly string[]): Record<string, 1> {
  const paths = new Set(['createdAt', 'updatedAt', 'creatorId', ...fields.map((field) => documentPath(schema, field))]);
  // Stores reject a projection of both a field and a part of it.
  const isPart = (path: string) => path.split('.').some((_name, index, names) => index > 0 && paths.has(names.slice(0, index).join('.')));
  return Object.fromEntries([...paths].filter((path) => !isPart(path)).map((path) => [path, 1]));
}

/** Keeps the caller's filter in an `$and`: both filters may constrain the same field. */
function allOf(within: Query, filter: Query): Query {
  return Object.keys(filter).length === 0 ? within : { ...within, $and: [filter] };
}

/** Adds the row's number to its error. */
function numbered<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRow)) throw error;
    throw new InvalidRow(error.issues.map(({ path, message }) => ({ path: `${index}.${path}`, message: `Row ${index + 1}: ${message}` })));
  }
}
