import { z } from 'zod';

/** An app that its owner shares as a template: at most one for each app. */
const sharedTemplate = z.object({
  _id: z.string(),
  appId: z.string(),
  title: z.string(),
  description: z.string(),
  /** Names the blobs of its content and its picture; each update has a new one. */
  contentId: z.string(),
  hasPicture: z.boolean(),
  hasRows: z.boolean(),
  sharedAt: z.string(),
});
export type SharedTemplate = z.infer<typeof sharedTemplate>;

export const collections = {
  shared: {
    document: sharedTemplate as z.ZodType<SharedTemplate>,
    indexes: [{ keys: { appId: 1 }, unique: true }, { keys: { sharedAt: -1 } }],
  },
} as const;
