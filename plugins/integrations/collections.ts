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

/** What counts towards one quota: of an app, of a day of it, or of a day of one of its callers. */
const usageDocument = z.object({
  _id: z.string(),
  files: z.number().optional(),
  bytes: z.number().optional(),
  calls: z.number().optional(),
  /** When the counts of a day are removed. */
  until: z.string().optional(),
});
export type UsageDocument = z.infer<typeof usageDocument>;

/** One call of an endpoint, as the app's builders see it. What it was called with is not kept. */
const callDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  endpoint: z.string(),
  at: z.string(),
  caller: z.enum(['admin', 'user', 'visitor']),
  /** Of the account; null for a visitor. */
  callerId: z.string().nullable(),
  /** Called from a preview. */
  isDraft: z.boolean(),
  state: z.enum(['running', 'done', 'failed']),
  /** Of a failure, for builders. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  milliseconds: z.number().nullable(),
  retries: z.number(),
  /** Null when no model was called. */
  model: z.string().nullable(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  /** In dollars; null when the price of the model is not known. */
  cost: z.number().nullable(),
  /** When it is removed. */
  until: z.string(),
});
export type CallDocument = z.infer<typeof callDocument>;

/** The calls of one endpoint by one app in a day (UTC), in sums. */
const callDayDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  endpoint: z.string(),
  day: z.string(),
  calls: z.number(),
  failures: z.number(),
  /** Calls beyond a quota, which are not in `calls`. */
  refusals: z.number(),
  retries: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  /** In dollars, of the calls with known prices. */
  cost: z.number(),
  /** Calls of a model whose price is not known. */
  unpriced: z.number(),
  until: z.string(),
});
export type CallDayDocument = z.infer<typeof callDayDocument>;

/** An address that wants no more mail of an app: `_id` is the app and a keyed digest of the address. */
const unsubscribeDocument = z.object({ _id: z.string(), appId: z.string(), at: z.string() });
export type UnsubscribeDocument = z.infer<typeof unsubscribeDocument>;

const expires = { keys: { until: 1 }, expireAfterSeconds: 0 } as const;

export const collections = {
  files: { document: fileDocument as z.ZodType<FileDocument>, indexes: [{ keys: { appId: 1 } }] },
  usage: { document: usageDocument as z.ZodType<UsageDocument>, indexes: [expires] },
  calls: { document: callDocument as z.ZodType<CallDocument>, indexes: [{ keys: { appId: 1, _id: -1 } }, expires] },
  callDays: { document: callDayDocument as z.ZodType<CallDayDocument>, indexes: [{ keys: { appId: 1, day: -1 } }, expires] },
  unsubscribes: { document: unsubscribeDocument as z.ZodType<UnsubscribeDocument>, indexes: [{ keys: { appId: 1 } }] },
} as const;
