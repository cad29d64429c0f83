import { BudgetExceeded } from '../../contract/errors.ts';
import type { Collection, FindOptions, PageOptions, PartitionedCollection, PartitionSpec, Query, Sort } from '../../contract/store.ts';
import { toDocument } from './document.ts';
import { invalid, parseFilter } from './filter.ts';
import { following, keysetPaths } from './keyset.ts';
import { addressOf, checkMembers, checkUpdate, documentProjection, flatOf, tableOf } from './partition.ts';
import { splitPath } from './paths.ts';
import { sortRow } from './shape.ts';
import type { Document, Json } from './values.ts';

/** A partitioned collection on one that is not: checks each filter for its partition, and builds flat documents from whole ones. */
export class CheckedPartitions<D extends { _id: string }> implements PartitionedCollection<D> {
  readonly #all: Collection<D>;
  readonly #spec: PartitionSpec;

  constructor(all: Collection<D>, spec: PartitionSpec) {
    this.#all = all;
    this.#spec = spec;
  }

  async find(filter: Query, options: PageOptions = {}): Promise<D[]> {
    tableOf(this.#spec, parseFilter(filter));
    return this.#all.find(await this.#after(filter, options), options);
  }

  async findFlat(filter: Query, { projection, ...options }: PageOptions = {}): Promise<string> {
    const names = projection === undefined ? {} : { projection: documentProjection(this.#spec, projection) };
    const { budget, ...unbounded } = options;
    const found = await this.find(filter, { ...unbounded, ...names, ...(budget === undefined ? {} : { budget }) });
    const text = JSON.stringify(found.map((document) => flatOf(this.#spec, document as unknown as Document)));
    if (budget !== undefined && Buffer.byteLength(text) > budget.bytes) throw new BudgetExceeded('bytes');
    return text;
  }

  async declareFields(): Promise<void> {}

  async *stream(filter: Query, options?: FindOptions): AsyncGenerator<D> {
    addressOf(this.#spec, parseFilter(filter));
    yield* this.#all.stream(filter, options);
  }

  async findOne(filter: Query, options?: FindOptions): Promise<D | null> {
    tableOf(this.#spec, parseFilter(filter));
    return this.#all.findOne(filter, options);
  }

  async count(filter: Query): Promise<number> {
    addressOf(this.#spec, parseFilter(filter));
    return this.#all.count(filter);
  }

  async distinct(path: string, filter: Query = {}): Promise<unknown[]> {
    addressOf(this.#spec, parseFilter(filter));
    return this.#all.distinct(path, filter);
  }

  async insertOne(document: D): Promise<void> {
    checkMembers(this.#spec, toDocument(document));
    await this.#all.insertOne(document);
  }

  async insertMany(documents: readonly D[]): Promise<void> {
    for (const document of documents) checkMembers(this.#spec, toDocument(document));
    await this.#all.insertMany(documents);
  }

  async updateOne(filter: Query, update: Query, options?: { readonly upsert?: boolean }): Promise<number> {
    this.#checkUpdate(filter, update);
    return this.#all.updateOne(filter, update, options);
  }

  async updateMany(filter: Query, update: Query): Promise<number> {
    this.#checkUpdate(filter, update);
    return this.#all.updateMany(filter, update);
  }

  async findOneAndUpdate(filter: Query, update: Query, options?: { readonly upsert?: boolean; readonly sort?: Sort }): Promise<D | null> {
    this.#checkUpdate(filter, update);
    return this.#all.findOneAndUpdate(filter, update, options);
  }

  async replaceOne(filter: Query, document: D, options?: { readonly upsert?: boolean }): Promise<number> {
    tableOf(this.#spec, parseFilter(filter));
    checkMembers(this.#spec, toDocument(document));
    return this.#all.replaceOne(filter, document, options);
  }

  async deleteOne(filter: Query): Promise<number> {
    tableOf(this.#spec, parseFilter(filter));
    return this.#all.deleteOne(filter);
  }

  async deleteMany(filter: Query): Promise<number> {
    addressOf(this.#spec, parseFilter(filter));
    return this.#all.deleteMany(filter);
  }

  #checkUpdate(filter: Query, update: Query): void {
    tableOf(this.#spec, parseFilter(filter));
    checkUpdate(this.#spec, update);
  }

  /** The filter of the documents after the one that ended the page before. */
  async #after(filter: Query, { after, sort = {} }: PageOptions): Promise<Query> {
    if (after === undefined) return filter;
    const paths = keysetPaths(sort);
    const { key, table } = tableOf(this.#spec, parseFilter(filter));
    const address = { [this.#spec.key]: key, [this.#spec.table]: table };
    const last = paths.length === 1 ? ({ _id: after } as D) : await this.#all.findOne({ ...address, _id: after });
    if (last === null) throw goneDocument(after);
    const keys = paths.map((each) => ({ ...each, segments: splitPath(each.path) }));
    const values = sortRow(last as unknown as Document, keys) as Json[];
    return { $and: [filter, { $or: following(paths.map((each, at) => ({ ...each, value: values[at] as Json }))) }] };
  }
}

export function goneDocument(after: string) {
  return invalid('after', `The document "${after.slice(0, 80)}" is no longer there: read the first page again, or sort by _id.`);
}
