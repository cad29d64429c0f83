import type {} from '@fastify/multipart';
import { type Edge, type HostName, type Http, type RequestContext, Unauthenticated, withTableName } from '@sayso/core';
import { z } from 'zod';
import { aggregateAnswer, aggregateOptions } from './aggregate/options.ts';
import { columnRoutes } from './columns/routes.ts';
import { copyRoutes } from './copies/routes.ts';
import { InvalidImport, InvalidQuery } from './errors.ts';
import { historyRoutes } from './history/routes.ts';
import { importRoutes } from './import/routes.ts';
import { isFilter, listQuery, parseFilter } from './lists/parameters.ts';
import { personRoutes } from './people/routes.ts';
import { socketRoutes, streamRoutes, tablesStreamRoutes } from './realtime/routes.ts';
import {
  countAnswer,
  importAnswer,
  removed,
  removedMany,
  rowAnswer,
  rowsAnswer,
  schemaAnswer,
  updatedMany,
  upserted,
} from './rows/answers.ts';
import { bulkQuery, rowsQuery, type TableOf, tablesAt, viewOfQuery, viewQuery } from './rows/parameters.ts';
import { ruleRoutes } from './rule-edits/routes.ts';
import type { Entities } from './service.ts';
import { snapshotRoutes } from './snapshots/routes.ts';
import { trashRoutes } from './trash/routes.ts';
import { viewRoutes } from './views/routes.ts';

const tableParams = z.object({ appId: z.string(), entity: z.string() });
const rowParams = tableParams.extend({ id: z.string() });
const row = z.record(z.string(), z.unknown());
const tags = ['entities'];
const config = { access: 'app', does: 'look' } as const;
const MAX_BULK_BYTES = 10_000_000;
const base = '/live_api/apps/:appId/entities/:entity';

/** The part of a request that tells its caller. */
interface Asking {
  readonly sayso: RequestContext;
  readonly headers: { readonly authorization?: string | undefined };
}

/** The response schemas describe rows; this types the same as JSON. */
interface TextReply<Reply> {
  type(contentType: string): TextReply<Reply>;
  send(json: string): Reply;
}

function sendJson<Reply>(reply: Reply, json: string): Reply {
  return (reply as TextReply<Reply>).type('application/json; charset=utf-8').send(json);
}

/** On the builder host, which imports large files and edits columns, too. */
export function builderRoutes(http: Http, edge: Edge<Entities>): void {
  // Histories, the trash, snapshots and merges have values of rows, too.
  http.addHook('onSend', ({ params }, _reply, payload, done) => {
    const { appId } = params as { readonly appId?: string };
    done(null, typeof payload === 'string' && appId !== undefined ? edge.service().servedText(appId, payload) : payload);
  });
  routes(http, edge, 'builder');
  importRoutes(http, edge.service);
  columnRoutes(http, edge.service);
  ruleRoutes(http, edge.service);
  trashRoutes(http, edge.service);
  copyRoutes(http, edge.service);
  snapshotRoutes(http, edge.service);
  historyRoutes(http, edge.service);
  viewRoutes(http, edge.service);
  personRoutes(http, edge.service);
}

/** The rows of an app's tables, the same on both hosts. */
function routes(http: Http, { service: entities }: Edge<Entities>, host: HostName): void {
  http.addHook('preHandler', (request, _reply, done) => {
    withTableName(request.params);
    checkToken(request);
    done();
  });
  const tableOf = tablesAt(host);
  readRoutes(http, entities, tableOf);
  streamRoutes(http, entities, tableOf);
  writeRoutes(http, entities, tableOf);
}

/** On the runtime host, where other origins call them too. */
export function runtimeRoutes(http: Http, edge: Edge<Entities>): void {
  allowAnyOrigin(http);
  routes(http, edge, 'runtime');
  tablesStreamRoutes(http, edge.service);
  socketRoutes(http, edge.service);
}

/** Throws for an invalid token: a 401 lets an app renew its expired one and retry. */
function checkToken({ sayso, headers }: Asking): void {
  if (sayso.actor.kind === 'anonymous' && headers.authorization !== undefined) throw new Unauthenticated();
}

function readRoutes(http: Http, entities: () => Entities, tableOf: TableOf): void {
  http.get(
    base,
    {
      config: { ...config, errors: [503] },
      schema: {
        tags,
        summary: 'Rows, newest first unless sorted, filtered by `q`',
        params: tableParams,
        querystring: listQuery.extend(viewQuery.shape),
        response: { 200: rowsAnswer },
      },
    },
    async (request, reply) => {
      const { sayso, query } = request;
      const delivery = {
        get signal() {
          return sayso.signal;
        },
        whenSent(done: () => void): void {
          if (reply.raw.closed) done();
          else reply.raw.once('close', done);
        },
      };
      return sendJson(reply, await entities().readAsked(sayso.actor, tableOf(request), query, delivery));
    },
  );
  http.get(
    `${base}/schema`,
    {
      config,
      schema: { tags, summary: "The table's JSON schema", params: tableParams, querystring: viewQuery, response: { 200: schemaAnswer } },
    },
    (request) => entities().schema(request.sayso.actor, tableOf(request)),
  );
  http.post(
    `${base}/aggregate`,
    {
      config: { ...config, errors: [503] },
      schema: {
        tags,
        summary: 'Counts, sums, averages, minima and maxima of rows, by groups',
        params: tableParams,
        querystring: viewQuery,
        body: aggregateOptions,
        response: { 200: aggregateAnswer },
      },
    },
    (request) => entities().aggregate(request.sayso.actor, tableOf(request), request.body),
  );
  http.get(
    `${base}/count`,
    {
      config: { ...config, errors: [503] },
      schema: {
        tags,
        summary: 'How many rows match the filter `q`, of those that the caller may see',
        params: tableParams,
        querystring: viewQuery.extend({ q: listQuery.shape.q }),
        response: { 200: countAnswer },
      },
    },
    async (request) => {
      const { q } = request.query;
      return { count: await entities().countRows(request.sayso.actor, tableOf(request), q ? parseFilter(q) : {}) };
    },
  );
  const readOne = (request: Asking & { readonly params: unknown; readonly query: unknown }) => {
    checkToken(request);
    const row = request.params as z.infer<typeof rowParams>;
    // Not validated before: see `direct`.
    const given = request.query as { readonly rows?: unknown; readonly as?: unknown };
    const query = given.rows === undefined && given.as === undefined ? {} : viewOfQuery(given);
    return entities().readOne(request.sayso.actor, tableOf({ sayso: request.sayso, params: row, query }), row.id);
  };
  http.get(
    `${base}/:id`,
    {
      config: { ...config, direct: readOne },
      schema: { tags, summary: 'One row', params: rowParams, querystring: viewQuery, response: { 200: rowAnswer } },
    },
    async (request, reply) => sendJson(reply, await readOne(request)),
  );
}

function writeRoutes(http: Http, entities: () => Entities, tableOf: TableOf): void {
  http.post(
    base,
    {
      config: { ...config, does: 'change-rows' },
      schema: { tags, summary: 'Adds a row', params: tableParams, querystring: rowsQuery, body: row, response: { 200: rowAnswer } },
    },
    (request) => entities().create(request.sayso.actor, tableOf(request), request.body),
  );
  http.put(
    `${base}/:id`,
    {
      config: { ...config, does: 'change-rows' },
      schema: {
        tags,
        summary: 'Changes the given fields of a row',
        params: rowParams,
        querystring: rowsQuery,
        body: row,
        response: { 200: rowAnswer },
      },
    },
    (request) => entities().update(request.sayso.actor, tableOf(request), request.params.id, request.body),
  );
  http.delete(
    `${base}/:id`,
    {
      config: { ...config, does: 'change-rows' },
      schema: { tags, summary: 'Removes a row', params: rowParams, querystring: rowsQuery, response: { 200: removed } },
    },
    async (request) => {
      const { id } = request.params;
      await entities().remove(request.sayso.actor, tableOf(request), id);
      return { success: true, id };
    },
  );
  http.delete(
    base,
    {
      config: { ...config, does: 'change-rows' },
      schema: {
        tags,
        summary: 'Removes the rows that match the filter `q`, or the rows of these `ids`',
        params: tableParams,
        querystring: rowsQuery.extend({ q: listQuery.shape.q }),
        body: row.nullish(),
        response: { 200: removedMany },
      },
    },
    async (request) => {
      const deleted = await entities().removeMany(request.sayso.actor, tableOf(request), toRemove(request.query.q, request.body));
      return { success: true, deleted };
    },
  );
  http.put(
    `${base}/bulk`,
    {
      config: { ...config, does: 'change-rows' },
      bodyLimit: MAX_BULK_BYTES,
      schema: {
        tags,
        summary: 'Changes fields of up to 500 rows, each with its `id`; none of them when one may not be changed',
        params: tableParams,
        querystring: rowsQuery,
        body: z.array(row),
        response: { 200: rowsAnswer },
      },
    },
    (request) => entities().updateEach(request.sayso.actor, tableOf(request), request.body),
  );
  http.patch(
    `${base}/update-many`,
    {
      config: { ...config, does: 'change-rows', errors: [503] },
      schema: {
        tags,
        summary: 'Changes the rows that match `query` in the same way: fields, or operators on fields such as `$inc`',
        params: tableParams,
        querystring: rowsQuery,
        body: z.strictObject({ query: row, data: row }),
        response: { 200: updatedMany },
      },
    },
    async (request) => ({
      success: true,
      updated: await entities().updateMany(request.sayso.actor, tableOf(request), request.body.query, request.body.data),
    }),
  );
  http.post(
    `${base}/upsert`,
    {
      config: { ...config, does: 'change-rows', errors: [503] },
      bodyLimit: MAX_BULK_BYTES,
      schema: {
        tags,
        summary: 'Updates the rows with the same values of the `key` fields as up to 500 records, and adds the others',
        params: tableParams,
        querystring: rowsQuery,
        body: z.strictObject({ records: z.array(row), key: z.union([z.string(), z.array(z.string())]) }),
        response: { 200: upserted },
      },
    },
    (request) => entities().upsert(request.sayso.actor, tableOf(request), request.body.records, [request.body.key].flat()),
  );
  http.post(
    `${base}/bulk`,
    {
      config: { ...config, does: 'change-rows' },
      bodyLimit: MAX_BULK_BYTES,
      schema: {
        tags,
        summary: 'Adds up to 1000 rows',
        params: tableParams,
        querystring: bulkQuery,
        body: z.array(row),
        response: { 200: rowsAnswer },
      },
    },
    (request) => {
      const { sayso, query, body } = request;
      if (query.batch === undefined) return entities().createMany(sayso.actor, tableOf(request), body);
      return entities().createBatch(sayso.actor, tableOf(request), body, query.batch);
    },
  );
  http.post(
    `${base}/import`,
    {
      config: {
        ...config,
        does: 'change-rows',
        errors: [413],
        form: { file: 'Text in CSV with a line of names, an Excel workbook, or JSON: a list of rows.' },
      },
      schema: {
        tags,
        summary: 'Adds the rows of a CSV, XLSX or JSON file',
        params: tableParams,
        querystring: rowsQuery,
        response: { 200: importAnswer },
      },
    },
    async (request) => {
      const file = await request.file({ limits: { fileSize: entities().importMaxBytes, files: 1 } });
      if (!file) throw new InvalidImport('Please upload a file');
      const { filename: name, mimetype: type, file: body } = file;
      try {
        return await entities().import(request.sayso.actor, tableOf(request), { name, type, body });
      } finally {
        // Drains what a rejected upload left unread: clients read the response once they have sent everything.
        body.resume();
      }
    },
  );
}

/** The rows to delete have to be named: no filter is an error, `{"q": {}}` means all. */
function toRemove(q: string | undefined, body: Readonly<Record<string, unknown>> | null | undefined): Readonly<Record<string, unknown>> {
  if (q) return parseFilter(q);
  const { q: filter, ids, ...rest } = body ?? {};
  const isOnly = Object.keys(rest).length === 0;
  if (isOnly && Array.isArray(ids) && filter === undefined) return { id: { $in: ids } };
  if (isOnly && isFilter(filter) && ids === undefined) return filter;
  if (!isOnly) return { ...body };
  throw new InvalidQuery('Say which rows to remove: {"q": {"done": true}}, or {"ids": ["…"]}.');
}

/**
 * Allows any origin: an app's own, a custom domain, and the preview frame, whose origin is opaque. This is safe, since callers authenticate
 * by a token in a header and never by a cookie. Not @fastify/cors, whose catch-all preflight route does not declare who may call it.
 */
function allowAnyOrigin(http: Http): void {
  http.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*');
    done();
  });
  for (const path of ['/live_api/apps/:appId/entities/*', '/live_api/apps/:appId/events'])
    http.options(path, { config: { access: 'public', does: 'look' }, schema: { hide: true } }, async (_request, reply) => {
      reply.header('access-control-allow-headers', 'authorization, content-type, last-event-id, x-app-id, x-request-id');
      reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      reply.header('access-control-max-age', '86400');
      return reply.status(204).send();
    });
}
