import type { PropertySchema } from '@sayso/apps/ref';
import type { Http } from '@sayso/core';
import { z } from 'zod';
import type { Entities } from '../service.ts';
import { versionEffects } from './version-effects.ts';

const tableParams = z.object({ appId: z.string(), entity: z.string() });
const name = z.string().min(1).max(200);
export const property = z.looseObject({ type: z.string().optional() }).transform((value) => value as PropertySchema);

export const columnEdit = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add'), name, property, before: z.string().optional() }),
  z.object({ action: z.literal('rename'), name, to: name }),
  z.object({ action: z.literal('retype'), name, property }),
  z.object({ action: z.literal('delete'), name }),
]);

const edited = z.object({ versionId: z.string(), name: z.string(), mentions: z.array(z.string()).readonly() });
const progress = z.object({ versionId: z.string(), done: z.number(), total: z.number() }).nullable();
const unconverted = z.object({ entity: z.string(), column: z.string(), id: z.string(), value: z.string() });
const report = z
  .object({ versionId: z.string(), at: z.string(), rows: z.number(), failed: z.number(), unconverted: z.array(unconverted) })
  .nullable();

const tags = ['entities'];
const config = { access: 'builder', does: 'look' } as const;
const base = '/live_api/apps/:appId/entities/:entity/columns';

/** On the builder host only: columns belong to the app's next version. */
export function columnRoutes(http: Http, entities: () => Entities): void {
  http.post(
    base,
    {
      config: { ...config, does: 'change-app' },
      schema: {
        tags,
        summary: 'Adds, renames, retypes or deletes a column by a new version; a job converts the rows',
        params: tableParams,
        body: columnEdit,
        response: { 200: edited },
      },
    },
    ({ sayso, params, body }) => entities().columns.edit(sayso.actor, params, body),
  );
  http.post(
    `${base}/undo`,
    {
      config: { ...config, does: 'change-app' },
      schema: {
        tags,
        summary: 'Undoes the change of a column that a version made; rows get their former values back',
        params: tableParams,
        body: z.object({ versionId: z.string() }),
        response: { 200: z.object({ versionId: z.string() }) },
      },
    },
    ({ sayso, params, body }) => entities().columns.undo(sayso.actor, params, body.versionId),
  );
  http.get(
    '/live_api/apps/:appId/conversion',
    {
      config,
      schema: {
        tags,
        summary: 'The conversion of rows in progress, and the report of the last one',
        params: z.object({ appId: z.string() }),
        querystring: z.object({ rows: z.enum(['draft', 'live']).default('draft') }),
        response: { 200: z.object({ progress, report }) },
      },
    },
    ({ sayso, params, query }) => entities().conversion(sayso.actor, params.appId, query.rows),
  );
  http.get(
    '/live_api/apps/:appId/versions/:versionId/effects',
    {
      config,
      schema: {
        tags,
        summary: 'What restoring a version does to the draft rows: tables and columns that come, go or change',
        params: z.object({ appId: z.string(), versionId: z.string() }),
        response: { 200: versionEffects },
      },
    },
    ({ sayso, params }) => entities().versionEffects(sayso.actor, params.appId, params.versionId),
  );
}
