import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Done } from './authorize.ts';

export type Direct = NonNullable<FastifyContextConfig['direct']>;

/**
 * The last `onRequest` hook of a route with `direct`: writes the answer. Fastify's further steps (validation, promises of the handler,
 * serialization) take as long as the read itself.
 */
export function answerDirectly(direct: Direct) {
  return (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    let json: string | Promise<string>;
    try {
      json = direct(request);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (typeof json === 'string') send(reply, json);
    else json.then((text) => send(reply, text), done);
  };
}

function send(reply: FastifyReply, json: string): void {
  const headers = reply.getHeaders();
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['content-length'] = Buffer.byteLength(json);
  reply.hijack();
  reply.raw.writeHead(200, headers as Record<string, string>).end(json);
}
