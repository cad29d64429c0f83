import type { Http } from '@sayso/core';

/**
 * Allows any origin: an app's own, a custom domain, and the preview frame, whose origin is opaque. This is safe, since callers authenticate
 * by a token in a header and never by a cookie. Not @fastify/cors, whose catch-all preflight route does not declare who may call it.
 */
export function allowAnyOrigin(http: Http, preflight: string): void {
  http.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  http.options(preflight, { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-headers', 'authorization, content-type, x-app-id, x-request-id');
    reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
    reply.header('access-control-max-age', '86400');
    return reply.status(204).send();
  });
}
