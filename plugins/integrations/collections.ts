import { z } from 'zod';

const fileDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  /** Names the blob, which files of one app with the same bytes share. */
  sha256: z.string(),
  size: z.number(),
  /** Found in the bytes. */
  type: z.string(),
  /** As it was uploaded, without folders. */
  name: z.string(),
  isPrivate: z.boolean(),
  isResizable: z.boolean(),
  createdAt: z.string(),
  /** Null: uploaded by a visitor. */
  creatorId: z.string().nullable(),
});
export type FileDocument = z.infer<typeof fileDocument>;

/** Files and bytes that count towards one quota: of an app, of a day of it, or of a day of one of its callers. */
const usageDocument = z.object({
  _id: z.string(),
  files: z.number(),
  bytes: z.number(),
  /** When the counts of a day are removed. */
  until: z.string().optional(),
});
export type UsageDocument = z.infer<typeof usageDocument>;

export const collections = {
  files: { document: fileDocument as z.ZodType<FileDocument>, indexes: [{ keys: { appId: 1 } }] },
  usage: { document: usageDocument as z.ZodType<UsageDocument>, indexes: [{ keys: { until: 1 }, expireAfterSeconds: 0 }] },
} as const;
