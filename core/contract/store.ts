import type { z } from 'zod';
import type { Blobs } from './blobs.ts';
import type { Logger } from './logger.ts';

/** Field paths → 1 or -1. Creates MongoDB or SQLite indexes. */
export interface IndexSpec {
  readonly keys: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
  /** Seconds after the single date key (ISO text or date) at which a document expires; checked about once a minute. */
  readonly expireAfterSeconds?: number;
}

/**
 * Splits a collection by a partition key, so that one partition never slows another. SQLite: a database file for each key; MongoDB: the
 * shard key. A document has these members only: `_id`, the key, the table, `fields` and `columns`.
 */
export interface PartitionSpec {
  /** Folder of the files on SQLite, within the data folder; of this collection alone. */
  readonly folder: string;
  /** Path of the partition key: a string in every document. A filter that does not fix it by equality is `InvalidInput`. */
  readonly key: string;
  /**
   * Path of the table within the partition, a string. SQLite: a table for each. Filters that do not fix it by equality are allowed only in
   * `count`, `distinct`, `stream` and `deleteMany`.
   */
  readonly table: string;
  /** Path of the object of free-form fields. Its declared scalar fields have indexes. */
  readonly fields: string;
  /** All other members, strings or null. */
  readonly columns: readonly string[];
  /** The columns with an index in each table. */
  readonly indexed: readonly string[];
  /**
   * The column with the time of the UUIDv7 `_id`, as ISO text in milliseconds. A table in which all documents agree is sorted by it without
   * a further index.
   */
  readonly time: string;
}

/** A scalar field of a table: its path within `fields`, and the type of its values by the table's schema. Other values are allowed, too. */
export interface PartitionField {
  readonly path: string;
  readonly type: 'string' | 'number' | 'boolean';
}

/** The schema of a collection's documents (the type and, in tests, the validation) and its indexes. */
export interface CollectionSpec<D extends { _id: string } = { _id: string }> {
  readonly document: z.ZodType<D>;
  /** None in a partitioned collection. */
  readonly indexes?: readonly IndexSpec[];
  readonly partition?: PartitionSpec;
}

/** A filter, update or pipeline stage in MongoDB's syntax. Documents contain JSON values; times are ISO 8601 strings in UTC. */
export type Query = Readonly<Record<string, unknown>>;
export type Sort = Readonly<Record<string, 1 | -1>>;

/** The budget of a read of a partitioned collection, for queries written by callers. A read beyond it rejects with `BudgetExceeded`. */
export interface ReadBudget {
  /** Milliseconds of processing, without the time that the query is queued. */
  readonly ms: number;
  /** Maximum bytes of JSON of the result. */
  readonly bytes: number;
  /** Queries that wait for a process take turns by it, whichever partition they read. Default: the partition. */
  readonly tenant?: string;
}

export interface FindOptions {
  readonly sort?: Sort;
  readonly skip?: number;
  readonly limit?: number;
  readonly projection?: Readonly<Record<string, 0 | 1>>;
  readonly signal?: AbortSignal;
}

export interface PageOptions extends FindOptions {
  /**
   * Keyset paging: the `_id` of the last document of the page before. The sort ends with `_id`, and its other paths hold no lists.
   * `InvalidInput` when the document is gone and its position cannot be known: sorts by `_id` alone need no document.
   */
  readonly after?: string;
  /** The document of `after` counts as gone unless it matches: callers learn nothing of documents that they may not read. */
  readonly afterWithin?: Query;
  /** Default: unlimited. */
  readonly budget?: ReadBudget;
}

export type DateUnit = 'day' | 'week' | 'month' | 'year';

/** What documents are grouped by: the value of a path, null when it is missing; lists and objects as a whole. */
export interface AggregationGroup {
  /** The member of the result. */
  readonly name: string;
  readonly path: string;
  /**
   * Groups texts that begin with a date by time spans, whose first days the result has as `2026-01-31`: dates as they are written, so UTC for
   * times in UTC. Weeks begin on Monday. Null for other values.
   */
  readonly unit?: DateUnit;
}

/**
 * `sum` and `avg` ignore all but numbers; `avg` of none is null. `min` and `max` compare values of all types, and like `distinct`, the number of
 * different values, ignore null.
 */
export type AggregationMeasure =
  | { readonly name: string; readonly kind: 'count' }
  | { readonly name: string; readonly kind: 'sum' | 'avg' | 'min' | 'max' | 'distinct'; readonly path: string };

/** Names of results are lower-case letters, digits and underscores. */
export interface Aggregation {
  /** Without groups the result is one document, also of no documents. */
  readonly groups: readonly AggregationGroup[];
  readonly measures: readonly AggregationMeasure[];
  /** A filter of the results, by their names. */
  readonly having: Query;
  /** By names of results. Lists compare as a whole. */
  readonly sort: Sort;
  readonly limit: number;
}

/**
 * The subset of the MongoDB driver's `Collection` with identical results on both stores.
 * Filters: equality, `$eq $ne $gt $gte $lt $lte $in $nin $and $or $nor $not $exists $type $regex/$options $all $elemMatch $size`.
 * Updates: `$set $unset $inc $min $max $mul $push(+$each,$slice) $addToSet(+$each) $pull $rename $setOnInsert`. Never `$where`, `$expr`, `$function`.
 * An unknown operator throws `InvalidInput`.
 */
export interface Collection<D extends { _id: string }> {
  find(filter: Query, options?: FindOptions): Promise<D[]>;
  stream(filter: Query, options?: FindOptions): AsyncIterable<D>;
  findOne(filter: Query, options?: FindOptions): Promise<D | null>;
  count(filter: Query): Promise<number>;
  distinct(path: string, filter?: Query): Promise<unknown[]>;
  /** Throws `DuplicateKey` naming the index. */
  insertOne(document: D): Promise<void>;
  insertMany(documents: readonly D[]): Promise<void>;
  /** Number of documents matched. */
  updateOne(filter: Query, update: Query, options?: { readonly upsert?: boolean }): Promise<number>;
  updateMany(filter: Query, update: Query): Promise<number>;
  /** The document after the update, or null when none matched. Use it for compare-and-set. */
  findOneAndUpdate(filter: Query, update: Query, options?: { readonly upsert?: boolean; readonly sort?: Sort }): Promise<D | null>;
  replaceOne(filter: Query, document: D, options?: { readonly upsert?: boolean }): Promise<number>;
  deleteOne(filter: Query): Promise<number>;
  deleteMany(filter: Query): Promise<number>;
}

/** A document of a partitioned collection: the partition, the table and the `_id`. */
export interface DocumentAddress {
  readonly key: string;
  readonly table: string;
  readonly id: string;
}

/** New documents of one table. */
export interface DocumentLines {
  readonly key: string;
  readonly table: string;
  /** What all documents have in these columns. */
  readonly columns: Readonly<Record<string, string | null>>;
  /** Columns in which documents differ: a value for each id. They win over `columns`. */
  readonly ownColumns?: Readonly<Record<string, readonly (string | null)[]>>;
  readonly ids: readonly string[];
  /** For each id the object of its fields, as `JSON.stringify` writes it, and `\n`; in UTF-8. */
  readonly lines: Uint8Array;
}

export type PartitionedSpec<D extends { _id: string } = { _id: string }> = CollectionSpec<D> & { readonly partition: PartitionSpec };

/** A collection whose spec has `partition`. */
export interface PartitionedCollection<D extends { _id: string }> extends Collection<D> {
  find(filter: Query, options?: PageOptions): Promise<D[]>;
  /**
   * Inserts many documents whose fields are JSON already. SQLite inserts all or none, in a thread of its own, so that requests need not wait;
   * MongoDB in order until the first failure. `InvalidInput` unless there is a line for each id. Throws `DuplicateKey`.
   */
  insertLines(documents: DocumentLines): Promise<void>;
  /** `budget`: for a filter written by a caller. Fields with few values are counted without a look at each document. */
  count(filter: Query, options?: { readonly budget?: ReadBudget }): Promise<number>;
  /** The results of an aggregation of the matching documents of one table. Sums of fractions may differ in their last digit between engines. */
  aggregate(
    filter: Query,
    aggregation: Aggregation,
    options?: { readonly budget?: ReadBudget },
  ): Promise<Readonly<Record<string, unknown>>[]>;
  /**
   * The JSON text of the list of the matching documents in flat form: the members of `fields`, then `id` (the `_id`), then the columns.
   * `projection` includes members of the flat form, `id` always. Without parsing where the engine stores text. Engines may keep the plan of
   * a page by the objects of its filter, sort and projection: callers do not change them.
   */
  findFlat(filter: Query, options?: PageOptions): Promise<string>;
  /**
   * The JSON text of the document of an id in flat form; null when there is none with these values in its columns. Without a promise where
   * the engine reads synchronously: it is the most frequent read.
   */
  findFlatById(address: DocumentAddress, columns?: Readonly<Record<string, string | null>>): string | null | Promise<string | null>;
  /**
   * The keys of the partitions, for migrations; some may have no documents. Only keys of at most 100 lower-case letters, digits, `-` and `_`,
   * such as ids of `newId`.
   */
  keys(): Promise<string[]>;
  /**
   * Declares the scalar fields of a table: the engine builds missing indexes in the background, and drops those of other fields. Resolves
   * when they are built; reads are right, though slower, meanwhile.
   */
  declareFields(address: { readonly key: string; readonly table: string }, fields: readonly PartitionField[]): Promise<void>;
  /**
   * Copies all tables of a partition, with their ids, as they are at one moment, to the partition of a `newCopyId`. All or nothing; a
   * partition without documents copies to one without. Throws `InvalidInput` for a target that exists or has another kind of id. SQLite
   * copies the file in a thread; on MongoDB a copy is a collection of its own, since ids are unique within a collection.
   */
  copyPartition(from: string, to: string): Promise<void>;
}

/** The collection of a spec. */
export type CollectionOf<S extends CollectionSpec> =
  S extends CollectionSpec<infer D> ? (S extends { readonly partition: PartitionSpec } ? PartitionedCollection<D> : Collection<D>) : never;

/** A migration of stored documents. */
export interface Migration<C extends Readonly<Record<string, CollectionSpec>>> {
  /** The name of the step, in kebab-case: `hash-session-tokens`. Unique in the plugin. */
  readonly name: string;
  /**
   * Idempotent: it runs again after a crash and must complete an interrupted run. Nodes of the earlier release may run concurrently. On a
   * new installation the collections are empty.
   */
  run(context: MigrationContext<C>): Promise<void>;
}

/** The context of a migration: the plugin's own data. */
export interface MigrationContext<C extends Readonly<Record<string, CollectionSpec>>> {
  /** Without the indexes of this release, which are created after the migrations. */
  readonly collections: { readonly [K in keyof C]: CollectionOf<C[K]> };
  /**
   * Drops a collection of an earlier release by its name in the plugin; does nothing when it does not exist. Throws `InvalidInput` for one
   * that the plugin still declares.
   */
  drop(collection: string): Promise<void>;
  readonly blobs: Blobs;
  readonly log: Logger;
  /** Aborts when another node has taken over. */
  readonly signal: AbortSignal;
}
