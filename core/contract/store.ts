import type { z } from 'zod';
import type { Blobs } from './blobs.ts';
import type { Logger } from './logger.ts';

/** Field paths → 1 or -1. The same declaration makes MongoDB and SQLite indexes. */
export interface IndexSpec {
  readonly keys: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
  /** Seconds after the single date key (ISO text or date) at which a document goes; checked about once a minute. */
  readonly expireAfterSeconds?: number;
}

/** A collection's documents (a Zod schema: the type and, in tests, the check) and its indexes. */
export interface CollectionSpec<D extends { _id: string } = { _id: string }> {
  readonly document: z.ZodType<D>;
  readonly indexes?: readonly IndexSpec[];
}

/** A filter, update or pipeline stage in MongoDB's own words. Documents hold JSON values; times are ISO 8601 text in UTC. */
export type Query = Readonly<Record<string, unknown>>;
export type Sort = Readonly<Record<string, 1 | -1>>;

/** What one read may cost: for queries that callers write themselves. Beyond it the read rejects with `BudgetExceeded`. */
export interface ReadBudget {
  /** Milliseconds of work, without the time in which other calls have their turn. */
  readonly ms: number;
  /** Bytes of JSON that the answer may have. */
  readonly bytes: number;
}

export interface FindOptions {
  readonly sort?: Sort;
  readonly skip?: number;
  readonly limit?: number;
  readonly projection?: Readonly<Record<string, 0 | 1>>;
  readonly signal?: AbortSignal;
  /** For `find`. Without one there is no limit. */
  readonly budget?: ReadBudget;
}

/**
 * The subset of the MongoDB driver's `Collection` that both stores answer alike.
 * Filters: equality, `$eq $ne $gt $gte $lt $lte $in $nin $and $or $nor $not $exists $type $regex/$options $all $elemMatch $size`.
 * Updates: `$set $unset $inc $min $max $mul $push(+$each,$slice) $addToSet(+$each) $pull $rename $setOnInsert`. Never `$where`, `$expr`, `$function`.
 * An unknown operator throws `InvalidInput`.
 */
export interface Collection<D extends { _id: string }> {
  find(filter: Query, options?: FindOptions): Promise<D[]>;
  /** The same documents as the text of one JSON array, ready for the wire, without being parsed where the store allows. */
  findRaw(filter: Query, options?: FindOptions): Promise<string>;
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
  /** The document after the update, or null when none matched: the compare-and-set of this product. */
  findOneAndUpdate(filter: Query, update: Query, options?: { readonly upsert?: boolean; readonly sort?: Sort }): Promise<D | null>;
  replaceOne(filter: Query, document: D, options?: { readonly upsert?: boolean }): Promise<number>;
  deleteOne(filter: Query): Promise<number>;
  deleteMany(filter: Query): Promise<number>;
  /** Stages `$match $group $sort $limit $skip $project $unwind $count`. */
  aggregate<R>(pipeline: readonly Query[], options?: { readonly signal?: AbortSignal }): Promise<R[]>;
}

/** One change of what is stored, for good. */
export interface Migration<C extends Readonly<Record<string, CollectionSpec>>> {
  /** Says what it does, in lower case with dashes: `hash-session-tokens`. Unique in the plugin. */
  readonly name: string;
  /**
   * Idempotent, and finishes what a run that was killed left undone: it runs again after a crash. Nodes of the earlier release may be
   * running meanwhile. On a new installation it finds empty collections.
   */
  run(context: MigrationContext<C>): Promise<void>;
}

/** All that a migration may touch: what is the plugin's own. */
export interface MigrationContext<C extends Readonly<Record<string, CollectionSpec>>> {
  /** Without the indexes of this release, which are made at the start. */
  readonly collections: { readonly [K in keyof C]: C[K] extends CollectionSpec<infer D> ? Collection<D> : never };
  /**
   * Deletes a collection of an earlier release, with its documents, by the name that the plugin gave it; does nothing when it is not there.
   * Throws `InvalidInput` for one that the plugin still declares.
   */
  drop(collection: string): Promise<void>;
  readonly blobs: Blobs;
  readonly log: Logger;
  /** Aborts when another node has taken over. */
  readonly signal: AbortSignal;
}
