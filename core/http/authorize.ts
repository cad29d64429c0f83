import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Access,
  type Actor,
  checkBuilding,
  type Deed,
  DomainError,
  dependsOnRole,
  type HostName,
  isBuilding,
  type RequestContext,
} from '../contract/index.ts';
import { checkAccess, isForgery, OtherOrigin } from './access.ts';
import { appIdOf } from './addressed-apps.ts';
import { Call } from './context.ts';
import type { HostDependencies } from './dependencies.ts';
import type { RequestLimits } from './request-limits.ts';

export type Done = (error?: Error) => void;
type Parameters = Readonly<Record<string, unknown>>;

interface RouteAccess {
  readonly access: Access;
  readonly does: Deed;
  /** Null for a route without limits. */
  readonly limits: RequestLimits | null;
}

/**
 * The `onRequest` hook of routes with this access: authenticates the caller, counts the request towards its limits, and checks that it may
 * call, and may do with the app what the route declares. Synchronous for known callers whose rights need no role.
 */
export function authorize(name: HostName, dependencies: HostDependencies, { access, does, limits }: RouteAccess) {
  const { builderUrl, identify, get, permit } = dependencies;
  const host = { name, identify, get };
  const checksForgery = name === 'builder' && access !== 'signature';

  /** Rejects when a role in the app does not permit what the route does. */
  const permits = async (request: FastifyRequest, actor: Actor): Promise<boolean> => {
    for (const appId of appIdsOf(request, actor)) await permit({ actor, appId, does });
    return true;
  };

  /** False after a refusal by a limit. Throws when the caller has no access. */
  const admits = (request: FastifyRequest, reply: FastifyReply, call: Call): boolean | Promise<boolean> => {
    const app = appIdOf(request) === undefined ? undefined : request.addressedApp;
    if (limits?.admitsCaller(call.actor, app, request, reply) === false) return false;
    (request as { sayso: RequestContext }).sayso = call;
    checkAccess(access, call.actor, (request.params as Parameters)['appId'], (request.query as Parameters)['appId']);
    if (access === 'signature') return true;
    checkBuilding(does, call.actor);
    // What is public, people who only view an app may do without their token too.
    const isOpen = access === 'public' && !isBuilding(does);
    return !isOpen && dependsOnRole(does, call.actor) ? permits(request, call.actor) : true;
  };

  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    let isAdmitted: boolean | Promise<boolean>;
    try {
      const call = new Call(request, reply, host);
      const actor = callerOf(dependencies, call, access);
      const isKnown = !(actor instanceof Promise) && actor.kind !== 'anonymous';
      if (!isKnown && limits?.admitsAddress(request, reply) === false) return;
      if (checksForgery && isForgery(call, builderUrl)) throw new OtherOrigin(call.headers.get('origin'), builderUrl);
      if (actor instanceof Promise) {
        const admitted = actor.then((found) => {
          call.actor = found;
          return admits(request, reply, call);
        });
        admitted.then((is) => is && done(), done);
        return;
      }
      call.actor = actor;
      isAdmitted = admits(request, reply, call);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (isAdmitted instanceof Promise) isAdmitted.then((is) => is && done(), done);
    else if (isAdmitted) done();
  };
}

/** The apps that a call is about: those in its URL, else that of its token. */
function appIdsOf({ params, query }: FastifyRequest, actor: Actor): ReadonlySet<string> {
  const named = [(params as Parameters)['appId'], (query as Parameters)['appId']].filter((id) => typeof id === 'string');
  return new Set(named.length === 0 && actor.kind === 'app' ? [actor.appId] : named);
}

/** Authenticates the caller; public routes treat an invalid token as anonymous. A returned promise handles its own rejection. */
function callerOf(dependencies: HostDependencies, call: Call, access: Access): Actor | Promise<Actor> {
  const failed = (error: unknown): Actor => {
    if (access !== 'public' && access !== 'signature') throw error;
    if (!(error instanceof DomainError)) dependencies.log.warn({ err: error }, 'The caller could not be authenticated');
    return { kind: 'anonymous' };
  };
  try {
    const actor = dependencies.identify(call);
    if (!(actor instanceof Promise)) return actor;
    const found = actor.catch(failed);
    // A request over its limit does not wait for it.
    found.catch(() => undefined);
    return found;
  } catch (error) {
    return failed(error);
  }
}
