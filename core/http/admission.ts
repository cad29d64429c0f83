import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, HostName } from '../contract/index.ts';
import { appIdOf, authorize, type Done } from './authorize.ts';
import type { HostDependencies } from './dependencies.ts';
import { RequestLimits } from './request-limits.ts';
import { Turns } from './turns.ts';

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
  const turn = name === 'runtime' ? takeTurn(new Turns(), limits) : null;
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

function takeTurn(turns: Turns, limits: RequestLimits) {
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    // Pages and files are requested on the app's own origin, without its id.
    const app = appIdOf(request) ?? request.headers.host ?? '';
    const isTaken = turns.take(app, () => {
      // Clients that disconnected while they waited get no work.
      if (!reply.raw.destroyed) done();
    });
    if (!isTaken) limits.refuse(reply);
  };
}
