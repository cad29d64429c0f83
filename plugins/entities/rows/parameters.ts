import { Forbidden, type HostName } from '@sayso/core';
import { z } from 'zod';
import { InvalidQuery } from '../errors.ts';
import type { TableAddress } from '../ref.ts';

const rowSet = z.enum(['draft', 'live']);

export const rowsQuery = z.object({
  rows: rowSet
    .optional()
    .describe('Default `live`. `draft`: rows that people who use the app do not see, for admins of the app on the builder host.'),
});

interface TableRequest {
  readonly params: Pick<TableAddress, 'appId' | 'entity'>;
  readonly query: z.output<typeof rowsQuery>;
}

/** The table that a request names. */
export type TableOf = (request: TableRequest) => TableAddress;

/** The runtime host serves live rows only. */
export function tablesAt(host: HostName): TableOf {
  return ({ params: { appId, entity }, query: { rows } }) => {
    if (rows === 'draft' && host === 'runtime') throw new Forbidden('This host has no draft rows.');
    return { appId, entity, rows };
  };
}

/** The parameter of a request that is not validated. */
export function rowsOfQuery(rows: unknown): z.output<typeof rowsQuery> {
  const parsed = rowSet.safeParse(rows);
  if (!parsed.success) throw new InvalidQuery('`rows` must be "draft" or "live".');
  return { rows: parsed.data };
}
