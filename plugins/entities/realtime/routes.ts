import { addressGroup, type Http } from '@sayso/core';
import { z } from 'zod';
import { WebSocketOnly } from '../errors.ts';
import { rowsQuery, type TableOf } from '../rows/parameters.ts';
import type { Entities } from '../service.ts';
import { Connection } from './connection.ts';

const params = z.object({ appId: z.string(), entity: z.string() });

const streamAnswer = {
  description:
    'Server-sent events. `ready`: changes are sent from here on. `created`, `updated`: the row. `deleted`: its `id`. `reset`: read the table again.',
  content: { 'text/event-stream': { schema: z.string() as unknown as z.ZodType<undefined> } },
};

/** The changes of a table's rows, as server-sent events. */
export function streamRoutes(http: Http, entities: () => Entities, tableOf: TableOf): void {
  http.get(
    '/live_api/apps/:appId/entities/:entity/events',
    {
      // A response without a body would never end.
      exposeHeadRoute: false,
      config: { access: 'app', errors: [503] },
      schema: {
        tags: ['entities'],
        summary: 'Changes of rows, as they happen',
        params,
        querystring: rowsQuery,
        response: { 200: streamAnswer },
      },
    },
    async (request, reply) => {
      const { sayso, ip, headers } = request;
      await entities().realtime.open({
        actor: sayso.actor,
        table: tableOf(request),
        address: addressGroup(ip),
        authenticate: () => sayso.authenticate(),
        connect() {
          reply.hijack();
          const isResumed = headers['last-event-id'] !== undefined;
          return reply.raw.destroyed ? null : new Connection(reply.raw, { headers: reply.getHeaders(), isResumed });
        },
      });
      return undefined;
    },
  );
}

/** The changes of the tables that a page follows, on one WebSocket. Cookies have no effect here: a caller is known by the token of its first message. */
export function socketRoutes(http: Http, entities: () => Entities): void {
  http.get(
    '/live_api/changes',
    {
      config: { access: 'public', errors: [426], open: (upgrade) => entities().sockets.open(upgrade) },
      schema: {
        tags: ['entities'],
        summary: 'Changes of rows of several tables, by WebSocket: `{app, token}`, then `{follow}` and `{leave}` with names of tables',
        response: { 200: z.object({}).describe('Never: without a WebSocket, the call is refused.') },
      },
    },
    () => {
      throw new WebSocketOnly();
    },
  );
}
