import { type Actor, type Edge, type Http, NotFound, Unauthenticated } from '@sayso/core';
import { z } from 'zod';
import { accountAnswer, memoriesAnswer, nothing } from './answers.ts';
import { ACCOUNT_HEADER, CLIENT_ADDRESS_HEADER } from './edge-headers.ts';
import { ForeignCallback, messageFor, wrongAddress } from './errors.ts';
import { MAX_EMAIL_LENGTH } from './limits.ts';
import { accountIdOf } from './ref.ts';
import type { AccountsService } from './service.ts';
import { foreignCallback } from './targets.ts';

const account = { access: 'account' } as const;
const tag = { tags: ['accounts'] };
const MAX_BODY_BYTES = 32_000;
const email = z.email().max(MAX_EMAIL_LENGTH);

export function routes(http: Http, edge: Edge<AccountsService>): void {
  const accounts = edge.service;
  // Sign-up, log-in, log-out, verification, reset and social sign-in, as better-auth names them.
  http.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    // All of them take a few short fields. Anyone may call them, and larger bodies would cost time on the request thread.
    bodyLimit: MAX_BODY_BYTES,
    config: { access: 'public', calls: async () => (await import('./calls.ts')).describeCalls() },
    schema: { hide: true },
    async handler(request, reply) {
      const service = accounts();
      const headers = new Headers(request.sayso.headers);
      headers.set(CLIENT_ADDRESS_HEADER, request.ip);
      headers.set(ACCOUNT_HEADER, accountIdOf(request.sayso.actor) ?? '');
      headers.delete('content-length');
      if (!isBrowser(headers)) asProgram(headers, service.host.builderUrl);
      const given = request.method === 'POST' ? withName(request.url, request.body) : {};
      const { builderUrl } = service.host;
      const foreign = foreignCallback(new URL(request.url, builderUrl).searchParams, given, builderUrl);
      if (foreign !== null) throw new ForeignCallback(foreign);
      const body = request.method === 'POST' ? { body: JSON.stringify(given) } : {};
      if (request.method === 'POST') headers.set('content-type', 'application/json');
      const { handler } = await service.identity();
      const response = await handler(new Request(`${builderUrl}${request.url}`, { method: request.method, headers, ...body }));
      reply.code(response.status);
      for (const [name, value] of response.headers) {
        if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
      }
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      const text = await response.text();
      // better-auth answers unknown and disabled calls with an empty 404.
      if (response.status === 404 && (text === '' || text === '{}'))
        throw new NotFound(`${request.method} ${new URL(request.url, 'http://localhost').pathname}`);
      if (response.status < 400) return reply.send(withSignedToken(text, response.headers.get('set-auth-token')));
      return reply.type('application/json; charset=utf-8').send(errorBody(response, text, { url: request.url, builderUrl }));
    },
  });

  const whoami = (actor: Actor) => {
    const id = accountIdOf(actor);
    if (!id) throw new Unauthenticated();
    return id;
  };

  http.post(
    '/api/live_api/account/create',
    {
      config: account,
      schema: {
        ...tag,
        summary: 'The account of the signed-in person',
        response: { 200: z.object({ accountId: z.string() }).describe('Its id.') },
      },
    },
    (request) => ({ accountId: whoami(request.sayso.actor) }),
  );

  const current = { ...tag, summary: 'The signed-in account', response: { 200: accountAnswer } };
  http.get('/api/live_api/account/current', { config: { ...account, errors: [404] }, schema: current }, async (request) => {
    const found = await accounts().account(whoami(request.sayso.actor));
    if (!found) throw new NotFound('The account');
    const { id, ...fields } = found;
    return {
      accountId: id,
      uid: id,
      ...fields,
      subscriptionId: null,
      planSubscriptionStatus: null,
      planSubscriptionCancelledAt: null,
      appId: null,
      appHeader: null,
      hasBusinessInfo: false,
      hasPaidAppPackage: false,
    };
  });

  http.post(
    '/api/live_api/account/sendResetPasswordEmail',
    {
      config: { access: 'public', rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        ...tag,
        summary: 'Mail a link with which to choose a new password',
        body: z.object({ email, mainAppId: z.string().nullish(), continueUrl: z.string().optional() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      await accounts().requestPasswordReset(request.body.email, request.body.continueUrl);
      return {};
    },
  );

  // Named as in better-auth, for its clients; better-auth's own route would look up the address before it answers.
  http.post(
    '/api/auth/request-password-reset',
    {
      config: { access: 'public', rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        ...tag,
        summary: 'Mail a link with which to choose a new password',
        body: z.object({ email, redirectTo: z.string().optional() }),
        response: { 200: z.object({ status: z.literal(true) }) },
      },
    },
    async (request) => {
      await accounts().requestPasswordReset(request.body.email, request.body.redirectTo);
      return { status: true as const };
    },
  );

  http.post(
    '/api/live_api/account/completeEmailChange',
    {
      config: { ...account, errors: [409] },
      schema: {
        ...tag,
        summary: 'Mail a link that changes the email; the password confirms it',
        body: z.object({ newEmail: email, password: z.string().max(256) }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      await accounts().changeEmail(whoami(request.sayso.actor), request.body);
      return {};
    },
  );

  http.post(
    '/api/live_api/account/confirmEmail',
    {
      config: { access: 'public', rateLimit: { max: 30, timeWindow: '1 minute' }, errors: [409] },
      schema: {
        ...tag,
        summary: 'Verify or change the email with the token of a mail, without logging in',
        body: z.object({ token: z.string().max(100) }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      await accounts().confirmEmail(request.body.token);
      return {};
    },
  );

  memoryRoutes(http, edge);
}

/** Memories of an app's users, on both hosts since the app itself reads them. */
export function memoryRoutes(http: Http, { service: accounts }: Edge<AccountsService>): void {
  http.get(
    '/api/live_api/user/memories/current',
    {
      config: { access: 'app', errors: [404] },
      schema: {
        ...tag,
        summary: "The caller's memories in one app",
        querystring: z.object({ appId: z.string() }),
        response: { 200: memoriesAnswer },
      },
    },
    async (request) => {
      const { actor } = request.sayso;
      const { appId } = request.query;
      if (actor.kind === 'app' && actor.appId !== appId) throw new NotFound('The app');
      const service = accounts();
      // On the builder host, people are visitors of apps that they do not administer: only an app token makes them users.
      const isUser = actor.kind === 'app' || (await service.administers(actor, appId));
      const accountId = isUser && actor.kind !== 'anonymous' ? actor.id : null;
      return { memories: accountId ? await service.memories(accountId, appId) : {} };
    },
  );
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

/** Maps an error of better-auth to the error body of all routes, with the specification's message. */
function errorBody(response: Response, text: string, { url, builderUrl }: { readonly url: string; readonly builderUrl: string }): string {
  const path = new URL(url, 'http://localhost').pathname.replace(/^\/api\/auth/, '');
  const parsed = z.object({ message: z.string().optional(), code: z.string().optional() }).safeParse(safeJson(text));
  const code = response.status === 429 ? 'TOO_MANY_REQUESTS' : (parsed.success && parsed.data.code) || 'AUTHENTICATION_FAILED';
  const fallback = (parsed.success && parsed.data.message) || 'Something went wrong, please try again.';
  const message = code === 'INVALID_ORIGIN' ? wrongAddress(builderUrl) : messageFor(path, code, fallback);
  return JSON.stringify({ message, code, error: { message, code } });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
