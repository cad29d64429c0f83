import { z } from 'zod';

/** The one description of a greeting: as it is stored, and as the route answers it. */
export const greeting = z.object({ _id: z.string(), text: z.string() });

export const collections = { greetings: { document: greeting } };
