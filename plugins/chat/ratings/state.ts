import { z } from 'zod';

export const RATINGS = ['good', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];
export const RATING_FILTERS = [...RATINGS, 'commented'] as const;
export type RatingFilter = (typeof RATING_FILTERS)[number];

/**
 * A rating with the figures of its answer, for reports. A copy of `feedback` of the message in a small document: reports would otherwise
 * read whole conversations. It names no account.
 */
export const ratingDocument = z.object({
  /** The id of the rated message. */
  _id: z.string(),
  appId: z.string(),
  rating: z.enum(RATINGS),
  comment: z.string(),
  hasComment: z.boolean(),
  /** Null when the model gave no answer. */
  model: z.string().nullable(),
  /** Null for turns of earlier releases. */
  promptVersion: z.string().nullable(),
  tokens: z.number().nullable(),
  /** Dollars; null when the price of the model is not known. */
  cost: z.number().nullable(),
  at: z.string(),
  /** `<at> <_id>`: unique, so that it is the cursor of pages, and sorted by time. */
  order: z.string(),
});
export type RatingDocument = z.infer<typeof ratingDocument>;

/** One for each filter of the list, all in its order; the one by app is for purges. */
export const ratingIndexes = [
  { keys: { order: -1 } },
  { keys: { rating: 1, order: -1 } },
  { keys: { hasComment: 1, order: -1 } },
  { keys: { appId: 1 } },
] as const;
