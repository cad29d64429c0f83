import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { PartitionSpec } from '../../../contract/store.ts';
import { CheckpointRequests, type Checkpoints } from '../checkpoints.ts';
import { BUSY_TIMEOUT_MS, type CommitHooks, Commits } from '../commits.ts';
import { LogSync } from '../log-sync.ts';
import { Statements } from '../statements.ts';
import type { Writability } from '../writability.ts';
import { TableChange } from './change.ts';
import { buildIndex, type DeclaredIndex } from './indexes.ts';
import { createTableSql } from './layout.ts';
import { PreparedPages } from './prepared-pages.ts';
import { type FieldKind, type Table, tableOf } from './table.ts';
import { ValueCounts } from './value-counts.ts';

/** Pages that one file caches, in KiB: many files are open at a time. */
const CACHE_KIB = 2048;
/** Those of a file that gets many rows at a time, which change its indexes in many places. */
const LARGE_CACHE_KIB = 16_384;
/** From this size of the log on, SQLite checkpoints within a commit: the thread for checkpoints fails, or long reads kept it from finishing. */
const LARGEST_LOG_PAGES = 16_000;
/** Fast at the risk of a damaged file when the machine fails. */
const UNSAFE = 'PRAGMA synchronous = OFF';
const DURABLE = `PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LARGEST_LOG_PAGES}`;
const JOURNAL = 'PRAGMA journal_mode = WAL';
const schema = `
  CREATE TABLE IF NOT EXISTS "_partition" (key TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS "_tables" (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, version INTEGER NOT NULL DEFAULT 0, rows INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0, is_ordered INTEGER NOT NULL DEFAULT 1, counts TEXT
  );
  CREATE TABLE IF NOT EXISTS "_kinds" (
    table_id INTEGER, path TEXT, kind TEXT NOT NULL, type TEXT NOT NULL, PRIMARY KEY (table_id, path)
  ) WITHOUT ROWID;
`;

export interface PartitionFileOptions {
  readonly spec: PartitionSpec;
  readonly file: string;
  readonly durable: boolean;
  /** That of the store. */
  readonly writability: Writability;
  readonly checkpoints: Pick<Checkpoints, 'request'>;
  /** The indexes of a new table. */
  readonly declared: (table: string) => readonly DeclaredIndex[];
}

/** The database file of one partition, with a table for each of its tables. Several processes may have it open. */
export class PartitionFile implements CommitHooks {
  readonly key: string;
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly commits: Commits;
  readonly pages: PreparedPages;
  readonly #path: string;
  readonly #spec: PartitionSpec;
  /** By name; a record is right as long as the file has its version. */
  readonly #tables = new Map<string, Table>();
  #changes = new Map<string, TableChange>();
  readonly #declared: (table: string) => readonly DeclaredIndex[];
  /** Of durable files, whose commits are synced outside of this thread, after SQLite has written them. */
  readonly #sync: LogSync | undefined;
  readonly #requests: CheckpointRequests | undefined;
  #isUncommitted = false;
  #isPurged = false;
  #idleChecks = 0;

  constructor(key: string, options: PartitionFileOptions) {
    const { spec, declared, writability } = options;
    this.#spec = spec;
    this.#declared = declared;
    this.#path = options.file;
    this.key = key;
    this.database = new DatabaseSync(options.file, { timeout: BUSY_TIMEOUT_MS });
    try {
      this.database.exec(
        `${JOURNAL}; ${options.durable ? DURABLE : UNSAFE}; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY`,
      );
      this.statements = new Statements(this.database);
      this.pages = new PreparedPages(this.database, this.statements);
      if (this.#isNew()) this.#create();
    } catch (error) {
      this.database.close();
      throw error;
    }
    if (options.durable) {
      this.#sync = new LogSync(options.file);
      this.#requests = new CheckpointRequests(options.file, this.statements, options.checkpoints);
    }
    this.commits = new Commits(this.database, this, { writability, sync: this.#sync });
  }

  /** Whether a write is queued or not yet durable, so that the file must stay open. */
  get isBusy(): boolean {
    return this.commits.isBusy;
  }

  /** Whether this process has purged the partition, and no rows were written since. */
  get isPurged(): boolean {
    return this.#isPurged && this.isEmpty;
  }

  /** Whether the partition has no tables, in any process. A file that cannot be read may have some. */
  get isEmpty(): boolean {
    try {
      return this.statements.get('SELECT 1 FROM "_tables"').get() === undefined;
    } catch {
      return false;
    }
  }

  get isOpen(): boolean {
    return this.database.isOpen;
  }

  /** Notes a use, which keeps the cached pages until the check after the next one. */
  touch(): void {
    this.#idleChecks = 0;
  }

  /** Outside of transactions. */
  enlargeCache(): void {
    this.database.exec(`PRAGMA cache_size = -${LARGE_CACHE_KIB}`);
  }

  /** Frees the cached pages. Outside of transactions. */
  shrinkCache(): void {
    this.database.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA shrink_memory`);
  }

  /** Called at intervals: frees the cached pages, once, when there was no use since the last call. The file stays open. */
  shrinkWhenIdle(): void {
    if (this.isBusy || this.database.isTransaction || ++this.#idleChecks !== 2) return;
    this.shrinkCache();
  }

  write<T>(run: () => T, several = false): Promise<T> {
    return this.commits.write(run, several);
  }

  /** Null when the partition has no such table. */
  table(name: string): Table | null {
    if (this.#isUncommitted && !this.database.isTransaction) this.#forget();
    const change = this.#changes.get(name);
    if (change !== undefined) return change.table;
    const table = readTable(this.statements, this.#spec, name, this.#tables.get(name));
    if (table !== null) this.#tables.set(name, table);
    return table;
  }

  /** The table as last read, which may be out of date; spares a statement, and so the locks of the file. */
  lastRead(name: string): Table | null {
    return this.#tables.get(name) ?? this.table(name);
  }

  /** Runs reads in one snapshot of the file: a plan is right for the table that it was made for, and the file is locked once. */
  snapshot<T>(read: () => T): T {
    return this.database.isTransaction ? read() : this.statements.snapshot(read);
  }

  tableNames(): string[] {
    return this.statements
      .get('SELECT name FROM "_tables" ORDER BY id')
      .all()
      .map(({ name }) => name as string);
  }

  /** In a write: the table, created when it is missing. */
  openTable(name: string): Table {
    const present = this.table(name);
    if (present !== null) return present;
    const { lastInsertRowid } = this.statements.get('INSERT INTO "_tables" (name) VALUES (?)').run(name);
    const id = Number(lastInsertRowid);
    this.database.exec(createTableSql(this.#spec, `"t${id}"`));
    for (const index of this.#declared(name)) buildIndex(this.database, this.#spec, id, index);
    return this.table(name) as Table;
  }

  /** In a write: what it changes about a table, which is created when it is missing. */
  change(name: string): TableChange {
    const known = this.#changes.get(name);
    if (known !== undefined) return known;
    const change = new TableChange(this.openTable(name));
    this.#changes.set(name, change);
    return change;
  }

  /** In a write: changes the indexes of a table. */
  alter(name: string, run: (table: Table) => void): void {
    const change = this.#changes.get(name);
    change?.save(this.statements);
    this.#changes.delete(name);
    this.#tables.delete(name);
    const table = this.openTable(name);
    run(table);
    this.#tables.delete(name);
  }

  /** In a write: forgets all tables; their rows go with the file, or with `deleteRest`. */
  clear(): void {
    this.database.exec('DELETE FROM "_kinds"; DELETE FROM "_tables"');
    this.#tables.clear();
    this.#changes.clear();
    this.#isPurged = true;
  }

  /** In a write: deletes the rows of the tables that were forgotten. Statements of other processes still name the tables. */
  deleteRest(): void {
    const tables = this.database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 't[0-9]*'`).all();
    const kept = new Set(this.tableNames().map((name) => this.table(name)?.sql));
    for (const { name } of tables) if (!kept.has(`"${name}"`)) this.database.exec(`DELETE FROM "${name}"`);
  }

  /** While no process can open the file: removes it if it has no tables, and no other process has it open. */
  removeUnused(): boolean {
    if (!this.isEmpty || !this.#leaveLog()) return false;
    if (!this.isEmpty) {
      this.database.exec(JOURNAL);
      return false;
    }
    this.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { force: true });
    return true;
  }

  /** Leaves the WAL mode, which SQLite does only for the last process that has the file open. */
  #leaveLog(): boolean {
    this.#sync?.close();
    this.database.exec('PRAGMA busy_timeout = 0');
    try {
      return this.database.prepare('PRAGMA journal_mode = DELETE').get()?.['journal_mode'] === 'delete';
    } catch {
      // Locked, or the disk is full: a later attempt removes it.
      return false;
    } finally {
      this.database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  begin(): void {
    this.#forget();
    this.#isUncommitted = true;
  }

  savepoint(): () => void {
    const changes = new Map([...this.#changes].map(([name, change]) => [name, change.copy()]));
    return () => {
      this.#changes = changes;
      this.#tables.clear();
    };
  }

  beforeCommit(): () => void {
    for (const [name, change] of this.#changes) this.#tables.set(name, change.save(this.statements));
    return () => {
      this.#changes.clear();
      this.#isUncommitted = false;
      this.#requests?.committed();
    };
  }

  close(): void {
    this.#sync?.close();
    if (this.database.isOpen) this.database.close();
  }

  /** After a rollback the cached tables may be those that were rolled back. */
  #forget(): void {
    if (this.#isUncommitted) this.#tables.clear();
    this.#changes.clear();
    this.#isUncommitted = false;
  }

  #isNew(): boolean {
    const found = this.database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '_partition'`).get();
    if (found === undefined) return true;
    const key = this.database.prepare('SELECT key FROM "_partition"').get()?.key;
    if (key !== this.key) throw new Error(`The data file of "${this.key}" belongs to "${String(key)}": it was renamed or copied.`);
    return false;
  }

  #create(): void {
    this.database.exec(`BEGIN IMMEDIATE; ${schema}`);
    this.database.prepare('INSERT INTO "_partition" SELECT ? WHERE NOT EXISTS (SELECT 1 FROM "_partition")').run(this.key);
    this.database.exec('COMMIT');
  }
}

/** The columns of `_tables`. */
type TableRow = [id: number, name: string, version: number, rows: number, bytes: number, isOrdered: number, counts?: string | null];

/** A table as the file has it; `known` spares reading what has not changed since. */
export function readTable(statements: Statements, spec: PartitionSpec, name: string, known?: Table): Table | null {
  // All columns, because files of earlier releases lack the last one; as a list, which takes half the time of an object.
  const statement = statements.get('SELECT * FROM "_tables" WHERE name = ?');
  statement.setReturnArrays(true);
  const row = statement.get(name) as TableRow | undefined;
  if (row === undefined) return null;
  const [id, , version, rows, bytes, isOrdered, text = null] = row;
  const counts = known?.counts?.text === text ? known.counts : text === null ? null : new ValueCounts(text);
  const changing = { rows, bytes, counts };
  if (known?.id === id && known.version === version) return { ...known, ...changing };
  const kinds = statements.get('SELECT path, kind FROM "_kinds" WHERE table_id = ?').all(id);
  const kindOf = new Map(kinds.map(({ path, kind }) => [path as string, kind as FieldKind]));
  return tableOf(spec, { id, version, ...changing, isOrdered: isOrdered === 1, kinds: kindOf });
}
