import type { SQLOutputValue, StatementSync } from 'node:sqlite';
import { DuplicateKey } from '../../../contract/errors.ts';
import type { PartitionSpec } from '../../../contract/store.ts';
import { idIndex } from '../../documents/names.ts';
import type { Document } from '../../documents/values.ts';
import type { TableChange } from './change.ts';
import type { PartitionFile } from './file.ts';
import { deleteSql, insertSql, updateSql } from './layout.ts';
import type { StoredRow } from './stored-row.ts';

/** The writes of rows to a table, in one write. */
export class TableWriter {
  readonly table: string;
  readonly #spec: PartitionSpec;
  readonly #file: PartitionFile;
  readonly #change: TableChange;
  #insert: StatementSync | null = null;

  constructor(spec: PartitionSpec, file: PartitionFile, table: string) {
    this.table = table;
    this.#spec = spec;
    this.#file = file;
    this.#change = file.change(table);
  }

  insert(row: StoredRow): void {
    this.#insert ??= this.#file.statements.get(insertSql(this.#spec, this.#change.table.sql));
    try {
      this.#insert.run(row.id, ...row.columns, row.text);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('UNIQUE constraint failed')) throw new DuplicateKey(idIndex);
      throw error;
    }
    this.#change.inserted(row);
  }

  /** Replaces a row as `rowSql` selects it, with these fields; writes only what differs. */
  replace(before: Readonly<Record<string, SQLOutputValue>>, fields: Document, row: StoredRow): void {
    const changed = this.#spec.columns.filter((path, at) => row.columns[at] !== before[path]);
    const values = row.columns.filter((value, at) => value !== before[this.#spec.columns[at] as string]);
    const hasFields = row.text !== before['fields'];
    if (changed.length === 0 && !hasFields) return;
    this.#file.statements
      .get(updateSql(this.#change.table.sql, changed, hasFields))
      .run(...values, ...(hasFields ? [row.text] : []), before['_rowid_'] as number);
    this.#change.replaced(fields, row);
  }

  /** Deletes these rows, or all; returns how many there were. */
  delete(rowids: readonly number[] | null): number {
    const { table, counted } = this.#change;
    if (rowids === null) {
      const all = Number(this.#file.statements.get(`DELETE FROM ${table.sql}`).run().changes);
      this.#change.emptied(all);
      return all;
    }
    const statement = this.#file.statements.get(deleteSql(table.sql, counted));
    const list = JSON.stringify(rowids);
    const deleted = counted.length === 0 ? Number(statement.run(list).changes) : this.#deleteCounted(statement, list);
    this.#change.deleted(deleted);
    return deleted;
  }

  #deleteCounted(statement: StatementSync, rowids: string): number {
    statement.setReturnArrays(true);
    let deleted = 0;
    for (const values of statement.iterate(rowids) as Iterable<unknown> as Iterable<(string | null)[]>) {
      this.#change.deletedValues(values);
      deleted++;
    }
    return deleted;
  }
}
