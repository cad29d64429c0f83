import { z } from 'zod';

/** The schema of a greeting, for the collection and for the route's response. */
export const greeting = z.object({ _id: z.string(), text: z.string() });

export const collections = { greetings: { document: greeting } };
