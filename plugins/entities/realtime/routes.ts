import { addressGroup, type Http } from '@sayso/core';
import { z } from 'zod';
import { WebSocketOnly } from '../errors.ts';
import { liveLimits } from '../ref.ts';
import { rowsQuery, type TableOf } from '../rows/parameters.ts';
import type { Entities } from '../service.ts';
import { Connection } from './connection.ts';
import { StreamClient } from './sockets/stream.ts';

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
      config: { access: 'app', does: 'look', errors: [503] },
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

const tablesQuery = z.object({
  tables: z
    .string()
    .min(1)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.string().min(1).max(100)).max(liveLimits.tables))
    .describe('Names of tables, separated by commas.'),
  endAfter: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .optional()
    .describe('Ends the answer after this time, in ms: for proxies that hold an answer back until it is complete. Default: never.'),
});

const tablesAnswer = {
  description:
    'Server-sent events, each a message of `/live_api/changes` as its data: `{}` first, then `{entity, event: "ready"}`, `{entity, changes}`, or `{entity, event: "refused", code, message}`.',
  content: { 'text/event-stream': { schema: z.string() as unknown as z.ZodType<undefined> } },
};

/** The changes of several tables on one answer: for pages that no WebSocket reaches. */
export function tablesStreamRoutes(http: Http, entities: () => Entities): void {
  http.get(
    '/live_api/apps/:appId/events',
    {
      exposeHeadRoute: false,
      config: { access: 'app', does: 'look', errors: [503] },
      schema: {
        tags: ['entities'],
        summary: 'Changes of rows of several tables, as they happen',
        params: z.object({ appId: z.string() }),
        querystring: tablesQuery,
        response: { 200: tablesAnswer },
      },
    },
    async ({ sayso, ip, params: { appId }, query: { tables, endAfter } }, reply) => {
      reply.hijack();
      const { raw: response } = reply;
      if (response.destroyed) return;
      const client = new StreamClient({ response, headers: reply.getHeaders(), endAfter });
      const caller = { actor: sayso.actor, address: addressGroup(ip), authenticate: () => sayso.authenticate() };
      const { realtime } = entities();
      void client.follow(tables, (entity, connect) => realtime.open({ ...caller, table: { appId, entity }, connect }));
    },
  );
}

/** The changes of the tables that a page follows, on one WebSocket. Cookies have no effect here: a caller is known by the token of its first message. */
export function socketRoutes(http: Http, entities: () => Entities): void {
  http.get(
    '/live_api/changes',
    {
      config: { access: 'public', does: 'look', errors: [426], open: (upgrade) => entities().sockets.open(upgrade) },
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
