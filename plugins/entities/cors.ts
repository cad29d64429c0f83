import type { Http } from '@sayso/core';

/**
 * Lets pages of any origin call these routes: an app's own origin, a custom domain, and the preview frame, whose origin is opaque.
 * Nothing is given away by it, since callers show who they are with a token in a header and never with a cookie.
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
