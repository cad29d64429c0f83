import { z } from 'zod';
import type { CollectionSpec } from '../contract/index.ts';

/**
 * What one node appended at once. `_id` is the sequence number, and the number after `n` is only ever given out by a node that has
 * seen `n`: so the log has no holes, and a reader who finds one has missed something.
 */
const batch = z.object({
  _id: z.string(),
  /** The process that wrote it, and which of its batches this is. */
  origin: z.string(),
  batch: z.string(),
  /** `[event, payload][]` as JSON text: exact in every store, and small to compare and to copy. */
  events: z.string(),
  /** The writer had to drop some events before these. */
  lost: z.boolean(),
  at: z.iso.datetime(),
});
export type Batch = z.output<typeof batch>;

/** Where the log ended lately: numbers go on from there when every batch has expired. It has no `at`, so it stays. */
const head = z.object({ _id: z.literal('head'), seq: z.number() });

export const LogEntry = z.union([batch, head]);
export type LogEntry = z.output<typeof LogEntry>;

export const eventLog: CollectionSpec<LogEntry> = {
  document: LogEntry,
  indexes: [{ keys: { at: 1 }, expireAfterSeconds: 3600 }],
};

/** Sorts like the number. */
export function batchId(seq: number): string {
  return String(seq).padStart(16, '0');
}

/** The batches after a number; `head` sorts behind all digits. */
export function after(seq: number): { readonly _id: { readonly $gt: string; readonly $lt: string } } {
  return { _id: { $gt: batchId(seq), $lt: 'a' } };
}
