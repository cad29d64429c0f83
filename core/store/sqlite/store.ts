import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { InvalidInput } from '../../contract/errors.ts';
import type { Logger } from '../../contract/logger.ts';
import type { Collection, CollectionSpec, IndexSpec } from '../../contract/store.ts';
import type { Store } from '../../ports/store.ts';
import { startSweeping } from '../documents/expiry.ts';
import { checkName, indexName } from '../documents/names.ts';
import { splitPath } from '../documents/paths.ts';
import { SqliteCollection } from './collection.ts';
import { Commits } from './commits.ts';
import { arraySql, typeSql, uniqueSql, valueSql } from './condition.ts';
import { IndexedKinds, type Kind } from './kinds.ts';
import { Statements } from './statements.ts';
import { Turns } from './turns.ts';

/** `log` receives failures of the sweep of expired documents. */
export interface SqliteStoreOptions {
  /** The database file; created with its folder when missing. `:memory:` does not persist. */
  readonly file: string;
  readonly log?: Logger;
}

/** The document store on `node:sqlite`: one file, one process. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  if (options.file !== ':memory:') mkdirSync(dirname(options.file), { recursive: true });
  const database = new DatabaseSync(options.file, { timeout: 5000 });
  // FULL syncs the WAL at every commit: acknowledged writes survive a crash of the process and a power failure.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY');
  database.exec(
    'CREATE TABLE IF NOT EXISTS "_kinds" (collection TEXT, path TEXT, kind TEXT, PRIMARY KEY (collection, path)) WITHOUT ROWID',
  );
  const turns = new Turns();
  const statements = new Statements(database);
  const kindsOf = new Map<string, IndexedKinds>();
  const saveKind = database.prepare('INSERT INTO "_kinds" VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind');
  const commits = new Commits(database, () => {
    const saved = [...kindsOf].map(([name, kinds]) => kinds.save((path, kind) => saveKind.run(name, path, kind)));
    return () => {
      for (const done of saved) done();
    };
  });
  const sweeper = startSweeping(options.log);
  let open = true;

  /** The kind of the existing values at a path, for a new index. */
  function measure(name: string, path: string): Kind {
    const segments = splitPath(path);
    if (path === '_id') return 'scalar';
    const holds = (condition: string): boolean =>
      database.prepare(`SELECT 1 FROM "${name}" WHERE ${condition} LIMIT 1`).get() !== undefined;
    if (holds(arraySql(segments) as string)) return 'array';
    return holds(`${typeSql(segments)} IN ('true', 'false', 'object')`) ? 'mixed' : 'scalar';
  }

  function createIndex(name: string, index: IndexSpec): void {
    const label = `${name}.${indexName(index)}`;
    const columns = (sql: (segments: readonly string[]) => string | null): string =>
      Object.entries(index.keys)
        .map(([path, direction]) => {
          const column = sql(splitPath(path));
          if (column === null) throw new InvalidInput(`The path "${path}" cannot have an index.`);
          return `${column === '_id' ? column : `(${column})`}${direction === -1 ? ' DESC' : ''}`;
        })
        .join(', ');
    // A unique index uses another expression (with types) than finds and sorts, which need a second index.
    if (index.unique) database.exec(`CREATE UNIQUE INDEX IF NOT EXISTS "${label}" ON "${name}" (${columns(uniqueSql)})`);
    else database.exec(`DROP INDEX IF EXISTS "${label}"`);
    database.exec(`CREATE INDEX IF NOT EXISTS "${label}.find" ON "${name}" (${columns(valueSql)})`);
  }

  /** Loads the kinds of indexed paths; deletes those of paths without a declared index, because writes no longer update them. */
  function openKinds(name: string, indexes: readonly IndexSpec[]): IndexedKinds {
    const paths = new Set(indexes.flatMap((index) => Object.keys(index.keys)));
    const opened = kindsOf.get(name);
    const kinds = opened ?? new IndexedKinds();
    const rows = database.prepare('SELECT path, kind FROM "_kinds" WHERE collection = ?').all(name);
    const known = new Map(rows.map((row) => [row.path as string, row.kind as Kind]));
    const deleteKind = database.prepare('DELETE FROM "_kinds" WHERE collection = ? AND path = ?');
    if (opened === undefined) for (const path of known.keys()) if (!paths.has(path)) deleteKind.run(name, path);
    for (const path of paths) {
      const kind = known.get(path) ?? measure(name, path);
      kinds.add(path, splitPath(path), kind);
      saveKind.run(name, path, kind);
    }
    return kinds;
  }

  return {
    async open<D extends { _id: string }>(name: string, spec: CollectionSpec<D>): Promise<Collection<D>> {
      checkName(name);
      commits.flush();
      database.exec(`CREATE TABLE IF NOT EXISTS "${name}" (_id TEXT NOT NULL UNIQUE, doc BLOB NOT NULL)`);
      const indexes = spec.indexes ?? [];
      for (const index of indexes) createIndex(name, index);
      const kinds = openKinds(name, indexes);
      const collection = new SqliteCollection<D>({ name, database, statements, commits, kinds, turns });
      kindsOf.set(name, kinds);
      sweeper.add(name, collection, indexes);
      return collection;
    },
    async drop(name) {
      checkName(name);
      commits.flush();
      database.exec(`DROP TABLE IF EXISTS "${name}"`);
      database.prepare('DELETE FROM "_kinds" WHERE collection = ?').run(name);
      kindsOf.delete(name);
    },
    async ping() {
      statements.get('SELECT 1').get();
    },
    async close() {
      if (!open) return;
      open = false;
      await sweeper.stop();
      commits.flush();
      database.close();
    },
  };
}
