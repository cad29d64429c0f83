import type { Readable } from 'node:stream';
import { z } from 'zod';

/** Response schemas of the routes, for the OpenAPI document and the tests. */
const text = z.string();

export const streamAnswer = {
  description: 'The AI SDK data stream, version 1: a line for each part; empty when no answer is being written.',
  content: { 'text/plain': { schema: text as unknown as z.ZodType<Readable | string> } },
};

export const restoredAnswer = z
  .object({
    versionId: text,
    messages: z.array(
      z.object({
        id: text,
        role: z.enum(['user', 'assistant']),
        content: text,
        createdAt: text,
        parts: z.array(z.object({ type: text, text })),
        annotations: z.array(z.record(text, z.unknown())),
      }),
    ),
  })
  .describe('The new version, and the messages that are still shown.');
