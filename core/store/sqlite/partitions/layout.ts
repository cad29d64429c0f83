import type { PartitionSpec } from '../../../contract/store.ts';
import { jsonPath, type SqlPaths } from '../condition.ts';

/** The statements that create a table of a partition: a column for each member of its documents, the free-form fields as JSONB. */
export function createTableSql(spec: PartitionSpec, table: string): string {
  const columns = spec.columns.map((path) => `"${path}" TEXT`).join(', ');
  return `CREATE TABLE ${table} (_id TEXT NOT NULL UNIQUE, ${columns}, fields BLOB NOT NULL)`;
}

export function insertSql(spec: PartitionSpec, table: string): string {
  return `INSERT INTO ${table} VALUES (?, ${spec.columns.map(() => '?').join(', ')}, jsonb(?))`;
}

/** Sets some columns, and the fields. SQLite leaves the indexes of other columns alone. */
export function updateSql(table: string, columns: readonly string[], hasFields: boolean): string {
  const changes = [...columns.map((path) => `"${path}" = ?`), ...(hasFields ? ['fields = jsonb(?)'] : [])];
  return `UPDATE ${table} SET ${changes.join(', ')} WHERE _rowid_ = ?`;
}

/** SQL for the JSON of a member of the fields, NULL where it is missing; null when SQL cannot express it. */
export function memberSql(member: string): string | null {
  const path = jsonPath([member]);
  return path && `fields -> ${path}`;
}

/** Deletes rows by a list of row ids; returns these members of their fields as JSON, in columns named by position. */
export function deleteSql(table: string, members: readonly string[]): string {
  const values = members.map((member, at) => `${memberSql(member)} AS "${at}"`);
  const returning = values.length === 0 ? '' : ` RETURNING ${values.join(', ')}`;
  return `DELETE FROM ${table} WHERE _rowid_ IN (SELECT value FROM json_each(?))${returning}`;
}

/**
 * Selects a row for a change: its columns, and the fields as JSON. SQLite ignores the case of names: in a table with a column `rowId`, `rowid`
 * is that column, so rows are named by `_rowid_`.
 */
export function rowSql(spec: PartitionSpec, table: string, by: '_id' | '_rowid_'): string {
  const columns = spec.columns.map((path) => `"${path}"`).join(', ');
  return `SELECT _rowid_ AS _rowid_, _id, ${columns}, json(fields) AS fields FROM ${table} WHERE ${by} = ?`;
}

/** The values at paths of documents. Filters are evaluated for one table: they no longer have the partition key and the table. */
export function partitionPaths(spec: PartitionSpec): SqlPaths {
  const fieldPath = (path: readonly string[]): string | null => (path[0] === spec.fields ? jsonPath(path.slice(1)) : null);
  const isColumn = (path: readonly string[]): boolean => path.length === 1 && spec.columns.includes(path[0] as string);
  const isId = (path: readonly string[]): boolean => path.length === 1 && path[0] === '_id';
  const isField = (path: readonly string[]): boolean => path[0] === spec.fields;
  return {
    value(path) {
      if (isId(path)) return '_id';
      if (isColumn(path)) return `"${path[0]}"`;
      if (!isField(path)) return 'NULL';
      const found = path.length === 1 ? null : fieldPath(path);
      return found === null ? null : `fields ->> ${found}`;
    },
    type(path) {
      if (isId(path)) return `'text'`;
      if (isColumn(path)) return `iif("${path[0]}" IS NULL, 'null', 'text')`;
      if (!isField(path)) return 'NULL';
      if (path.length === 1) return `'object'`;
      const found = fieldPath(path);
      return found === null ? null : `json_type(fields, ${found})`;
    },
    array(path) {
      if (!isField(path) || path.length === 1) return '0';
      const parts = path.slice(1).map((_, at) => fieldPath(path.slice(0, at + 2)));
      return parts.includes(null) ? null : `(${parts.map((each) => `json_type(fields, ${each}) IS 'array'`).join(' OR ')})`;
    },
  };
}

/** SQL for a JSON array of the values at these paths; NULL when an array is on a path, or SQL cannot express a path. */
export function sortValuesSql(spec: PartitionSpec, keys: readonly (readonly string[])[]): string {
  const paths = partitionPaths(spec);
  const arrays = keys.map((path) => paths.array(path));
  const values = keys.map((path) => {
    const isField = path[0] === spec.fields;
    const found = isField && path.length > 1 ? jsonPath(path.slice(1)) : null;
    if (isField) return found === null ? null : `fields -> ${found}`;
    return `json_quote(${paths.value(path)})`;
  });
  if (arrays.includes(null) || values.includes(null)) return 'NULL';
  return `CASE WHEN ${arrays.join(' OR ')} THEN NULL ELSE '[' || ${values.map((sql) => `ifnull(${sql}, 'null')`).join(` || ',' || `)} || ']' END`;
}

/** SQL for the document as JSON, without the partition key and the table; of other members only those of the projection. */
export function documentSql(spec: PartitionSpec, projection: Readonly<Record<string, 0 | 1>> = {}): string {
  const included = Object.keys(projection).filter((path) => projection[path] === 1 && path !== '_id');
  const isWanted = (member: string): boolean => included.length === 0 || included.some((path) => path.split('.')[0] === member);
  const columns = spec.columns.filter(isWanted).map((path) => `, '${path}', "${path}"`);
  const fields = isWanted(spec.fields) ? `, '${spec.fields}', json(fields)` : '';
  return `json_object('_id', _id${columns.join('')}${fields})`;
}

/** SQL for a part of the document as JSON: what has the values at these paths. */
export function membersSql(spec: PartitionSpec, paths: readonly string[]): string {
  const roots = new Set(
    paths.map((path) =>
      path
        .split('.')
        .slice(0, path.split('.')[0] === spec.fields ? 2 : 1)
        .join('.'),
    ),
  );
  const names = [...roots].flatMap((root) => (root.startsWith(`${spec.fields}.`) ? [root.slice(spec.fields.length + 1)] : []));
  const members = names.map((name) => [jsonPath([name]), memberSql(name)]);
  const isWhole = roots.has(spec.fields) || members.some(([path]) => path === null);
  // A missing member is null, which an aggregation does not tell apart.
  const some = members.map(([path, value]) => `${path?.replace(/^'\$\./, "'")} || ':' || ifnull(${value}, 'null')`);
  const fields = isWhole ? 'json(fields)' : `'{' || ${some.length === 0 ? `''` : some.join(` || ',' || `)} || '}'`;
  const columns = ['_id', ...spec.columns].filter((path) => roots.has(path)).map((path) => `'"${path}":' || json_quote("${path}") || ','`);
  return [`'{'`, ...columns, `'"${spec.fields}":'`, fields, `'}'`].join(' || ');
}

/** SQL for the flat form: the whole, or with the named members. `json_set` replaces fields with the name of a column. */
export function flatSql(spec: PartitionSpec, members: readonly string[] | null): string | null {
  const isWanted = (path: string): boolean => members === null || members.includes(path);
  const columns = spec.columns.filter(isWanted).map((path) => `'$."${path}"', "${path}"`);
  const added = [`'$."id"', _id`, ...columns].join(', ');
  if (members === null) return `json_set(fields, ${added})`;
  const fields = members.filter((path) => path !== 'id' && !spec.columns.includes(path));
  const paths = fields.map((path) => (path.includes('.') ? null : jsonPath([path])));
  if (paths.includes(null)) return null;
  // A missing field has no member: `json_patch` would drop null ones too.
  const some = paths.map((path) => `ifnull(substr(${path}, 3) || ':' || (fields -> ${path}) || ',', '')`).join(' || ');
  return `json_set(${some === '' ? `'{}'` : `'{' || rtrim(${some}, ',') || '}'`}, ${added})`;
}
