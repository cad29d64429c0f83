import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PartitionSpec } from '../../../contract/store.ts';
import { splitPath } from '../../documents/paths.ts';
import type { Document } from '../../documents/values.ts';
import { valueSql } from '../condition.ts';

const BATCH = 200;
/** The keys of the partitions that have their file. */
const MOVED = '_moved_partitions';

/** The table of a collection before it was partitioned, and the progress of its move. Both are in the store's database. */
export class MoveSource {
  readonly #database: DatabaseSync;
  readonly #name: string;
  readonly #key: string;
  readonly #columns: readonly string[];

  constructor(database: DatabaseSync, name: string, { key, columns }: PartitionSpec) {
    this.#database = database;
    this.#name = name;
    this.#key = valueSql(splitPath(key)) as string;
    this.#columns = columns;
  }

  /** Whether a move is to be made or completed. */
  get isPending(): boolean {
    return this.hasRows || this.#has(MOVED);
  }

  get hasRows(): boolean {
    return this.#has(this.#name);
  }

  /** Records that the move has begun, and indexes the rows by their partition. */
  begin(): void {
    this.#database.exec(`CREATE TABLE IF NOT EXISTS "${MOVED}" (collection TEXT, key TEXT, PRIMARY KEY (collection, key)) WITHOUT ROWID`);
    this.#database.exec(`CREATE INDEX IF NOT EXISTS "${this.#name}.move" ON "${this.#name}" ((${this.#key}), _id)`);
  }

  /** The keys of all partitions; throws for rows without one, which belong to no file. */
  keys(): string[] {
    const keys = this.#all(`SELECT DISTINCT ${this.#key} AS key FROM "${this.#name}"`).map(({ key }) => key);
    if (keys.every((key) => typeof key === 'string' && key !== '')) return keys as string[];
    throw new Error(`Some documents of "${this.#name}" in sayso.db have no partition key. Restore a backup, or remove these documents.`);
  }

  moved(): Set<string> {
    const rows = this.#database.prepare(`SELECT key FROM "${MOVED}" WHERE collection = ?`).all(this.#name);
    return new Set(rows.map(({ key }) => key as string));
  }

  mark(key: string): void {
    this.#database.prepare(`INSERT OR IGNORE INTO "${MOVED}" VALUES (?, ?)`).run(this.#name, key);
  }

  /** Bytes of the documents of the partitions that are not moved. */
  bytesLeft(): number {
    const sql = `SELECT sum(octet_length(doc)) AS bytes FROM "${this.#name}" WHERE ${this.#key} NOT IN (SELECT key FROM "${MOVED}" WHERE collection = ?)`;
    return Number(this.#database.prepare(sql).get(this.#name)?.bytes ?? 0);
  }

  /** The documents of a partition in the order of their ids, in batches. */
  *documents(key: string): Generator<Document[]> {
    const read: StatementSync = this.#database.prepare(
      `SELECT _id, json(doc) AS text FROM "${this.#name}" WHERE ${this.#key} = ? AND _id > ? ORDER BY _id LIMIT ${BATCH}`,
    );
    for (let after = ''; ; ) {
      const rows = read.all(key, after);
      if (rows.length > 0) yield rows.map(({ text }) => this.#whole(JSON.parse(text as string) as Document));
      if (rows.length < BATCH) return;
      after = rows.at(-1)?._id as string;
    }
  }

  /** Deletes the table, whose documents are all in their files. */
  drop(): void {
    this.#database.exec(`DROP TABLE IF EXISTS "${this.#name}"`);
    if (this.#has('_kinds')) this.#database.prepare('DELETE FROM "_kinds" WHERE collection = ?').run(this.#name);
  }

  end(): void {
    this.#database.exec(`DROP TABLE IF EXISTS "${MOVED}"`);
  }

  /** A column that a document lacks is null in its file. */
  #whole(document: Document): Document {
    for (const path of this.#columns) document[path] ??= null;
    return document;
  }

  #has(table: string): boolean {
    return this.#all(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '${table}'`).length > 0;
  }

  #all(sql: string) {
    return this.#database.prepare(sql).all();
  }
}
