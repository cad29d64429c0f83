import type { DatabaseSync } from 'node:sqlite';
import type { PartitionField, PartitionSpec } from '../../../contract/store.ts';
import { partitionPaths } from './layout.ts';
import { measure, memberOf, saveCounts } from './measure.ts';
import { type FieldKind, indexSql, type Table } from './table.ts';

/** An index on a path and `_id`. The kind of its values, and their counts, are measured again when the type changes. */
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

/** Whether an index lacks the counts that come with it: the file is of an earlier release. */
export function isUncounted({ spec, counts }: Table, { path }: DeclaredIndex): boolean {
  const member = memberOf(spec, path);
  return member !== null && counts?.fields.has(member) !== true;
}

/** In a transaction: builds the index on a path, unless it is there, and records the kind of its values and their counts. */
export function buildIndex(database: DatabaseSync, spec: PartitionSpec, id: number, { path, type }: DeclaredIndex): void {
  const value = partitionPaths(spec).value(path.split('.'));
  if (value === null) return;
  const member = memberOf(spec, path);
  database.exec(`CREATE INDEX IF NOT EXISTS ${indexSql({ id }, path)} ON "t${id}" (${member === null ? value : `(${value})`}, _id)`);
  let kind: FieldKind = 'scalar';
  if (member !== null) {
    const measured = measure(database, spec, { id, path, member });
    kind = measured.kind;
    saveCounts(database, id, member, measured.counts);
  }
  database
    .prepare('INSERT INTO "_kinds" VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind, type = excluded.type')
    .run(id, path, kind, type);
  database.prepare('UPDATE "_tables" SET version = version + 1 WHERE id = ?').run(id);
}

/** In a transaction: drops the index on a path, with its counts. */
export function dropIndex(database: DatabaseSync, spec: PartitionSpec, id: number, path: string): void {
  const member = memberOf(spec, path);
  if (member !== null) saveCounts(database, id, member, undefined);
  database.exec(`DROP INDEX IF EXISTS ${indexSql({ id }, path)}`);
  database.prepare('DELETE FROM "_kinds" WHERE table_id = ? AND path = ?').run(id, path);
  database.prepare('UPDATE "_tables" SET version = version + 1 WHERE id = ?').run(id);
}
