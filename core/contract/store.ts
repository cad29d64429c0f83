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

/** The schema of a collection's documents (the type and, in tests, the validation) and its indexes. */
export interface CollectionSpec<D extends { _id: string } = { _id: string }> {
  readonly document: z.ZodType<D>;
  readonly indexes?: readonly IndexSpec[];
}

/** A filter, update or pipeline stage in MongoDB's syntax. Documents contain JSON values; times are ISO 8601 strings in UTC. */
export type Query = Readonly<Record<string, unknown>>;
export type Sort = Readonly<Record<string, 1 | -1>>;

/** The budget of a read, for queries written by callers. A read beyond it rejects with `BudgetExceeded`. */
export interface ReadBudget {
  /** Milliseconds of processing, without the time slices of other calls. */
  readonly ms: number;
  /** Maximum bytes of JSON of the result. */
  readonly bytes: number;
}

export interface FindOptions {
  readonly sort?: Sort;
  readonly skip?: number;
  readonly limit?: number;
  readonly projection?: Readonly<Record<string, 0 | 1>>;
  readonly signal?: AbortSignal;
  /** Applies to `find`. Default: unlimited. */
  readonly budget?: ReadBudget;
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
  readonly collections: { readonly [K in keyof C]: C[K] extends CollectionSpec<infer D> ? Collection<D> : never };
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
