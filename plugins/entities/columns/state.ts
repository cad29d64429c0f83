import { z } from 'zod';

/** A value that does not fit the new type of its column; the value as JSON, cut. */
export const unconverted = z.object({ entity: z.string(), column: z.string(), id: z.string(), value: z.string() });

/** The version whose schemas the rows of an app follow, and the report of the last conversion. */
export const rowVersionDocument = z.object({
  /** `<app id>/<set>`. */
  _id: z.string(),
  appId: z.string(),
  versionId: z.string(),
  /** Of the conversion in progress. A job whose lease expired has crashed. */
  lease: z.object({ jobId: z.string(), until: z.string() }).nullable(),
  /** Of the conversion in progress. */
  progress: z.object({ versionId: z.string(), done: z.number(), total: z.number() }).nullable(),
  report: z
    .object({
      versionId: z.string(),
      at: z.string(),
      rows: z.number(),
      /** All of them; `unconverted` has the first. */
      failed: z.number(),
      unconverted: z.array(unconverted),
    })
    .nullable(),
});
export type RowVersionDocument = z.infer<typeof rowVersionDocument>;

/** Values that a conversion replaced, of rows with ids from `first` to `last`. */
export const columnBackupDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  set: z.string(),
  entity: z.string(),
  first: z.string(),
  last: z.string(),
  until: z.string(),
  rows: z.record(z.string(), z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))),
});
export type ColumnBackupDocument = z.infer<typeof columnBackupDocument>;
