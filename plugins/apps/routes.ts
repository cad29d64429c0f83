import type { Edge, Http } from '@sayso/core';
import { accessRoutes, exchangeRoute, loginRoutes } from './members/routes.ts';
import { appRoutes } from './records/routes.ts';
import type { Apps } from './service.ts';
import { fileRoutes } from './versions/routes.ts';

/** On the builder host: everything. */
export function routes(http: Http, { service }: Edge<Apps>): void {
  appRoutes(http, service);
  fileRoutes(http, service);
  loginRoutes(http, service);
  accessRoutes(http, service);
}

/** On the runtime host: only how users of an app get and renew their token. */
export function runtimeRoutes(http: Http, { service }: Edge<Apps>): void {
  allowAnyOrigin(http, '/live_api/apps/:appId/auth/*');
  accessRoutes(http, service);
  exchangeRoute(http, service);
}

/**
 * Allows any origin: an app's own, a custom domain, and the preview frame, whose origin is opaque. This is safe, since callers authenticate
 * by a token in a header and never by a cookie. Not @fastify/cors, whose catch-all preflight route does not declare who may call it.
 */
function allowAnyOrigin(http: Http, preflight: string): void {
  http.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*');
    done();
  });
  http.options(preflight, { config: { access: 'public', does: 'look' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-headers', 'authorization, content-type, x-app-id, x-request-id');
    reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
    reply.header('access-control-max-age', '86400');
    return reply.status(204).send();
  });
}
