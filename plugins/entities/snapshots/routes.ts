import type { Http } from '@sayso/core';
import { z } from 'zod';
import type { Entities } from '../service.ts';
import { snapshotView } from './state.ts';

const tags = ['entities'];
const config = { access: 'builder', does: 'look' } as const;
const app = z.object({ appId: z.string() });

/** On the builder host only: the snapshots of an app's rows, for its admins. `copies/routes.ts` restores them. */
export function snapshotRoutes(http: Http, entities: () => Entities): void {
  http.get(
    '/live_api/apps/:appId/snapshots',
    {
      config,
      schema: {
        tags,
        summary: 'The snapshots of rows, the newest first',
        params: app,
        response: { 200: z.object({ snapshots: z.array(snapshotView) }) },
      },
    },
    async ({ sayso, params }) => ({ snapshots: await entities().listedSnapshots.list(sayso.actor, params.appId) }),
  );
  http.delete(
    '/live_api/apps/:appId/snapshots/:snapshotId',
    {
      config: { ...config, does: 'change-rows', errors: [409] },
      schema: {
        tags,
        summary: 'Deletes a snapshot of rows for good',
        params: app.extend({ snapshotId: z.string() }),
        response: { 200: z.object({ deleted: z.literal(true) }) },
      },
    },
    async ({ sayso, params: { appId, snapshotId } }) => {
      await entities().listedSnapshots.delete(sayso.actor, appId, snapshotId);
      return { deleted: true as const };
    },
  );
}
