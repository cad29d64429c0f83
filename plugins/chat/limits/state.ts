import { z } from 'zod';

/** How many messages an account has sent in a day or a month; the id names both. */
export const quotaDocument = z.object({ _id: z.string(), used: z.number(), until: z.string() });
