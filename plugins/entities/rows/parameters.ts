import { Forbidden, type HostName, type RequestContext } from '@sayso/core';
import { z } from 'zod';
import { InvalidQuery } from '../errors.ts';
import { isPreviewToken } from '../permissions/scope.ts';
import type { TableAddress, ViewedAs } from '../ref.ts';

const rowSet = z.enum(['draft', 'live']);

export const rowsQuery = z.object({
  rows: rowSet
    .optional()
    .describe('For admins of the app on the builder host: default `live`; `draft`: the rows of the preview. Tokens have one set each.'),
});

const viewedAs = z.custom<ViewedAs>((as) => typeof as === 'string' && /^(visitor|user|user:.{1,200})$/.test(as));

/** Of calls that only read. */
export const viewQuery = rowsQuery.extend({
  as: z
    .string()
    .pipe(viewedAs)
    .optional()
    .describe('For admins of the app on the builder host: what a `visitor`, a `user` without rows or `user:<account id>` reads.'),
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
  readonly query: z.output<typeof rowsQuery> & Pick<TableAddress, 'as'>;
}

/** The table that a request names. */
export type TableOf = (request: TableRequest) => TableAddress;

/** On the runtime host only a token of a preview reaches draft rows. */
export function tablesAt(host: HostName): TableOf {
  return ({ sayso: { actor }, params: { appId, entity }, query: { rows, as } }) => {
    if (rows === 'draft' && host === 'runtime' && !isPreviewToken(actor)) throw new Forbidden('This host has no draft rows.');
    return { appId, entity, rows, as };
  };
}

/** The parameters of a request that is not validated. */
export function viewOfQuery({ rows, as }: { readonly rows?: unknown; readonly as?: unknown }): z.output<typeof viewQuery> {
  const set = rowSet.optional().safeParse(rows);
  if (!set.success) throw new InvalidQuery('`rows` must be "draft" or "live".');
  const viewed = viewedAs.optional().safeParse(as);
  if (!viewed.success) throw new InvalidQuery('`as` must be "visitor", "user" or "user:<account id>".');
  return { rows: set.data, as: viewed.data };
}
