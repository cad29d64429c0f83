import { z } from 'zod';
import type { CollectionSpec } from '../contract/index.ts';

/** The counts of one limit key for one subject, in one window. */
export const countDocument = z.object({
  /** `<plugin>.<key> <start of the window> <subject>`. */
  _id: z.string(),
  used: z.number(),
  /** Changes with every write, so that a repair by compare-and-set notices each of them. */
  revision: z.number(),
  /** Of takes with an idempotency key. */
  takes: z.array(z.object({ id: z.string(), amount: z.number(), at: z.string() })),
  takenAt: z.string(),
  /** When the count of a window may be removed. */
  until: z.string().optional(),
});
export type CountDocument = z.infer<typeof countDocument>;

export const counts: CollectionSpec<CountDocument> = {
  document: countDocument,
  indexes: [{ keys: { until: 1 }, expireAfterSeconds: 0 }],
};

/** The count that the takes of what exists add up to. */
export function sumOf(takes: CountDocument['takes']): number {
  return takes.reduce((sum, { amount }) => sum + amount, 0);
}
