import type { DocumentAddress, PartitionSpec } from '../../../contract/store.ts';
import { invalid } from '../../documents/filter.ts';
import type { PartitionFile } from './file.ts';
import type { PartitionFiles } from './files.ts';
import { flatSql } from './layout.ts';
import type { Table } from './table.ts';

type Columns = Readonly<Record<string, string | null>>;

/** Reads rows by their ids, each with one statement: the most frequent read. */
export class RowReader {
  readonly #spec: PartitionSpec;
  readonly #files: PartitionFiles;
  /** Statements by the number of a table, of any file: making a text takes as long as running it. */
  readonly #statements = new Map<string, string[]>();

  constructor(spec: PartitionSpec, files: PartitionFiles) {
    this.#spec = spec;
    this.#files = files;
  }

  /** The flat form of a row; null when there is none with these values in its columns. The id has to be bindable. */
  read({ key, table, id }: DocumentAddress, columns: Columns): string | null {
    const file = this.#files.find(key);
    if (file === null) return null;
    const last = file.lastRead(table);
    const text = last && this.#find(file, last, { id, columns });
    if (text !== null) return text;
    return file.snapshot(() => {
      const found = file.table(table);
      return found === null || found.id === last?.id ? null : this.#find(file, found, { id, columns });
    });
  }

  #find({ statements }: PartitionFile, table: Table, { id, columns }: { readonly id: string; readonly columns: Columns }): string | null {
    const names = Object.keys(columns);
    const statement = statements.get(this.#sql(table, names));
    const row = names.length === 0 ? statement.get(id) : statement.get(id, ...names.map((name) => columns[name] ?? null));
    return (row?.['text'] as string | undefined) ?? null;
  }

  #sql(table: Table, names: readonly string[]): string {
    const kind = names.join();
    let known = this.#statements.get(kind);
    if (known === undefined) {
      known = [];
      this.#statements.set(kind, known);
    }
    for (const name of names) if (!this.#spec.columns.includes(name)) throw invalid(name, 'This collection has no such column.');
    const conditions = names.map((name) => ` AND "${name}" IS ?`).join('');
    // A table that was removed by another process keeps its rows until the file is gone.
    known[table.id] ??=
      `SELECT ${flatSql(this.#spec, null)} AS text FROM ${table.sql} WHERE _id = ?${conditions} AND EXISTS (SELECT 1 FROM "_tables" WHERE id = ${table.id})`;
    return known[table.id] as string;
  }
}
