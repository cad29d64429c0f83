import { z } from 'zod';
import type { RowNotice } from '../../ref.ts';

/** Messages of a client, as JSON: first who it is, then tables that it follows and leaves. */
export const hello = z.strictObject({ app: z.string().min(1).max(100), token: z.string().min(1).max(8000).nullable() });
export const request = z.union([
  z.strictObject({ follow: z.string().min(1).max(100) }),
  z.strictObject({ leave: z.string().min(1).max(100) }),
]);

/** About one table. `ready`: changes are sent from here on. */
export type TableMessage =
  | { readonly entity: string; readonly event: 'ready' }
  | { readonly entity: string; readonly event: 'refused'; readonly code: string; readonly message: string };

const encoded = new WeakMap<readonly RowNotice[], Buffer>();

/** The changes of a table, encoded once for all clients who get the same list: `{entity, changes: [{event, row}]}`. */
export function changesMessage(entity: string, notices: readonly RowNotice[]): Buffer {
  const known = encoded.get(notices);
  if (known !== undefined) return known;
  const changes = notices.map(({ event, json }) => (event === 'reset' ? '{"event":"reset"}' : `{"event":"${event}","row":${json}}`));
  const bytes = Buffer.from(`{"entity":${JSON.stringify(entity)},"changes":[${changes.join(',')}]}`);
  encoded.set(notices, bytes);
  return bytes;
}

/** The JSON of a message; undefined if it is none. */
export function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
