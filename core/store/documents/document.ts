import { newId } from '../../contract/id.ts';
import { type Filter, invalid, isJson, jsonValue } from './filter.ts';
import { equalId, equalities, type Update } from './update.ts';
import type { Document } from './values.ts';

/** Converts a document to JSON values with `_id` first, as both stores keep it. */
export function toDocument(input: { readonly _id: string }): Document {
  return checkedNames(jsonValue(input, 'document') as Document);
}

/** As `toDocument`, without a copy of what is JSON already: for callers that serialize it before the caller can change it. */
export function asDocument(input: { readonly _id: string }): Document {
  return isJson(input) ? checkedNames(input as Document) : toDocument(input);
}

function checkedNames(document: Document): Document {
  const { _id } = document;
  if (typeof _id !== 'string' || _id === '') throw invalid('_id', 'A document needs an _id of text.');
  const names = Object.keys(document);
  const reserved = names.find((name) => name.startsWith('$'));
  if (reserved !== undefined) throw invalid(reserved, 'The name of a field does not begin with "$".');
  return names[0] === '_id' ? document : { _id, ...document };
}

/** The document that an upsert inserts when nothing matches. */
export function upserted(filter: Filter, update: Update): Document {
  equalId(filter);
  const document = equalities(filter);
  update(document, true);
  document._id ??= newId();
  return toDocument(document as { _id: string });
}
