import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type Http, NotFound } from '@sayso/core';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Files, ServedFile } from './files.ts';
import { isWidth, WIDTHS } from './images.ts';
import { isShown } from './kinds.ts';
import { parseRange } from './range.ts';

const YEAR = 31_536_000;
/** No script of an upload ever runs: not in a page of its own, and not in the viewer of an image. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox";

const tags = ['integrations'];
const path = z.object({ id: z.string(), name: z.string() });
const params = path.extend({ appId: z.string() });
const query = z.object({
  width: z.coerce
    .number()
    .refine(isWidth, `must be one of ${WIDTHS.join(', ')}`)
    .optional()
    .describe(`Of an image, in pixels: ${WIDTHS.join(', ')}.`),
  expires: z.string().optional(),
  signature: z.string().optional(),
});

/** On the builder host, whose pages show stored paths: leads to the runtime host, which serves the files. */
export function fileRedirects(http: Http, runtimeUrl: () => string): void {
  const response = { 302: z.null().describe('To the file.') };
  const schema = { tags, summary: 'Leads to a file of an app', params: path, response };
  http.get(
    '/api/files/:id/:name',
    { config: { access: 'public', does: 'look' }, schema },
    async ({ url }, reply) => reply.redirect(runtimeUrl() + url, 302) as never,
  );
}

/** Serves the files of apps, on the runtime host only: its origin has neither cookies nor stored secrets. */
export function fileRoutes(http: Http, files: () => Files): void {
  const response = { 200: z.string().describe('The bytes.') };
  const config = { access: 'signature', does: 'look', errors: [404, 416] } as const;
  http.get(
    '/api/files/:appId/:id/:name',
    { config, schema: { tags, summary: 'A file of an app', params, querystring: query, response } },
    // The schema describes a file of any kind; `never` types the same as bytes.
    ({ params: { appId, id }, query }, reply) => send(files(), { appId, id, ...query }, reply as unknown as FastifyReply) as never,
  );
  http.get(
    '/api/files/:id/:name',
    {
      config,
      schema: { tags, summary: 'A public file, by the path that rows and pages store', params: path, querystring: query, response },
    },
    ({ params: { id }, query }, reply) => send(files(), { id, ...query }, reply as unknown as FastifyReply) as never,
  );
}

interface FileRequest extends z.output<typeof query> {
  /** Default: the app that has the file. */
  readonly appId?: string;
  readonly id: string;
}

async function send(files: Files, { width, ...address }: FileRequest, reply: FastifyReply): Promise<FastifyReply> {
  // An upload must not become a service worker, which would control the whole origin.
  if (reply.request.headers['service-worker'] === 'script') throw new NotFound('The file');
  const served = await files.served(address);
  const small = width === undefined ? null : await files.resized(served.document, width);
  return small === null ? sendWhole(reply, files, served) : sendSmall(reply, { served, small, width });
}

/** The headers of a file. Uploads are untrusted. */
function describeFile(reply: FastifyReply, { document, secondsLeft }: ServedFile, type: string): void {
  const disposition = isShown(type) ? 'inline' : 'attachment';
  const isText = type.startsWith('text/') || type === 'application/json';
  reply.headers({
    'content-type': isText ? `${type}; charset=utf-8` : type,
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(document.name)}`,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': secondsLeft === null ? `public, max-age=${YEAR}, immutable` : `private, max-age=${secondsLeft}`,
  });
  // Browsers show a PDF in a viewer of their own, which a sandbox disables.
  if (type !== 'application/pdf') reply.header('content-security-policy', SANDBOX);
}

/** Whether the client has this very file already: 304 then. */
function isKnown(reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  if (reply.request.headers['if-none-match'] !== etag) return false;
  reply.status(304);
  return true;
}

interface SmallImage {
  readonly served: ServedFile;
  readonly small: Uint8Array;
  readonly width: number | undefined;
}

function sendSmall(reply: FastifyReply, { served, small, width }: SmallImage): FastifyReply {
  describeFile(reply, served, 'image/webp');
  if (isKnown(reply, `"${served.document.sha256}-${width}"`)) return reply.send();
  return reply.header('content-length', small.length).send(small);
}

async function sendWhole(reply: FastifyReply, files: Files, served: ServedFile): Promise<FastifyReply> {
  const { size, type, sha256 } = served.document;
  describeFile(reply, served, type);
  if (isKnown(reply, `"${sha256}"`)) return reply.send();
  reply.header('accept-ranges', 'bytes');
  const range = rangeOf(reply, size);
  if (range !== null) reply.status(206).header('content-range', `bytes ${range[0]}-${range[1]}/${size}`);
  reply.header('content-length', range === null ? size : range[1] - range[0] + 1);
  // The answer to HEAD has no body.
  if (reply.request.method === 'HEAD') return reply.send();
  return reply.send(Readable.fromWeb((await files.read(served.document, range ?? undefined)) as NodeReadableStream));
}

function rangeOf(reply: FastifyReply, size: number): readonly [number, number] | null {
  try {
    return parseRange(reply.request.headers.range, size);
  } catch (error) {
    reply.header('content-range', `bytes */${size}`);
    for (const name of ['cache-control', 'etag', 'content-disposition']) reply.removeHeader(name);
    throw error;
  }
}
