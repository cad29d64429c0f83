import type { Collections } from '@sayso/core';
import { z } from 'zod';

const rowDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  entity: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null: made by a visitor. */
  creatorId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type RowDocument = z.infer<typeof rowDocument>;

/** How much an app keeps; its id is the app's. */
const usageDocument = z.object({ _id: z.string(), bytes: z.number() });
export type UsageDocument = z.infer<typeof usageDocument>;

/** The rows of all tables of all apps. Every query names the app and the table: the key to shard by. */
export const collections = {
  rows: { document: rowDocument as z.ZodType<RowDocument>, indexes: [{ keys: { appId: 1, entity: 1, createdAt: -1 } }] },
  usage: { document: usageDocument },
} satisfies Collections;
