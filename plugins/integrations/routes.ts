import type {} from '@fastify/multipart';
import { type Edge, type Http, Unauthenticated } from '@sayso/core';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ofJson } from './calls/parameters.ts';
import { packageSchemas } from './calls/schema.ts';
import { fileRoutes } from './files/routes.ts';
import type { Integrations } from './service.ts';

const tags = ['integrations'];
const answer = z.record(z.string(), z.unknown()).describe('The output of the endpoint.');
const config = {
  access: 'app',
  errors: [404, 413, 415, 429, 503],
  form: { file: 'A file, beside the other parameters: objects as JSON.' },
} as const;
const summary = 'Calls an endpoint of Core with named parameters, as JSON or as a form';

/** On the builder host, for the builders of apps, who upload in the data browser. */
export function builderRoutes(http: Http, edge: Edge<Integrations>): void {
  callRoute(http, edge);
  http.get(
    '/apps/:appId/integrations/schema',
    {
      config: { access: 'builder' },
      schema: {
        tags,
        summary: 'The packages of integrations of an app, with their endpoints',
        params: z.object({ appId: z.string() }),
        response: { 200: packageSchemas },
      },
    },
    ({ sayso, params }) => edge.service().packages(sayso.actor, params.appId),
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
  http.options('/integrations/*', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-headers', 'authorization, content-type, x-app-id');
    reply.header('access-control-allow-methods', 'POST');
    reply.header('access-control-max-age', '86400');
    return reply.status(204).send();
  });
  const { service } = edge;
  http.post(
    '/integrations/Core/:endpoint',
    { config, schema: { tags, summary, params: z.object({ endpoint: z.string() }), response: { 200: answer } } },
    (request) => call(request, service(), { endpoint: request.params.endpoint }),
  );
  fileRoutes(http, () => service().files);
}

/** As the client `@base44/sdk` calls it. */
function callRoute(http: Http, { service }: Edge<Integrations>): void {
  http.post(
    '/api/apps/:appId/integration-endpoints/Core/:endpoint',
    { config, schema: { tags, summary, params: z.object({ appId: z.string(), endpoint: z.string() }), response: { 200: answer } } },
    (request) => call(request, service(), request.params),
  );
}

async function call(
  request: FastifyRequest,
  integrations: Integrations,
  { endpoint, appId: named }: { readonly endpoint: string; readonly appId?: string },
): Promise<Record<string, unknown>> {
  checkToken(request);
  const { sayso, ip: address } = request;
  const appId = named ?? (await integrations.appOf(request));
  // The caller is checked before the body is read.
  const prepared = await integrations.prepare({ endpoint, appId, actor: sayso.actor, address, signal: sayso.signal });
  if (request.isMultipart()) return integrations.runForm(prepared, request);
  return integrations.run(prepared, ofJson(request.body, endpoint));
}
