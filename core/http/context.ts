import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, RequestContext } from '../contract/index.ts';
import type { HostDependencies } from './dependencies.ts';

/** The context of one request; the signal is created on first use. */
export function requestContext(request: FastifyRequest, reply: FastifyReply, actor: Actor, get: HostDependencies['get']): RequestContext {
  let controller: AbortController | undefined;
  return {
    actor,
    requestId: request.id,
    headers: headersOf(request),
    get,
    get signal() {
      if (!controller) {
        const made = new AbortController();
        const closed = () => {
          if (!reply.raw.writableFinished) made.abort();
        };
        // The client may disconnect during authentication.
        if (reply.raw.closed) closed();
        else reply.raw.once('close', closed);
        controller = made;
      }
      return controller.signal;
    },
  };
}

const cache = new WeakMap<FastifyRequest, Headers>();

/** The headers of a request as a `Headers` object. */
export function headersOf(request: FastifyRequest): Headers {
  const known = cache.get(request);
  if (known) return known;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  cache.set(request, headers);
  return headers;
}
