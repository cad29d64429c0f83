import type { Actor } from '@sayso/core';
import { z } from 'zod';
import { cellEdit, columnMapping } from './columns.ts';

export const IMPORT_STATES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;

/** From 1, without the header; `column` is empty when the row as a whole is at fault. */
export const importError = z.object({
  row: z.number(),
  column: z.string(),
  message: z.string(),
  expected: z.string(),
  found: z.string(),
});

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
> & { readonly id: string; readonly done: number };

export function viewOf({ _id, row, ...rest }: ImportDocument): ImportView {
  const { appId, entity, fileName, state, total, stored, failed, errors, error, createdAt } = rest;
  return { id: _id, done: row, appId, entity, fileName, state, total, stored, failed, errors, error, createdAt };
}
