import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Deed, HostName } from '../contract/index.ts';
import { type AddressedApp, AddressedApps } from './addressed-apps.ts';
import { authorize, type Done } from './authorize.ts';
import type { HostDependencies } from './dependencies.ts';
import { answerDirectly, type Direct } from './direct.ts';
import { RequestLimits } from './request-limits.ts';
import type { Turns } from './turns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Gives the routes of this scope their services. */
    readonly getService: HostDependencies['get'];
  }
}

/** No id of an app. */
const BUILDERS = 'builders';

interface Declared {
  readonly access?: Access;
  readonly does?: Deed;
  /** False: neither counted nor queued. */
  readonly rateLimit?: unknown;
  readonly direct?: Direct;
}

/**
 * Adds what each request passes before its handler, as hooks of its route: finding its app, the app's turn on the runtime host, the limits
 * of its caller, and the access that the route declares. Turns come before limits, so that refusals of a flood delay no other app either.
 */
export function admitRequests(app: FastifyInstance, name: HostName, dependencies: HostDependencies): void {
  const limits = new RequestLimits(dependencies.rateLimits);
  const { runtimeUrl, findApp, turns } = dependencies;
  const find = findAddressedApp(new AddressedApps({ host: name, runtimeUrl, find: findApp, limits }));
  const turn = name === 'runtime' ? takeTurn(turns, limits) : passTurns(turns);
  app.decorateRequest('addressedApp', undefined);
  const count = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    if (limits.admitsAddress(request, reply)) done();
  };
  const hooksOf = ({ access, does, rateLimit, direct }: Declared, get: HostDependencies['get']) => {
    const isCounted = rateLimit !== false;
    const hooks = isCounted ? [find, turn] : [];
    // A route that does not declare both prevents the start of the host.
    if (access !== undefined && does !== undefined)
      hooks.push(authorize(name, { ...dependencies, get }, { access, does, limits: isCounted ? limits : null }));
    else if (isCounted) hooks.push(count);
    if (direct !== undefined) hooks.push(answerDirectly(direct));
    return hooks;
  };
  // Called with the scope of the route's plugin.
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    route.onRequest = [...[route.onRequest ?? []].flat(), ...hooksOf((route.config ?? {}) as Declared, this.getService)] as never;
  });
  // Unknown paths have no route.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || limits.admitsAddress(request, reply)) done();
  });
}

function findAddressedApp(apps: AddressedApps) {
  return (request: FastifyRequest, _reply: FastifyReply, done: Done): void => {
    const found = (app: AddressedApp): void => {
      request.addressedApp = app;
      done();
    };
    const app = apps.of(request);
    if (app instanceof Promise) void app.then(found);
    else found(app);
  };
}

/** Builders do not wait for turns, but those who visit published apps wait for theirs while builders work. */
function passTurns(turns: Turns) {
  return (_request: FastifyRequest, _reply: FastifyReply, done: Done): void => {
    turns.pass(BUILDERS);
    done();
  };
}

function takeTurn(turns: Turns, limits: RequestLimits) {
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const { addressedApp: app } = request;
    if (app === undefined) {
      done();
      return;
    }
    const isTaken = turns.take(app ?? '', () => {
      // Clients that disconnected while they waited get no work.
      if (!reply.raw.destroyed) done();
    });
    if (!isTaken) limits.refuse(reply);
  };
}
