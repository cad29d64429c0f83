import { type Edge, type Http, NotFound, type RequestContext } from '@sayso/core';
import { z } from 'zod';
import { ForeignCallback } from '../errors.ts';
import { accountIdOf } from '../ref.ts';
import type { AccountsService } from '../service.ts';
import { ACCOUNT_HEADER, CLIENT_ADDRESS_HEADER } from './edge-headers.ts';
import { refusalOf, safeJson } from './refusals.ts';
import { foreignCallback } from './targets.ts';

const MAX_BODY_BYTES = 32_000;

/** Sign-up, log-in, log-out, verification, reset and social sign-in, as better-auth names them. */
export function identityRoutes(http: Http, { service: accounts }: Edge<AccountsService>): void {
  http.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    // All of them take a few short fields. Anyone may call them, and larger bodies would cost time on the request thread.
    bodyLimit: MAX_BODY_BYTES,
    config: { access: 'public', does: 'change-own', calls: async () => (await import('./calls.ts')).describeCalls() },
    schema: { hide: true },
    async handler(request, reply) {
      const { host, identity } = accounts();
      const made = identityRequest(request, host.builderUrl);
      const { handler } = await identity();
      const { method, url, sayso } = request;
      const call = { method, url, builderUrl: host.builderUrl, origin: sayso.headers.get('origin') };
      return sendIdentityResponse(reply, await handler(made), call);
    },
  });
}

/** The parts of Fastify's request and reply that the route passes on. */
interface IncomingCall {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly ip: string;
  readonly sayso: RequestContext;
}
interface Reply {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  type(contentType: string): unknown;
  send(body: string): unknown;
}

interface IdentityCall {
  readonly method: string;
  readonly url: string;
  readonly builderUrl: string;
  readonly origin: string | null;
}

/** The request as better-auth gets it. Throws `ForeignCallback`. */
function identityRequest(request: IncomingCall, builderUrl: string): Request {
  const headers = new Headers(request.sayso.headers);
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  headers.set(ACCOUNT_HEADER, accountIdOf(request.sayso.actor) ?? '');
  headers.delete('content-length');
  if (!isBrowser(headers)) asProgram(headers, builderUrl);
  const isPost = request.method === 'POST';
  const given = isPost ? withName(request.url, request.body) : {};
  const foreign = foreignCallback(new URL(request.url, builderUrl).searchParams, given, builderUrl);
  if (foreign !== null) throw new ForeignCallback(foreign);
  if (isPost) headers.set('content-type', 'application/json');
  return new Request(`${builderUrl}${request.url}`, {
    method: request.method,
    headers,
    ...(isPost ? { body: JSON.stringify(given) } : {}),
  });
}

/** Sends better-auth's response, with the error body of all routes. Throws `NotFound` for its unknown and disabled calls. */
async function sendIdentityResponse(reply: Reply, response: Response, call: IdentityCall) {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const text = await response.text();
  // better-auth answers unknown and disabled calls with an empty 404.
  if (response.status === 404 && (text === '' || text === '{}'))
    throw new NotFound(`${call.method} ${new URL(call.url, 'http://localhost').pathname}`);
  if (response.status < 400) return reply.send(withSignedToken(text, response.headers.get('set-auth-token')));
  reply.type('application/json; charset=utf-8');
  const { message, code } = refusalOf(response.status, text, call);
  return reply.send(JSON.stringify({ message, code, error: { message, code } }));
}

/** Browsers state the origin of a request that changes something, and pages cannot suppress it. */
const isBrowser = (headers: Headers) => ['origin', 'referer', 'sec-fetch-site'].some((name) => headers.has(name));

/** Passes better-auth's origin check: without a browser there is no CSRF. */
function asProgram(headers: Headers, builderUrl: string): void {
  headers.delete('sec-fetch-mode');
  headers.delete('sec-fetch-dest');
  if (headers.has('cookie')) headers.set('origin', builderUrl);
}

/** better-auth requires a name, but the sign-up form does not ask for one: defaults to the local part of the address. */
function withName(url: string, body: unknown): object {
  const given = z.looseObject({ email: z.string().optional(), name: z.string().optional() }).safeParse(body ?? {});
  if (!given.success) return {};
  const { email = '', name } = given.data;
  return url.startsWith('/api/auth/sign-up/') && !name?.trim() ? { ...given.data, name: email.split('@')[0] || 'You' } : given.data;
}

/** Replaces the token in the body by its signed form: without the signature it is no valid bearer token. */
function withSignedToken(text: string, signed: string | null): string {
  const answer = z.looseObject({ token: z.string() }).safeParse(safeJson(text));
  return signed !== null && answer.success ? JSON.stringify({ ...answer.data, token: signed }) : text;
}
