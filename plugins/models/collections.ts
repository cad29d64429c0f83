import { z } from 'zod';

const settings = z.object({
  /** Always `connection`: an installation has one. */
  _id: z.literal('connection'),
  /** Address of the endpoint, without a slash at the end; null: that of OpenAI. */
  endpoint: z.string().nullable(),
  model: z.string().nullable(),
  /** The key as sealed by `seal`, for one origin; null without a key. */
  sealedKey: z.string().nullable(),
  /** Its last characters, to recognise it by; null for a short key. */
  keyEnding: z.string().nullable(),
  updatedAt: z.string(),
  /** The account that saved it. */
  updatedBy: z.string(),
});
export type SettingsDocument = z.infer<typeof settings>;

export const collections = { settings: { document: settings } } as const;
