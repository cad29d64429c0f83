import type { Actor } from '@sayso/core';
import { z } from 'zod';
import { rowMerge } from '../branches/state.ts';

export const rowSet = z.enum(['draft', 'live']);
const source = z.enum(['draft', 'live', 'snapshot', 'branch']);
export const COPY_STATES = ['queued', 'running', 'done', 'failed'] as const;

/** The last copy of rows to a set of an app: one at a time. */
export const copyDocument = z.object({
  /** `<app id>/<target>`. */
  _id: z.string(),
  id: z.string(),
  appId: z.string(),
  from: source,
  to: rowSet,
  /** By table, of a copy from snapshots. */
  snapshots: z.record(z.string(), z.string()).optional(),
  /** Of a merge of a branch. */
  merge: rowMerge.optional(),
  /** The snapshot of the rows that a copy from snapshots or a branch replaces, once it is taken. */
  undo: z.string().nullable().optional(),
  /** Its permissions are checked again with each attempt. */
  actor: z.custom<Actor>(),
  tables: z.array(z.string()),
  state: z.enum(COPY_STATES),
  /** What is done: tables before this one, and of this one all phases before, and in this one the rows up to an id. */
  position: z.object({ table: z.number(), phase: z.enum(['remove', 'copy']), after: z.string().nullable() }),
  done: z.number(),
  total: z.number(),
  error: z.string().nullable(),
  createdAt: z.string(),
});
export type CopyDocument = z.infer<typeof copyDocument>;

export const copyView = z.object({
  id: z.string(),
  from: source,
  to: rowSet,
  tables: z.array(z.string()),
  state: z.enum(COPY_STATES),
  undo: z.string().nullable().describe('The snapshot of the rows before a copy from a snapshot or an idea; null before it is taken.'),
  done: z.number().describe('Steps, of `total`: a row is one or two.'),
  total: z.number(),
  error: z.string().nullable(),
});
export type CopyView = z.infer<typeof copyView>;

export function viewOf({ id, from, to, tables, state, undo = null, done, total, error }: CopyDocument): CopyView {
  return { id, from, to, tables, state, undo, done, total, error };
}

export const copyPreview = z.object({
  tables: z.array(z.object({ name: z.string(), from: z.number(), to: z.number() })).describe('The rows of each table in both sets.'),
  copy: copyView.nullable().describe('The copy to the target that is queued or running.'),
});
export type CopyPreview = z.infer<typeof copyPreview>;
