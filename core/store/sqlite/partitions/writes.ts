import { DuplicateKey } from '../../../contract/errors.ts';
import type { PartitionSpec, Query, Sort } from '../../../contract/store.ts';
import { upserted } from '../../documents/document.ts';
import { invalid, parseFilter } from '../../documents/filter.ts';
import { idIndex } from '../../documents/names.ts';
import { checkMembers, checkUpdate } from '../../documents/partition.ts';
import { compileUpdate, equalId, type Update } from '../../documents/update.ts';
import type { Document } from '../../documents/values.ts';
import { type Asked, asked, questionOf } from './asked.ts';
import type { PartitionFile } from './file.ts';
import type { PartitionFiles } from './files.ts';
import { isAlways } from './fold.ts';
import { documentSql, insertSql, updateSql } from './layout.ts';
import { Planner, unboundedFor } from './plan.ts';
import { documentOf, Reader } from './reader.ts';
import type { Table } from './table.ts';

export interface ChangeOptions {
  readonly upsert: boolean;
  /** 0 means no limit. */
  readonly limit: number;
  readonly sort: Sort;
}

/** Writes to partitions, in the transactions of their files. */
export class PartitionWrites {
  readonly #spec: PartitionSpec;
  readonly #files: PartitionFiles;

  constructor(spec: PartitionSpec, files: PartitionFiles) {
    this.#spec = spec;
    this.#files = files;
  }

  /** In order until the first failure, within a partition. */
  async insert(documents: readonly Document[]): Promise<void> {
    const made = documents.map((document) => this.#checked(document));
    for (const [key, some] of Map.groupBy(made, (document) => document[this.#spec.key] as string)) {
      const file = this.#files.get(key);
      await file.write(() => {
        for (const document of some) this.#insert(file, document);
      });
    }
  }

  async replace(filter: Query, document: Document, upsert: boolean): Promise<number> {
    const query = asked(this.#spec, filter, { limit: 1 });
    const made = this.#checked(document);
    const { key, table } = this.#spec;
    if (made[key] !== query.address.key || made[table] !== query.address.table) throw invalid(table, 'A replacement stays in its table.');
    const parsed = parseFilter(filter);
    const file = this.#files.get(query.address.key);
    return file.write(() => {
      const [row] = this.#rows(file, query);
      const wanted = row?.document['_id'] ?? (upsert ? equalId(parsed) : undefined);
      if (wanted !== undefined && wanted !== made['_id']) throw invalid('_id', 'The _id of a document does not change.');
      if (row !== undefined) this.#write(file, row.id, made);
      else if (upsert) this.#insert(file, made);
      return row === undefined ? 0 : 1;
    });
  }

  async change(
    filter: Query,
    update: Query,
    { upsert, limit, sort }: ChangeOptions,
  ): Promise<{ readonly found: number; readonly last: Document | null }> {
    const query = asked(this.#spec, filter, { limit, sort });
    checkUpdate(this.#spec, update);
    const apply = compileUpdate(update);
    const parsed = parseFilter(filter);
    if (!upsert && this.#files.find(query.address.key) === null) return { found: 0, last: null };
    const file = this.#files.get(query.address.key);
    return file.write(() => {
      const rows = this.#rows(file, query);
      if (rows.length === 0 && upsert) {
        const document = this.#checked(upserted(parsed, apply));
        this.#insert(file, document);
        return { found: 0, last: document };
      }
      for (const row of rows) this.#update(file, row, apply);
      return { found: rows.length, last: rows.at(-1)?.document ?? null };
    }, limit !== 1);
  }

  /** In a write: the matching rows. */
  #rows(file: PartitionFile, query: Asked): { readonly id: number; readonly document: Document }[] {
    const { address } = query;
    const table = file.table(address.table);
    if (table === null) return [];
    const statement = file.statements.get(`SELECT ${documentSql(this.#spec)} AS text FROM ${table.sql} WHERE rowid = ?`);
    return this.#rowids(file, table, query).map((id) => ({
      id,
      document: documentOf(this.#spec, statement.get(id)?.text as string, address),
    }));
  }

  /** In a write, which cannot wait for a process: reads as much as it takes. */
  #rowids(file: PartitionFile, table: Table, query: Asked): number[] {
    const planner = new Planner(table, file.statements, unboundedFor(table));
    const reader = new Reader(table, file.statements);
    for (const plan of planner.pages(questionOf(query))) {
      const ids = reader.ids<number>(plan, 'rowid');
      if (ids !== null) return ids;
    }
    return [];
  }

  #update(file: PartitionFile, row: { readonly id: number; readonly document: Document }, apply: Update): void {
    const before = JSON.stringify(row.document);
    apply(row.document);
    if (JSON.stringify(row.document) !== before) this.#write(file, row.id, this.#checked(row.document));
  }

  #write(file: PartitionFile, id: number, document: Document): void {
    const { sql } = file.openTable(document[this.#spec.table] as string);
    const fields = JSON.stringify(document[this.#spec.fields]);
    file.statements.get(updateSql(this.#spec, sql)).run(...this.#columns(document), fields, id);
    file.note(document[this.#spec.table] as string, document, { rows: 0, bytes: Buffer.byteLength(fields) });
  }

  #insert(file: PartitionFile, document: Document): void {
    const name = document[this.#spec.table] as string;
    const fields = JSON.stringify(document[this.#spec.fields]);
    const { sql } = file.openTable(name);
    try {
      file.statements.get(insertSql(this.#spec, sql)).run(document['_id'] as string, ...this.#columns(document), fields);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('UNIQUE constraint failed')) throw new DuplicateKey(idIndex);
      throw error;
    }
    file.note(name, document, { rows: 1, bytes: Buffer.byteLength(fields) });
  }

  #columns(document: Document): (string | null)[] {
    return this.#spec.columns.map((path) => document[path] as string | null);
  }

  #checked(document: Document): Document {
    checkMembers(this.#spec, document);
    return document;
  }

  async delete(query: Asked): Promise<number> {
    const file = this.#files.find(query.address.key);
    if (file === null) return 0;
    return file.write(() => {
      const table = file.table(query.address.table);
      if (table === null) return 0;
      const isWhole = isAlways(query.filter) && query.options.limit === undefined;
      const where = isWhole ? '' : ' WHERE rowid IN (SELECT value FROM json_each(?))';
      const parameters = isWhole ? [] : [JSON.stringify(this.#rowids(file, table, query))];
      const deleted = Number(file.statements.get(`DELETE FROM ${table.sql}${where}`).run(...parameters).changes);
      file.noteDeleted(query.address.table, deleted);
      return deleted;
    });
  }

  /** Removes the file of a partition. */
  async remove(key: string): Promise<number> {
    const file = this.#files.find(key);
    if (file === null) return 0;
    const deleted = await file.write(() => {
      const rows = file.tableNames().reduce((sum, name) => sum + (file.table(name)?.rows ?? 0), 0);
      file.clear();
      return rows;
    });
    // A write that is queued meanwhile starts anew in the cleared file.
    if (!file.isBusy) this.#files.remove(key);
    return deleted;
  }
}
