import { newId } from '../../contract/id.ts';
import { type Filter, invalid, jsonValue } from './filter.ts';
import { equalId, equalities, type Update } from './update.ts';
import type { Document } from './values.ts';

/** A document as JSON has it, `_id` first, as both stores keep it. */
export function toDocument(input: { readonly _id: string }): Document {
  const { _id, ...fields } = jsonValue(input, 'document') as Document;
  if (typeof _id !== 'string' || _id === '') throw invalid('_id', 'A document needs an _id of text.');
  const reserved = Object.keys(fields).find((name) => name.startsWith('$'));
  if (reserved !== undefined) throw invalid(reserved, 'The name of a field does not begin with "$".');
  return { _id, ...fields };
}

/** What an upsert inserts when nothing matched. */
export function upserted(filter: Filter, update: Update): Document {
  equalId(filter);
  const document = equalities(filter);
  update(document, true);
  document._id ??= newId();
  return toDocument(document as { _id: string });
}
