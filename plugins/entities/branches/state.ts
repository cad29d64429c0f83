import { z } from 'zod';

/** The rows of a branch: what they were when it began. */
export const branchRowsDocument = z.object({
  /** The id of the branch. */
  _id: z.string(),
  /** Of its app. */
  appId: z.string(),
  /** The version of the branch whose schemas they had. */
  versionId: z.string(),
  /** Null: they are kept exactly. Branches of earlier releases: rows with a later change differ from those that it began with. */
  since: z.string().nullable(),
  /** The partition of draft rows that keeps them; null until it is copied. */
  baseId: z.string().nullable(),
});
export type BranchRowsDocument = z.infer<typeof branchRowsDocument>;

const side = z.enum(['target', 'source']);

/** What of a table is taken along. */
const tableChoice = z.object({
  added: z.boolean(),
  changed: z.boolean(),
  removed: z.boolean(),
  /** The side whose rows stay where both changed them. */
  conflicts: side,
  /** The sides of some of these rows, by id. */
  rows: z.record(z.string(), side),
});
export type TableChoice = z.infer<typeof tableChoice>;

/** A merge of rows: from which rows, and what of them. */
export const rowMerge = z.object({
  branchId: z.string(),
  /** The version whose schemas the rows of the branch have. */
  versionId: z.string(),
  baseId: z.string(),
  baseVersionId: z.string(),
  since: z.string().nullable(),
  tables: z.record(z.string(), tableChoice),
});
export type RowMerge = z.infer<typeof rowMerge>;

const fields = z.record(z.string(), z.unknown()).nullable();

const rowConflict = z.object({
  id: z.string(),
  app: fields.describe('The row in the app; null: it was deleted.'),
  idea: fields.describe('The row in the idea; null: it was deleted.'),
  fields: z.array(z.string()).readonly().describe('Both changed these; none where one side deleted the row.'),
});

const tableMerge = z.object({
  name: z.string(),
  isNew: z.boolean().describe('The app does not have the table.'),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  conflicts: z.number().describe('Rows that both changed in ways that do not go together.'),
  rows: z.array(rowConflict).describe('The first of these rows.'),
  isPartial: z.boolean().describe('Only the first rows are counted.'),
});
export type TableMerge = z.infer<typeof tableMerge>;

export const rowMergePreview = z.object({ tables: z.array(tableMerge).describe('The tables with rows to take along.') });
export type RowMergePreview = z.infer<typeof rowMergePreview>;
