import { Forbidden, type HostName, type RequestContext } from '@sayso/core';
import { z } from 'zod';
import { InvalidQuery } from '../errors.ts';
import { isPreviewToken } from '../permissions/scope.ts';
import type { TableAddress } from '../ref.ts';

const rowSet = z.enum(['draft', 'live']);

export const rowsQuery = z.object({
  rows: rowSet
    .optional()
    .describe('For admins of the app on the builder host: default `live`; `draft`: the rows of the preview. Tokens have one set each.'),
});

export const bulkQuery = rowsQuery.extend({
  batch: z
    .string()
    .min(16)
    .max(100)
    .optional()
    .describe('A random name of these rows: sent again with it, after a lost connection, they are added once.'),
});

interface TableRequest {
  readonly sayso: Pick<RequestContext, 'actor'>;
  readonly params: Pick<TableAddress, 'appId' | 'entity'>;
  readonly query: z.output<typeof rowsQuery>;
}

/** The table that a request names. */
export type TableOf = (request: TableRequest) => TableAddress;

/** On the runtime host only a token of a preview reaches draft rows. */
export function tablesAt(host: HostName): TableOf {
  return ({ sayso: { actor }, params: { appId, entity }, query: { rows } }) => {
    if (rows === 'draft' && host === 'runtime' && !isPreviewToken(actor)) throw new Forbidden('This host has no draft rows.');
    return { appId, entity, rows };
  };
}

/** The parameter of a request that is not validated. */
export function rowsOfQuery(rows: unknown): z.output<typeof rowsQuery> {
  const parsed = rowSet.safeParse(rows);
  if (!parsed.success) throw new InvalidQuery('`rows` must be "draft" or "live".');
  return { rows: parsed.data };
}
