import { z } from 'zod';
import { CHANGE_SOURCES } from '../rows/sources.ts';

/** A deleted row, or the former state of a row. Its id tells the time of the deletion, so that the newest deletions are the last ids. */
export const trashDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  rows: z.enum(['draft', 'live']),
  entity: z.string(),
  rowId: z.string(),
  deletedAt: z.string(),
  /** The account; null: a visitor. */
  deletedBy: z.string().nullable(),
  source: z.enum(CHANGE_SOURCES),
  createdAt: z.string(),
  updatedAt: z.string(),
  creatorId: z.string().nullable(),
  /** The fields as JSON: no query reads them, so none has an index. */
  content: z.string(),
  size: z.object({
    bytes: z.number(),
    /** The row was replaced by another state of it. */
    isReplaced: z.literal(true).optional(),
    /** The version whose schema the row had. Absent in entries of earlier releases. */
    versionId: z.string().optional(),
  }),
});
export type TrashDocument = z.infer<typeof trashDocument>;

/** Both sets of an app's deleted rows, a table for each. */
export const trashPartition = {
  folder: 'trash',
  key: 'appId',
  table: 'rows',
  fields: 'size',
  columns: ['entity', 'rowId', 'deletedAt', 'deletedBy', 'source', 'createdAt', 'updatedAt', 'creatorId', 'content'],
  indexed: ['entity', 'rowId'],
  time: 'deletedAt',
} as const;

/** An app with a trash: the sweep visits it. */
export const keptAppDocument = z.object({ _id: z.string(), since: z.string() });
