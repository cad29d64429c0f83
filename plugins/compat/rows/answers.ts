import { z } from 'zod';

/** Response schemas of the routes, for the OpenAPI document and the tests. Rows have the fields of their table. */
const text = z.string();
const row = z
  .looseObject({ id: text, createdAt: text, creatorId: text.nullable() })
  .meta({ id: 'CompatRow', description: 'The fields of the table, with who made the row and when, by both clients’ names.' });

export const rowAnswer = row.describe('The row.');
/** The parameter `fields` of a list omits the others. */
export const rowsAnswer = z.array(row.partial({ createdAt: true, creatorId: true })).describe('The rows.');
export const pageAnswer = z
  .object({ items: z.array(z.unknown()).readonly(), next_cursor: text.nullable(), has_more: z.boolean() })
  .describe('The rows of the page.');
export const countAnswer = z.object({ count: z.number() }).describe('How many.');
export const removed = z.object({ success: z.boolean(), id: text }).describe('The row is gone.');
export const removedMany = z.object({ success: z.boolean(), deleted: z.number().describe('How many.') }).describe('The rows are gone.');
export const importAnswer = z
  .object({
    status: z.enum(['success', 'error']),
    details: text,
    output: z.null(),
    imported: z.number(),
    failed: z.number(),
    total: z.number(),
    errors: z.array(z.object({ row: z.number(), message: text })).readonly(),
    ignoredColumns: z.array(text).readonly(),
  })
  .describe('Which rows were added, and what is wrong with the others.');
export const groupsAnswer = z
  .object({ rows: z.array(z.record(text, z.unknown())).readonly(), truncated: z.boolean() })
  .describe('The groups.');
export const upsertAnswer = z.object({ created: z.number(), updated: z.number(), records: z.array(row) }).describe('The written rows.');
export const updatedMany = z.object({ success: z.boolean(), updated: z.number(), has_more: z.boolean() }).describe('How many.');
