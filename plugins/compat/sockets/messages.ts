import type { EntitySchema } from '@sayso/apps/ref';
import { storeTime } from '@sayso/core';
import type { Row, RowNotice } from '@sayso/entities/ref';
import { toTheirs } from '../rows/names.ts';

const TYPES = { created: 'create', updated: 'update', deleted: 'delete', reset: 'update' } as const;

interface Encoded {
  readonly schema: EntitySchema;
  readonly timestamp: string;
  readonly messages: readonly string[];
}
const encoded = new WeakMap<readonly RowNotice[], Encoded>();

/** The person at the other end of a connection. */
export interface Reader {
  readonly id: string | null;
  readonly email: string | null;
}

/** The notices as the client reads them, encoded once for all; only people's own rows name their address. */
export function messagesOf(schema: EntitySchema, notices: readonly RowNotice[], reader: Reader): readonly string[] {
  const shared = sharedOf(schema, notices);
  const isOwn = ({ creatorId, event }: RowNotice) => creatorId === reader.id && (event === 'created' || event === 'updated');
  if (reader.id === null || !notices.some(isOwn)) return shared.messages;
  return notices.map((notice, index) =>
    isOwn(notice) ? message(schema, notice, { timestamp: shared.timestamp, email: reader.email }) : (shared.messages[index] ?? ''),
  );
}

function sharedOf(schema: EntitySchema, notices: readonly RowNotice[]): Encoded {
  const known = encoded.get(notices);
  if (known?.schema === schema) return known;
  const timestamp = storeTime();
  const made = { schema, timestamp, messages: notices.map((notice) => message(schema, notice, { timestamp, email: null })) };
  encoded.set(notices, made);
  return made;
}

function message(
  schema: EntitySchema,
  { event, json }: RowNotice,
  { timestamp, email }: { readonly timestamp: string; readonly email: string | null },
): string {
  const type = TYPES[event];
  // The protocol has no event for "read again": a record that says it is only a stub comes closest.
  if (event === 'reset') return JSON.stringify({ type, id: '*', data: { id: '*', _oversize: true }, timestamp });
  const row = JSON.parse(json) as Row;
  const data = event === 'deleted' ? row : toTheirs(schema, row, email);
  return JSON.stringify({ type, id: row.id, data, timestamp });
}
