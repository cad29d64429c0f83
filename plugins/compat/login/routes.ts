import { type Http, NotFound } from '@sayso/core';
import { z } from 'zod';
import type { Compat } from '../service.ts';
import { loginHeaders, loginPage, logoutPage } from './page.ts';
import { LOGIN_PATH, originAt, pageOf } from './targets.ts';

const tags = ['compat'];
const config = { access: 'public', does: 'look' } as const;
const address = z.string().max(4000).optional();
const redirected = { 302: z.null().describe('To a page of the app.') };

/** Addresses that the client redirects people to, on the app's own origin or on either host. */
export function redirectRoutes(http: Http, compat: () => Compat): void {
  const query = z.object({ app_id: z.string().max(100).optional(), from_url: address });
  const logIn = { tags, summary: 'Leads to the log-in of the app, whatever the provider', querystring: query, response: redirected };
  for (const path of ['/api/apps/auth/login', '/api/apps/auth/:provider/login'])
    http.get(path, { config, schema: logIn }, async ({ query: { app_id, from_url }, sayso }, reply) =>
      reply.redirect(await loginAddress(compat(), { host: sayso.headers.get('host'), appId: app_id, fromUrl: from_url }), 302),
    );
  http.get(
    '/api/apps/:appId/auth/sso/login',
    { config, schema: { ...logIn, params: z.object({ appId: z.string() }) } },
    async ({ params: { appId }, query: { from_url }, sayso }, reply) =>
      reply.redirect(await loginAddress(compat(), { host: sayso.headers.get('host'), appId, fromUrl: from_url }), 302),
  );
  http.get(
    '/api/apps/auth/logout',
    {
      config,
      schema: {
        tags,
        summary: 'Leads back after a log-out, which the client does by forgetting its token',
        querystring: z.object({ from_url: address }),
        response: { ...redirected, 200: z.string().describe("On an app's own origin: a page that forgets the token there, and leads on.") },
      },
    },
    async ({ query: { from_url }, sayso }, reply) => {
      const host = sayso.headers.get('host');
      const next = pageOf(from_url, host);
      const app = await compat().runtime.appAt(host);
      if (app === null) return reply.redirect(next, 302);
      return reply
        .headers(loginHeaders)
        .type('text/html; charset=utf-8')
        .send(logoutPage({ appId: app.appId, next }));
    },
  );
}

/** The log-in page for clients, on the origin of each app. An app's own page of this name is shown without `from_url`. */
export function loginPageRoute(http: Http, compat: () => Compat): void {
  const querystring = z.looseObject({ app_id: z.string().max(100).optional(), from_url: address });
  http.get(LOGIN_PATH, { config, schema: { hide: true, querystring } }, async (request, reply) => {
    const { host } = request.headers;
    const { runtime, builderUrl } = compat();
    const { from_url: fromUrl, app_id: appId } = request.query;
    const app = await runtime.appAt(host ?? null);
    const origin = app && originAt(host ?? null, [app.url, runtime.appUrl(app.slug)]);
    if (fromUrl !== undefined && app === null && appId !== undefined)
      return reply.redirect(await loginAddress(compat(), { host: null, appId, fromUrl }), 302);
    if (fromUrl === undefined || app === null || origin === null) {
      const { html, status, headers } = await runtime.page(host, request.url, request.headers['accept-language']);
      return reply.status(status).headers(headers).type('text/html; charset=utf-8').send(html);
    }
    const elsewhere = await originOfPage(compat(), fromUrl, app.appId);
    // An app has several addresses, and the storage of each is its own.
    if (elsewhere !== null && elsewhere !== origin)
      return reply.redirect(`${elsewhere}${LOGIN_PATH}?${new URLSearchParams({ from_url: fromUrl })}`, 302);
    const html = loginPage({ appId: app.appId, builderUrl, origin, next: pageOf(fromUrl, host ?? null) });
    return reply.headers(loginHeaders).type('text/html; charset=utf-8').send(html);
  });
}

/** The origin of a page at another address of the app; null for pages that are not the app's. */
async function originOfPage({ runtime }: Compat, page: string, appId: string): Promise<string | null> {
  if (!URL.canParse(page)) return null;
  const { host } = new URL(page);
  const app = await runtime.appAt(host);
  return app?.appId === appId ? originAt(host, [app.url, runtime.appUrl(app.slug)]) : null;
}

interface LoginAsked {
  readonly host: string | null;
  readonly appId: string | undefined;
  readonly fromUrl: string | undefined;
}

/** The log-in page on the app's own origin; a path where the request was sent to it. Throws `NotFound` for an unknown app. */
async function loginAddress(compat: Compat, { host, appId, fromUrl = '' }: LoginAsked): Promise<string> {
  const { runtime, people } = compat;
  const query = new URLSearchParams({ from_url: fromUrl });
  if ((await runtime.appAt(host)) !== null) return `${LOGIN_PATH}?${query}`;
  if (appId === undefined) throw new NotFound('The app');
  const app = await people.publicApp(appId);
  return `${(await originOfPage(compat, fromUrl, appId)) ?? app.url}${LOGIN_PATH}?${query}`;
}
