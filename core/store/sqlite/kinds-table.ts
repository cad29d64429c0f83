import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CommitHooks } from './commits.ts';
import { IndexedKinds, type Kind } from './kinds.ts';

/**
 * The kinds of all indexed paths in a database file. Processes share the file, so `user_version` counts the changes: a plan is right in a
 * snapshot whose version is the loaded one.
 */
export class KindsTable implements CommitHooks {
  readonly #database: DatabaseSync;
  readonly #version: StatementSync;
  readonly #opened = new Map<string, IndexedKinds>();
  #loaded = -1;
  #hasChanged = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#version = database.prepare('PRAGMA user_version');
  }

  /** In a write: creates the table. */
  create(): void {
    this.#database.exec(
      'CREATE TABLE IF NOT EXISTS "_kinds" (collection TEXT, path TEXT, kind TEXT, PRIMARY KEY (collection, path)) WITHOUT ROWID',
    );
  }

  /**
   * In a write: the kinds of a collection with these indexed paths. `measure` finds the kind of the existing values of a new one. Deletes
   * those of other paths when the collection is opened for the first time, because writes no longer update them.
   */
  open(collection: string, paths: ReadonlySet<string>, measure: (path: string) => Kind): IndexedKinds {
    const opened = this.#opened.get(collection);
    const kinds = opened ?? new IndexedKinds(this);
    const known = this.#read(collection);
    for (const path of opened === undefined ? known.keys() : []) if (!paths.has(path)) this.#delete(collection, path);
    for (const path of paths) if (!known.has(path)) this.#save(collection, path, measure(path));
    kinds.load(this.#read(collection));
    this.#opened.set(collection, kinds);
    return kinds;
  }

  /** In a write: forgets a collection. */
  drop(collection: string): void {
    const { changes } = this.#database.prepare('DELETE FROM "_kinds" WHERE collection = ?').run(collection);
    this.#opened.delete(collection);
    this.#hasChanged ||= changes > 0;
  }

  /** Loads what other processes have changed. */
  check(): void {
    const version = this.#stored();
    if (version === this.#loaded) return;
    for (const [name, kinds] of this.#opened) kinds.load(this.#read(name));
    this.#loaded = version;
  }

  begin(): void {
    this.#hasChanged = false;
    this.check();
  }

  beforeCommit(): () => void {
    for (const [name, kinds] of this.#opened) for (const [path, kind] of kinds.widened) this.#save(name, path, kind);
    if (!this.#hasChanged) return () => undefined;
    const version = this.#stored() + 1;
    this.#database.exec(`PRAGMA user_version = ${version}`);
    return () => {
      this.#loaded = version;
      for (const kinds of this.#opened.values()) kinds.saved();
    };
  }

  #stored(): number {
    return this.#version.get()?.user_version as number;
  }

  #read(collection: string): Map<string, Kind> {
    const rows = this.#database.prepare('SELECT path, kind FROM "_kinds" WHERE collection = ?').all(collection);
    return new Map(rows.map((row) => [row.path as string, row.kind as Kind]));
  }

  #save(collection: string, path: string, kind: Kind): void {
    this.#database
      .prepare('INSERT INTO "_kinds" VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind')
      .run(collection, path, kind);
    this.#hasChanged = true;
  }

  #delete(collection: string, path: string): void {
    this.#database.prepare('DELETE FROM "_kinds" WHERE collection = ? AND path = ?').run(collection, path);
    this.#hasChanged = true;
  }
}
