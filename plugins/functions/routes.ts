import { type Edge, type Http, Unauthenticated } from '@sayso/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Functions } from './service.ts';

const tags = ['functions'];
const name = z.string().describe('The name of the file in `functions`.');
const answer = z.unknown().describe('What the function answers; a function may also answer text of another type.');
const config = { access: 'app', errors: [404, 429, 500, 503, 504] } as const;
const summary = 'Calls a server function of an app';
/** Headers of the call that the function sees. Its caller is known by other means: a token never reaches the code of an app. */
const PASSED = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'x-request-id']);

export function routes(http: Http, edge: Edge<Functions>): void {
  http.post(
    '/api/apps/:appId/functions/:name',
    { config, schema: { tags, summary, params: z.object({ appId: z.string(), name }), response: { 200: answer } } },
    (request, reply) => call(request, reply, { functions: edge.service(), appId: request.params.appId, name: request.params.name }),
  );
}

/** On the runtime host, where other origins call them too; on an app's own origin by its name alone. */
export function runtimeRoutes(http: Http, edge: Edge<Functions>): void {
  http.addHook('onRequest', (_request, reply, done) => {
    // Safe: callers authenticate by a token in a header and never by a cookie.
    reply.header('access-control-allow-origin', '*');
    done();
  });
  routes(http, edge);
  http.options('/functions/:name', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-headers', 'authorization, content-type, x-app-id');
    reply.header('access-control-allow-methods', 'POST');
    reply.header('access-control-max-age', '86400');
    return reply.status(204).send();
  });
  http.post(
    '/functions/:name',
    { config, schema: { tags, summary, params: z.object({ name }), response: { 200: answer } } },
    async (request, reply) => {
      const functions = edge.service();
      checkToken(request);
      const appId = await functions.appOf(request.sayso.actor, request.headers.host);
      return call(request, reply, { functions, appId, name: request.params.name });
    },
  );
}

async function call(
  request: FastifyRequest,
  reply: FastifyReply,
  { functions, appId, name: asked }: { readonly functions: Functions; readonly appId: string; readonly name: string },
): Promise<unknown> {
  const { sayso, headers, method, body, ip: address } = request;
  checkToken(request);
  const given = body ?? {};
  const sent = await functions.call({
    appId,
    name: asked,
    actor: sayso.actor,
    address,
    input: given,
    signal: sayso.signal,
    request: {
      method,
      url: `https://${request.hostname}/functions/${encodeURIComponent(asked)}`,
      headers: Object.entries(headers).flatMap(([key, value]) =>
        PASSED.has(key) && typeof value === 'string' ? [[key, value] as const] : [],
      ),
      body: typeof given === 'string' ? given : JSON.stringify(given),
    },
  });
  reply.headers({ ...sent.headers, 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" });
  return reply.status(sent.status).send(sent.body);
}

/** Throws for an invalid token: a 401 lets an app renew its expired one and retry. */
function checkToken({ sayso, headers }: FastifyRequest): void {
  if (sayso.actor.kind === 'anonymous' && headers.authorization !== undefined) throw new Unauthenticated();
}
