import type { Http } from '@sayso/core';
import { z } from 'zod';
import { unconverted } from '../columns/state.ts';
import { InvalidQuery } from '../errors.ts';
import { rowsQuery } from '../rows/parameters.ts';
import { CHANGE_SOURCES } from '../rows/sources.ts';
import type { Entities } from '../service.ts';
import { MAX_IDS } from './trashed-rows.ts';

const text = z.string();
const params = z.object({ appId: text });
const ids = z.array(text).min(1).max(MAX_IDS);
const account = z.object({ id: text, name: text.nullable() });

const deletedRow = z.object({
  id: text.describe('For the other calls: that of the row, or of its former state.'),
  rowId: text,
  isReplaced: z.boolean().describe('True: a former state of a row that a copy of rows or a restoration replaced.'),
  entity: text,
  deletedAt: text,
  deletedBy: account.nullable().describe('Null: a visitor.'),
  by: z.enum(CHANGE_SOURCES),
  createdAt: text,
  updatedAt: text,
  creatorId: text.nullable(),
  data: z.record(text, z.unknown()).describe('The fields.'),
});
const page = z.object({ rows: z.array(deletedRow), next: text.nullable() }).describe('Deleted rows, and where the next page begins.');
const tables = z.object({ tables: z.array(z.object({ entity: text, rows: z.number() })) }).describe('Deleted rows by table.');
const restored = z
  .object({
    restored: z.number(),
    problems: z.array(z.object({ id: text, message: text })),
    unconverted: z.array(unconverted).describe('Values that do not fit the columns as they are now, and stay as they were.'),
  })
  .describe('How many rows are back, and why others are not.');
const purged = z.object({ success: z.boolean(), deleted: z.number() }).describe('How many rows are gone.');
const choice = z.strictObject({ ids: ids.optional(), entity: text.optional(), all: z.literal(true).optional() });

const tags = ['entities'];
const config = { access: 'builder', does: 'look' } as const;
const base = '/live_api/apps/:appId/trash';

/** On the builder host only, for accounts that may administer the app. */
export function trashRoutes(http: Http, entities: () => Entities): void {
  http.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'Deleted rows, newest deletions first',
        params,
        querystring: rowsQuery.extend({
          entity: text.optional(),
          limit: z.coerce.number().int().min(1).optional(),
          after: text.optional(),
        }),
        response: { 200: page },
      },
    },
    ({ sayso, params: { appId }, query }) => entities().trashed.list(sayso.actor, appId, query),
  );
  http.get(
    `${base}/tables`,
    {
      config,
      schema: { tags, summary: 'The number of deleted rows of each table', params, querystring: rowsQuery, response: { 200: tables } },
    },
    ({ sayso, params: { appId }, query }) => entities().trashed.tables(sayso.actor, appId, query.rows),
  );
  http.post(
    `${base}/restore`,
    {
      config: { ...config, does: 'change-rows' },
      schema: {
        tags,
        summary: 'Puts deleted rows back as they were, with their ids',
        params,
        querystring: rowsQuery,
        body: z.strictObject({ ids }),
        response: { 200: restored },
      },
    },
    ({ sayso, params: { appId }, query, body }) => entities().trashed.restore(sayso.actor, appId, { ...query, ...body }),
  );
  http.delete(
    base,
    {
      config: { ...config, does: 'change-rows' },
      schema: {
        tags,
        summary: 'Deletes rows of the trash for good: those of `ids`, of the table `entity`, or `all`',
        params,
        querystring: rowsQuery,
        body: choice,
        response: { 200: purged },
      },
    },
    async ({ sayso, params: { appId }, query, body }) => {
      if (body.ids === undefined && body.entity === undefined && body.all === undefined)
        throw new InvalidQuery('Say which rows to delete: {"ids": ["…"]}, {"entity": "…"}, or {"all": true}.');
      return {
        success: true,
        deleted: await entities().trashed.purge(sayso.actor, appId, { ...query, ids: body.ids, entity: body.entity }),
      };
    },
  );
}
