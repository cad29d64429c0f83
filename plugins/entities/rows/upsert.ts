import { createHmac } from 'node:crypto';
import { Conflict, DuplicateKey, isRefusal, type Query } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import { InvalidRow, refusal } from '../errors.ts';
import { documentPath } from '../lists/query.ts';
import { asked, changeOfFields, checkNewFields } from '../permissions/field-access.ts';
import { among, type Reach, reaches } from '../permissions/reach.ts';
import { rowsWithin } from '../permissions/row-access.ts';
import type { Scope } from '../permissions/scope.ts';
import type { Row, UpsertedRows } from '../ref.ts';
import { scalarType } from './fields.ts';
import { newRow, numbered, ownValue, toRow } from './row.ts';
import type { RowWriter } from './writer.ts';

type Fields = Readonly<Record<string, unknown>>;

const MAX_RECORDS = 500;
const MAX_KEY_FIELDS = 4;
const ATTEMPTS = 20;

/** The rows in which a caller looks for the key, and those that they may change and add. */
export interface UpsertScope extends Scope {
  readonly within: Query;
  readonly reads: Reach;
  readonly changes: Reach;
  readonly adds: Reach;
  /** What changed rows must be. */
  readonly becomes: Reach;
  /** Of the ids of new rows: a hash alone would let others find the key by trying values. */
  readonly idKey: Uint8Array;
}

export interface UpsertBy {
  readonly key: readonly string[];
  /** Gets the index of a record that is not valid for a new row, and is left out. Default: such a record refuses the call. */
  readonly refuse?: (index: number) => void;
}

/** One record, by its key. */
interface Pending {
  readonly key: string;
  readonly values: readonly unknown[];
  readonly record: Fields;
  readonly index: number;
  /** How many ids of this key belong to rows that have another key now. */
  taken: number;
}

/**
 * Updates the rows that have the key of a record, the oldest of several; adds the others. Not atomic: validated first, then written. Of
 * records with one key the last counts. Ids of new rows are derived from the key, so that of two concurrent calls in any processes one
 * inserts, and the other finds the row and updates it.
 */
export async function upsertRows(
  writer: RowWriter,
  scope: UpsertScope,
  records: readonly Fields[],
  { key, refuse }: UpsertBy,
): Promise<UpsertedRows> {
  if (records.length > MAX_RECORDS) throw invalid('', `At most ${MAX_RECORDS} rows can be written at once.`);
  checkKey(scope, key);
  const wanted = [...new Map(records.map((record, index) => [keyOf(record, key, index), { record, index }]))];
  const all = wanted.map(([text, each]): Pending => ({ key: text, values: key.map((name) => each.record[name]), ...each, taken: 0 }));
  const written: Written = { rows: new Map(), created: 0, updated: 0 };
  const refused = new Set<Pending>();
  for (let attempt = 0; written.rows.size + refused.size < all.length; attempt++) {
    if (attempt === ATTEMPTS) throw new Conflict('These rows are being changed by others. Please try again.');
    const pending = all.filter((each) => !written.rows.has(each) && !refused.has(each));
    const found = await findByKey(writer, scope, pending, key);
    checkChangeable(scope, [...found.values()]);
    const changes = pending.flatMap((each) => {
      const row = found.get(each.key);
      if (row === undefined) return [];
      const given = numbered(each.index, () => scope.validator.update(each.record));
      const { data, reach } = changeOfFields(scope, row, given);
      return [{ each, _id: row._id, data, before: reach ?? {}, becomes: reach }];
    });
    const fresh = pending
      .filter((each) => !found.has(each.key))
      .flatMap((each) => {
        try {
          return [{ each, document: documentOf(scope, each) }];
        } catch (error) {
          if (refuse === undefined || !(error instanceof InvalidRow || isRefusal(error))) throw error;
          refuse(each.index);
          refused.add(each);
          return [];
        }
      });
    for (const [each, row] of await writer.changeAll(scope, changes, {
      within: rowsWithin(scope, scope.changes ?? {}),
      becomes: scope.becomes,
    })) {
      written.rows.set(each, toRow(row));
      written.updated++;
    }
    await insertAll(writer, scope, fresh, { written, attempt });
  }
  const { created, updated } = written;
  return { created, updated, records: all.filter((each) => !refused.has(each)).map((each) => written.rows.get(each) as Row) };
}

interface Written {
  readonly rows: Map<Pending, Row>;
  created: number;
  updated: number;
}

interface Fresh {
  readonly each: Pending;
  readonly document: RowDocument;
}

async function insertAll(
  writer: RowWriter,
  scope: Scope,
  fresh: readonly Fresh[],
  { written, attempt }: { readonly written: Written; readonly attempt: number },
): Promise<void> {
  const documents = fresh.map(({ document }) => document);
  const errors = await writer.insertEach(scope, documents);
  for (const [at, { each, document }] of fresh.entries()) {
    const error = errors[at] ?? null;
    if (error === null) {
      written.rows.set(each, toRow(document));
      written.created++;
    } else if (!(error instanceof DuplicateKey)) throw error;
    // The next attempt finds a row that another call has added. If it does not, the key of the row with this id has changed since.
    else if (attempt > each.taken) each.taken++;
  }
}

/** All rows with the keys, which the caller sees. Throws the refusal of a write to one that they may not change. */
function checkChangeable({ changes, caller, schema }: UpsertScope, rows: readonly RowDocument[]): void {
  if (rows.some((row) => !reaches(changes, row))) throw refusal(caller.kind !== 'visitor', schema.name, 'write');
}

/** Throws `InvalidRow` for fields that cannot be a key. */
export function checkKey(scope: Scope, key: readonly string[]): void {
  const schema = asked(scope);
  if (key.length === 0 || key.length > MAX_KEY_FIELDS || new Set(key).size < key.length)
    throw invalid('key', `A key is one field, or up to ${MAX_KEY_FIELDS} different ones.`);
  for (const name of key) {
    documentPath(schema, name);
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined || scalarType(property) === null)
      throw invalid(name, `\`${name}\` cannot be a key: it is not a field of single values.`);
  }
}

/** The key of a record as text, by which the same value of another type differs. */
function keyOf(record: Fields, key: readonly string[], index: number): string {
  const values = key.map((name) => {
    const value = Object.hasOwn(record, name) ? record[name] : null;
    if (value === null || value === undefined || value === '')
      throw invalid(`${index}.${name}`, `Row ${index + 1}: \`${name}\` is required, because it is the key.`);
    if (typeof value === 'object')
      throw invalid(`${index}.${name}`, `Row ${index + 1}: \`${name}\` is the key, and cannot hold a list or an object.`);
    return value;
  });
  return JSON.stringify(values);
}

async function findByKey(
  writer: RowWriter,
  scope: UpsertScope,
  pending: readonly Pending[],
  key: readonly string[],
): Promise<Map<string, RowDocument>> {
  const conditions = key.map((name, at) => ({ [`data.${name}`]: { $in: [...new Set(pending.map(({ values }) => values[at]))] } }));
  const rows = await writer.find(scope, among(scope.within, ...conditions), { _id: 1 });
  const found = new Map<string, RowDocument>();
  for (const row of rows) {
    const text = JSON.stringify(key.map((name) => ownValue(row.data, name) ?? null));
    if (!found.has(text)) found.set(text, row);
  }
  return found;
}

function documentOf(scope: UpsertScope, { key, index, record, taken }: Pending): RowDocument {
  const data = numbered(index, () => scope.validator.create(record));
  // Callers who see different rows add rows of their own with the same key.
  const owner = scope.reads !== null && Object.keys(scope.reads).length === 0 ? null : (scope.reads?.['creatorId'] ?? scope.reads);
  const hash = createHmac('sha256', scope.idKey)
    .update(JSON.stringify([scope.appId, scope.schema.name, owner, key, taken]))
    .digest('hex');
  // Version 8 of RFC 9562: an id that tells no time.
  const _id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}`;
  const document = { ...newRow(scope, data), _id };
  if (!reaches(scope.adds, document)) throw refusal(scope.caller.kind !== 'visitor', scope.schema.name, 'write');
  checkNewFields(scope, document);
  return document;
}

function invalid(path: string, message: string): InvalidRow {
  return new InvalidRow([{ path, message }]);
}
