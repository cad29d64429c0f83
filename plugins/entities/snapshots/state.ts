import { z } from 'zod';

/** The rows of some tables of a set of an app, as they were before a change. */
export const snapshotDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  rows: z.enum(['draft', 'live']),
  /** Identifies the change: a repeated one has the same. */
  key: z.string(),
  /** The version whose schemas the rows have. */
  versionId: z.string(),
  /** The version that changed the schemas; null: the rows were replaced by those of a snapshot or of an idea. */
  nextVersionId: z.string().nullable(),
  createdAt: z.string(),
  /** False while the rows are copied. */
  isReady: z.boolean(),
  /** `bytes`: of the rows as JSON. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() })),
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

/** A snapshot, for admins of the app. */
export const snapshotView = z.object({
  id: z.string(),
  rows: z.enum(['draft', 'live']),
  at: z.string(),
  version: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe('The version before whose change of columns it was taken; null: before rows were restored, or taken along from an idea.'),
  tables: z
    .array(
      z.object({
        name: z.string(),
        rows: z.number(),
        bytes: z.number().describe('Of the rows as JSON.'),
        present: z.number().nullable().describe('The rows of the table now; null: the app does not have it, so they cannot be restored.'),
      }),
    )
    .readonly(),
});
export type SnapshotView = z.infer<typeof snapshotView>;
