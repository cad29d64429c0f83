import type { Http } from '@sayso/core';
import { z } from 'zod';
import { rowsQuery } from '../rows/parameters.ts';
import { CHANGE_SOURCES } from '../rows/sources.ts';
import type { Entities } from '../service.ts';
import { CHANGE_KINDS } from './state.ts';

const text = z.string();
const value = z
  .object({ value: z.unknown().optional(), isCut: z.literal(true).optional() })
  .describe('Without `value`: the field was missing. `isCut`: the beginning of a long value, as text.');
const change = z.object({
  kind: z.enum(CHANGE_KINDS),
  at: text,
  by: z.enum(CHANGE_SOURCES),
  account: z.object({ id: text, name: text.nullable() }).nullable().describe('Null: a visitor.'),
  fileName: text.nullable().describe('Of the import that added the row.'),
  changes: z.array(z.object({ field: text, before: value, after: value })).readonly(),
});
const history = z.object({ changes: z.array(change) }).describe('The changes of the row, the newest first.');

/** On the builder host only, for admins of the app. */
export function historyRoutes(http: Http, entities: () => Entities): void {
  http.get(
    '/live_api/apps/:appId/entities/:entity/:id/history',
    {
      config: { access: 'builder', does: 'look' },
      schema: {
        tags: ['entities'],
        summary: 'The changes of a row that were made in the builder: by hand, by an import or by the assistant',
        params: z.object({ appId: text, entity: text, id: text }),
        querystring: rowsQuery,
        response: { 200: history },
      },
    },
    async ({ sayso, params: { appId, entity, id }, query: { rows } }) => ({
      changes: await entities().rowHistory(sayso.actor, { appId, entity, rows }, id),
    }),
  );
}
