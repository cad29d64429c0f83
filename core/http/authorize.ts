import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Access, type Actor, DomainError, Forbidden, type HostName, type RequestContext } from '../contract/index.ts';
import { checkAccess, isForgery } from './access.ts';
import { Call } from './context.ts';
import type { HostDependencies } from './dependencies.ts';

type Done = (error?: Error) => void;
type Parameters = Readonly<Record<string, unknown>>;

/** The `onRequest` hook of routes with this access: authenticates the caller and checks that it may call. Synchronous for known callers. */
export function authorize(name: HostName, dependencies: HostDependencies, access: Access) {
  const { builderUrl, identify, get } = dependencies;
  const host = { name, identify, get };
  const checksForgery = name === 'builder' && access !== 'signature';
  const admit = (request: FastifyRequest, call: Call, actor: Actor): void => {
    call.actor = actor;
    (request as { sayso: RequestContext }).sayso = call;
    checkAccess(access, actor, (request.params as Parameters)['appId'], (request.query as Parameters)['appId']);
  };
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    try {
      const call = new Call(request, reply, host);
      if (checksForgery && isForgery(call, builderUrl)) throw new Forbidden('This call came from another website and was refused.');
      const actor = callerOf(dependencies, call, access);
      if (actor instanceof Promise) {
        actor.then((found) => admit(request, call, found)).then(() => done(), done);
        return;
      }
      admit(request, call, actor);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

/** Authenticates the caller; public routes treat an invalid token as anonymous. */
function callerOf(dependencies: HostDependencies, call: Call, access: Access): Actor | Promise<Actor> {
  const failed = (error: unknown): Actor => {
    if (access !== 'public' && access !== 'signature') throw error;
    if (!(error instanceof DomainError)) dependencies.log.warn({ err: error }, 'The caller could not be authenticated');
    return { kind: 'anonymous' };
  };
  try {
    const actor = dependencies.identify(call);
    return actor instanceof Promise ? actor.catch(failed) : actor;
  } catch (error) {
    return failed(error);
  }
}
