import { MAX_JSON_LEVELS, nestsDeeper } from '@sayso/core';
import { z } from 'zod';
import { InvalidQuery } from '../errors.ts';
import type { ListParameters, ListRows } from '../ref.ts';

/** An empty parameter counts as missing. */
const whole = z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number('must be a number').int().optional());
/** The parameters of a list: `q` is a filter as JSON; `sort` is `field` or `-field`, or some with commas; `after` is the id of the last row read; `fields` is a list with commas. */
export const listQuery = z.object({
  q: z.string().max(20_000).optional(),
  sort: z.string().max(200).optional(),
  limit: whole,
  skip: whole.describe('At most 10000; `after` reaches further.'),
  after: z
    .string()
    .max(200)
    .optional()
    .describe('The id of the last row of the page before, for the next page of the same filter and sort.'),
  fields: z.string().max(4000).optional(),
  expand: z
    .string()
    .max(400)
    .optional()
    .describe('Up to 5 fields that reference a table, with commas: each row has the referenced one as `<field>_row`, or null.'),
});

export function toListRows({ q, sort, limit, skip, after, fields, expand }: ListParameters): ListRows {
  return {
    ...(q === undefined || q === '' ? {} : { filter: parseFilter(q) }),
    ...(sort === undefined ? {} : { sort }),
    ...(limit === undefined ? {} : { limit }),
    ...(skip === undefined ? {} : { skip }),
    ...(after === undefined ? {} : { after }),
    ...(fields === undefined ? {} : { fields: namesOf(fields) }),
    ...(expand === undefined ? {} : { expand: namesOf(expand) }),
  };
}

function namesOf(list: string): string[] {
  return list.split(',').map((name) => name.trim());
}

export function isFilter(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseFilter(q: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(q);
  } catch {
    throw new InvalidQuery('`q` is not valid JSON.', [{ path: 'q', message: 'is not valid JSON' }]);
  }
  if (nestsDeeper(value)) throw new InvalidQuery(`\`q\` nests more than ${MAX_JSON_LEVELS} levels deep.`);
  if (!isFilter(value)) throw new InvalidQuery('A filter must be an object such as {"done": false}.');
  return value;
}
