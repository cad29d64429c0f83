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

/** The rows that an import, or a part of it, has added: one document instead of one for each row. */
export const importedRowsDocument = z.object({
  /** The id of the import; `<id>/<number of the first row>` for a part of it. */
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
  /** Of a part of an import that keeps the ids of its file: those of the rows. Absent: all ids from `first` to `last`. */
  ids: z.array(z.string()).optional(),
  /** Entries of the trash: the states that rows had before the part replaced them. */
  replaced: z.array(z.string()).optional(),
});
export type ImportedRowsDocument = z.infer<typeof importedRowsDocument>;
