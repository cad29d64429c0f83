import { z } from 'zod';

const field = z.string().max(200);
const list = z.union([field, z.array(field).max(20)]);
const object = z.record(z.string(), z.unknown());

/** What an aggregation groups by, and computes. Field names are those of the rows. */
export const aggregateOptions = z.strictObject({
  query: object.optional().describe('Filter of the rows, as in a list.'),
  groupBy: list.optional().describe('One field, or up to four. Without it and `dateBucket` the result is one row.'),
  dateBucket: z
    .strictObject({ field, unit: z.enum(['day', 'week', 'month', 'year']) })
    .optional()
    .describe('Groups by the time spans of a field with dates; a week begins on Monday.'),
  count: z.boolean().optional().describe('Whether rows have the number of rows of their group. Default true.'),
  sum: list.optional(),
  avg: list.optional(),
  min: list.optional(),
  max: list.optional(),
  countDistinct: list.optional().describe('Fields whose different values are counted.'),
  having: object.optional().describe('Filter of the results, by their names: `{"count": {"$gt": 1}}`.'),
  sort: field.optional().describe('Name of a result, with `-` for descending; up to four with commas. Default: the groups in order.'),
  limit: z.number().optional().describe('At most 1000, the default.'),
});

export const aggregateAnswer = z
  .object({
    rows: z
      .array(z.record(z.string(), z.unknown()).readonly())
      .readonly()
      .describe('The fields of the group, `count`, and `sum_`, `avg_`, `min_`, `max_` or `count_distinct_` before the name of a field.'),
    truncated: z.boolean().describe('Whether there are more groups than `limit`.'),
  })
  .describe('A row for each group.');
