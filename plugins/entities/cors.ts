import type { Http } from '@sayso/core';

/**
 * Allows any origin: an app's own, a custom domain, and the preview frame, whose origin is opaque. This is safe, since callers authenticate
 * by a token in a header and never by a cookie.
 */
export function allowAnyOrigin(http: Http): void {
  http.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  http.options('/live_api/apps/:appId/entities/*', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-headers', 'authorization, content-type, x-app-id, x-request-id');
    reply.header('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    reply.header('access-control-max-age', '86400');
    return reply.status(204).send();
  });
}
