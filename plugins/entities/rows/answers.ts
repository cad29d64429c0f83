import { z } from 'zod';

/** Response schemas of the routes, for the OpenAPI document and the tests. Rows have the fields of their table. */
const text = z.string();

const row = z
  .looseObject({ id: text, createdAt: text, creatorId: text.nullable() })
  .meta({ id: 'Row', description: "The fields of the app's table, with who made the row and when." });

export const rowAnswer = row.describe('The row.');
/** The parameter `fields` of a list omits the others. */
export const rowsAnswer = z.array(row.partial({ createdAt: true, creatorId: true })).describe('The rows.');
export const schemaAnswer = z
  .looseObject({ name: text, type: z.literal('object'), properties: z.record(text, z.unknown()) })
  .describe('The JSON schema of the table, with the permissions of its rows.');
export const countAnswer = z.object({ count: z.number() }).describe('How many.');
export const upserted = z
  .object({ created: z.number(), updated: z.number(), records: z.array(row).readonly() })
  .describe('The written rows, in the order of the records.');
export const updatedMany = z.object({ success: z.boolean(), updated: z.number().describe('How many.') }).describe('The rows are changed.');
export const removed = z.object({ success: z.boolean(), id: text }).describe('The row is gone.');
export const removedMany = z.object({ success: z.boolean(), deleted: z.number().describe('How many.') }).describe('The rows are gone.');
export const importAnswer = z
  .object({
    imported: z.number(),
    failed: z.number(),
    total: z.number(),
    errors: z.array(z.object({ row: z.number(), message: text })).readonly(),
    ignoredColumns: z.array(text).readonly(),
  })
  .describe('Which rows were added, and what is wrong with the others.');
