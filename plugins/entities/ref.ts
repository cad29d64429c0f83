import type { Readable } from 'node:stream';
import type { AppFiles, EntitySchema, Permission } from '@sayso/apps/ref';
import { type Actor, extensionPoint, serviceRef } from '@sayso/core';
import type { RowRules } from '@sayso/core/rules';

/** A row as clients see it: the app's own fields, then `id`, `createdAt`, `updatedAt`, `creatorId`. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly createdAt: string;
  readonly creatorId: string | null;
};

export interface ListRows {
  /** MongoDB-style filter on the row's fields; a safe subset. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** `field` or `-field`, at most 4 with commas; default `-createdAt`. */
  readonly sort?: string;
  /** At most 1000; default 50. */
  readonly limit?: number;
  /** At most 10,000; `after` reaches further. */
  readonly skip?: number;
  /** The id of the last row of the page before, for the next page of the same filter and sort. */
  readonly after?: string;
  readonly fields?: readonly string[];
  /** At most 5 fields that reference a table: each row has the referenced one as `<field>_row`, null if it is gone or not readable. */
  readonly expand?: readonly string[];
}

/** A field or several; at most 20. */
type FieldNames = string | readonly string[];

/** Groups of rows, and what is computed of each. */
export interface AggregateRows {
  /** Filter of the rows, as in a list. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** At most 4 fields. Without it and `dateBucket` the result is one row. */
  readonly groupBy?: FieldNames | undefined;
  /** Groups by the first days of time spans; dates as they are written, so UTC for times in UTC. */
  readonly dateBucket?: { readonly field: string; readonly unit: 'day' | 'week' | 'month' | 'year' } | undefined;
  /** Default true. */
  readonly count?: boolean | undefined;
  readonly sum?: FieldNames | undefined;
  readonly avg?: FieldNames | undefined;
  readonly min?: FieldNames | undefined;
  readonly max?: FieldNames | undefined;
  readonly countDistinct?: FieldNames | undefined;
  /** Filter of the results by their names. */
  readonly having?: Readonly<Record<string, unknown>> | undefined;
  /** Name of a result, or `-name`, at most 4 with commas; default the groups in order. */
  readonly sort?: string | undefined;
  /** At most 1000, the default. */
  readonly limit?: number | undefined;
}

/** Each row has the fields of its group, `count`, `sum_<field>`, `avg_<field>`, `min_<field>`, `max_<field>`, `count_distinct_<field>`. */
export interface AggregatedRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Whether there are more groups than `limit`. */
  readonly truncated: boolean;
}

export interface UpsertedRows {
  readonly created: number;
  readonly updated: number;
  /** The written rows in the order of the records; of records with one key the last one's. */
  readonly records: readonly Row[];
}

/** All rows, those that rules of the table leave to the caller, only their own, or none. */
export type RowScope = 'all' | 'some' | 'own' | 'none';

/** What a kind of caller may do with the rows of a table. */
export interface Effect {
  readonly see: RowScope;
  readonly add: boolean;
  readonly change: RowScope;
}

/** By kind of caller: not logged in, logged in, admin of the app. */
export type Effects = Readonly<Record<'visitor' | 'user' | 'admin', Effect>>;

/** `live`: the rows of the published app. `draft`: those of its preview, which only its admins see. */
export type RowSet = 'draft' | 'live';

export type ViewedAs = 'visitor' | 'user' | `user:${string}`;

/** A table of an app. */
export interface TableAddress {
  readonly appId: string;
  readonly entity: string;
  /**
   * Tokens of previews have draft rows, other tokens live ones: `Forbidden` for the other set. Admins of the app with a session of the builder
   * host name one; default `live`.
   */
  readonly rows?: RowSet | undefined;
  /**
   * Reads with the permissions of another user, for admins of the app with a session of the builder host: a visitor, an account without rows (`user`), or
   * the account of this id. `Forbidden` for other callers.
   */
  readonly as?: ViewedAs | undefined;
  /** Who makes the change for the caller; absent: the caller itself. */
  readonly by?: 'assistant' | 'import' | undefined;
}

/** The parameters of a list, as in its address: `q` is a filter as JSON, `fields` a list with commas; the others as in `ListRows`. */
export interface ListParameters {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  readonly after?: string | undefined;
  readonly fields?: string | undefined;
  readonly expand?: string | undefined;
}

/** How a list is sent. Its bytes stay reserved until it is sent; by default until it is read. */
export interface Delivery {
  /** Ends the wait for room. Read only by calls that wait: a request creates it on first use. */
  readonly signal?: AbortSignal;
  /** Calls `done` after the last byte, or when the connection closes. */
  whenSent?(done: () => void): void;
}

/** An uploaded file of rows. */
export interface ImportFile {
  readonly name: string;
  /** The content type: decides for a file name without an extension. */
  readonly type: string;
  /** `truncated` once it exceeds the route's limit. */
  readonly body: Readable & { readonly truncated?: boolean };
}

/** Records of a workbook. */
export interface Workbook {
  readonly records: readonly (readonly string[])[];
  /** Of all records that are not blank. */
  readonly count: number;
}

export interface ImportResult {
  readonly imported: number;
  readonly failed: number;
  readonly total: number;
  /** Rows count from 1, without the header; at most the first 100. */
  readonly errors: readonly { readonly row: number; readonly message: string }[];
  /** Columns that are no fields of the table. */
  readonly ignoredColumns: readonly string[];
}

/** How a file of rows is read. */
export interface ReadTableOptions {
  readonly format: 'csv' | 'json' | 'xlsx';
  /** More are refused. */
  readonly maxRows: number;
  /** Fields whose names columns bear, as in an import; cells are converted to their types, empty ones left out. Default: texts by column. */
  readonly properties?: EntitySchema['properties'] | undefined;
}

export type TableRows = readonly Readonly<Record<string, unknown>>[];

/** A change of rows, as subscribers get it. */
export interface RowNotice {
  /** `reset`: read the table again. */
  readonly event: 'created' | 'updated' | 'deleted' | 'reset';
  /** The row; of a deleted one `{id}`; of a reset `{}`. */
  readonly json: string;
  /** Undefined: about rows of several accounts. */
  readonly creatorId: string | null | undefined;
}

/** Of a connection that follows tables, whatever its protocol. */
export const liveLimits = {
  /** That one connection follows. */
  tables: 100,
  /** From the client. More end the connection. */
  messagesPerMinute: 600,
  /** Of one message from the client: a token, or the name of a table. */
  messageBytes: 10_000,
  /** Bytes that may wait for a client. One that reads more slowly is disconnected: others never wait for it, and it reads again. */
  backlogBytes: 1_000_000,
} as const;

/** The client's end of a stream of changes. */
export interface RowSink {
  /** Changes are sent from here on. */
  begin(): void;
  /** The same list for all subscribers who see the same rows. */
  send(notices: readonly RowNotice[]): void;
  /** Keeps the connection open: every 25 s. */
  heartbeat(): void;
  /** The caller's view of the table, its session or the server has ended. */
  end(): void;
  /** Calls back once, when the connection has closed. */
  onClose(listener: () => void): void;
}

/** The part of sinks that keeps who waits for their end. */
export class Closable {
  readonly #listeners: (() => void)[] = [];
  isClosed = false;

  onClose(listener: () => void): void {
    if (this.isClosed) listener();
    else this.#listeners.push(listener);
  }

  close(): void {
    this.isClosed = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** A request for the changes of a table. */
export interface StreamRequest {
  readonly actor: Actor;
  readonly table: TableAddress;
  /** The key of limits of callers without an account. */
  readonly address: string;
  /** The caller as of now. */
  authenticate(): Actor | Promise<Actor>;
  /** Begins the response; null when the client has disconnected. */
  connect(): RowSink | null;
}

/** Every call checks the table's permissions for the actor. Hidden rows, tables and apps are `NotFound`. */
export interface EntitiesApi {
  list(actor: Actor, table: TableAddress, options?: ListRows): Promise<Row[]>;
  /** A list as JSON text, within the limits of lists that are sent at the same time. Throws `ServerBusy` when there is no room for it. */
  readAsked(actor: Actor, table: TableAddress, parameters: ListParameters, delivery: Delivery): Promise<string>;
  /** The number of the rows that a list with this filter contains, of all pages. */
  countRows(actor: Actor, table: TableAddress, filter: Readonly<Record<string, unknown>>): Promise<number>;
  /** The rows that a list with the same filter contains, by groups. */
  aggregate(actor: Actor, table: TableAddress, options: AggregateRows): Promise<AggregatedRows>;
  get(actor: Actor, table: TableAddress, id: string): Promise<Row>;
  /** The table's schema, for callers that may read or write its rows. */
  schema(actor: Actor, table: TableAddress): Promise<EntitySchema>;
  create(actor: Actor, table: TableAddress, row: Readonly<Record<string, unknown>>): Promise<Row>;
  /**
   * Not atomic: rows are validated first, then written in order. At most 1000. `key` begins with an id of `newId` and makes the call
   * idempotent: calls with the same key and as many rows add them once.
   */
  createMany(
    actor: Actor,
    table: TableAddress,
    rows: readonly Readonly<Record<string, unknown>>[],
    options?: { readonly key?: string },
  ): Promise<Row[]>;
  update(actor: Actor, table: TableAddress, id: string, changes: Readonly<Record<string, unknown>>): Promise<Row>;
  /**
   * Updates the rows that have the values of the key fields of a record, adds the others: at most 500. Concurrent calls with one key make one
   * row. Not atomic: validated first, then written.
   */
  upsert(
    actor: Actor,
    table: TableAddress,
    records: readonly Readonly<Record<string, unknown>>[],
    key: readonly string[],
  ): Promise<UpsertedRows>;
  /** Changes fields of at most 500 rows, each record with its `id`; nothing when the caller may not change one of them. */
  updateEach(actor: Actor, table: TableAddress, records: readonly Readonly<Record<string, unknown>>[]): Promise<Row[]>;
  /**
   * Changes all rows that match: `data` has fields, or `$set $unset $inc $mul $min $max $push $addToSet $pull`. The number of rows changed.
   * Not atomic: an invalid row ends it, and the rows before it stay changed.
   */
  updateMany(
    actor: Actor,
    table: TableAddress,
    filter: Readonly<Record<string, unknown>>,
    data: Readonly<Record<string, unknown>>,
  ): Promise<number>;
  remove(actor: Actor, table: TableAddress, id: string): Promise<void>;
  /** Number of rows removed. */
  removeMany(actor: Actor, table: TableAddress, filter: Readonly<Record<string, unknown>>): Promise<number>;
  /** Adds the valid rows of a file; reports what is wrong with the others. */
  import(actor: Actor, table: TableAddress, file: ImportFile): Promise<ImportResult>;
  /**
   * The rows of a CSV, XLSX or JSON file, which may be hostile: it is read in a worker with limits of time and memory. Throws
   * `invalid-import` for a file that is none.
   */
  readTable(path: string, options: ReadTableOptions): Promise<TableRows>;
  readonly realtime: {
    /** Resolves when the stream of changes has begun. It ends when the caller may not see the rows any more, or when the host closes. */
    open(request: StreamRequest): Promise<void>;
  };
  /**
   * The first `records` records of the first sheet of an Excel workbook, the header included, for other plugins. Their cells are cut to 200
   * characters, and only the first 200 columns are read. Throws `InvalidInput` for a file that cannot be read.
   */
  readWorkbook(path: string, records: number): Promise<Workbook>;
  /** Rows of the set that has more of them. Unchecked, for other plugins. */
  count(appId: string, entity: string): Promise<number>;
  /** The effects of permissions, by the rules that every call is checked with. */
  effectsOf(permissions: { readonly read: Permission; readonly write: Permission; readonly rules?: RowRules }): Effects;
}

export const entitiesRef = serviceRef<EntitiesApi>('entities');

/** For the plugin that stores the files which rows name. */
export const rowFiles = extensionPoint<AppFiles>(entitiesRef, 'files', { limit: 1 });

declare module '@sayso/core' {
  interface EventMap {
    /**
     * `id` is `*` after a call that changed more than 20 rows: subscribers read the table again. `creatorId` is the account that made the
     * row, null for a visitor; absent for rows of several creators.
     */
    'entities.rowChanged': {
      appId: string;
      entity: string;
      /** Absent in events of earlier releases: live. */
      rows?: RowSet;
      id: string;
      change: 'created' | 'updated' | 'deleted';
      creatorId?: string | null;
      /** The fields by which rules of the table let people read it, of an updated row before and of a deleted one: those of `names` that it had. */
      before?: { names: readonly string[]; fields: Readonly<Record<string, unknown>> };
      /** When the call changed it, in ms since 1970 by the store's time: the same for all subscribers. Absent in events of earlier releases. */
      at?: number;
    };
    /** The progress or the state of an import. */
    'entities.importChanged': { appId: string; id: string };
  }
}
