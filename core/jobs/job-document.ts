import { z } from 'zod';
import type { CollectionSpec } from '../contract/index.ts';

export const JobDocument = z.object({
  _id: z.string(),
  name: z.string(),
  /** Whose work it is, of a job with tenants. */
  tenant: z.string().optional(),
  /** JSON text: exact in every store. */
  input: z.string(),
  status: z.enum(['queued', 'running', 'done', 'cancelled', 'dead']),
  /** Counts from 1; 0 before the first. */
  attempt: z.number(),
  /**
   * When a node may claim the job: the planned time of a queued job, the end of the lease of a running one. Absent once it has ended.
   * One comparison finds both due jobs and jobs of dead nodes.
   */
  dueAt: z.iso.datetime().optional(),
  /** Fencing token of one claim. Every write of the lease holder filters by it, so that a worker that lost the lease changes nothing. */
  lease: z.string().optional(),
  /** The node that runs it, for operators who inspect the collection. */
  node: z.string().optional(),
  /** Cancellation was requested while the job ran. */
  cancelled: z.boolean().optional(),
  progress: z.object({ done: z.number(), total: z.number(), note: z.string().optional() }).nullable(),
  error: z.string().nullable(),
  /** Cron expression of a recurring job, which has one document: it is queued again instead of ending. */
  cron: z.string().optional(),
  createdAt: z.iso.datetime(),
  /** When the document expires, some days after its end. */
  expiresAt: z.iso.datetime().optional(),
});
export type JobDocument = z.output<typeof JobDocument>;

export const jobCollection: CollectionSpec<JobDocument> = {
  document: JobDocument,
  indexes: [{ keys: { name: 1, dueAt: 1 } }, { keys: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};
