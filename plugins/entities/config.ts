import { z } from 'zod';

const whole = z.coerce.number().int().min(1);

/** How much one app may keep, and what one read may cost. */
export const entitiesConfig = z.object({
  QUERY_MAX_MS: whole.default(3000).describe('Work that one list of rows may take, in milliseconds. Default 3000.'),
  LIST_MAX_BYTES: whole.default(16_000_000).describe('Size of one list of rows, in bytes of JSON. Default 16000000.'),
});

export type EntitiesConfig = z.output<typeof entitiesConfig>;
