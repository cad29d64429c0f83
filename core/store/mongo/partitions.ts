import type { Collection as DriverCollection, Filter as DriverFilter, FindOptions as DriverOptions } from 'mongodb';
import { BudgetExceeded } from '../../contract/errors.ts';
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
import { checkAggregation, checkResult, finished, Groups } from '../documents/aggregation.ts';
import { toDocument } from '../documents/document.ts';
import { type Filter, parseFilter } from '../documents/filter.ts';
import { goneDocument, keysetPaths } from '../documents/keyset.ts';
import { checkLines, linesOf } from '../documents/lines.ts';
import { addressOf, checkMembers, checkUpdate, conjuncts, documentProjection, isPlainKey, tableOf } from '../documents/partition.ts';
import { checkPage, compileProjection, parseSort, type SortKey } from '../documents/shape.ts';
import { compileUpdate } from '../documents/update.ts';
import type { Document } from '../documents/values.ts';
import { stagesOf } from './aggregation.ts';
import { Changes } from './changes.ts';
import { filterOf, MongoCollection, type Stored, sent } from './collection.ts';
import { translated } from './errors.ts';
import { FlatForm } from './flat/flat-form.ts';
import { InsertGroups } from './insert-groups.ts';
import { onIds, type Plan, withIds } from './partition-indexes.ts';
import { byColumn, byField, byScan, endsWithId, fieldSort, type Last, nullFields, type Segment, withNulls } from './segments.ts';
import { withoutHidden } from './shape.ts';
import { givenId, storedId, type TableAddress, withStoredIds } from './stored-ids.ts';
import type { Tables } from './tables.ts';

interface Parts {
  readonly rows: DriverCollection<Stored>;
  readonly spec: PartitionSpec;
  readonly tables: Tables;
}

/** A query of one table. */
interface TableQuery {
  readonly address: TableAddress;
  readonly parsed: Filter;
  readonly filter: DriverFilter<Stored>;
  readonly keys: readonly SortKey[];
  readonly last: Last | null;
}

/** `raw`: bytes instead of documents. */
interface Form {
  readonly raw?: true;
}

/** A page of one segment. */
interface Read {
  readonly options: PageOptions;
  readonly form: Form;
  readonly skip: number;
  readonly limit: number;
  /** By the clock of `performance`. */
  readonly deadline: number | undefined;
}

/** A partitioned collection in one collection of MongoDB: each command names the partition key, which is the shard key. */
export class MongoPartitions<D extends { _id: string }> implements Omit<PartitionedCollection<D>, 'copyPartition'> {
  readonly #rows: DriverCollection<Stored>;
  readonly #spec: PartitionSpec;
  readonly #tables: Tables;
  readonly #all: MongoCollection<Stored>;
  readonly #changes: Changes;
  readonly #inserts: InsertGroups;

  constructor({ rows, spec, tables }: Parts) {
    this.#rows = rows;
    this.#spec = spec;
    this.#tables = tables;
    this.#all = new MongoCollection(rows);
    this.#changes = new Changes(rows, spec, tables);
    this.#inserts = new InsertGroups(rows);
  }

  async find(filter: Query, options: PageOptions = {}): Promise<D[]> {
    const found: D[] = [];
    let bytes = 0;
    for await (const batch of this.#batches<Document>(filter, options, {}))
      for (const stored of batch) {
        const document = withoutHidden(stored);
        if (options.budget !== undefined) bytes += Buffer.byteLength(JSON.stringify(document));
        if (options.budget !== undefined && bytes > options.budget.bytes) throw new BudgetExceeded('bytes');
        found.push(document as unknown as D);
      }
    return found;
  }

  async findFlat(filter: Query, options: PageOptions = {}): Promise<string> {
    const { projection, budget } = options;
    const names = projection === undefined ? {} : { projection: documentProjection(this.#spec, projection) };
    const flat = new FlatForm(this.#spec);
    for await (const batch of this.#batches<Uint8Array>(filter, { ...options, ...names }, { raw: true }))
      for (const bytes of batch) {
        flat.add(bytes);
        if (budget !== undefined && flat.length > budget.bytes) throw new BudgetExceeded('bytes');
      }
    return flat.finish();
  }

  async findFlatById({ key, table, id }: DocumentAddress, columns: Readonly<Record<string, string | null>> = {}): Promise<string | null> {
    const text = await this.findFlat({ ...columns, [this.#spec.key]: key, [this.#spec.table]: table, _id: id });
    return text === '[]' ? null : text.slice(1, -1);
  }

  async keys(): Promise<string[]> {
    const keys = await translated(() => this.#rows.distinct(this.#spec.key));
    return keys.filter((key): key is string => typeof key === 'string' && isPlainKey(key));
  }

  /** The indexes are those of any fields; what is left are the shapes of documents of an earlier release. */
  declareFields(address: TableAddress, _fields: readonly PartitionField[]): Promise<void> {
    return translated(() => this.#tables.fill(address));
  }

  async *stream(filter: Query, options?: FindOptions): AsyncGenerator<D> {
    addressOf(this.#spec, parseFilter(filter));
    const where = this.#tables.queryOf(filter);
    for await (const document of this.#all.stream(where, options)) yield withoutHidden(document) as unknown as D;
  }

  async findOne(filter: Query, options: FindOptions = {}): Promise<D | null> {
    const [document] = await this.find(filter, { ...options, limit: 1 });
    return document ?? null;
  }

  async count(filter: Query, { budget }: Pick<PageOptions, 'budget'> = {}): Promise<number> {
    const parsed = parseFilter(filter);
    const { key, table } = addressOf(this.#spec, parsed);
    const given = this.#tables.whereOf(filter);
    const where = table === null ? given : await this.#narrowed({ key, table }, parsed, given);
    return translated(() => this.#count(where, budget === undefined ? {} : { maxTimeMS: budget.ms }));
  }

  async aggregate(filter: Query, aggregation: Aggregation, { budget }: { readonly budget?: ReadBudget } = {}): Promise<Document[]> {
    checkAggregation(aggregation);
    const parsed = parseFilter(filter);
    const where = await this.#narrowed(tableOf(this.#spec, parsed), parsed, this.#tables.whereOf(filter));
    const limits = budget === undefined ? {} : { maxTimeMS: budget.ms };
    const stages = [{ $match: where }, ...stagesOf(aggregation)];
    const rows = await translated(() => withIds((hint) => this.#rows.aggregate<Document>(stages, { ...limits, ...hint }).toArray()));
    // Sums beyond all numbers are null in JSON.
    const json = JSON.stringify(rows);
    checkResult(json, budget?.bytes);
    const results = withGivenIds(JSON.parse(json) as Document[], aggregation);
    if (aggregation.groups.length > 0) return results;
    return results.length === 0 ? new Groups(aggregation).rows() : finished(results, aggregation);
  }

  async distinct(path: string, filter: Query = {}): Promise<unknown[]> {
    addressOf(this.#spec, parseFilter(filter));
    const found = await this.#all.distinct(path, this.#tables.queryOf(filter));
    return path === '_id' ? found.map((id) => givenId(String(id))) : found;
  }

  async insertOne(document: D): Promise<void> {
    await this.insertMany([document]);
  }

  async insertMany(documents: readonly D[]): Promise<void> {
    const stored = this.#stored(documents);
    const [first] = stored;
    if (first === undefined) return;
    if (stored.length === 1) await this.#inserts.insert(first[this.#spec.key] as string, first);
    else await translated(() => this.#rows.insertMany(stored, { ordered: true }));
  }

  async insertLines(documents: DocumentLines): Promise<void> {
    const { key, table, columns, ownColumns = {}, ids, lines } = documents;
    checkLines(this.#spec, documents);
    const own = Object.entries(ownColumns);
    const made = [...linesOf(lines)].map(({ text }, at) => ({
      ...{ _id: ids[at], [this.#spec.key]: key, [this.#spec.table]: table, ...columns },
      ...Object.fromEntries(own.map(([path, values]) => [path, values[at] ?? null])),
      [this.#spec.fields]: JSON.parse(text) as Document,
    }));
    await this.insertMany(made as unknown as D[]);
  }

  async updateOne(filter: Query, update: Query, options?: { readonly upsert?: boolean }): Promise<number> {
    if ((await this.#changeOf(filter, update)) !== null) return 1;
    if (options?.upsert) await this.#changeOf(filter, update, options);
    return 0;
  }

  /** Each document is changed on its own: a failure keeps the changes before it. */
  async updateMany(filter: Query, update: Query): Promise<number> {
    this.#checkChange(filter, update);
    compileUpdate(update);
    const found = await this.find(filter, { projection: { _id: 1 } });
    let matched = 0;
    for (const { _id } of found) if ((await this.#changes.update({ $and: [filter, { _id }] }, update)) !== null) matched++;
    return matched;
  }

  async findOneAndUpdate(filter: Query, update: Query, options?: { readonly upsert?: boolean; readonly sort?: Sort }): Promise<D | null> {
    parseSort(options?.sort ?? {});
    return (await this.#changeOf(filter, update, options)) as unknown as D | null;
  }

  async replaceOne(filter: Query, document: D, options?: { readonly upsert?: boolean }): Promise<number> {
    tableOf(this.#spec, parseFilter(filter));
    const made = toDocument(document);
    checkMembers(this.#spec, made);
    if ((await this.#changes.replace(filter, made)) !== null) return 1;
    if (options?.upsert) await this.insertOne(document);
    return 0;
  }

  async deleteOne(filter: Query): Promise<number> {
    tableOf(this.#spec, parseFilter(filter));
    return this.#all.deleteOne(this.#tables.queryOf(filter));
  }

  async deleteMany(filter: Query): Promise<number> {
    addressOf(this.#spec, parseFilter(filter));
    return this.#all.deleteMany(this.#tables.queryOf(filter));
  }

  #stored(documents: readonly D[]): Stored[] {
    return documents.map((document) => {
      const made = toDocument(document);
      checkMembers(this.#spec, made);
      return this.#tables.stored(made as Stored);
    });
  }

  #count(where: DriverFilter<Stored>, limits: { readonly limit?: number; readonly maxTimeMS?: number }): Promise<number> {
    return withIds((hint) => this.#rows.countDocuments(where, { ...limits, ...hint }));
  }

  #checkChange(filter: Query, update: Query): void {
    if (!this.#isPoint(filter)) tableOf(this.#spec, parseFilter(filter));
    checkUpdate(this.#spec, update);
  }

  async #changeOf(filter: Query, update: Query, options?: { readonly upsert?: boolean; readonly sort?: Sort }): Promise<Document | null> {
    this.#checkChange(filter, update);
    return this.#changes.update(filter, update, options);
  }

  /** The matching documents of a page, as the server sends them, with the members that only this engine stores. */
  async *#batches<T extends Document | Uint8Array>(filter: Query, options: PageOptions, form: Form): AsyncGenerator<T[]> {
    if (Object.keys(options).length > 0 || !this.#isPoint(filter)) {
      yield* this.#pages<T>(filter, options, form);
      return;
    }
    const document = await translated(() => this.#rows.findOne(this.#pointOf(filter), form));
    if (document !== null) yield [document as unknown as T];
  }

  async *#pages<T>(filter: Query, options: PageOptions, form: Form): AsyncGenerator<T[]> {
    const { signal, budget } = options;
    compileProjection(options.projection ?? {});
    let { limit, skip } = checkPage(options);
    const deadline = budget === undefined ? undefined : performance.now() + budget.ms;
    const isBounded = limit > 0;
    const question = await translated(() => this.#question(filter, options), signal);
    for (const segment of await translated(() => this.#segments(question), signal)) {
      const where = this.#whereOf(question, segment);
      let read = 0;
      for await (const batch of this.#read<T>(where, segment, { options, form, skip, limit, deadline })) {
        read += batch.length;
        yield batch;
      }
      if (isBounded && read >= limit) return;
      if (isBounded) limit -= read;
      if (skip > 0) skip = read > 0 ? 0 : skip - (await translated(() => this.#count(where, { limit: skip }), signal));
    }
  }

  #pointOf(filter: Query): DriverFilter<Stored> {
    const address = { key: filter[this.#spec.key] as string, table: filter[this.#spec.table] as string };
    return { ...filter, _id: storedId(address, filter['_id'] as string) };
  }

  /** Whether the filter fixes one document by equality with texts, which need no check: the most frequent query. */
  #isPoint(filter: Query): boolean {
    const { key, table, columns } = this.#spec;
    if (typeof filter[key] !== 'string' || typeof filter[table] !== 'string' || typeof filter['_id'] !== 'string') return false;
    const names = Object.keys(filter);
    return (
      names.length === 3 ||
      names.every((name) => [key, table, '_id'].includes(name) || (columns.includes(name) && typeof filter[name] === 'string'))
    );
  }

  async *#read<T>(where: DriverFilter<Stored>, segment: Segment, { options, form, skip, limit, deadline }: Read): AsyncGenerator<T[]> {
    const { signal } = options;
    const settings: DriverOptions = {
      ...form,
      skip,
      limit,
      ...(signal === undefined ? {} : { signal }),
      ...(deadline === undefined ? {} : { maxTimeMS: Math.max(1, Math.ceil(deadline - performance.now())) }),
      ...(Object.keys(segment.sort).length === 0 ? {} : { sort: { ...segment.sort } }),
      ...(options.projection === undefined ? {} : { projection: { ...options.projection } }),
    };
    // The first batch tells whether the server can run the plan.
    const open = async (plan: Plan) => {
      const opened = this.#rows.find(where, { ...settings, ...plan });
      await opened.hasNext();
      return opened;
    };
    const cursor = await translated(() => (segment.isScan ? onIds(open) : withIds(open)), signal);
    try {
      while (await translated(() => cursor.hasNext(), signal)) yield cursor.readBufferedDocuments() as T[];
    } finally {
      await cursor.close();
    }
  }

  async #question(filter: Query, { sort = {}, after, afterWithin = {} }: PageOptions): Promise<TableQuery> {
    const parsed = parseFilter(filter);
    const address = tableOf(this.#spec, parsed);
    const keys = await this.#keys(address, parsed, parseSort(sort));
    let last: Last | null = null;
    if (after !== undefined) {
      keysetPaths(sort);
      const isById = keys[0]?.path === '_id';
      const within = Object.keys(afterWithin).length === 0 ? {} : { $and: [filterOf(withStoredIds(afterWithin, address))] };
      const id = storedId(address, after);
      const document = isById ? null : await this.#rows.findOne({ ...this.#tables.filterOf(address), _id: id, ...within });
      if (document === null && !isById) throw goneDocument(after);
      last = { id, document };
    }
    return { address, parsed, filter: await this.#narrowed(address, parsed, this.#tables.whereOf(filter)), keys, last };
  }

  /** The order of ids is that of times, and suits equality with a field; for bounds of the time its own index is better. */
  async #keys(address: TableAddress, parsed: Filter, keys: readonly SortKey[]): Promise<readonly SortKey[]> {
    const { time } = this.#spec;
    const [first] = keys;
    if (first?.path !== time || !endsWithId(keys) || conjuncts(parsed).some((part) => isOn(part, time))) return keys;
    return (await this.#tables.isTimed(address)) ? [{ ...first, path: '_id', segments: ['_id'] }] : keys;
  }

  async #segments({ address, parsed, keys, last }: TableQuery): Promise<Segment[]> {
    const field = fieldSort(this.#spec, keys);
    if (field === null) return byColumn(this.#spec, keys, last) ?? byScan(keys, last);
    const shapes = await this.#tables.shapes(address);
    return (shapes === null ? null : byField(field, shapes, parsed, last)) ?? byScan(keys, last);
  }

  /** A comparison with null matches documents without the field, which no index on fields finds. */
  async #narrowed(address: TableAddress, parsed: Filter, filter: DriverFilter<Stored>): Promise<DriverFilter<Stored>> {
    const names = nullFields(this.#spec, parsed);
    if (names.length === 0) return filter;
    const shapes = await this.#tables.shapes(address);
    const narrower = shapes === null ? null : withNulls(names, shapes);
    return narrower === null ? filter : ({ $and: [filter, narrower] } as DriverFilter<Stored>);
  }

  #whereOf({ filter }: TableQuery, { filter: part }: Segment): DriverFilter<Stored> {
    return Object.keys(part).length === 0 ? filter : ({ $and: [filter, sent(part)] } as DriverFilter<Stored>);
  }
}

function isOn(part: Filter, path: string): boolean {
  return part.kind === 'field' && part.path.join('.') === path;
}

/** Groups by ids, and their minima and maxima, have them as they are stored. */
function withGivenIds(rows: Document[], { groups, measures }: Aggregation): Document[] {
  const ofIds = [...groups, ...measures].filter((each) => 'path' in each && each.path === '_id').map(({ name }) => name);
  for (const row of rows) for (const name of ofIds) if (typeof row[name] === 'string') row[name] = givenId(row[name]);
  return rows;
}
