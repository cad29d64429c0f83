import type { Thing } from './things.ts';

type Files = Readonly<Record<string, string>>;

/** A table as its file states it. */
export interface Table {
  readonly name: string;
  readonly text: string;
  /** Field → JSON of its schema. */
  readonly fields: ReadonlyMap<string, string>;
  /** JSON of who may read and write. */
  readonly access: string;
}

/** The tables of an app; those whose file is no JSON schema are left out. */
export function tablesOf(files: Files): Map<string, Table> {
  const paths = Object.keys(files).filter((path) => path.startsWith('entities/'));
  return new Map(
    paths.flatMap((path) => {
      const table = readTable(path, files[path] ?? '');
      return table === null ? [] : [[path, table]];
    }),
  );
}

function readTable(path: string, text: string): Table | null {
  const schema = objectIn(text);
  if (schema === null) return null;
  const { properties, 'x-accessControl': access } = schema;
  const fields = Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => [name, JSON.stringify(field)] as const);
  return {
    name: path.slice('entities/'.length).replace(/\.json$/, ''),
    text,
    fields: new Map(fields),
    access: JSON.stringify(access ?? null),
  };
}

/** The object of a JSON text; null for anything else. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field as a thing that can vanish. */
export function fieldThing(path: string, { name: table, text }: Table, field: string): Thing {
  const start = Math.max(0, text.indexOf(`"${field}"`, Math.max(0, text.indexOf('"properties"'))));
  return {
    kind: 'field',
    key: `field:${table}.${field}`,
    name: field,
    table,
    file: path,
    start,
    node: null,
    body: null,
  };
}
