import { z } from 'zod';

/** Settings, by the names of environment variables. */
export const config = z.object({
  HELLO_WORD: z.string().default('Good day').describe('The words to greet with. Default Good day.'),
});
