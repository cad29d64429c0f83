import type { EntitySchema } from '@sayso/apps/ref';
import type { Row } from '@sayso/entities/ref';

/** The client's name of a field that the server adds → ours. */
const OURS: Readonly<Record<string, string>> = {
  created_date: 'createdAt',
  updated_date: 'updatedAt',
  created_by_id: 'creatorId',
  created_by: 'creatorId',
};
/** Fields that the client sends back with a row, and that have no counterpart. */
const IGNORED: ReadonlySet<string> = new Set([...Object.keys(OURS), 'is_sample']);

type Fields = Readonly<Record<string, unknown>>;

/** Whether the name stands for a field of the server: a table may declare a field of its own by the same name. */
export function isServers(schema: EntitySchema, name: string): boolean {
  return Object.hasOwn(OURS, name) && !Object.hasOwn(schema.properties, name);
}

export function toOurs(schema: EntitySchema, name: string): string {
  return isServers(schema, name) ? (OURS[name] ?? name) : name;
}

/** `-created_date,title` → `-createdAt,title`. */
export function toOurSort(schema: EntitySchema, sort: string): string {
  return sort
    .split(',')
    .map((part) => {
      const [, sign = '', field = ''] = /^\s*([-+]?)(.*?)\s*$/.exec(part) ?? [];
      return `${sign === '-' ? '-' : ''}${toOurs(schema, field)}`;
    })
    .join(',');
}

/** A list with commas, each field once. */
export function toOurFields(schema: EntitySchema, fields: string): string {
  const ours = fields.split(',').map((field) => toOurs(schema, field.trim()));
  return [...new Set(ours)].filter((field) => field !== '').join(',');
}

/** What the client writes, without the fields of the server. */
export function toOurRow(schema: EntitySchema, row: Fields): Fields {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !IGNORED.has(name) || Object.hasOwn(schema.properties, name)));
}

/** A row with the client's names beside ours. `email`: of its creator, as far as the caller may know it. */
export function toTheirs(schema: EntitySchema, row: Row, email: string | null): Row {
  const added: Record<string, unknown> = {};
  for (const [name, ours] of Object.entries(OURS)) {
    if (isServers(schema, name)) added[name] = name === 'created_by' ? email : (row[ours] ?? null);
  }
  return { ...row, ...added };
}
