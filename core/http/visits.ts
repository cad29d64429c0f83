import type { IncomingMessage } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import { isVisit } from '../contract/index.ts';

/** A strategy of Fastify's router. */
type Strategy = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>[string];
type Handler = Parameters<ReturnType<Strategy['storage']>['set']>[1];

const THIS_MACHINE = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])$/i;

/** Constraint of routes that answer at every name of the product, while visits at names of apps are for pages: an app may have a page `/metrics`. */
export const NOT_AT_APPS = { isAppVisit: 'no' } as const;

/** The strategy of Fastify's router for that constraint. `own`: host names of the product, which are no app's. */
export function appVisits(own: readonly string[]): Strategy {
  const isAppVisit = (request: IncomingMessage): boolean => {
    const name = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
    return isVisit(request) && name !== '' && !own.includes(name) && !THIS_MACHINE.test(name);
  };
  return {
    name: 'isAppVisit',
    storage() {
      const handlers = new Map<unknown, Handler>();
      return {
        get: (value) => handlers.get(value) ?? null,
        set: (value, handler) => void handlers.set(value, handler),
      };
    },
    deriveConstraint: (request) => (isAppVisit(request) ? 'yes' : 'no'),
    validate() {},
    mustMatchWhenDerived: false,
  };
}
