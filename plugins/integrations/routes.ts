import type {} from '@fastify/multipart';
import { type Edge, type Http, Unauthenticated } from '@sayso/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ofJson } from './calls/parameters.ts';
import { packageSchemas } from './calls/schema.ts';
import { asksForStream, STREAM_HEADERS, TextStream } from './calls/stream.ts';
import { connectionRoutes } from './connections/routes.ts';
import { mailRoutes } from './core/mail/routes.ts';
import { fileRedirects, fileRoutes } from './files/routes.ts';
import { packageRoutes, packageRuntimeRoutes } from './packages/routes.ts';
import type { Integrations } from './service.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const tags = ['integrations'];
const answer = z.unknown().describe('The output of the endpoint.');
const config = {
  access: 'app',
  does: 'spend',
  errors: [404, 413, 415, 429, 503],
  form: { file: 'A file, beside the other parameters: objects as JSON.' },
} as const;
const summary = 'Calls an endpoint of Core with named parameters, as JSON or as a form';
/** The endpoint that changes and spends nothing: private pictures are shown to people who may only view the app, too. */
const READING = 'CreateFileSignedUrl';
const readingConfig = { access: 'app', does: 'look', errors: [404, 429] } as const;
const readingSummary = 'Makes a link to a private file that the caller may read';

/** On the builder host, for the builders of apps, who upload in the data browser. */
export function builderRoutes(http: Http, edge: Edge<Integrations>): void {
  callRoute(http, edge);
  packageRoutes(http, edge);
  connectionRoutes(http, edge);
  fileRedirects(http, () => edge.service().files.runtimeUrl);
  http.get(
    '/apps/:appId/integrations/schema',
    {
      config: { access: 'builder', does: 'look' },
      schema: {
        tags,
        summary: 'The packages of integrations of an app, with their endpoints',
        params: z.object({ appId: z.string() }),
        response: { 200: packageSchemas },
      },
    },
    ({ sayso, params }) => edge.service().describe(sayso.actor, params.appId),
  );
}

/** Throws for an invalid token: a 401 lets an app renew its expired one and retry. */
function checkToken({ sayso, headers }: FastifyRequest): void {
  if (sayso.actor.kind === 'anonymous' && headers.authorization !== undefined) throw new Unauthenticated();
}

/** On the runtime host, where other origins call them too. */
export function runtimeRoutes(http: Http, edge: Edge<Integrations>): void {
  http.addHook('onRequest', (_request, reply, done) => {
    // Safe: callers authenticate by a token in a header and never by a cookie.
    reply.header('access-control-allow-origin', '*');
    done();
  });
  callRoute(http, edge);
  packageRuntimeRoutes(http, edge);
  webhookRoutes(http, edge);
  http.options('/integrations/*', { config: { access: 'public', does: 'look' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-headers', 'authorization, content-type, x-app-id');
    reply.header('access-control-allow-methods', 'POST');
    reply.header('access-control-max-age', '86400');
    return reply.status(204).send();
  });
  const { service } = edge;
  http.post(
    '/integrations/Core/:endpoint',
    { config, schema: { tags, summary, params: z.object({ endpoint: z.string() }), response: { 200: answer } } },
    (request, reply) => call(request, service(), { endpoint: request.params.endpoint }, reply),
  );
  http.post(
    `/integrations/Core/${READING}`,
    { config: readingConfig, schema: { tags, summary: readingSummary, response: { 200: answer } } },
    (request, reply) => call(request, service(), { endpoint: READING }, reply),
  );
  fileRoutes(http, () => service().files);
  mailRoutes(http, () => service().unsubscribes);
}

/** As the client `@base44/sdk` calls it. */
function callRoute(http: Http, { service }: Edge<Integrations>): void {
  http.post(
    '/api/apps/:appId/integration-endpoints/Core/:endpoint',
    { config, schema: { tags, summary, params: z.object({ appId: z.string(), endpoint: z.string() }), response: { 200: answer } } },
    (request, reply) => call(request, service(), request.params, reply),
  );
  http.post(
    `/api/apps/:appId/integration-endpoints/Core/${READING}`,
    {
      config: readingConfig,
      schema: { tags, summary: readingSummary, params: z.object({ appId: z.string() }), response: { 200: answer } },
    },
    (request, reply) => call(request, service(), { endpoint: READING, appId: request.params.appId }, reply),
  );
}

async function call(
  request: FastifyRequest,
  integrations: Integrations,
  { endpoint, appId: named }: { readonly endpoint: string; readonly appId?: string },
  reply: FastifyReply,
): Promise<unknown> {
  checkToken(request);
  const { sayso, ip: address } = request;
  const appId = named ?? (await integrations.appOf(request));
  const stream = asksForStream(request) ? new TextStream() : null;
  const { actor, signal } = sayso;
  // The caller is checked before the body is read.
  const prepared = await integrations.prepare({ endpoint, appId, actor, address, signal, onText: stream?.onText ?? null });
  const result = request.isMultipart()
    ? integrations.runForm(prepared, request)
    : integrations.run(prepared, ofJson(request.body, endpoint));
  if (stream === null) return json(reply, await result);
  return reply.headers(STREAM_HEADERS).send(await stream.follow(result, request.log));
}

/** As JSON, also a text: clients parse every answer. */
function json(reply: FastifyReply, result: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(result ?? null));
}
