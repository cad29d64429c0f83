import { type Edge, type Http, isVisit, NotFound } from '@sayso/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { servedType } from '../compile/served-files.ts';
import { isCall } from '../pages.ts';
import type { AppPage } from '../ref.ts';
import type { RuntimeService } from '../service.ts';
import { type Content, encoded, encodingFor } from './content.ts';
import { libraryFile } from './libraries.ts';

const config = { access: 'public', does: 'look' } as const;
/** The file of `/lib/` whose text depends on the app, and changes with it. */
const LICENCES = 'licenses.txt';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const LIBRARY_TYPES: Readonly<Record<string, string>> = { js: JAVASCRIPT, woff2: 'font/woff2', txt: 'text/plain; charset=utf-8' };

/** Redirects `/app/{slug}` on the builder host to the app's own origin. */
export function builderRoutes(http: Http, { service: runtime }: Edge<RuntimeService>): void {
  redirects(http, async (_request, slug) => runtime().appUrl(slug));
}

/** Redirects `/app/{slug}` to the origin that the host gives for that app; null: not from there. `otherwise`: what answers then. */
function redirects(
  http: Http,
  originFor: (request: FastifyRequest, slug: string) => Promise<string | null>,
  otherwise?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const redirect = async (request: FastifyRequest<{ Params: { slug: string } }>, reply: FastifyReply) => {
    const { slug } = request.params;
    const origin = /^[a-z0-9-]{1,63}$/i.test(slug) ? await originFor(request, slug.toLowerCase()) : null;
    if (origin === null && otherwise !== undefined) return otherwise(request, reply);
    if (origin === null) throw new NotFound(`The app "${slug}"`);
    // As it was sent: decoded, it would name another page, or be no header.
    const [, rest = ''] = /^\/+[^/?]*\/+[^/?]*\/*(.*)$/s.exec(request.url) ?? [];
    return reply.redirect(`${origin}/${rest}`, 302);
  };
  const schema = {
    tags: ['apps'],
    summary: "Leads to the app's own origin",
    response: { 302: z.null().describe('To the same page there.') },
  };
  http.get('/app/:slug', { config, schema }, redirect);
  http.get('/app/:slug/*', { config, schema }, redirect);
}

export function runtimeRoutes(http: Http, { service: runtime }: Edge<RuntimeService>): void {
  const pageOf = ({ headers, url }: FastifyRequest) => runtime().page(headers.host, url, headers['accept-language']);
  // An app may have folders of these names in `public`, such as `public/app/hero.png`.
  http.addHook('preHandler', async (request, reply) => {
    if (!OWN_FOLDERS.test(request.url)) return;
    const file = await runtime().publicFile(request.headers.host, request.url);
    if (file !== null) return sendServed(request, reply, { ...file, isFixed: false });
    // And pages, which unlike the files of these folders people open: `/c/shoes`.
    if (isVisit(request) && NO_FILE.test(request.url) && !runtime().isBase(request.headers.host))
      return sendPage(reply, await pageOf(request));
  });
  /** Apps have pages below `/app`, too. */
  const ownPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (runtime().isBase(request.headers.host)) throw new NotFound('The app');
    return sendPage(reply, await pageOf(request));
  };
  // An app's origin never redirects to another app: browsers keep the fragment on redirects, which would leak a log-in code.
  redirects(
    http,
    async (request, slug) => {
      const { host } = request.headers;
      if (runtime().isBase(host)) return runtime().appUrl(slug);
      const app = await runtime().appAt(host);
      if (app?.slug !== slug) return null;
      // On a domain of its own the app stays there. Some proxies leave the port out of `Host`.
      const own = runtime().appUrl(slug);
      const isHere = (url: string) => {
        const { host: whole, hostname } = new URL(url);
        return [whole, hostname].includes(host?.toLowerCase() ?? '');
      };
      return [own, app.url].find((url) => url !== undefined && isHere(url)) ?? own;
    },
    ownPage,
  );
  http.get<{ Params: { appId: string } }>('/preview/:appId', { config }, async (request, reply) => {
    if (!runtime().isBase(request.headers.host)) return sendPage(reply, await pageOf(request));
    const { html, headers } = await runtime().shell(request.params.appId);
    // The sandbox isolates the frame already; browsers warn about this header in it.
    return reply.removeHeader('origin-agent-cluster').headers(headers).type('text/html; charset=utf-8').send(html);
  });
  http.get<{ Params: { file: string } }>('/lib/:file', { config }, async (request, reply) => {
    const { file } = request.params;
    const isLicences = file === LICENCES;
    const type = LIBRARY_TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8';
    const content = isLicences ? await runtime().licences(request.headers.host) : await libraryFile(file);
    return sendFile(request, reply, { content, type, isFixed: !isLicences });
  });
  http.get<{ Params: { file: string }; Querystring: { again?: string } }>('/m/:file', { config }, async (request, reply) =>
    sendModule(request, reply, await runtime().file('m', request.params.file)),
  );
  // Browsers run a module once per address: the same modules at a prefix of their own run again, together.
  http.get<{ Params: { run: string; file: string }; Querystring: { again?: string } }>(
    '/m/:run/:file',
    { config },
    async (request, reply) => {
      const { run, file } = request.params;
      return sendModule(request, reply, RUN.test(run) ? await runtime().file('m', file) : null);
    },
  );
  http.get<{ Params: { file: string } }>('/c/:file', { config }, async (request, reply) => {
    const { file } = request.params;
    if (!file.endsWith('.css')) return sendServed(request, reply, { content: await runtime().served(file), name: file });
    return sendFile(request, reply, { content: await runtime().file('c', file), type: 'text/css; charset=utf-8' });
  });
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    // No route answered it: people who open it may mean a page of the app.
    if (isCall(request.url) && !isVisit(request)) throw new NotFound(`${request.method} ${request.url.split('?')[0]}`);
    const file = await runtime().publicFile(request.headers.host, request.url);
    if (file !== null) return sendServed(request, reply, { ...file, isFixed: false });
    return sendPage(reply, await pageOf(request));
  };
  http.get('/', { config }, page);
  http.get('/*', { config }, page);
}

/** Folders of addresses with routes of their own. */
const OWN_FOLDERS = /^\/(?:app|c|lib|m|preview)\//;
const NO_FILE = /^\/(?:c|lib|m)\/[^.?]*(?:\?|$)/;
const RUN = /^\d{1,6}$/;

interface ModuleRequest extends FastifyRequest {
  readonly params: { readonly file: string };
  readonly query: { readonly again?: string };
}

/** A module; one that runs again by itself (`again`) registers its own exports, not those of its earlier run. */
function sendModule(request: FastifyRequest, reply: FastifyReply, content: Content | null) {
  const { params, query } = request as ModuleRequest;
  const { again } = query;
  if (content === null || again === undefined || !RUN.test(again)) return sendFile(request, reply, { content, type: JAVASCRIPT });
  const own = JSON.stringify(`./${params.file}`);
  const identity = Buffer.from(content.identity.toString().replaceAll(own, JSON.stringify(`./${params.file}?again=${again}`)));
  return sendFile(request, reply, { content: { identity }, type: JAVASCRIPT });
}

function sendPage(reply: FastifyReply, { html, status, headers }: AppPage) {
  return reply.status(status).headers(headers).type('text/html; charset=utf-8').send(html);
}

/** A file of an app, which runs nothing: opened by itself, an SVG is a document of this origin. */
function sendServed(request: FastifyRequest, reply: FastifyReply, { content, name, isFixed = true }: ServedContent) {
  void reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  const etag = `"${name}"`;
  if (!isFixed && content !== null) {
    void reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.header('cache-control', 'no-cache').status(304).send();
  }
  const type = servedType(name) ?? 'application/octet-stream';
  return sendFile(request, reply, { content, type, isFixed, isText: /json|svg/.test(type) });
}

interface ServedContent {
  readonly content: Content | null;
  /** By which it is served, with the hash of the content. */
  readonly name: string;
  readonly isFixed?: boolean;
}

interface SentFile {
  readonly content: Content | null;
  readonly type: string;
  /** Whether the address names the content. Default true. */
  readonly isFixed?: boolean;
  /** Whether compressing it makes it smaller. Default true. */
  readonly isText?: boolean;
}

/** A content-addressed file: cached for ever by clients, and readable by the frame, whose origin is opaque. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, { content, type, isFixed = true, isText = true }: SentFile) {
  void reply.header('access-control-allow-origin', '*').header('x-content-type-options', 'nosniff');
  // No module may become a service worker: it would outlive its app on an origin that another app may take over.
  if (content === null || request.headers['service-worker'] === 'script') throw new NotFound('This file');
  const encoding = !isText ? 'identity' : encodingFor(request.headers['accept-encoding'], content.identity.length);
  void reply
    .header('cache-control', isFixed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('vary', 'accept-encoding')
    .type(type);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(await encoded(content, encoding));
}
