import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { InvalidInput } from '../../contract/errors.ts';
import type { Logger } from '../../contract/logger.ts';
import type { Collection, CollectionSpec, IndexSpec, PartitionedCollection, PartitionedSpec } from '../../contract/store.ts';
import type { Store } from '../../ports/store.ts';
import { startSweeping } from '../documents/expiry.ts';
import { checkName, indexName } from '../documents/names.ts';
import { splitPath } from '../documents/paths.ts';
import { SqliteCollection } from './collection.ts';
import { BUSY_TIMEOUT_MS, Commits } from './commits.ts';
import { arraySql, typeSql, uniqueSql, valueSql } from './condition.ts';
import type { Kind } from './kinds.ts';
import { KindsTable } from './kinds-table.ts';
import { moveEarlierRows } from './move/target.ts';
import { Partitions } from './partitions/partitions.ts';
import { Statements } from './statements.ts';
import { translate, Writability } from './writability.ts';

/** Pages that the process caches; the system caches the file as well. */
const CACHE_KIB = 16_384;

/** `log` receives failures of the sweep of expired documents. */
export interface SqliteStoreOptions {
  /** The database file; created with its folder when missing. `:memory:` does not persist. */
  readonly file: string;
  /**
   * Whether acknowledged writes survive a power failure; they survive the end of the process in any case. Without it a write needs no
   * fsync. Default true.
   */
  readonly durable?: boolean;
  readonly log?: Logger;
}

/** The document store on `node:sqlite`: one file, which several processes of one machine may open. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  try {
    return await openStore(options);
  } catch (error) {
    throw translate(error);
  }
}

async function openStore(options: SqliteStoreOptions): Promise<Store> {
  if (options.file !== ':memory:') mkdirSync(dirname(options.file), { recursive: true });
  const database = new DatabaseSync(options.file, { timeout: BUSY_TIMEOUT_MS });
  // FULL syncs the WAL at every commit.
  const synchronous = options.durable === false ? 'OFF' : 'FULL';
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY`,
  );
  const statements = new Statements(database);
  const kindsTable = new KindsTable(database);
  const writability = new Writability(options.log);
  const commits = new Commits(database, kindsTable, { writability });
  await commits.write(() => kindsTable.create());
  const partitions = new Partitions({ file: options.file, durable: options.durable !== false, writability });
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

  const store: Store = {
    async open<D extends { _id: string }>(name: string, spec: CollectionSpec<D>): Promise<Collection<D>> {
      checkName(name);
      const indexes = spec.indexes ?? [];
      const paths = new Set(indexes.flatMap((index) => Object.keys(index.keys)));
      const kinds = await commits.write(() => {
        database.exec(`CREATE TABLE IF NOT EXISTS "${name}" (_id TEXT NOT NULL UNIQUE, doc BLOB NOT NULL)`);
        for (const index of indexes) createIndex(name, index);
        return kindsTable.open(name, paths, (path) => measure(name, path));
      }, true);
      const collection = new SqliteCollection<D>({ name, database, statements, commits, kinds });
      sweeper.add(name, collection, indexes);
      return collection;
    },
    async openPartitioned<D extends { _id: string }>(name: string, spec: PartitionedSpec<D>): Promise<PartitionedCollection<D>> {
      checkName(name);
      await moveEarlierRows({ file: options.file, name, spec: spec.partition, log: options.log });
      return partitions.open<D>(name, spec.partition);
    },
    async drop(name) {
      checkName(name);
      await commits.write(() => {
        database.exec(`DROP TABLE IF EXISTS "${name}"`);
        kindsTable.drop(name);
      }, true);
    },
    async ping() {
      const version = statements.get('PRAGMA user_version').get()?.['user_version'] as number;
      if (writability.failure === null) return;
      // Tries to write: a node that is not ready may get no other request that does.
      await commits.write(() => database.exec(`PRAGMA user_version = ${version}`));
      if (writability.failure !== null) throw writability.failure;
    },
    async close() {
      if (!open) return;
      open = false;
      await sweeper.stop();
      await partitions.close();
      await commits.settled();
      database.close();
    },
  };
  return store;
}
