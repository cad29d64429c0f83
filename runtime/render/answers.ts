import { z } from 'zod';
import type { RenderAnswer } from './wire.ts';

const MAX_MESSAGE = 1_000;
const rows = z.enum(['empty', 'samples']);
const name = z.string().max(500);
const finding = z.object({
  page: name,
  rows,
  kind: z.enum(['render', 'rejection', 'loop', 'nothing', 'time', 'memory']),
  message: z.string().max(MAX_MESSAGE),
  file: name,
  line: z.number().int().positive().nullable(),
});
const answer: z.ZodType<RenderAnswer> = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number(), starts: name, rows }),
  z.object({ id: z.number(), page: name, rows, findings: z.array(finding).max(100) }),
  z.object({ id: z.number(), done: z.literal(true) }),
]);

/** A message of a rendering process, which hostile code may have taken over; null for any other message. */
export function readAnswer(message: unknown): RenderAnswer | null {
  return answer.safeParse(message).data ?? null;
}
