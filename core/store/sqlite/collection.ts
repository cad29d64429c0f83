import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DuplicateKey } from '../../contract/errors.ts';
import type { Collection, FindOptions, Query, Sort } from '../../contract/store.ts';
import { runPipeline } from '../documents/aggregate.ts';
import { toDocument, upserted } from '../documents/document.ts';
import { type Filter, invalid, parseFilter } from '../documents/filter.ts';
import { idIndex } from '../documents/names.ts';
import { distinctValues, splitPath } from '../documents/paths.ts';
import { compileProjection, parseSort, sortBy } from '../documents/shape.ts';
import { compileUpdate, equalId, type Update } from '../documents/update.ts';
import type { Document } from '../documents/values.ts';
import type { Commits } from './commits.ts';
import type { IndexedKinds } from './kinds.ts';
import { type Plan, planOf, type Registry } from './plan.ts';
import type { Statements } from './statements.ts';

const streamChunk = 100;

export interface CollectionParts {
  readonly name: string;
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly commits: Commits;
  readonly kinds: IndexedKinds;
  readonly predicates: Registry;
}

interface Row {
  readonly id: number;
  readonly document: Document;
}

export class SqliteCollection<D extends { _id: string }> implements Collection<D> {
  readonly #parts: CollectionParts;
  readonly #table: string;
  /** Kept by itself: imports run it a thousand times in a row. */
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

  async findRaw(filter: Query, options: FindOptions = {}): Promise<string> {
    if (compileProjection(options.projection ?? {}) !== null) return JSON.stringify(await this.find(filter, options));
    return this.#text(filter, options);
  }

  async *stream(filter: Query, options: FindOptions = {}): AsyncGenerator<D> {
    options.signal?.throwIfAborted();
    const project = compileProjection(options.projection ?? {});
    const parsed = parseFilter(filter);
    // The numbers of the rows first: an open cursor would see half of what is written meanwhile.
    const rows = this.#rowIds(filter, options);
    for (let at = 0; at < rows.length; at += streamChunk) {
      options.signal?.throwIfAborted();
      // Asked again: a document may have changed since, and SQLite gives the number of a deleted row to a new one.
      const found = this.#run(parsed, (plan) => this.#documents(rows.slice(at, at + streamChunk), plan));
      const documents = JSON.parse(found) as Document[];
      for (const document of documents) {
        yield (project === null ? document : project(document)) as unknown as D;
        options.signal?.throwIfAborted();
      }
      // Reading is synchronous: let others have their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async findOne(filter: Query, options: FindOptions = {}): Promise<D | null> {
    const id = onlyId(filter);
    if (id !== null && Object.keys(options).length === 0) {
      // The most frequent question of all needs no plan.
      const row = this.#get(`SELECT json(doc) AS text FROM ${this.#table} WHERE _id = ?`).get(id);
      return row === undefined ? null : (JSON.parse(row.text as string) as D);
    }
    const [document] = await this.find(filter, { ...options, limit: 1 });
    return document ?? null;
  }

  async count(filter: Query): Promise<number> {
    return this.#run(parseFilter(filter), (plan) => {
      const row = this.#get(`SELECT count(*) AS count FROM ${this.#table} WHERE ${plan.where}`).get(...plan.parameters);
      return row?.count as number;
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

  /** Like MongoDB's ordered insert: stops at the first that fails, and those before it stay. */
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
      const rows = this.#rows(parsed, {}, -1);
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
    return this.#delete(parseFilter(filter), ' LIMIT 1');
  }

  async deleteMany(filter: Query): Promise<number> {
    return this.#delete(parseFilter(filter), '');
  }

  async aggregate<R>(pipeline: readonly Query[], options: { readonly signal?: AbortSignal } = {}): Promise<R[]> {
    options.signal?.throwIfAborted();
    return runPipeline<R>(pipeline, (filter, find) => JSON.parse(this.#text(filter, find)) as Document[]);
  }

  #get(sql: string) {
    return this.#parts.statements.get(sql);
  }

  /** Makes the SQL of a filter, runs it, and lets its predicates go. */
  #run<T>(filter: Filter, run: (plan: Plan) => T, options: FindOptions = {}): T {
    const plan = planOf(filter, options, this.#parts.kinds, this.#parts.predicates);
    try {
      return run(plan);
    } finally {
      plan.release();
    }
  }

  /** The JSON array of the documents found, put together by SQLite. */
  #text(filter: Query, options: FindOptions): string {
    options.signal?.throwIfAborted();
    const parsed = parseFilter(filter);
    return this.#run(
      parsed,
      (plan) => {
        if (plan.sortInMemory !== null) return this.#documents(this.#sorted(plan, options));
        const rows = `SELECT json(doc) AS text FROM ${this.#table} WHERE ${plan.where}${plan.order}${plan.page}`;
        return this.#get(`SELECT '[' || ifnull(group_concat(text, ','), '') || ']' AS text FROM (${rows})`).get(
          ...plan.parameters,
          ...plan.pageParameters,
        )?.text as string;
      },
      options,
    );
  }

  #rowIds(filter: Query, options: FindOptions): number[] {
    return this.#run(
      parseFilter(filter),
      (plan) => {
        if (plan.sortInMemory !== null) return this.#sorted(plan, options);
        const rows = this.#get(`SELECT rowid AS id FROM ${this.#table} WHERE ${plan.where}${plan.order}${plan.page}`).all(
          ...plan.parameters,
          ...plan.pageParameters,
        );
        return rows.map((row) => row.id as number);
      },
      options,
    );
  }

  /** Sorts by what SQL cannot order: reads only the fields of the sort, then pages. */
  #sorted(plan: Plan, options: FindOptions): number[] {
    const rows = this.#get(`SELECT rowid AS id, ${plan.sortFields} AS text FROM ${this.#table} WHERE ${plan.where}`).all(
      ...plan.parameters,
    );
    const parsed = rows.map((row) => ({ id: row.id as number, document: JSON.parse(row.text as string) as Document }));
    const sorted = sortBy(parsed, plan.sortInMemory ?? [], (row) => row.document);
    const skip = options.skip ?? 0;
    return sorted.slice(skip, options.limit ? skip + options.limit : undefined).map((row) => row.id);
  }

  /** The JSON array of the documents of these rows, in this order; those deleted meanwhile, or no longer as asked, are left out. */
  #documents(ids: readonly number[], { where, parameters }: Pick<Plan, 'where' | 'parameters'> = { where: '1', parameters: [] }): string {
    const statement = this.#get(`SELECT json(doc) AS text FROM ${this.#table} WHERE ${where} AND rowid = ?`);
    const texts = ids.map((id) => statement.get(...parameters, id)?.text as string | undefined);
    return `[${texts.filter((text) => text !== undefined).join(',')}]`;
  }

  #rows(filter: Filter, sort: Sort, limit: number): Row[] {
    const options: FindOptions = limit < 0 ? { sort } : { sort, limit };
    return this.#run(
      filter,
      (plan) => {
        const select = `SELECT rowid AS id, json(doc) AS text FROM ${this.#table}`;
        const rows =
          plan.sortInMemory === null
            ? this.#get(`${select} WHERE ${plan.where}${plan.order}${plan.page}`).all(...plan.parameters, ...plan.pageParameters)
            : this.#sorted(plan, options).map((id) => this.#get(`${select} WHERE rowid = ?`).get(id));
        return rows.map((row) => ({ id: row?.id as number, document: JSON.parse(row?.text as string) as Document }));
      },
      options,
    );
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

  #delete(filter: Filter, limit: string): Promise<number> {
    return this.#parts.commits.write(() =>
      this.#run(filter, (plan) => {
        const rows = `SELECT rowid FROM ${this.#table} WHERE ${plan.where}${limit}`;
        return Number(this.#get(`DELETE FROM ${this.#table} WHERE rowid IN (${rows})`).run(...plan.parameters).changes);
      }),
    );
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

/** The id of a filter that names nothing else. */
function onlyId(filter: Query): string | null {
  const { _id } = filter;
  return typeof _id === 'string' && Object.keys(filter).length === 1 ? _id : null;
}
