import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, HostName } from '../contract/index.ts';
import { appIdOf, authorize, type Done } from './authorize.ts';
import type { HostDependencies } from './dependencies.ts';
import { RequestLimits } from './request-limits.ts';
import { Turns } from './turns.ts';

const IP_ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])(?::\d+)?$/;

interface Declared {
  readonly access?: Access;
  /** False: neither counted nor queued. */
  readonly rateLimit?: unknown;
}

/**
 * Adds what each request passes before its handler, as hooks of its route: the turn of its app on the runtime host, the limits of its
 * caller, and the access that the route declares. Turns come first, so that refusals of a flood delay no other app either.
 */
export function admitRequests(app: FastifyInstance, name: HostName, dependencies: HostDependencies): void {
  const limits = new RequestLimits(dependencies.rateLimits);
  const turn = name === 'runtime' ? takeTurn(new URL(dependencies.runtimeUrl).host, limits) : null;
  const count = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    if (limits.admitsAddress(request, reply)) done();
  };
  app.addHook('onRoute', (route) => {
    const { access, rateLimit } = (route.config ?? {}) as Declared;
    const isCounted = rateLimit !== false;
    const hooks = [
      ...(turn && isCounted ? [turn] : []),
      ...(access === undefined && isCounted ? [count] : []),
      ...(access === undefined ? [] : [authorize(name, dependencies, { access, limits: isCounted ? limits : null })]),
    ];
    route.onRequest = [...[route.onRequest ?? []].flat(), ...hooks] as never;
  });
  // Unknown paths have no route.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || limits.admitsAddress(request, reply)) done();
  });
}

/**
 * The app of a request: its own origin, so that its pages and calls count as one app; on the runtime host itself the app id. Undefined for
 * the shared libraries, which any app's page loads from there.
 */
function originOrApp(request: FastifyRequest, base: string): string | undefined {
  const { host = base } = request.headers;
  return host === base || IP_ADDRESS.test(host) ? appIdOf(request) : host;
}

function takeTurn(base: string, limits: RequestLimits) {
  const turns = new Turns();
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const app = originOrApp(request, base);
    if (app === undefined) {
      done();
      return;
    }
    const isTaken = turns.take(app, () => {
      // Clients that disconnected while they waited get no work.
      if (!reply.raw.destroyed) done();
    });
    if (!isTaken) limits.refuse(reply);
  };
}
