import { type Actor, type Edge, type Http, NotFound, Unauthenticated } from '@sayso/core';
import { z } from 'zod';
import { identityRoutes } from './identity/routes.ts';
import { MAX_EMAIL_LENGTH } from './limits/limits.ts';
import { accountIdOf } from './ref.ts';
import type { AccountsService } from './service.ts';

/** Response schemas of the routes, for the OpenAPI document and the tests. */
const text = z.string();

const accountAnswer = z
  .object({
    accountId: text,
    uid: text.describe('The same as `accountId`.'),
    email: text,
    emailVerified: z.boolean(),
    name: text,
    accountType: z.enum(['builder', 'user']),
    plan: text,
    isAdmin: z.boolean().describe('Administers this installation.'),
    createdAt: text,
    subscriptionId: z.null(),
    planSubscriptionStatus: z.null(),
    planSubscriptionCancelledAt: z.null(),
    appId: z.null(),
    appHeader: z.null(),
    hasBusinessInfo: z.boolean(),
    hasPaidAppPackage: z.boolean(),
  })
  .describe('The signed-in account.');

/** The empty response of a successful call. */
const nothing = z.object({}).describe('Done.');

const memoriesAnswer = z
  .object({ memories: z.record(text, z.unknown()) })
  .describe('By field name; empty for a visitor and for a person of whom the app keeps nothing.');

const account = { access: 'account', does: 'change-own' } as const;
const tag = { tags: ['accounts'] };
const email = z.email().max(MAX_EMAIL_LENGTH);

export function routes(http: Http, edge: Edge<AccountsService>): void {
  const accounts = edge.service;
  identityRoutes(http, edge);

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
  http.get('/api/live_api/account/current', { config: { ...account, does: 'look', errors: [404] }, schema: current }, async (request) => {
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
      config: { access: 'public', does: 'change-own', rateLimit: { max: 10, timeWindow: '1 minute' } },
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
      config: { access: 'public', does: 'change-own', rateLimit: { max: 10, timeWindow: '1 minute' } },
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
        summary: 'Mail a link that changes the email; needs a log-in in the last ten minutes, or the password',
        body: z.object({ newEmail: email, password: z.string().max(256).optional() }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { actor, headers } = request.sayso;
      const accountId = whoami(actor);
      const session = await accounts().session(headers);
      await accounts().changeEmail(accountId, { ...request.body, sessionId: session?.id ?? null });
      return {};
    },
  );

  http.post(
    '/api/live_api/account/confirmEmail',
    {
      config: { access: 'public', does: 'change-own', rateLimit: { max: 30, timeWindow: '1 minute' }, errors: [409] },
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
      config: { access: 'app', does: 'look', errors: [404] },
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
