import { createHash } from 'node:crypto';
import { newId } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import { InvalidRow } from '../errors.ts';
import { creatorOf, type Scope } from '../permissions/scope.ts';
import type { Row } from '../ref.ts';

/** A new row of the caller. It was created at the timestamp of its id, so that both sort alike. */
export function newRow({ appId, schema, caller }: Scope, data: Record<string, unknown>, _id = newId()): RowDocument {
  const now = timeOf(_id);
  return { _id, appId, entity: schema.name, createdAt: now, updatedAt: now, creatorId: creatorOf(caller), data };
}

let newest = { stamp: '', time: '' };

/** The timestamp of an id. The rows of one call mostly have the same. */
export function timeOf(id: string): string {
  const stamp = id.slice(0, 13);
  if (stamp !== newest.stamp) {
    const ms = Number.parseInt(`${stamp.slice(0, 8)}${stamp.slice(9)}`, 16);
    newest = { stamp, time: new Date(ms).toISOString() };
  }
  return newest.time;
}

/** The start of the ids of `newId` of a millisecond: no such id sorts before. */
export function firstId(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** An id in the format of `newId`, with the timestamp of the key's id; deterministic by key, table and index. */
export function keyedId(key: string, table: string, index: number): string {
  const hash = createHash('sha256').update(`${key}\n${table}\n${index}`).digest('hex');
  return `${key.slice(0, 13)}-7${index.toString(16).padStart(3, '0')}-8${hash.slice(0, 3)}-${hash.slice(3, 15)}`;
}

/** An id that tells no time (version 8 of RFC 9562); those of a batch are in the order of its rows. */
export function batchId(batch: string, place: string, index: number): string {
  const hash = createHash('sha256').update(`${batch}\n${place}`).digest('hex');
  const last = index.toString(16).padStart(4, '0');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 26)}${last}`;
}

/** A row as clients see it: the server's fields come last, and win. */
export function toRow({ _id: id, createdAt, updatedAt, creatorId, data }: RowDocument): Row {
  return { ...data, id, createdAt, updatedAt, creatorId };
}

/** Adds the row's number to its error. */
export function numbered<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidRow)) throw error;
    throw new InvalidRow(error.issues.map(({ path, message }) => ({ path: `${index}.${path}`, message: `Row ${index + 1}: ${message}` })));
  }
}

/** Undefined also for a field that is named like a method that every object inherits. */
export function ownValue(data: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(data, field) ? data[field] : undefined;
}
