import type { SQLOutputValue } from 'node:sqlite';
import type { PartitionSpec, Query, Sort } from '../../../contract/store.ts';
import { asDocument, upserted } from '../../documents/document.ts';
import { type Filter, invalid, parseFilter } from '../../documents/filter.ts';
import { compileFilter } from '../../documents/match.ts';
import { checkMembers, checkUpdate, conjuncts } from '../../documents/partition.ts';
import { compileUpdate, equalId } from '../../documents/update.ts';
import type { Document } from '../../documents/values.ts';
import { type Asked, asked, questionOf } from './asked.ts';
import type { PartitionFile } from './file.ts';
import type { PartitionFiles } from './files.ts';
import { isAlways } from './fold.ts';
import { rowSql } from './layout.ts';
import { Planner, unboundedFor } from './plan.ts';
import { Reader } from './reader.ts';
import { rowDocument, storedRow } from './stored-row.ts';
import type { Table } from './table.ts';
import { TableWriter } from './table-writer.ts';

/** An insert of at least so many rows gets a large cache. */
const MANY_ROWS = 200;

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
  async insert(documents: readonly { readonly _id: string }[]): Promise<void> {
    const { key, table } = this.#spec;
    const made = documents.map((input) => {
      const document = this.#checked(asDocument(input));
      return { key: document[key] as string, table: document[table] as string, row: storedRow(this.#spec, document) };
    });
    for (const [of, some] of Map.groupBy(made, (each) => each.key)) {
      const file = this.#files.get(of);
      const insert = () => {
        let writer: TableWriter | null = null;
        for (const each of some) {
          if (writer?.table !== each.table) writer = new TableWriter(this.#spec, file, each.table);
          writer.insert(each.row);
        }
      };
      await (some.length < MANY_ROWS ? file.write(insert) : this.#files.withLargeCache(file, () => file.write(insert)));
    }
  }

  async replace(filter: Query, document: { readonly _id: string }, upsert: boolean): Promise<number> {
    const query = asked(this.#spec, filter, { limit: 1 });
    const made = this.#checked(asDocument(document));
    const stored = storedRow(this.#spec, made);
    const { key, table } = this.#spec;
    if (made[key] !== query.address.key || made[table] !== query.address.table) throw invalid(table, 'A replacement stays in its table.');
    const file = this.#files.get(query.address.key);
    return file.write(() => {
      const [row] = this.#rows(file, query);
      const wanted = row?.['_id'] ?? (upsert ? equalId(parseFilter(filter)) : undefined);
      if (wanted !== undefined && wanted !== stored.id) throw invalid('_id', 'The _id of a document does not change.');
      if (row !== undefined) this.#writer(file, made).replace(row, JSON.parse(row['fields'] as string), stored);
      else if (upsert) this.#writer(file, made).insert(stored);
      return row === undefined ? 0 : 1;
    });
  }

  async change(
    filter: Query,
    update: Query,
    { upsert, limit, sort }: ChangeOptions,
  ): Promise<{ readonly found: number; readonly last: Document | null }> {
    const query = asked(this.#spec, filter, { limit, sort });
    const { address } = query;
    checkUpdate(this.#spec, update);
    const apply = compileUpdate(update);
    if (!upsert && this.#files.find(address.key) === null) return { found: 0, last: null };
    const file = this.#files.get(address.key);
    return file.write(() => {
      const rows = this.#rows(file, query);
      if (rows.length === 0 && upsert) {
        const document = this.#checked(upserted(parseFilter(filter), apply));
        this.#writer(file, document).insert(storedRow(this.#spec, document));
        return { found: 0, last: document };
      }
      let last: Document | null = null;
      for (const row of rows) {
        last = rowDocument(this.#spec, row, address);
        const before = { ...(last[this.#spec.fields] as Document) };
        apply(last);
        this.#checked(last);
        this.#writer(file, last).replace(row, before, storedRow(this.#spec, last));
      }
      return { found: rows.length, last };
    }, limit !== 1);
  }

  #writer(file: PartitionFile, document: Document): TableWriter {
    return new TableWriter(this.#spec, file, document[this.#spec.table] as string);
  }

  /** In a write: the matching rows, as `rowSql` selects them. */
  #rows(file: PartitionFile, query: Asked): Readonly<Record<string, SQLOutputValue>>[] {
    const { address, filter } = query;
    const table = file.table(address.table);
    if (table === null) return [];
    const id = idOf(filter);
    if (id === null) {
      const statement = file.statements.get(rowSql(this.#spec, table.sql, '_rowid_'));
      return this.#rowids(file, table, query)
        .map((rowid) => statement.get(rowid))
        .filter((row) => row !== undefined);
    }
    const row = file.statements.get(rowSql(this.#spec, table.sql, '_id')).get(id);
    return row !== undefined && (filter.kind === 'field' || compileFilter(filter)(rowDocument(this.#spec, row, address))) ? [row] : [];
  }

  /** In a write, which cannot wait for a process: reads as much as it takes. */
  #rowids(file: PartitionFile, table: Table, query: Asked): number[] {
    const planner = new Planner(table, file.statements, unboundedFor(table));
    const reader = new Reader(table, file.statements);
    for (const plan of planner.pages(questionOf(query))) {
      const ids = reader.ids<number>(plan, '_rowid_');
      if (ids !== null) return ids;
    }
    return [];
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
      return new TableWriter(this.#spec, file, query.address.table).delete(isWhole ? null : this.#rowids(file, table, query));
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
    if (file.isBusy || !this.#files.remove(file)) await file.write(() => file.deleteRest());
    return deleted;
  }
}

/** The id of the only row that a filter can match; null when it does not fix one. */
function idOf(filter: Filter): string | null {
  for (const part of conjuncts(filter)) {
    if (part.kind !== 'field' || part.test.kind !== 'compare' || part.test.operator !== '$eq') continue;
    if (part.path.length === 1 && part.path[0] === '_id' && typeof part.test.value === 'string') return part.test.value;
  }
  return null;
}
