import { existsSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseUnknown } from './host.ts';

/** API paths: an unknown one is a 404 in JSON, never index.html. */
const CALLS = /^\/(api|graphql|live_api|runtime|integrations)(\/|$)|^\/apps\/[^/]+\/(?!login$)/;

/** Serves the built single-page app, with index.html as the fallback for navigation. */
export async function serveSpa(app: FastifyInstance, directory: string): Promise<void> {
  const built = existsSync(join(directory, 'index.html'));
  if (built) {
    await app.register(staticFiles, {
      root: directory,
      cacheControl: false,
      dotfiles: 'ignore',
      // The build writes compressed copies next to the files.
      preCompressed: true,
      setHeaders(response, path) {
        // Asset names contain a content hash.
        const fixed = path.includes('/assets/');
        response.header('cache-control', fixed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!built || !isNavigation(request)) refuseUnknown(request);
    return reply.sendFile('index.html');
  });
}

function isNavigation(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && !CALLS.test(pathOf(request)) && (request.headers.accept ?? '').includes('text/html');
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/';
}
