import { type Edge, type Http, withTableName } from '@sayso/core';
import { NotOffered } from './errors.ts';
import { loginPageRoute, redirectRoutes } from './login/routes.ts';
import { loginRoutes } from './people/login.ts';
import { personRoutes } from './people/routes.ts';
import { checkToken, rowRoutes } from './rows/routes.ts';
import type { Compat } from './service.ts';
import { socketRoutes } from './sockets/routes.ts';

/** The same on both hosts. */
export function routes(http: Http, { service }: Edge<Compat>): void {
  void http.register(async (scope) => {
    scope.addHook('preHandler', (request, _reply, done) => {
      checkToken(request);
      withTableName(request.params);
      refusePeople(request.params);
      done();
    });
    rowRoutes(scope as Http, service);
  });
  personRoutes(http, service);
  loginRoutes(http, service);
  redirectRoutes(http, service);
  socketRoutes(http, service);
}

/** `User` is no table: its own routes are those that people have. */
function refusePeople(params: unknown): void {
  if ((params as { readonly entity?: string }).entity === 'User')
    throw new NotOffered(
      'People are no rows: they sign up themselves. Their list, their count and what the app keeps about them can be read and changed, and one can be removed.',
    );
}

/** On the runtime host, where other origins call them too. */
export function runtimeRoutes(http: Http, edge: Edge<Compat>): void {
  allowAnyOrigin(http);
  routes(http, edge);
  loginPageRoute(http, edge.service);
}

/** Headers that the versions of the client send. */
const HEADERS = [
  'authorization',
  'content-type',
  'base44-functions-version',
  'base44-state',
  'on-behalf-of',
  'x-app-id',
  'x-base44-anonymous-id',
  'x-data-env',
  'x-environment',
  'x-origin-url',
].join(', ');

/** Safe for any origin, since callers authenticate by a token in a header and never by a cookie. */
function allowAnyOrigin(http: Http): void {
  http.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*');
    done();
  });
  for (const path of ['/api/apps/*', '/api/app-logs/*']) {
    http.options(path, { config: { access: 'public', does: 'look' }, schema: { hide: true } }, async (_request, reply) => {
      reply.header('access-control-allow-headers', HEADERS);
      reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      reply.header('access-control-max-age', '86400');
      return reply.status(204).send();
    });
  }
}
