import { z } from 'zod';
import type { CollectionSpec } from '../contract/index.ts';

export const JobDocument = z.object({
  _id: z.string(),
  name: z.string(),
  /** JSON text: exact in every store. */
  input: z.string(),
  status: z.enum(['queued', 'running', 'done', 'cancelled', 'dead']),
  /** Counts from 1; 0 before the first. */
  attempt: z.number(),
  /**
   * From when a node may take it: the planned time of a queued job, the end of the lease of a running one. Absent when it is over.
   * One comparison finds both what is due and what a dead node left behind.
   */
  dueAt: z.iso.datetime().optional(),
  /** Names one taking of the job. Every write of its runner asks for it, so that a runner who lost the job changes nothing. */
  lease: z.string().optional(),
  /** The node that runs it, for whoever looks into the collection. */
  node: z.string().optional(),
  /** Somebody asked to cancel while it ran. */
  cancelled: z.boolean().optional(),
  progress: z.object({ done: z.number(), total: z.number(), note: z.string().optional() }).nullable(),
  error: z.string().nullable(),
  /** Present on the one document of a recurring job: it is queued again instead of ending. */
  cron: z.string().optional(),
  createdAt: z.iso.datetime(),
  /** When it is forgotten, some days after its end. */
  expiresAt: z.iso.datetime().optional(),
});
export type JobDocument = z.output<typeof JobDocument>;

export const jobCollection: CollectionSpec<JobDocument> = {
  document: JobDocument,
  indexes: [{ keys: { name: 1, dueAt: 1 } }, { keys: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};
