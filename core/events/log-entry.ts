import { z } from 'zod';
import type { CollectionSpec } from '../contract/index.ts';

/**
 * A batch that one node appended. `_id` is the sequence number; a node assigns `n + 1` only after it has seen `n`, so the log has no gaps,
 * and a reader that finds one has missed events.
 */
const batch = z.object({
  _id: z.string(),
  /** The process that wrote it, and the number of the batch within the process. */
  origin: z.string(),
  batch: z.string(),
  /** `[event, payload][]` as JSON text: exact in every store, and small to compare and to copy. */
  events: z.string(),
  /** The writer had to drop some events before these. */
  lost: z.boolean(),
  at: z.iso.datetime(),
});
export type Batch = z.output<typeof batch>;

/** The last known sequence number, from which numbers continue when every batch has expired. It has no `at`, so it does not expire. */
const head = z.object({ _id: z.literal('head'), seq: z.number() });

export const LogEntry = z.union([batch, head]);
export type LogEntry = z.output<typeof LogEntry>;

export const eventLog: CollectionSpec<LogEntry> = {
  document: LogEntry,
  indexes: [{ keys: { at: 1 }, expireAfterSeconds: 3600 }],
};

/** Padded, so that ids sort like the numbers. */
export function batchId(seq: number): string {
  return String(seq).padStart(16, '0');
}

/** Filter for the batches after a sequence number; excludes `head`, which sorts after all digits. */
export function after(seq: number): { readonly _id: { readonly $gt: string; readonly $lt: string } } {
  return { _id: { $gt: batchId(seq), $lt: 'a' } };
}
