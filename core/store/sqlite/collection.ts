import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DuplicateKey } from '../../contract/errors.ts';
import type { Collection, FindOptions, Query, Sort } from '../../contract/store.ts';
import { toDocument, upserted } from '../documents/document.ts';
import { type Filter, invalid, parseFilter } from '../documents/filter.ts';
import { idIndex } from '../documents/names.ts';
import { distinctValues, splitPath } from '../documents/paths.ts';
import { compileProjection, parseSort } from '../documents/shape.ts';
import { compileUpdate, equalId, type Update } from '../documents/update.ts';
import type { Document } from '../documents/values.ts';
import type { Commits } from './commits.ts';
import type { IndexedKinds } from './kinds.ts';
import { type Plan, planOf } from './plan.ts';
import { type Found, Scan, Sorted } from './scan.ts';
import type { Statements } from './statements.ts';

/** How long a stream reads before it yields to the event loop, in milliseconds. */
const STREAM_MS = 8;

export interface CollectionParts {
  readonly name: string;
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly commits: Commits;
  readonly kinds: IndexedKinds;
}

interface Row {
  readonly id: number;
  readonly document: Document;
}

export class SqliteCollection<D extends { _id: string }> implements Collection<D> {
  readonly #parts: CollectionParts;
  readonly #table: string;
  /** Prepared once, because imports insert thousands of documents in a row. */
  readonly #insertion: StatementSync;

  constructor(parts: CollectionParts) {
    this.#parts = parts;
    this.#table = `"${parts.name}"`;
    this.#insertion = parts.database.prepare(`INSERT INTO ${this.#table} (_id, doc) VALUES (?, jsonb(?))`);
  }

  async find(filter: Query, options: FindOptions = {}): Promise<D[]> {
    const project = compileProjection(options.projection ?? {});
    const documents = JSON.parse(this.#text(filter, options)) as Document[];
    return (project === null ? documents : documents.map(project)) as unknown as D[];
  }

  async *stream(filter: Query, options: FindOptions = {}): AsyncGenerator<D> {
    const project = compileProjection(options.projection ?? {});
    options.signal?.throwIfAborted();
    const { ids, reading } = this.#read(filter, options, (plan) => ({ ids: this.#streamed(plan), reading: this.#reading(plan) }));
    let began = performance.now();
    for (const id of ids) {
      const text = reading.read(id)?.text;
      if (text != null) {
        const document = JSON.parse(text) as Document;
        yield (project === null ? document : project(document)) as unknown as D;
        options.signal?.throwIfAborted();
      }
      if (performance.now() - began < STREAM_MS) continue;
      await nextTurn();
      options.signal?.throwIfAborted();
      began = performance.now();
    }
  }

  async findOne(filter: Query, options: FindOptions = {}): Promise<D | null> {
    const id = onlyId(filter);
    if (id !== null && Object.keys(options).length === 0) {
      // Fast path for the most frequent query, by id.
      const row = this.#get(`SELECT json(doc) AS text FROM ${this.#table} WHERE _id = ?`).get(id);
      return row === undefined ? null : (JSON.parse(row.text as string) as D);
    }
    const [document] = await this.find(filter, { ...options, limit: 1 });
    return document ?? null;
  }

  async count(filter: Query): Promise<number> {
    return this.#read(filter, {}, (plan) => {
      const { upper, parameters } = plan.condition;
      if (plan.isExact) return this.#get(`SELECT count(*) AS count FROM ${this.#table} WHERE ${upper}`).get(...parameters)?.count as number;
      let count = 0;
      for (const _found of this.#scan(plan, { text: false }).found()) count++;
      return count;
    });
  }

  async distinct(path: string, filter: Query = {}): Promise<unknown[]> {
    const segments = splitPath(path);
    return distinctValues(JSON.parse(this.#text(filter, {})) as Document[], segments);
  }

  async insertOne(document: D): Promise<void> {
    const made = toDocument(document);
    await this.#parts.commits.write(() => this.#insert(made));
  }

  /** Like MongoDB's ordered insert: stops at the first failure and keeps the earlier inserts. */
  async insertMany(documents: readonly D[]): Promise<void> {
    const made = documents.map(toDocument);
    if (made.length > 0)
      await this.#parts.commits.write(() => {
        for (const each of made) this.#insert(each);
      });
  }

  async updateOne(filter: Query, update: Query, options: { readonly upsert?: boolean } = {}): Promise<number> {
    const parsed = parseFilter(filter);
    const apply = compileUpdate(update);
    return this.#parts.commits.write(() => {
      const [row] = this.#rows(parsed, {}, 1);
      if (row !== undefined) this.#update(row, apply);
      else if (options.upsert) this.#insert(upserted(parsed, apply));
      return row === undefined ? 0 : 1;
    });
  }

  async updateMany(filter: Query, update: Query): Promise<number> {
    const parsed = parseFilter(filter);
    const apply = compileUpdate(update);
    return this.#parts.commits.write(() => {
      const rows = this.#rows(parsed, {}, 0);
      for (const row of rows) this.#update(row, apply);
      return rows.length;
    }, true);
  }

  async findOneAndUpdate(
    filter: Query,
    update: Query,
    options: { readonly upsert?: boolean; readonly sort?: Sort } = {},
  ): Promise<D | null> {
    const parsed = parseFilter(filter);
    const apply = compileUpdate(update);
    const sort = options.sort ?? {};
    parseSort(sort);
    const after = await this.#parts.commits.write(() => {
      const [row] = this.#rows(parsed, sort, 1);
      if (row !== undefined) return this.#update(row, apply);
      if (!options.upsert) return null;
      const document = upserted(parsed, apply);
      this.#insert(document);
      return document;
    });
    return after as unknown as D | null;
  }

  async replaceOne(filter: Query, document: D, options: { readonly upsert?: boolean } = {}): Promise<number> {
    const parsed = parseFilter(filter);
    const made = toDocument(document);
    return this.#parts.commits.write(() => {
      const [row] = this.#rows(parsed, {}, 1);
      const wanted = row?.document._id ?? (options.upsert ? equalId(parsed) : undefined);
      if (wanted !== undefined && wanted !== made._id) throw invalid('_id', 'The _id of a document does not change.');
      if (row !== undefined) this.#write(row.id, made);
      else if (options.upsert) this.#insert(made);
      return row === undefined ? 0 : 1;
    });
  }

  async deleteOne(filter: Query): Promise<number> {
    return this.#delete(parseFilter(filter), 1);
  }

  async deleteMany(filter: Query): Promise<number> {
    return this.#delete(parseFilter(filter), 0);
  }

  #get(sql: string) {
    return this.#parts.statements.get(sql);
  }

  #plan(filter: Filter, options: FindOptions = {}): Plan {
    return planOf(filter, options, this.#parts.kinds);
  }

  #scan(plan: Plan, { text }: { readonly text: boolean }): Scan {
    return new Scan({ table: this.#table, statements: this.#parts.statements }, plan, { text });
  }

  /** Reads documents by their rowids, which have the order already. */
  #reading(plan: Plan): Scan {
    return this.#scan({ ...plan, sortInMemory: null, sortValues: 'NULL' }, { text: true });
  }

  /** Plans and reads in one snapshot, outside of writes. */
  #read<T>(filter: Query, options: FindOptions, read: (plan: Plan) => T): T {
    const parsed = parseFilter(filter);
    return this.#parts.statements.snapshot(() => {
      this.#parts.kinds.check();
      return read(this.#plan(parsed, options));
    });
  }

  /** The JSON array of the matching documents, assembled by SQLite where one statement suffices. */
  #text(filter: Query, options: FindOptions): string {
    options.signal?.throwIfAborted();
    return this.#read(filter, options, (plan) => {
      if (!plan.isExact || plan.sortInMemory !== null)
        return `[${this.#found(plan)
          .map(({ text }) => text)
          .join(',')}]`;
      const rows = `SELECT json(doc) AS text FROM ${this.#table} WHERE ${plan.condition.upper}${plan.order}${pageOf(plan)}`;
      return this.#get(`SELECT '[' || ifnull(group_concat(text, ','), '') || ']' AS text FROM (${rows})`).get(...plan.condition.parameters)
        ?.text as string;
    });
  }

  /** The rowids of a stream. Its filter is checked row by row later, except where a page or a sort in memory needs the result first. */
  #streamed(plan: Plan): readonly number[] {
    const scan = this.#scan(plan, { text: false });
    if (plan.sortInMemory !== null) return this.#sorted(plan);
    return plan.skip === 0 && plan.limit === 0 ? scan.candidates() : [...scan.found()].map(({ id }) => id);
  }

  /** Matching rows with their documents, synchronously: for reads within a transaction and internal ones. */
  #found(plan: Plan): Found[] {
    if (plan.sortInMemory === null) return [...this.#scan(plan, { text: true }).found()];
    const reading = this.#reading(plan);
    return this.#sorted(plan).flatMap((id) => reading.read(id) ?? []);
  }

  #sorted(plan: Plan): readonly number[] {
    const sorted = new Sorted(plan);
    for (const found of this.#scan(plan, { text: false }).found()) sorted.add(found);
    return sorted.ids();
  }

  #rows(filter: Filter, sort: Sort, limit: number): Row[] {
    return this.#found(this.#plan(filter, { sort, limit })).map(({ id, text }) => ({
      id,
      document: JSON.parse(text as string) as Document,
    }));
  }

  #insert(document: Document): void {
    this.#parts.kinds.note(document);
    this.#guard(() => void this.#insertion.run(document._id as string, JSON.stringify(document)));
  }

  #update(row: Row, apply: Update): Document {
    const before = JSON.stringify(row.document);
    apply(row.document);
    if (JSON.stringify(row.document) !== before) this.#write(row.id, row.document);
    return row.document;
  }

  #write(id: number, document: Document): void {
    this.#parts.kinds.note(document);
    this.#guard(() => this.#get(`UPDATE ${this.#table} SET doc = jsonb(?) WHERE rowid = ?`).run(JSON.stringify(document), id));
  }

  /** A limit of 0 means no limit. */
  #delete(filter: Filter, limit: number): Promise<number> {
    return this.#parts.commits.write(() => {
      const ids = [...this.#scan(this.#plan(filter, { limit }), { text: false }).found()].map(({ id }) => id);
      const rows = 'SELECT value FROM json_each(?)';
      return Number(this.#get(`DELETE FROM ${this.#table} WHERE rowid IN (${rows})`).run(JSON.stringify(ids)).changes);
    });
  }

  /** SQLite names the index in its message: `index 'collection.slug_1'`, or the column for the primary key. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      if (!message.startsWith('UNIQUE constraint failed')) throw error;
      const index = /index '(.*)'$/.exec(message)?.[1];
      throw new DuplicateKey(index === undefined ? idIndex : index.slice(this.#parts.name.length + 1));
    }
  }
}

/** The id of a filter that consists only of an `_id`. */
function onlyId(filter: Query): string | null {
  const { _id } = filter;
  return typeof _id === 'string' && Object.keys(filter).length === 1 ? _id : null;
}

function pageOf({ skip, limit }: Plan): string {
  return limit > 0 || skip > 0 ? ` LIMIT ${limit > 0 ? limit : -1} OFFSET ${skip}` : '';
}
