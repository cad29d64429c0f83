import type { PropertySchema } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import { z } from 'zod';
import { cellEdit, columnMapping } from './columns.ts';
import { EXISTING } from './kept.ts';

export const IMPORT_STATES = ['queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const;

/** From 1, without the header; `column` is empty when the row as a whole is at fault. */
export const importError = z.object({
  row: z.number(),
  column: z.string(),
  message: z.string(),
  expected: z.string(),
  found: z.string(),
});

/** What undoing an import has done: rows that it had added and are removed, and rows with or without the state that they had before. */
export const undoneRows = z.object({ removed: z.number(), restored: z.number(), lost: z.number() });

/** An import by a job: what it does, how far it is, and what failed. */
export const importDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  entity: z.string(),
  /** Absent in imports of earlier releases. */
  rows: z.enum(['draft', 'live']).optional(),
  /** The caller that started it; its permissions are checked again with each part. */
  actor: z.custom<Actor>(),
  fileName: z.string(),
  headers: z.array(z.string()).nullable(),
  columns: z.array(columnMapping),
  edits: z.array(cellEdit),
  /** Fields by which rows are updated rather than added; absent when all are added. */
  key: z.array(z.string()).optional(),
  /** Columns that it makes, by field; absent without new ones. */
  fields: z.record(z.string(), z.custom<PropertySchema>()).optional(),
  /** The file of the table before and after it made them; `before` is null for a table that it made. */
  made: z.object({ before: z.string().nullable(), after: z.string() }).optional(),
  /** Of a cancelled import: its rows are counted, and columns without rows are taken back. */
  isSettled: z.boolean().optional(),
  /** What happens to rows whose ids others have; absent when ids are not kept. */
  existing: z.enum(EXISTING).optional(),
  state: z.enum(IMPORT_STATES),
  /** Where the next part of the prepared file begins: bytes, and rows before it. */
  offset: z.number(),
  row: z.number(),
  total: z.number(),
  /** Rows that are valid for the table, up to `row`. */
  accepted: z.number(),
  failed: z.number(),
  /** Rows in the table; counted there when all parts are done, equal to `accepted` before. */
  stored: z.number(),
  /** Rows that were left out, because others have their ids. Absent in imports of earlier releases. */
  skipped: z.number().optional(),
  /** Rows that others were replaced by. */
  replaced: z.number().optional(),
  /** Rows whose creators are none of the people of the app. */
  withoutCreator: z.number().optional(),
  /** Who undoes it. */
  undoneBy: z.custom<Actor>().optional(),
  /** What that has done. */
  undone: undoneRows.optional(),
  /** The first ones. */
  errors: z.array(importError),
  /** Why it failed. */
  error: z.string().nullable(),
  createdAt: z.string(),
});
export type ImportDocument = z.infer<typeof importDocument>;

/** An import as its owner sees it. */
export type ImportView = Pick<
  ImportDocument,
  'appId' | 'entity' | 'fileName' | 'state' | 'total' | 'stored' | 'failed' | 'errors' | 'error' | 'createdAt'
> & {
  readonly id: string;
  readonly done: number;
  readonly skipped: number;
  readonly replaced: number;
  readonly withoutCreator: number;
  readonly canUndo: boolean;
  readonly undone: z.infer<typeof undoneRows> | null;
};

export function viewOf(document: ImportDocument): ImportView {
  const { _id: id, row: done, appId, entity, fileName, state, total, stored, failed, errors, error, createdAt } = document;
  const { skipped = 0, replaced = 0, withoutCreator = 0, undone = null } = document;
  return {
    ...{ id, done, appId, entity, fileName, state, total, stored, failed, errors, error, createdAt },
    ...{ skipped, replaced, withoutCreator, undone, canUndo: canUndo(document) },
  };
}

/** Whether more changes follow. What a cancelled import has made is settled by its job. */
export function isOpen({ state, fields, isSettled = false }: ImportDocument): boolean {
  return ['queued', 'running', 'undoing'].includes(state) || (state === 'cancelled' && fields !== undefined && !isSettled);
}

/** Whether the import has ended, and added rows rather than updated others by their key. */
export function canUndo({ state, key, stored }: ImportDocument): boolean {
  return key === undefined && stored > 0 && (state === 'done' || state === 'cancelled' || state === 'failed');
}
