import type { PartitionSpec } from '../../contract/store.ts';
import type { Document } from '../documents/values.ts';

/** The JSON of the document's flat form. Adds to a copy of the fields: twice as fast as entries, which most pages of rows would build. */
export function flatText(spec: PartitionSpec, document: Document): string {
  const flat: Document = { ...(document[spec.fields] as Document | undefined) };
  for (const name of ['id', ...spec.columns]) {
    const value = document[name === 'id' ? '_id' : name];
    if (value === undefined) continue;
    // The columns come last, also when a field has the name of one.
    if (Object.hasOwn(flat, name)) delete flat[name];
    flat[name] = value;
  }
  return JSON.stringify(flat);
}
