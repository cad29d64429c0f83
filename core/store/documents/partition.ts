import { InvalidInput } from '../../contract/errors.ts';
import { isCopyId } from '../../contract/id.ts';
import type { PartitionSpec, Query } from '../../contract/store.ts';
import { type Filter, invalid } from './filter.ts';
import { type Document, isObject, type Json } from './values.ts';

/** The partition that a filter fixes; `table` is null when it names none. */
export interface PartitionAddress {
  readonly key: string;
  readonly table: string | null;
}

const plainKey = /^[a-z0-9_-]{1,100}$/;

/** Whether a key can be listed: every file system has it as a name of its own. */
export const isPlainKey = (key: string): boolean => plainKey.test(key);

/** Throws `InvalidInput` for a filter that does not fix the partition key by equality, at the top or in a top-level `$and`. */
export function addressOf({ key, table }: PartitionSpec, filter: Filter): PartitionAddress {
  const equal = new Map<string, Json>();
  for (const part of conjuncts(filter)) {
    if (part.kind !== 'field' || part.test.kind !== 'compare' || part.test.operator !== '$eq') continue;
    const path = part.path.join('.');
    if (!equal.has(path)) equal.set(path, part.test.value);
  }
  const fixed = equal.get(key);
  if (typeof fixed !== 'string') throw invalid(key, 'A filter of this collection needs an equality on its partition key.');
  const named = equal.get(table);
  return { key: fixed, table: typeof named === 'string' ? named : null };
}

/** As `addressOf`, for operations on one table. */
export function tableOf(spec: PartitionSpec, filter: Filter): { readonly key: string; readonly table: string } {
  const { key, table } = addressOf(spec, filter);
  if (table === null) throw invalid(spec.table, 'A filter of this operation needs an equality on the table of the partition.');
  return { key, table };
}

export function conjuncts(filter: Filter): readonly Filter[] {
  return filter.kind === 'and' ? filter.parts.flatMap(conjuncts) : [filter];
}

/** Throws `InvalidInput` for a document that does not have exactly the members of the collection. */
export function checkMembers(spec: PartitionSpec, document: Document): void {
  const { key, table, fields, columns } = spec;
  for (const path of [key, table])
    if (typeof document[path] !== 'string' || document[path] === '') throw invalid(path, 'A document of this collection needs this text.');
  if (!isObject(document[fields])) throw invalid(fields, 'A document of this collection needs an object here.');
  for (const path of columns) {
    const value = document[path];
    if (value !== null && typeof value !== 'string') throw invalid(path, 'A document of this collection needs text or null here.');
  }
  const known = ['_id', key, table, fields];
  const other = Object.keys(document).find((name) => !known.includes(name) && !columns.includes(name));
  if (other !== undefined) throw invalid(other, 'Documents of this collection have no such member.');
}

/** Throws `InvalidInput` for a key that no partition can be copied to. */
export function checkCopyKey({ key }: PartitionSpec, to: string): void {
  if (!isCopyId(to)) throw invalid(key, 'A partition is copied to the id of a copy.');
}

/** What is thrown for a partition that exists already. */
export function takenPartition({ key }: PartitionSpec): InvalidInput {
  return invalid(key, 'There is a partition of this id already.');
}

/** Throws `InvalidInput` for an update that would move documents to another partition or table. */
export function checkUpdate({ key, table }: PartitionSpec, update: Query): void {
  for (const changes of Object.values(update)) {
    if (!isObject(changes)) continue;
    for (const [path, value] of Object.entries(changes))
      for (const each of [path, value]) if (each === key || each === table) throw new InvalidInput(`An update cannot change "${each}".`);
  }
}

/** The projection of a document for one of its flat form; a list of inclusions. */
export function documentProjection(spec: PartitionSpec, projection: Readonly<Record<string, 0 | 1>>): Record<string, 1> {
  const names = Object.entries(projection).map(([path, included]) => {
    if (included !== 1) throw invalid(path, 'A projection of the flat form includes members.');
    return path;
  });
  const paths = names.filter((name) => name !== 'id');
  return { _id: 1, ...Object.fromEntries(paths.map((path) => [spec.columns.includes(path) ? path : `${spec.fields}.${path}`, 1])) };
}

/** The fields of a document, then its `id` and columns, which win over fields of the same name. */
export function flatOf(spec: PartitionSpec, document: Document): Document {
  const columns = spec.columns.flatMap((path): [string, Json][] => (Object.hasOwn(document, path) ? [[path, document[path] as Json]] : []));
  return { ...(document[spec.fields] as Document | undefined), id: document['_id'] as string, ...Object.fromEntries(columns) };
}
