import { isUtf8 } from 'node:buffer';
import { type Actor, type Edge, type Http, Unauthenticated } from '@sayso/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Functions } from './service.ts';

const tags = ['functions'];
const name = z.string().describe('The name of the file in `functions`.');
const rest = z.string().optional().describe('What follows the name; the function gets it as `path`.');
const answer = z.unknown().describe('What the function answers; a function may also answer text of another type, or bytes.');
const config = { access: 'app', does: 'spend', errors: [404, 413, 429, 500, 503, 504] } as const;
const summary = 'Calls a server function of an app';
/** Base64 of it is what the code of a function gets, and its memory is limited. */
const MAX_BODY_BYTES = 3_000_000;
/** Where `functions.fetch` of `@base44/sdk` calls. */
const BY_TOKEN = '/api/functions/:name';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/**
 * Headers of the call that the function does not see: about the connection, and what authenticates a caller here, which must never reach the
 * code of an app.
 */
const HIDDEN =
  /^(?:authorization|cookie|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|forwarded|via|(?:proxy|x-forwarded|x-real|cf|sec)-.*)$/;
const MAX_HEADERS = 60;
const MAX_HEADER = 8000;

export function routes(http: Http, edge: Edge<Functions>): void {
  withBytes(http, (scope) => {
    // By this method alone: a page of another site could lead a builder with a session to an address.
    for (const url of paths('/api/apps/:appId/functions/:name'))
      scope.post(url, byApp(), (request, reply) => call(request, reply, { functions: edge.service(), ...request.params }));
    callByToken(scope, edge, paths(BY_TOKEN));
  });
}

/** On the runtime host, where other origins call them too; on an app's own origin by its name alone. */
export function runtimeRoutes(http: Http, edge: Edge<Functions>): void {
  http.addHook('onRequest', (_request, reply, done) => {
    // Safe: callers authenticate by a token in a header and never by a cookie.
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', '*');
    done();
  });
  for (const path of ['/functions/:name', '/api/functions/:name'].flatMap(paths)) {
    http.options(path, { config: { access: 'public', does: 'look' }, schema: { hide: true } }, async (_request, reply) => {
      reply.header('access-control-allow-headers', 'authorization, *');
      reply.header('access-control-allow-methods', METHODS.join(', '));
      reply.header('access-control-max-age', '86400');
      return reply.status(204).send();
    });
  }
  withBytes(http, (scope) => {
    for (const method of METHODS) {
      for (const url of paths('/api/apps/:appId/functions/:name'))
        scope.route({
          method,
          url,
          ...byApp(),
          handler: (request, reply) => call(request, reply, { functions: edge.service(), ...request.params }),
        });
    }
    callByToken(scope, edge, ['/functions/:name', BY_TOKEN].flatMap(paths));
  });
}

/** Addresses without an app, by any method: the app is that of the token in a header, that of the origin, or named by `X-App-Id`. */
function callByToken(scope: Http, edge: Edge<Functions>, urls: readonly string[]): void {
  for (const url of urls)
    for (const method of METHODS)
      scope.route({
        method,
        url,
        config,
        schema: { tags, summary, params: z.object({ name, '*': rest }), response: { 200: answer } },
        handler: async (request, reply) => {
          const functions = edge.service();
          checkToken(request);
          // Never the caller of a cookie: a page of another site could lead a builder with a session to this address.
          const hasToken = /^bearer\s/i.test(request.headers.authorization ?? '');
          const actor: Actor = hasToken ? request.sayso.actor : { kind: 'anonymous' };
          const appId = await functions.appOf(actor, request.headers);
          return call(request, reply, { functions, appId, actor, ...request.params });
        },
      });
}

/** The address of a function, and everything below it. */
function paths(url: string): readonly [string, string] {
  return [url, `${url}/*`];
}

function byApp() {
  return { config, schema: { tags, summary, params: z.object({ appId: z.string(), name, '*': rest }), response: { 200: answer } } };
}

/** Bodies reach the function as they are: signatures are over the exact bytes, and it parses them itself, within its own limits. */
function withBytes(http: Http, add: (scope: Http) => void): void {
  http.register(async (scope: Http) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => done(null, body));
    add(scope);
  });
}

async function call(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    functions,
    appId,
    name: asked,
    actor = request.sayso.actor,
    '*': path = '',
  }: {
    readonly functions: Functions;
    readonly appId: string;
    readonly name: string;
    /** Default: the caller of the request. */
    readonly actor?: Actor;
    readonly '*'?: string | undefined;
  },
): Promise<unknown> {
  const { sayso, method, ip: address } = request;
  checkToken(request);
  const sent = await functions.call({
    appId,
    name: asked,
    actor,
    address,
    signal: sayso.signal,
    request: {
      method,
      path: `/${path}`,
      url: `${request.protocol}://${request.host}${request.url}`,
      headers: headersOf(request),
      ...bodyOf(request),
    },
  });
  reply.headers({
    ...sent.headers,
    'cache-control': cachingOf(sent.headers['cache-control'], actor.kind !== 'anonymous'),
    // The same address answers each caller something else.
    vary: 'authorization, cookie, x-app-id',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  return reply.status(sent.status).send(sent.body);
}

/** What a function says about the caching of its answer. One for a signed-in caller is never for shared caches, whatever its code says. */
function cachingOf(asked: string | undefined, isSignedIn: boolean): string {
  if (asked === undefined) return 'no-store';
  const isPrivate = /(?:^|,)\s*(?:private|no-store)\s*(?:,|$)/i.test(asked) && !/\bpublic\b|\bs-maxage\b/i.test(asked);
  return isSignedIn && !isPrivate ? 'no-store' : asked;
}

function headersOf({ headers }: FastifyRequest): [string, string][] {
  return Object.entries(headers)
    .flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' && value.length <= MAX_HEADER && !HIDDEN.test(key) ? [[key, value]] : [],
    )
    .slice(0, MAX_HEADERS);
}

function bodyOf({ body }: FastifyRequest): { readonly body: string; readonly isBase64: boolean } {
  if (!Buffer.isBuffer(body)) return { body: '', isBase64: false };
  return isUtf8(body) ? { body: body.toString(), isBase64: false } : { body: body.toString('base64'), isBase64: true };
}

/** Throws for an invalid token: a 401 lets an app renew its expired one and retry. */
function checkToken({ sayso, headers }: FastifyRequest): void {
  if (sayso.actor.kind === 'anonymous' && headers.authorization !== undefined) throw new Unauthenticated();
}
