import type { Http } from '@sayso/core';
import { z } from 'zod';
import type { Entities } from '../service.ts';
import { newView, viewAnswer, viewChanges } from './state.ts';

const params = z.object({ appId: z.string(), entity: z.string() });
const oneParams = params.extend({ viewId: z.string() });
const tags = ['entities'];
const config = { access: 'builder', does: 'look' } as const;
const base = '/live_api/apps/:appId/entities/:entity/views';

/** On the builder host only, for accounts that may administer the app. */
export function viewRoutes(http: Http, entities: () => Entities): void {
  http.get(
    base,
    {
      config,
      schema: { tags, summary: "The account's views of a table", params, response: { 200: z.object({ views: z.array(viewAnswer) }) } },
    },
    async ({ sayso, params: table }) => ({ views: await entities().views.list(sayso.actor, table) }),
  );
  http.post(
    base,
    {
      config: { ...config, does: 'change-own' },
      schema: { tags, summary: 'Saves a view of a table', params, body: newView, response: { 200: viewAnswer } },
    },
    ({ sayso, params: table, body }) => entities().views.add(sayso.actor, table, body),
  );
  http.put(
    `${base}/:viewId`,
    {
      config: { ...config, does: 'change-own' },
      schema: { tags, summary: 'Renames or changes a view', params: oneParams, body: viewChanges, response: { 200: viewAnswer } },
    },
    ({ sayso, params: { viewId, ...table }, body }) => entities().views.update(sayso.actor, table, viewId, body),
  );
  http.delete(
    `${base}/:viewId`,
    {
      config: { ...config, does: 'change-own' },
      schema: { tags, summary: 'Deletes a view', params: oneParams, response: { 200: z.object({ success: z.boolean() }) } },
    },
    async ({ sayso, params: { viewId, ...table } }) => {
      await entities().views.remove(sayso.actor, table, viewId);
      return { success: true };
    },
  );
}
