import type { Collections } from '@sayso/core';
import { z } from 'zod';
import { type BranchRowsDocument, branchRowsDocument } from './branches/state.ts';
import { type ColumnBackupDocument, columnBackupDocument, type RowVersionDocument, rowVersionDocument } from './columns/state.ts';
import { type CopyDocument, copyDocument } from './copies/state.ts';
import { type HistoryDocument, historyDocument, historyPartition, importedRowsDocument } from './history/state.ts';
import { type ImportDocument, importDocument } from './import/state.ts';
import { type SnapshotDocument, snapshotDocument, snapshotPartition } from './snapshots/state.ts';
import { keptAppDocument, type TrashDocument, trashDocument, trashPartition } from './trash/state.ts';
import { type ViewDocument, viewDocument } from './views/state.ts';

const rowDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  entity: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null: created by a visitor. */
  creatorId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type RowDocument = z.infer<typeof rowDocument>;

/** The storage that a set of an app's rows uses: its id is the app's for live rows, and `<app id>:draft` for draft rows. */
const usageDocument = z.object({
  _id: z.string(),
  bytes: z.number(),
  /** Rows that processes have taken room for, in the app and by table: those that exist, and room that is not used yet. */
  rows: z.number().optional(),
  tables: z.record(z.string(), z.number()).optional(),
  /** The last time that room was taken, in milliseconds since 1970. */
  takenAt: z.number().optional(),
});
export type UsageDocument = z.infer<typeof usageDocument>;

/** An app whose rows of earlier releases are copied to its draft rows, until its live rows are settled. `at`: when the copy began. */
const splitDocument = z.object({ _id: z.string(), at: z.string(), isCopied: z.boolean() });

/** A partition of rows of an earlier release, `<set>/<app id>`, that may name files by addresses, until a job has stored paths. */
const addressedDocument = z.object({ _id: z.string() });

const partition = {
  key: 'appId',
  table: 'entity',
  fields: 'data',
  columns: ['createdAt', 'updatedAt', 'creatorId'],
  indexed: ['createdAt', 'updatedAt', 'creatorId'],
  time: 'createdAt',
} as const;
const document = rowDocument as z.ZodType<RowDocument>;

/** The rows of all tables of all apps, partitioned by app: live rows, and the draft rows of previews. */
export const collections = {
  rows: { document, partition: { folder: 'apps', ...partition } },
  drafts: { document, partition: { folder: 'drafts', ...partition } },
  splits: { document: splitDocument },
  usage: { document: usageDocument },
  addressed: { document: addressedDocument },
  copies: { document: copyDocument as z.ZodType<CopyDocument>, indexes: [{ keys: { appId: 1 } }] },
  imports: { document: importDocument as z.ZodType<ImportDocument>, indexes: [{ keys: { appId: 1 } }, { keys: { createdAt: 1 } }] },
  rowVersions: { document: rowVersionDocument as z.ZodType<RowVersionDocument>, indexes: [{ keys: { appId: 1 } }] },
  columnBackups: {
    document: columnBackupDocument as z.ZodType<ColumnBackupDocument>,
    indexes: [{ keys: { appId: 1, set: 1, entity: 1, first: 1 } }, { keys: { until: 1 }, expireAfterSeconds: 0 }],
  },
  trash: { document: trashDocument as z.ZodType<TrashDocument>, partition: trashPartition },
  history: { document: historyDocument as z.ZodType<HistoryDocument>, partition: historyPartition },
  importedRows: {
    document: importedRowsDocument,
    indexes: [{ keys: { appId: 1, rows: 1, entity: 1, first: 1 } }, { keys: { until: 1 }, expireAfterSeconds: 0 }],
  },
  views: {
    document: viewDocument as z.ZodType<ViewDocument>,
    indexes: [{ keys: { nameKey: 1 }, unique: true }, { keys: { appId: 1, entity: 1, accountId: 1 } }],
  },
  branchRows: { document: branchRowsDocument as z.ZodType<BranchRowsDocument> },
  keptApps: { document: keptAppDocument },
  snapshots: {
    document: snapshotDocument as z.ZodType<SnapshotDocument>,
    indexes: [{ keys: { appId: 1, createdAt: 1 } }, { keys: { createdAt: 1 } }],
  },
  snapshotRows: { document, partition: snapshotPartition },
} satisfies Collections;
