import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { NotFound } from '../contract/index.ts';
import type { SignedBlobs } from './dependencies.ts';

const query = z.object({ expires: z.string(), signature: z.string() });

/** `/api/blobs/<key>?expires&signature`: files of signed links. Uploads are untrusted: sandboxed, and without content sniffing. */
export function signedBlobRoutes(app: FastifyInstance, read: SignedBlobs): void {
  app.get('/api/blobs/*', { config: { access: 'signature', does: 'look' }, schema: { hide: true } }, async (request, reply) => {
    const { expires, signature } = query.parse(request.query);
    // An uploaded file must not become a service worker, which would control the whole origin.
    if (request.headers['service-worker'] === 'script') throw new NotFound('This file');
    const key = (request.params as { readonly '*': string })['*'];
    const range = parseRange(request.headers.range);
    const found = await read({ key, expires, signature }, range);
    if (!found) throw new NotFound('The file, or a valid link to it,');
    const { stream, stat } = found;
    reply.headers({
      'content-type': stat.contentType ?? 'application/octet-stream',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox",
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=3600',
      'accept-ranges': 'bytes',
    });
    if (range) {
      const last = Math.min(range[1], stat.size - 1);
      reply.status(206).headers({ 'content-range': `bytes ${range[0]}-${last}/${stat.size}`, 'content-length': last - range[0] + 1 });
    } else reply.header('content-length', stat.size);
    return reply.send(Readable.fromWeb(stream as NodeReadableStream));
  });
}

/** A single range with a start, the kind that media players and downloads use; other ranges get the whole file. */
function parseRange(header: string | undefined): readonly [number, number] | undefined {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? '');
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = match[2] === '' ? Number.MAX_SAFE_INTEGER : Number(match[2]);
  return last >= first ? [first, last] : undefined;
}
