import { z } from 'zod';

/** Settings; each key is the name of an environment variable. */
export const config = z.object({
  HELLO_WORD: z.string().default('Good day').describe('The words to greet with. Default Good day.'),
});
