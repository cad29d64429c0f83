import type { DatabaseSync } from 'node:sqlite';
import type { PartitionSpec } from '../../../contract/store.ts';
import { memberSql, partitionPaths } from './layout.ts';
import { type FieldKind, indexSql, joined, kindOfTypes, kindOfValue } from './table.ts';
import { valueOfJson } from './value-changes.ts';
import { type CountedValue, FieldCounts, isCounted, MAX_VALUES, ValueCounts } from './value-counts.ts';

interface Indexed {
  readonly id: number;
  readonly path: string;
  /** Of the fields. */
  readonly member: string;
}

interface Group {
  /** A value as JSON; null where the field is missing. */
  readonly json: string | null;
  readonly rows: number;
}

/** The member of the fields that an index is on, and whose values may be counted; null for columns, and for names that SQL cannot express. */
export function memberOf(spec: PartitionSpec, path: string): string | null {
  if (spec.columns.includes(path)) return null;
  const member = path.slice(spec.fields.length + 1);
  return memberSql(member) === null ? null : member;
}

/** In a transaction: the kind of the values at an indexed path, and how many rows have each of them; null when they are not counted. */
export function measure(
  database: DatabaseSync,
  spec: PartitionSpec,
  indexed: Indexed,
): { readonly kind: FieldKind; readonly counts: FieldCounts | null } {
  const segments = indexed.path.split('.');
  const paths = partitionPaths(spec);
  const groups = groupsOf(database, indexed, paths.value(segments) as string);
  if (groups !== null) return { kind: kindOfGroups(groups), counts: countsOf(groups) };
  const types = database.prepare(`SELECT DISTINCT ${paths.type(segments)} AS type FROM "t${indexed.id}"`).all();
  return { kind: kindOfTypes(types.map((row) => row['type'] as string | null)), counts: null };
}

/** Null when there are many. The index finds that out without reading all rows. */
function groupsOf(database: DatabaseSync, { id, path, member }: Indexed, value: string): Group[] | null {
  const count = (sql: string, ...parameters: (string | null)[]): number =>
    database.prepare(`SELECT count(*) AS count FROM ${sql}`).get(...parameters)?.['count'] as number;
  const table = `"t${id}"`;
  const entries = `${table} INDEXED BY ${indexSql({ id }, path)}`;
  if (count(`(SELECT DISTINCT ${value} FROM ${entries} LIMIT ${MAX_VALUES + 1})`) > MAX_VALUES) return null;
  const json = memberSql(member);
  const values = database.prepare(`SELECT DISTINCT ${json} AS json FROM ${table}`).all() as unknown as Pick<Group, 'json'>[];
  const groups = values.map((each) => ({ ...each, rows: count(`${entries} WHERE ${value} IS (? ->> '$')`, each.json) }));
  // Each value counts its own rows at least. Some have one entry in the index, such as true and 1: groups of JSON take four times as long.
  if (groups.reduce((sum, { rows }) => sum + rows, 0) === count(table)) return groups;
  return database.prepare(`SELECT ${json} AS json, count(*) AS rows FROM ${table} GROUP BY 1`).all() as unknown as Group[];
}

function kindOfGroups(groups: readonly Group[]): FieldKind {
  return groups.map(({ json }) => kindOfValue(valueOfJson(json))).reduce(joined, 'empty');
}

function countsOf(groups: readonly Group[]): FieldCounts | null {
  const counts = new Map<CountedValue, number>();
  for (const { json, rows } of groups) {
    const value = valueOfJson(json);
    if (!isCounted(value)) return null;
    counts.set(value, (counts.get(value) ?? 0) + rows);
  }
  return new FieldCounts(counts);
}

/** In a transaction: sets the counts of a member; undefined removes them. Adds the column, which files of earlier releases lack. */
export function saveCounts(database: DatabaseSync, id: number, member: string, counts: FieldCounts | null | undefined): void {
  const found = database.prepare(`SELECT 1 FROM pragma_table_info('_tables') WHERE name = 'counts'`).get();
  if (found === undefined) database.exec('ALTER TABLE "_tables" ADD COLUMN counts TEXT');
  const text = (database.prepare('SELECT counts FROM "_tables" WHERE id = ?').get(id)?.['counts'] ?? null) as string | null;
  const fields = new Map(text === null ? [] : new ValueCounts(text).fields);
  if (counts === undefined) fields.delete(member);
  else fields.set(member, counts);
  database.prepare('UPDATE "_tables" SET counts = ? WHERE id = ?').run(ValueCounts.of(fields).text, id);
}
