import { z } from 'zod';

/** The draft rows of some tables of an app, as they were before a change. */
export const snapshotDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  /** Identifies the change: a repeated one has the same. */
  key: z.string(),
  /** The version whose schemas the rows have. */
  versionId: z.string(),
  /** The version that changed the schemas; null: the rows were replaced by those of a snapshot. */
  nextVersionId: z.string().nullable(),
  createdAt: z.string(),
  /** False while the rows are copied. */
  isReady: z.boolean(),
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
});
export type SnapshotDocument = z.infer<typeof snapshotDocument>;

/** Rows of snapshots: their `appId` is the id of the snapshot, so that a snapshot is one partition. */
export const snapshotPartition = {
  folder: 'snapshots',
  key: 'appId',
  table: 'entity',
  fields: 'data',
  columns: ['createdAt', 'updatedAt', 'creatorId'],
  indexed: [],
  time: 'createdAt',
} as const;

/** The rows of a table in a snapshot. */
export const snapshotTable = z.object({ name: z.string(), snapshotId: z.string(), at: z.string(), rows: z.number() });
export type SnapshotTable = z.infer<typeof snapshotTable>;
