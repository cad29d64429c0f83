import { type Actor, type Http, NotFound, Unauthenticated } from '@sayso/core';
import { z } from 'zod';
import { accountAnswer, memoriesAnswer, nothing } from './answers.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { messageFor, wrongAddress } from './errors.ts';
import { accountIdOf, accountsRef } from './ref.ts';
import type { AccountsService } from './service.ts';

/** The plugin provides its whole service; others see it through `AccountsApi`. */
const serviceOf = (request: { readonly sayso: { get(ref: typeof accountsRef): unknown } }) =>
  request.sayso.get(accountsRef) as AccountsService;

const account = { access: 'account' } as const;
const tag = { tags: ['accounts'] };

export function routes(http: Http): void {
  // Sign-up, log-in, log-out, verification, reset and social sign-in, as better-auth names them.
  http.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    config: { access: 'public', calls: async () => (await import('./calls.ts')).describeCalls() },
    schema: { hide: true },
    async handler(request, reply) {
      const service = serviceOf(request);
      const headers = new Headers(request.sayso.headers);
      headers.set(CLIENT_ADDRESS_HEADER, request.ip);
      headers.delete('content-length');
      if (!isBrowser(headers)) asProgram(headers, service.host.builderUrl);
      const body = request.method === 'POST' ? { body: JSON.stringify(withName(request.url, request.body)) } : {};
      if (request.method === 'POST') headers.set('content-type', 'application/json');
      const { handler } = await service.identity();
      const response = await handler(new Request(`${service.host.builderUrl}${request.url}`, { method: request.method, headers, ...body }));
      reply.code(response.status);
      for (const [name, value] of response.headers) {
        if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
      }
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      const text = await response.text();
      // It has nothing to say of calls that it does not know.
      if (response.status === 404 && text === '')
        throw new NotFound(`${request.method} ${new URL(request.url, 'http://localhost').pathname}`);
      if (response.status < 400) return reply.send(text);
      const { builderUrl } = service.host;
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
    const found = await serviceOf(request).account(whoami(request.sayso.actor));
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
        body: z.object({ email: z.email(), mainAppId: z.string().nullish(), continueUrl: z.string().optional() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      await serviceOf(request).requestPasswordReset(request.body.email, request.body.continueUrl);
      return {};
    },
  );

  // As better-auth names it, for its clients; it would look the address up before it answers.
  http.post(
    '/api/auth/request-password-reset',
    {
      config: { access: 'public', rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        ...tag,
        summary: 'Mail a link with which to choose a new password',
        body: z.object({ email: z.email(), redirectTo: z.string().optional() }),
        response: { 200: z.object({ status: z.literal(true) }) },
      },
    },
    async (request) => {
      await serviceOf(request).requestPasswordReset(request.body.email, request.body.redirectTo);
      return { status: true as const };
    },
  );

  http.post(
    '/api/live_api/account/completeEmailChange',
    {
      config: { ...account, errors: [409] },
      schema: {
        ...tag,
        summary: 'Mail a link that changes the e-mail',
        body: z.object({ newEmail: z.email() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      await serviceOf(request).changeEmail(request.body.newEmail, request.sayso.headers);
      return {};
    },
  );

  memoryRoutes(http);
}

/** What an app's users told it to remember: also for the app itself, so on both hosts. */
export function memoryRoutes(http: Http): void {
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
      const service = serviceOf(request);
      // To an app that they do not administer, a person on the builder host is a visitor: only its own token makes them a user of it.
      const isUser = actor.kind === 'app' || (await service.administers(actor, appId));
      const accountId = isUser && actor.kind !== 'anonymous' ? actor.id : null;
      return { memories: accountId ? await service.memories(accountId, appId) : {} };
    },
  );
}

/** Browsers say from where a request that changes something comes, and pages cannot keep them from it. */
const isBrowser = (headers: Headers) => ['origin', 'referer', 'sec-fetch-site'].some((name) => headers.has(name));

/** A program has no pages of others that could ride on its session, yet better-auth would ask where its request comes from. */
function asProgram(headers: Headers, builderUrl: string): void {
  headers.delete('sec-fetch-mode');
  headers.delete('sec-fetch-dest');
  if (headers.has('cookie')) headers.set('origin', builderUrl);
}

/** better-auth wants a name, the sign-up form asks for none: the part of the address before the @ serves until there is one. */
function withName(url: string, body: unknown): object {
  const given = z.looseObject({ email: z.string().optional(), name: z.string().optional() }).safeParse(body ?? {});
  if (!given.success) return {};
  const { email = '', name } = given.data;
  return url.startsWith('/api/auth/sign-up/') && !name?.trim() ? { ...given.data, name: email.split('@')[0] || 'You' } : given.data;
}

/** better-auth's answer in the form of every other error, with the specification's sentence. */
function errorBody(response: Response, text: string, { url, builderUrl }: { readonly url: string; readonly builderUrl: string }): string {
  const path = new URL(url, 'http://localhost').pathname.replace(/^\/api\/auth/, '');
  const parsed = z.object({ message: z.string().optional(), code: z.string().optional() }).safeParse(safeJson(text));
  const code = response.status === 429 ? 'TOO_MANY_REQUESTS' : (parsed.success && parsed.data.code) || 'AUTHENTICATION_FAILED';
  const said = (parsed.success && parsed.data.message) || 'Something went wrong, please try again.';
  const message = code === 'INVALID_ORIGIN' ? wrongAddress(builderUrl) : messageFor(path, code, said);
  return JSON.stringify({ message, code, error: { message, code } });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
