import type { Http } from '@sayso/core';
import { z } from 'zod';
import { rowMergePreview } from '../branches/state.ts';
import type { Entities } from '../service.ts';
import { copyPreview, copyView, rowSet } from './state.ts';

const tags = ['entities'];
const config = { access: 'builder', does: 'look' } as const;
const app = z.object({ appId: z.string() });
const sets = { from: rowSet, to: rowSet };

/** On the builder host only: copies of rows from one set of an app to the other, for its admins. */
export function copyRoutes(http: Http, entities: () => Entities): void {
  http.get(
    '/live_api/apps/:appId/rows/copies',
    {
      config,
      schema: {
        tags,
        summary: 'What a copy of rows would replace',
        params: app,
        querystring: z.object(sets),
        response: { 200: copyPreview },
      },
    },
    ({ sayso, params, query }) => entities().copies.preview(sayso.actor, params.appId, query),
  );
  http.post(
    '/live_api/apps/:appId/rows/copy',
    {
      config: { ...config, does: 'change-rows', errors: [409] },
      schema: {
        tags,
        summary: 'Starts a copy of rows by a job: they replace those of the other set',
        params: app,
        body: z.object({ ...sets, tables: z.array(z.string()).min(1).max(1000).optional().describe('Default: all tables.') }),
        response: { 200: copyView },
      },
    },
    ({ sayso, params, body }) => entities().copies.start(sayso.actor, params.appId, body),
  );
  http.post(
    '/live_api/apps/:appId/rows/restore',
    {
      config: { ...config, does: 'change-rows', errors: [409] },
      schema: {
        tags,
        summary: 'Starts a job that replaces draft rows by those of snapshots',
        params: app,
        body: z.object({
          tables: z
            .array(z.object({ name: z.string(), snapshotId: z.string() }))
            .min(1)
            .max(1000),
        }),
        response: { 200: copyView },
      },
    },
    ({ sayso, params, body }) => entities().copies.restore(sayso.actor, params.appId, body.tables),
  );
  http.get(
    '/live_api/apps/:appId/rows/merge',
    {
      config: { ...config, errors: [409] },
      schema: {
        tags,
        summary: 'The rows of an idea that a merge can take along into its app',
        params: app,
        response: { 200: rowMergePreview },
      },
    },
    ({ sayso, params }) => entities().branches.preview(sayso.actor, params.appId),
  );
  http.get(
    '/live_api/apps/:appId/rows/copy/:id',
    {
      config,
      schema: { tags, summary: 'The progress of a copy of rows', params: app.extend({ id: z.string() }), response: { 200: copyView } },
    },
    ({ sayso, params }) => entities().copies.get(sayso.actor, params.appId, params.id),
  );
}
