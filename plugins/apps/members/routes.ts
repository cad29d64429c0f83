import { type Http, type RequestContext, Unauthenticated } from '@sayso/core';
import { z } from 'zod';
import { appUser, nothing, publicApp, redirectTo, token } from '../records/answers.ts';
import type { Apps } from '../service.ts';

const params = z.object({ appId: z.string() });
const tags = ['apps'];
/** Codes are too long to be guessed; this limits attempts anyway. */
const rateLimit = { max: 30, timeWindow: 60_000 };

/** The builder host's side of logging in to a published app. */
export function loginRoutes(http: Http, apps: () => Apps): void {
  http.get(
    '/api/apps/:appId/public',
    {
      config: { access: 'public', does: 'look' },
      schema: { tags, summary: 'What anyone may know of a published app', params, response: { 200: publicApp } },
    },
    ({ params: { appId } }) => apps().access.publicApp(appId),
  );
  http.post(
    '/api/apps/:appId/login-code',
    {
      config: { access: 'account', does: 'change-own', rateLimit },
      schema: {
        tags,
        summary: 'A one-time code for the app that `nextUrl` belongs to',
        params,
        body: z.object({ nextUrl: z.string().max(4000), codeChallenge: z.string().regex(/^[\w-]{43}$/, 'must be a SHA-256 as base64url') }),
        response: { 200: redirectTo },
      },
    },
    ({ sayso, params: { appId }, body: { nextUrl, codeChallenge } }) =>
      apps().access.loginCode(sayso.actor, appId, { nextUrl, codeChallenge, headers: sayso.headers }),
  );
}

/** Called by an app's page after a log-in redirects back to it: on the app's own origin only. */
export function exchangeRoute(http: Http, apps: () => Apps): void {
  http.post(
    '/live_api/apps/:appId/auth/exchange',
    {
      config: { access: 'public', does: 'change-own', rateLimit, errors: [401] },
      schema: {
        tags,
        summary: 'A token for a one-time code',
        params,
        body: z.object({ code: z.string().max(1000), codeVerifier: z.string().regex(/^[\w.~-]{43,128}$/, 'must be a code verifier') }),
        response: { 200: token },
      },
    },
    ({ sayso, params: { appId }, body }) => apps().access.exchange(appId, { ...body, host: sayso.headers.get('host') }),
  );
}

/** Called by an app's own pages, on either host. */
export function accessRoutes(http: Http, apps: () => Apps): void {
  http.get(
    '/live_api/apps/:appId/auth/me',
    {
      config: { access: 'app', does: 'look' },
      schema: { tags, summary: 'The person who uses the app; null for a visitor', params, response: { 200: appUser } },
    },
    async ({ sayso, params: { appId } }) => {
      refuseBadToken(sayso);
      return { user: await apps().access.me(sayso.actor, appId) };
    },
  );
  http.put(
    '/live_api/apps/:appId/auth/me',
    {
      config: { access: 'app', does: 'change-rows' },
      schema: {
        tags,
        summary: 'Keeps what the app wants to know about the person',
        params,
        body: z.record(z.string(), z.unknown()),
        response: { 200: appUser },
      },
    },
    async ({ sayso, params: { appId }, body }) => {
      refuseBadToken(sayso);
      return { user: await apps().access.updateMe(sayso.actor, appId, body) };
    },
  );
  http.post(
    '/live_api/apps/:appId/auth/refresh',
    {
      config: { access: 'public', does: 'change-own', errors: [401] },
      schema: { tags, summary: 'The same token for another 50 minutes', params, response: { 200: token } },
    },
    ({ sayso, params: { appId } }) => apps().access.refresh(appId, sayso.headers),
  );
  http.post(
    '/live_api/apps/:appId/auth/logout',
    {
      config: { access: 'public', does: 'change-own' },
      schema: { tags, summary: 'Ends the token, and what else the same log-in gave this app', params, response: { 200: nothing } },
    },
    async ({ sayso }) => {
      await apps().access.logout(sayso.headers);
      return {};
    },
  );
}

/** A 401 lets an app's page renew its expired token and retry. */
function refuseBadToken({ actor, headers }: RequestContext): void {
  if (actor.kind === 'anonymous' && headers.has('authorization')) throw new Unauthenticated();
}
