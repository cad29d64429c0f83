import type { SQLOutputValue, StatementSync } from 'node:sqlite';
import { DuplicateKey } from '../../../contract/errors.ts';
import type { PartitionSpec } from '../../../contract/store.ts';
import { idIndex } from '../../documents/names.ts';
import type { TableChange } from './change.ts';
import type { PartitionFile } from './file.ts';
import { insertSql, updateSql } from './layout.ts';
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
    this.#change.wrote(row, 1);
  }

  /** Replaces a row as `rowSql` selects it; writes only what differs. */
  replace(before: Readonly<Record<string, SQLOutputValue>>, row: StoredRow): void {
    const changed = this.#spec.columns.filter((path, at) => row.columns[at] !== before[path]);
    const values = row.columns.filter((value, at) => value !== before[this.#spec.columns[at] as string]);
    const hasFields = row.text !== before['fields'];
    if (changed.length === 0 && !hasFields) return;
    this.#file.statements
      .get(updateSql(this.#change.table.sql, changed, hasFields))
      .run(...values, ...(hasFields ? [row.text] : []), before['rowid'] as number);
    this.#change.wrote(row, 0);
  }
}
