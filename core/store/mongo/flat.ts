import type { PartitionSpec } from '../../contract/store.ts';
import { flatOf } from '../documents/partition.ts';
import type { Document } from '../documents/values.ts';

/** The JSON of the document's flat form. Joins texts, unless a field has the name of another member: copying would take as long again. */
export function flatText(spec: PartitionSpec, document: Document): string {
  const fields = (document[spec.fields] ?? {}) as Document;
  const columns = spec.columns.filter((path) => document[path] !== undefined);
  if ([...columns, 'id'].some((name) => Object.hasOwn(fields, name))) return JSON.stringify(flatOf(spec, document));
  const text = JSON.stringify(fields);
  const server = ['id', ...columns].map((name) => `"${name}":${JSON.stringify(name === 'id' ? document['_id'] : document[name])}`);
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${server.join(',')}}`;
}
