import { z } from 'zod';
import { CHANGE_SOURCES } from '../rows/sources.ts';

export const CHANGE_KINDS = ['created', 'updated', 'deleted', 'restored'] as const;

/** One change of a row. Its id tells the time of the change. */
export const historyDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  rows: z.enum(['draft', 'live']),
  entity: z.string(),
  rowId: z.string(),
  at: z.string(),
  /** The account; null: a visitor. */
  accountId: z.string().nullable(),
  source: z.enum(CHANGE_SOURCES),
  kind: z.enum(CHANGE_KINDS),
  /** The changed fields as JSON: no query reads them, so none has an index. */
  changes: z.string(),
  size: z.object({}),
});
export type HistoryDocument = z.infer<typeof historyDocument>;

/** Both sets of an app's rows, a table for each. */
export const historyPartition = {
  folder: 'history',
  key: 'appId',
  table: 'rows',
  fields: 'size',
  columns: ['entity', 'rowId', 'at', 'accountId', 'source', 'kind', 'changes'],
  indexed: ['rowId'],
  time: 'at',
} as const;

/** The rows that an import has added: one document instead of one for each row, since their ids are one range. */
export const importedRowsDocument = z.object({
  /** The id of the import. */
  _id: z.string(),
  appId: z.string(),
  rows: z.enum(['draft', 'live']),
  entity: z.string(),
  first: z.string(),
  last: z.string(),
  accountId: z.string().nullable(),
  fileName: z.string(),
  at: z.string(),
  until: z.string(),
});
