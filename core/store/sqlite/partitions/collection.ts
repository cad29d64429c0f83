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
  Sort,
} from '../../../contract/store.ts';
import { checkAggregation } from '../../documents/aggregation.ts';
import { invalid, parseFilter } from '../../documents/filter.ts';
import { checkLines } from '../../documents/lines.ts';
import { addressOf, checkCopyKey, documentProjection, flatOf, type PartitionAddress } from '../../documents/partition.ts';
import { distinctValues, splitPath } from '../../documents/paths.ts';
import { compileProjection } from '../../documents/shape.ts';
import type { Document } from '../../documents/values.ts';
import { isBindable } from '../condition.ts';
import type { Writability } from '../writability.ts';
import { type Asked, asked, type TableAddress } from './asked.ts';
import type { PartitionFiles } from './files.ts';
import type { IndexBuilder } from './index-builder.ts';
import type { InsertThread } from './insert-thread.ts';
import { documentSql, flatSql } from './layout.ts';
import type { PartitionProcesses } from './processes.ts';
import { documentOf } from './reader.ts';
import { checkBytes, PartitionReads } from './reads.ts';
import { RowReader } from './row-reader.ts';
import { PartitionWrites } from './writes.ts';

/** Documents per batch of a stream: they may be stale by the time the consumer has read the last. */
const STREAM_ROWS = 100;

export interface PartitionsParts {
  readonly spec: PartitionSpec;
  readonly files: PartitionFiles;
  readonly processes: PartitionProcesses;
  readonly indexes: IndexBuilder;
  readonly inserts: InsertThread;
  readonly durable: boolean;
  /** That of the store. */
  readonly writability: Writability;
}

/** A partitioned collection: a database file for each partition. The event loop runs bounded work only; the rest runs in processes. */
export class SqlitePartitions<D extends { _id: string }> implements PartitionedCollection<D> {
  readonly #parts: PartitionsParts;
  readonly #spec: PartitionSpec;
  readonly #reads: PartitionReads;
  readonly #rows: RowReader;
  readonly #writes: PartitionWrites;

  constructor(parts: PartitionsParts) {
    const { spec, files, processes } = parts;
    this.#parts = parts;
    this.#spec = spec;
    this.#reads = new PartitionReads(spec, files, processes);
    this.#rows = new RowReader(spec, files);
    this.#writes = new PartitionWrites(spec, files);
  }

  async find(filter: Query, options: PageOptions = {}): Promise<D[]> {
    const query = asked(this.#spec, filter, options);
    const project = compileProjection(options.projection ?? {});
    const ids = await this.#reads.ids(query);
    // Ids alone need no document.
    if (options.projection?._id === 1 && Object.keys(options.projection).length === 1) return ids.map((_id) => ({ _id }) as D);
    const texts = await this.#reads.texts(query, ids, documentSql(this.#spec, options.projection));
    const documents = texts.map((text) => documentOf(this.#spec, text, query.address));
    return (project === null ? documents : documents.map(project)) as unknown as D[];
  }

  async findFlat(filter: Query, options: PageOptions = {}): Promise<string> {
    const prepared = this.#prepared(filter, options);
    if (prepared !== null) return prepared;
    const query = asked(this.#spec, filter, options);
    const members = options.projection === undefined ? null : Object.keys(documentFields(this.#spec, options.projection));
    const sql = flatSql(this.#spec, members);
    if (sql === null) return this.#projected(query);
    const text = this.#reads.list(query, sql);
    if (text !== null) return text;
    const texts = await this.#reads.texts(query, await this.#reads.ids(query), sql);
    return `[${texts.join(',')}]`;
  }

  findFlatById(address: DocumentAddress, columns: Readonly<Record<string, string | null>> = {}): string | null | Promise<string | null> {
    const isPlain = isBindable(address.id) && Object.values(columns).every((value) => value === null || isBindable(value));
    return isPlain ? this.#rows.read(address, columns) : this.#findById(address, columns);
  }

  async findOne(filter: Query, options: FindOptions = {}): Promise<D | null> {
    const [document] = await this.find(filter, { ...options, limit: 1 });
    return document ?? null;
  }

  async *stream(filter: Query, options: FindOptions = {}): AsyncGenerator<D> {
    const project = compileProjection(options.projection ?? {});
    const parsed = parseFilter(filter);
    for (const address of this.#tables(addressOf(this.#spec, parsed))) {
      const query = asked(this.#spec, filter, options, address);
      const ids = await this.#reads.ids(query);
      for (let start = 0; start < ids.length; start += STREAM_ROWS) {
        options.signal?.throwIfAborted();
        const texts = await this.#reads.texts({ ...query, options: {} }, ids.slice(start, start + STREAM_ROWS), documentSql(this.#spec));
        for (const text of texts) {
          const document = documentOf(this.#spec, text, address);
          yield (project === null ? document : project(document)) as unknown as D;
          options.signal?.throwIfAborted();
        }
      }
    }
  }

  async count(filter: Query, options: Pick<PageOptions, 'budget'> = {}): Promise<number> {
    let count = 0;
    for (const address of this.#tables(addressOf(this.#spec, parseFilter(filter))))
      count += await this.#reads.count(asked(this.#spec, filter, options, address));
    return count;
  }

  async aggregate(filter: Query, aggregation: Aggregation, options: Pick<PageOptions, 'budget'> = {}): Promise<Document[]> {
    checkAggregation(aggregation);
    return this.#reads.aggregate(asked(this.#spec, filter, options), aggregation);
  }

  async distinct(path: string, filter: Query = {}): Promise<unknown[]> {
    const segments = splitPath(path);
    const found: Document[] = [];
    for await (const document of this.stream(filter)) found.push(document as unknown as Document);
    return distinctValues(found, segments);
  }

  async insertOne(document: D): Promise<void> {
    await this.insertMany([document]);
  }

  /** In order until the first failure, within a partition. */
  async insertMany(documents: readonly D[]): Promise<void> {
    await this.#writes.insert(documents);
  }

  async insertLines(documents: DocumentLines): Promise<void> {
    checkLines(this.#spec, documents);
    const { files, inserts, durable, writability } = this.#parts;
    const { key, table } = documents;
    const task = { spec: this.#spec, folder: files.folder, durable, documents };
    try {
      do {
        const file = files.get(key);
        if (file.table(table) === null) await file.write(() => file.openTable(table), true);
      } while (!(await inserts.insert(task)));
    } catch (error) {
      throw writability.failed(error);
    }
    writability.succeeded();
  }

  async updateOne(filter: Query, update: Query, { upsert = false }: { readonly upsert?: boolean } = {}): Promise<number> {
    const { found } = await this.#writes.change(filter, update, { upsert, limit: 1, sort: {} });
    return found;
  }

  async updateMany(filter: Query, update: Query): Promise<number> {
    const { found } = await this.#writes.change(filter, update, { upsert: false, limit: 0, sort: {} });
    return found;
  }

  async findOneAndUpdate(
    filter: Query,
    update: Query,
    { upsert = false, sort = {} }: { readonly upsert?: boolean; readonly sort?: Sort } = {},
  ): Promise<D | null> {
    const { last } = await this.#writes.change(filter, update, { upsert, limit: 1, sort });
    return last as unknown as D | null;
  }

  async replaceOne(filter: Query, document: D, { upsert = false }: { readonly upsert?: boolean } = {}): Promise<number> {
    return this.#writes.replace(filter, document, upsert);
  }

  async deleteOne(filter: Query): Promise<number> {
    return this.#writes.delete(asked(this.#spec, filter, { limit: 1 }));
  }

  async deleteMany(filter: Query): Promise<number> {
    const address = addressOf(this.#spec, parseFilter(filter));
    const isWhole = Object.keys(filter).length === 1 && Object.hasOwn(filter, this.#spec.key);
    if (isWhole) return this.#writes.remove(address.key);
    let deleted = 0;
    for (const each of this.#tables(address)) deleted += await this.#writes.delete(asked(this.#spec, filter, {}, each));
    return deleted;
  }

  keys(): Promise<string[]> {
    return this.#parts.files.keys();
  }

  async declareFields({ key, table }: TableAddress, fields: readonly PartitionField[]): Promise<void> {
    for (const { path } of fields)
      if (splitPath(path).length !== 1) throw invalid(path, 'Only a member of the fields themselves can have an index.');
    await this.#parts.indexes.declare(this.#parts.files, { key, table }, fields);
  }

  async copyPartition(from: string, to: string): Promise<void> {
    checkCopyKey(this.#spec, to);
    await this.#parts.files.copy(from, to);
  }

  /** The tables that a filter may match. */
  #tables({ key, table }: PartitionAddress): TableAddress[] {
    if (table !== null) return [{ key, table }];
    return (this.#parts.files.find(key)?.tableNames() ?? []).map((name) => ({ key, table: name }));
  }

  #prepared(filter: Query, options: PageOptions): string | null {
    const key = filter[this.#spec.key];
    const text = typeof key === 'string' ? (this.#parts.files.find(key)?.pages.read(filter, options) ?? null) : null;
    if (text !== null) checkBytes(text, options.budget);
    return text;
  }

  /** SQLite ends texts at the character NUL, and has no lone surrogates. */
  async #findById({ key, table, id }: DocumentAddress, columns: Query): Promise<string | null> {
    const text = await this.findFlat({ ...columns, [this.#spec.key]: key, [this.#spec.table]: table, _id: id });
    return text === '[]' ? null : text.slice(1, -1);
  }

  /** The flat form with parts of fields, which SQL does not project. */
  async #projected(query: Asked): Promise<string> {
    const projection = documentProjection(this.#spec, query.options.projection ?? {});
    const documents = await this.find(query.raw, { ...query.options, projection });
    return JSON.stringify(documents.map((document) => flatOf(this.#spec, document as unknown as Document)));
  }
}

/** Members of the flat form as they are named there. */
function documentFields(spec: PartitionSpec, projection: NonNullable<FindOptions['projection']>): Readonly<Record<string, unknown>> {
  documentProjection(spec, projection);
  return projection;
}
