import type { PartitionSpec } from '../../../contract/store.ts';
import type { Json } from '../../documents/values.ts';
import type { Kind, PathKinds } from '../kinds.ts';
import type { ValueCounts } from './value-counts.ts';

/** What an index has seen: `empty` is nothing but null, or missing values. */
export type FieldKind = 'empty' | Kind;

/** As stored in the file, with the kind of each path that has an index. */
export interface TableRecord {
  readonly id: number;
  /** Changes with the kinds, the indexes and the order, in any process. */
  readonly version: number;
  readonly rows: number;
  /** The largest size that the fields of a document ever had, in bytes of JSON. */
  readonly bytes: number;
  readonly isOrdered: boolean;
  readonly kinds: ReadonlyMap<string, FieldKind>;
  /** Null when none was built: the file is of an earlier release, or the table has no indexed fields. */
  readonly counts: ValueCounts | null;
}

/** A table of a partition: what reads and writes have to know of it. */
export interface Table extends TableRecord {
  readonly spec: PartitionSpec;
  /** The quoted name in SQL. */
  readonly sql: string;
  readonly pathKinds: PathKinds;
}

export function tableOf(spec: PartitionSpec, record: TableRecord): Table {
  const of = (path: readonly string[]): Kind | 'unknown' => {
    const [name = ''] = path;
    if (path.length === 1 && (name === '_id' || spec.columns.includes(name))) return 'scalar';
    const kind = record.kinds.get(path.join('.'));
    return kind === 'empty' ? 'scalar' : (kind ?? 'unknown');
  };
  return { ...record, spec, sql: `"t${record.id}"`, pathKinds: { of } };
}

/** The quoted name of the index on a path, which need not exist. Marks capital letters, because SQLite ignores the case of names. */
export function indexSql({ id }: { readonly id: number }, path: string): string {
  if (path === '_id') return `"sqlite_autoindex_t${id}_1"`;
  return `"t${id}.${path.replaceAll(/[A-Z^]/g, '^$&').replaceAll('"', '""')}"`;
}

export function kindOfValue(value: Json | undefined): FieldKind {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'mixed';
  return typeof value === 'boolean' ? 'boolean' : 'scalar';
}

const kindsByType: Readonly<Record<string, FieldKind>> = {
  null: 'empty',
  true: 'boolean',
  false: 'boolean',
  integer: 'scalar',
  real: 'scalar',
  text: 'scalar',
  object: 'mixed',
  array: 'array',
};

/** The kind of a path by the names that `json_type` gave for its values. */
export function kindOfTypes(types: readonly (string | null)[]): FieldKind {
  return types.map((type) => kindsByType[type ?? 'null'] ?? 'array').reduce(joined, 'empty');
}

/** The kind of values of two kinds together. */
export function joined(left: FieldKind, right: FieldKind): FieldKind {
  if (left === right || right === 'empty') return left;
  if (left === 'empty') return right;
  return left === 'array' || right === 'array' ? 'array' : 'mixed';
}

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;
/** Later times have five digits for the year, and do not sort as text. */
const lastMs = 253_402_300_799_999;

/** Characters of an id that have its time and version. */
const START = 15;
/** The last id's start and time: many rows are created in one millisecond. */
let last = { start: '00000000-0000-7', time: new Date(0).toISOString() };

/** Whether a document was created at the time of its id, so that both sort alike. */
export function isInOrder(id: string, time: Json | undefined): boolean {
  if (id.startsWith(last.start)) return time === last.time;
  if (!uuid7.test(id)) return false;
  const ms = timeOf(id);
  if (ms > lastMs) return false;
  last = { start: id.slice(0, START), time: new Date(ms).toISOString() };
  return time === last.time;
}

export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The start of all ids of a millisecond: no id of it sorts before. */
export function idStart(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** The first millisecond whose ISO text is not before a text (`isAfter`: is after it); above all milliseconds if none is. */
export function firstMs(text: string, isAfter: boolean): number {
  let [low, high] = [0, lastMs + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const iso = new Date(middle).toISOString();
    if (isAfter ? iso > text : iso >= text) high = middle;
    else low = middle + 1;
  }
  return low;
}
