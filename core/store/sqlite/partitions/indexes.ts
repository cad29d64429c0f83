import type { DatabaseSync } from 'node:sqlite';
import type { PartitionField, PartitionSpec } from '../../../contract/store.ts';
import { partitionPaths } from './layout.ts';
import { indexSql, kindOfTypes } from './table.ts';

/** An index on a path and `_id`. The kind of its values is measured again when the type changes. */
export interface DeclaredIndex {
  readonly path: string;
  readonly type: PartitionField['type'];
}

/** The indexes that a table with these declared fields has. */
export function declaredIndexes(spec: PartitionSpec, fields: readonly PartitionField[], isOrdered: boolean): DeclaredIndex[] {
  const columns = spec.indexed.filter((path) => path !== spec.time || !isOrdered);
  return [
    ...columns.map((path) => ({ path, type: 'string' as const })),
    ...fields.map(({ path, type }) => ({ path: `${spec.fields}.${path}`, type })),
  ];
}

/** In a transaction: builds the index on a path, unless it is there, and records the kind of its values. */
export function buildIndex(database: DatabaseSync, spec: PartitionSpec, id: number, { path, type }: DeclaredIndex): void {
  const segments = path.split('.');
  const paths = partitionPaths(spec);
  const value = paths.value(segments);
  if (value === null) return;
  const isColumn = spec.columns.includes(path);
  const types = isColumn ? [] : database.prepare(`SELECT DISTINCT ${paths.type(segments)} AS type FROM "t${id}"`).all();
  const kind = isColumn ? 'scalar' : kindOfTypes(types.map((row) => row.type as string | null));
  database.exec(`CREATE INDEX IF NOT EXISTS ${indexSql({ id }, path)} ON "t${id}" (${isColumn ? value : `(${value})`}, _id)`);
  database
    .prepare('INSERT INTO "_kinds" VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind, type = excluded.type')
    .run(id, path, kind, type);
  database.prepare('UPDATE "_tables" SET version = version + 1 WHERE id = ?').run(id);
}

/** In a transaction: drops the index on a path. */
export function dropIndex(database: DatabaseSync, id: number, path: string): void {
  database.exec(`DROP INDEX IF EXISTS ${indexSql({ id }, path)}`);
  database.prepare('DELETE FROM "_kinds" WHERE table_id = ? AND path = ?').run(id, path);
  database.prepare('UPDATE "_tables" SET version = version + 1 WHERE id = ?').run(id);
}
