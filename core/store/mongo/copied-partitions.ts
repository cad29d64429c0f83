import { LRUCache } from 'lru-cache';
import type { Db, Collection as DriverCollection } from 'mongodb';
import { isCopyId } from '../../contract/id.ts';
import type { Logger } from '../../contract/logger.ts';
import type {
  Aggregation,
  DocumentAddress,
  DocumentLines,
  FindOptions,
  PageOptions,
  PartitionedCollection,
  PartitionField,
  PartitionSpec,
  Query,
  ReadBudget,
  Sort,
} from '../../contract/store.ts';
import { parseFilter } from '../documents/filter.ts';
import { addressOf, checkCopyKey, takenPartition } from '../documents/partition.ts';
import type { Stored } from './collection.ts';
import { translated } from './errors.ts';
import { indexPartitions } from './partition-indexes.ts';
import { MongoPartitions } from './partitions.ts';
import { copiedId } from './stored-ids.ts';
import { Tables } from './tables.ts';

/** Copies whose tables are known. */
const MAX_OPEN = 1000;

interface Parts {
  readonly database: Db;
  readonly name: string;
  readonly spec: PartitionSpec;
  readonly log: Logger | undefined;
}

interface Opened<D extends { _id: string }> {
  readonly partitions: MongoPartitions<D>;
  readonly tables: Tables;
}

/**
 * The partitions of a collection: those of copies are collections of their own, named by the partition key, since a copy has the ids of its
 * source, and ids are unique within a collection; all others are in one.
 */
export class CopiedPartitions<D extends { _id: string }> implements PartitionedCollection<D> {
  readonly #parts: Parts;
  readonly #main: Opened<D>;
  /** By key. They never reject. */
  readonly #indexing = new Map<string, Promise<void>>();
  /** Copies that documents can be added to: their collections have indexes, or are being indexed. */
  readonly #made = new LRUCache<string, true>({ max: MAX_OPEN });
  readonly #copies = new LRUCache<string, Opened<D>>({ max: MAX_OPEN, dispose: ({ tables }) => void tables.stop() });

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#main = this.#open(parts.database.collection<Stored>(parts.name));
  }

  async find(filter: Query, options?: PageOptions): Promise<D[]> {
    return this.#asked(filter).find(filter, options);
  }

  async findFlat(filter: Query, options?: PageOptions): Promise<string> {
    return this.#asked(filter).findFlat(filter, options);
  }

  findFlatById(address: DocumentAddress, columns?: Readonly<Record<string, string | null>>): Promise<string | null> {
    return this.#of(address.key).findFlatById(address, columns);
  }

  async *stream(filter: Query, options?: FindOptions): AsyncGenerator<D> {
    yield* this.#asked(filter).stream(filter, options);
  }

  async findOne(filter: Query, options?: FindOptions): Promise<D | null> {
    return this.#asked(filter).findOne(filter, options);
  }

  async count(filter: Query, options?: Pick<PageOptions, 'budget'>): Promise<number> {
    return this.#asked(filter).count(filter, options);
  }

  async aggregate(filter: Query, aggregation: Aggregation, options?: { readonly budget?: ReadBudget }) {
    return this.#asked(filter).aggregate(filter, aggregation, options);
  }

  async distinct(path: string, filter: Query = {}): Promise<unknown[]> {
    return this.#asked(filter).distinct(path, filter);
  }

  insertOne(document: D): Promise<void> {
    return this.insertMany([document]);
  }

  /** In order until the first failure, within a partition. */
  async insertMany(documents: readonly D[]): Promise<void> {
    for (const [key, group] of Map.groupBy(documents, (document) => (document as unknown as Stored)[this.#parts.spec.key]))
      await this.#adding(key, group, (partitions, documents) => partitions.insertMany(documents));
  }

  insertLines(lines: DocumentLines): Promise<void> {
    return this.#adding(lines.key, lines, (partitions, documents) => partitions.insertLines(documents));
  }

  async updateOne(filter: Query, update: Query, options?: { readonly upsert?: boolean }): Promise<number> {
    return this.#changing([filter, update, options], (partitions, given) => partitions.updateOne(...given));
  }

  async updateMany(filter: Query, update: Query): Promise<number> {
    return this.#asked(filter).updateMany(filter, update);
  }

  async findOneAndUpdate(filter: Query, update: Query, options?: { readonly upsert?: boolean; readonly sort?: Sort }): Promise<D | null> {
    return this.#changing([filter, update, options], (partitions, given) => partitions.findOneAndUpdate(...given));
  }

  async replaceOne(filter: Query, document: D, options?: { readonly upsert?: boolean }): Promise<number> {
    return this.#changing([filter, document, options], (partitions, given) => partitions.replaceOne(...given));
  }

  async deleteOne(filter: Query): Promise<number> {
    return this.#asked(filter).deleteOne(filter);
  }

  async deleteMany(filter: Query): Promise<number> {
    const deleted = await this.#asked(filter).deleteMany(filter);
    const key = filter[this.#parts.spec.key];
    if (isCopy(key) && Object.keys(filter).length === 1) await this.#drop(key);
    return deleted;
  }

  async keys(): Promise<string[]> {
    const { database, name } = this.#parts;
    const prefix = `${name}.`;
    const collections = await translated(() => database.listCollections({}, { nameOnly: true }).toArray());
    const copies = collections.map((each) => each.name).filter((each) => each.startsWith(prefix));
    return [...(await this.#main.partitions.keys()), ...copies.map((each) => each.slice(prefix.length)).filter(isCopyId)];
  }

  declareFields(address: { readonly key: string; readonly table: string }, fields: readonly PartitionField[]): Promise<void> {
    return this.#of(address.key).declareFields(address, fields);
  }

  /**
   * The server copies. The collection gets its name when it is whole; its indexes are built once it is open, and queries are slower until
   * then: the index on ids alone would take a quarter of the time again.
   */
  async copyPartition(from: string, to: string): Promise<void> {
    const { database, name, spec } = this.#parts;
    checkCopyKey(spec, to);
    const target = this.#nameOf(to);
    if (await this.#exists(target)) throw takenPartition(spec);
    const source = database.collection<Stored>(isCopyId(from) ? this.#nameOf(from) : name);
    const stages = [{ $match: { [spec.key]: from } }, { $set: { _id: copiedId(spec, to), [spec.key]: to } }, { $out: target }];
    await translated(() => source.aggregate(stages).toArray());
    this.#startIndexing(to);
  }

  /** Ends background work. */
  async stop(): Promise<void> {
    await Promise.all(this.#indexing.values());
    for (const { tables } of [this.#main, ...this.#copies.values()]) await tables.stop();
  }

  #nameOf(key: string): string {
    return `${this.#parts.name}.${key}`;
  }

  async #drop(key: string): Promise<void> {
    await this.#copies.get(key)?.tables.stop();
    this.#copies.delete(key);
    this.#made.delete(key);
    await this.#indexing.get(key);
    await translated(() => this.#parts.database.dropCollection(this.#nameOf(key)));
  }

  /** The partition that a filter is about. */
  #asked(filter: Query): MongoPartitions<D> {
    return this.#of(this.#keyIn(filter));
  }

  /** An update, which may add a document. */
  async #changing<T extends readonly [Query, unknown, { readonly upsert?: boolean } | undefined], R>(
    given: T,
    change: (partitions: MongoPartitions<D>, given: T) => Promise<R>,
  ): Promise<R> {
    const [filter, , options] = given;
    return options?.upsert === true ? this.#adding(this.#keyIn(filter), given, change) : change(this.#asked(filter), given);
  }

  /** Throws for a filter without a key. */
  #keyIn(filter: Query): string {
    const key = filter[this.#parts.spec.key];
    return typeof key === 'string' ? key : addressOf(this.#parts.spec, parseFilter(filter)).key;
  }

  #of(key: unknown): MongoPartitions<D> {
    if (!isCopy(key)) return this.#main.partitions;
    const known = this.#copies.get(key);
    if (known !== undefined) return known.partitions;
    const opened = this.#open(this.#parts.database.collection<Stored>(this.#nameOf(key)));
    this.#copies.set(key, opened);
    this.#startIndexing(key);
    return opened.partitions;
  }

  /** Adds documents as they are at the call. A copy without documents gets its collection with the indexes before the first one. */
  async #adding<T, R>(key: unknown, given: T, add: (partitions: MongoPartitions<D>, given: T) => Promise<R>): Promise<R> {
    if (!isCopy(key) || this.#made.has(key)) return add(this.#of(key), given);
    const kept = structuredClone(given);
    const { database, spec } = this.#parts;
    const name = this.#nameOf(key);
    if (!(await this.#exists(name))) await translated(() => indexPartitions(database.collection<Stored>(name), spec));
    this.#made.set(key, true);
    return add(this.#of(key), kept);
  }

  #startIndexing(key: string): void {
    const before = this.#indexing.get(key) ?? Promise.resolve();
    const indexing = before.then(() => this.#index(key)).finally(() => this.#indexing.get(key) === indexing && this.#indexing.delete(key));
    this.#indexing.set(key, indexing);
  }

  /** Builds the indexes of a copy that lacks them. An access to a copy that does not exist creates nothing. */
  async #index(key: string): Promise<void> {
    const { database, spec, log } = this.#parts;
    const name = this.#nameOf(key);
    try {
      if (await this.#exists(name)) await indexPartitions(database.collection<Stored>(name), spec);
    } catch (error) {
      log?.warn({ err: error, collection: name }, 'The indexes of a copied partition could not be built; queries are slower');
    }
  }

  async #exists(name: string): Promise<boolean> {
    const { database } = this.#parts;
    return (await translated(() => database.listCollections({ name }, { nameOnly: true }).toArray())).length > 0;
  }

  #open(rows: DriverCollection<Stored>): Opened<D> {
    const { spec, log } = this.#parts;
    const tables = new Tables(rows, spec, log);
    return { tables, partitions: new MongoPartitions<D>({ rows, spec, tables }) };
  }
}

function isCopy(key: unknown): key is string {
  return typeof key === 'string' && isCopyId(key);
}
