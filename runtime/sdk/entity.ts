import { type TableDefinition, type VisitorAccess, visitorAccess } from '../protocol.ts';
import { changesOf } from './changes.ts';
import { appPath, call, connection } from './connection.ts';
import { noteRow, noteRows } from './loaded-rows.ts';
import type { BaseRow, Row, RowEvent, RowFields } from './row.ts';

export type { BaseRow, Row, RowEvent, RowFields } from './row.ts';

/** What `aggregate` groups rows by, and computes; fields by their names. */
export interface AggregateOptions {
  /** Filter of the rows, as in `filter`; default all. */
  readonly query?: RowFields;
  /** One field, or up to four. Without it and `dateBucket` there is one row of totals. */
  readonly groupBy?: string | readonly string[];
  /** Groups by time spans, whose first days the rows have as `2026-01-31`. */
  readonly dateBucket?: { readonly field: string; readonly unit: 'day' | 'week' | 'month' | 'year' };
  /** Whether rows have the `count` of their group; default true. */
  readonly count?: boolean;
  readonly sum?: string | readonly string[];
  readonly avg?: string | readonly string[];
  readonly min?: string | readonly string[];
  readonly max?: string | readonly string[];
  readonly countDistinct?: string | readonly string[];
  /** Filter of the results by their names: `{ count: { $gt: 1 } }`. */
  readonly having?: RowFields;
  /** Name of a result, with `-` for descending. */
  readonly sort?: string;
  /** At most 1000, the default. */
  readonly limit?: number;
}
/** Each row has the fields of its group, `count`, `sum_<field>`, `avg_<field>`, `min_<field>`, `max_<field>`, `count_distinct_<field>`. */
export interface AggregateResult {
  readonly rows: readonly Record<string, unknown>[];
  /** Whether there are more groups than `limit`. */
  readonly truncated: boolean;
}

export interface UpsertResult<R extends BaseRow = Row> {
  readonly created: number;
  readonly updated: number;
  /** In the order of the records; of records with one key the last one's. */
  readonly records: readonly R[];
}

/** The table behind `@/entities/<Name>`. */
export interface Entity<R extends BaseRow = Row> {
  readonly name: string;
  /** The table's schema at compile time; null in apps that were published by a release that did not compile schemas in. */
  readonly definition: TableDefinition | null;
  /** A table that a field of this one references; null for any other name. */
  related(name: string): Entity | null;
  /**
   * `sort` is `field` or `-field`, or some with commas, default `-createdAt`; `limit` is at most 1000, default 50; `skip` is at most 10,000. `after` is the id of
   * the last row of the page before, which continues at any depth. `expand` names up to 5 fields that reference a table: each row has the
   * referenced one as `<field>_row`, null if it is gone or not readable.
   */
  list(sort?: string, limit?: number, skip?: number, fields?: readonly string[], after?: string, expand?: readonly string[]): Promise<R[]>;
  /** `query` is MongoDB-style: `{ done: false, priority: { $gte: 2 } }`. */
  filter(
    query: RowFields,
    sort?: string,
    limit?: number,
    skip?: number,
    fields?: readonly string[],
    after?: string,
    expand?: readonly string[],
  ): Promise<R[]>;
  /** How many rows match, of all pages; without a query all rows. */
  count(query?: RowFields): Promise<number>;
  /** Counts, sums and averages by groups: `{ groupBy: 'status', sum: 'amount' }`. */
  aggregate(options?: AggregateOptions): Promise<AggregateResult>;
  get(id: string): Promise<R>;
  create(row: RowFields): Promise<R>;
  update(id: string, changes: RowFields): Promise<R>;
  /** Updates the rows whose key fields have the values of a record, and adds the others: `upsert(contacts, { key: 'email' })`. At most 500. */
  upsert(records: readonly RowFields[], options: { readonly key: string | readonly string[] }): Promise<UpsertResult<R>>;
  /** Changes all rows that match in the same way: fields, or operators such as `{ $inc: { votes: 1 } }`. */
  updateMany(query: RowFields, data: RowFields): Promise<{ readonly updated: number }>;
  /** Changes fields of at most 500 rows, each with its `id`. */
  bulkUpdate(rows: readonly (RowFields & { readonly id: string })[]): Promise<R[]>;
  delete(id: string): Promise<void>;
  deleteMany(query: RowFields): Promise<unknown>;
  bulkCreate(rows: readonly RowFields[]): Promise<R[]>;
  /** A CSV file whose first row names the fields. */
  importEntities(file: Blob): Promise<unknown>;
  /** The table's JSON schema. */
  schema(): Promise<unknown>;
  /**
   * Calls back on every change of rows that the user may read, made on this page or by others, once each; returns the unsubscribe function. An
   * event with `id: null` is about many rows, or about changes that were missed. `onReady` is called when changes of others are received from then
   * on, again after each interruption of the network: rows that were read before may be outdated. Default: such an event after interruptions.
   */
  subscribe(listener: (event: RowEvent<R>) => void, options?: { readonly onReady?: () => void }): () => void;
}

/** The calls of a table: this product's own, or those with the names of Base44's client beside ours (`created_date`), which the plugin `compat` answers. */
export type EntityWire = 'own' | 'theirs';

/** `visitors` and `definition` are compiled into the table's module; apps published by older releases query the server. */
export function createEntity(
  name: string,
  visitors: VisitorAccess = { read: true, write: true },
  definition: TableDefinition | null = null,
  wire: EntityWire = 'own',
): Entity {
  const others = new Map<string, Entity>();
  const seeing = `see the rows of ${name}`;
  const changing = `change the rows of ${name}`;
  const read = { needsLogin: visitors.read ? null : seeing };
  const write = { needsLogin: visitors.write ? null : changing };
  const change = { needsLogin: visitors.read && visitors.write ? null : changing };
  const either = { needsLogin: visitors.read || visitors.write ? null : seeing };
  const own = (rest = '') => appPath(`entities/${encodeURIComponent(name)}${rest}`);
  const base = (rest = '') =>
    wire === 'own' ? own(rest) : `/api/apps/${encodeURIComponent(connection.appId)}/entities/${encodeURIComponent(name)}${rest}`;
  const one = (id: string) => base(`/${encodeURIComponent(id)}`);
  const page = (sort?: string, limit?: number, skip?: number, fields?: readonly string[], after?: string, expand?: readonly string[]) => ({
    sort: sort || undefined,
    limit,
    skip,
    after,
    fields: fields?.join(','),
    expand: expand?.join(','),
  });
  // Only our own lists continue after a row and expand references.
  const listed = ([, , , , after, expand]: Parameters<Entity['list']>) => (after === undefined && expand === undefined ? base() : own());
  const notify = (event: RowEvent) => {
    if (event.data !== null) noteRow(name, event.data);
    changesOf(name).notify(event);
  };
  return {
    name,
    definition,
    related(table) {
      const schema = definition?.related?.[table];
      if (schema === undefined) return null;
      const other = others.get(table) ?? createEntity(table, visitorAccess(schema.permissions), schema, wire);
      others.set(table, other);
      return other;
    },
    async list(...asked) {
      return noteRows(
        name,
        await call<Row[]>({ method: 'GET', path: listed(asked), query: page(...asked), what: `${name}.list`, ...read }),
      );
    },
    async filter(query, ...asked) {
      const parameters = { q: JSON.stringify(query ?? {}), ...page(...asked) };
      return noteRows(name, await call<Row[]>({ method: 'GET', path: listed(asked), query: parameters, what: `${name}.filter`, ...read }));
    },
    async count(query) {
      const { count } = await call<{ readonly count: number }>({
        method: 'GET',
        path: base('/count'),
        query: query === undefined ? {} : { q: JSON.stringify(query) },
        what: `${name}.count`,
        ...read,
      });
      return count;
    },
    aggregate: (options = {}) =>
      call<AggregateResult>({ method: 'POST', path: base('/aggregate'), body: options, what: `${name}.aggregate`, ...read }),
    async get(id) {
      return noteRow(name, await call<Row>({ method: 'GET', path: one(id), what: `${name}.get`, ...read }));
    },
    async create(row) {
      const data = await call<Row>({ method: 'POST', path: base(), body: row, what: `${name}.create`, ...write });
      notify({ type: 'create', id: data.id, data });
      return data;
    },
    async update(id, changes) {
      const data = await call<Row>({ method: 'PUT', path: one(id), body: changes, what: `${name}.update`, ...change });
      notify({ type: 'update', id, data });
      return data;
    },
    async upsert(records, { key }) {
      const body = { records, key };
      const answer = await call<UpsertResult>({ method: 'POST', path: base('/upsert'), body, what: `${name}.upsert`, ...change });
      for (const data of answer.records) notify({ type: 'update', id: data.id, data });
      return answer;
    },
    async updateMany(query, data) {
      const body = { query, data };
      const what = `${name}.updateMany`;
      const answer = await call<{ readonly updated: number }>({ method: 'PATCH', path: base('/update-many'), body, what, ...change });
      notify({ type: 'update', id: null, data: null });
      return answer;
    },
    async bulkUpdate(rows) {
      const updated = await call<Row[]>({ method: 'PUT', path: base('/bulk'), body: rows, what: `${name}.bulkUpdate`, ...change });
      for (const data of updated) notify({ type: 'update', id: data.id, data });
      return updated;
    },
    async delete(id) {
      await call<unknown>({ method: 'DELETE', path: one(id), what: `${name}.delete`, ...change });
      notify({ type: 'delete', id, data: null });
    },
    async deleteMany(query) {
      const answer = await call<unknown>({
        method: 'DELETE',
        path: base(),
        body: wire === 'own' ? { q: query } : query,
        what: `${name}.deleteMany`,
        ...change,
      });
      notify({ type: 'delete', id: null, data: null });
      return answer;
    },
    async bulkCreate(rows) {
      const created = await call<Row[]>({ method: 'POST', path: base('/bulk'), body: rows, what: `${name}.bulkCreate`, ...write });
      for (const data of created) notify({ type: 'create', id: data.id, data });
      return created;
    },
    async importEntities(file) {
      const form = new FormData();
      form.set('file', file);
      const answer = await call<unknown>({ method: 'POST', path: base('/import'), body: form, what: `${name}.importEntities`, ...write });
      notify({ type: 'create', id: null, data: null });
      return answer;
    },
    schema: () => call<unknown>({ method: 'GET', path: own('/schema'), what: `${name}.schema`, ...either }),
    subscribe(listener, { onReady } = {}) {
      let wasReady = false;
      const afterCut = () => {
        if (wasReady) listener({ type: 'update', id: null, data: null });
        wasReady = true;
      };
      const told = wire === 'own' ? listener : (event: RowEvent) => listener(withTheirNames(event));
      return changesOf(name).subscribe({ listener: told, onReady: onReady ?? afterCut });
    },
  };
}

/** An event as `EntityWire` `theirs` names its fields; the address of the creator is not sent with events. */
function withTheirNames(event: RowEvent): RowEvent {
  const { data } = event;
  if (data === null) return event;
  const named = { created_date: data.createdAt, updated_date: data.updatedAt ?? data.createdAt, created_by_id: data.creatorId };
  return { ...event, data: { ...named, ...data } };
}
