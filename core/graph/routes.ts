import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { GraphServer } from './server.ts';

/** `/graphql` over HTTP. Bodies are small: files are uploaded through routes. */
export function graphRoutes(http: FastifyInstance, graph: GraphServer): void {
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    config: { access: 'public' },
    schema: { hide: true },
    bodyLimit: 4_000_000,
    async handler(request, reply) {
      const headers = new Headers(request.sayso.headers);
      headers.delete('content-length');
      const body = request.method === 'POST' ? JSON.stringify(request.body ?? {}) : null;
      const url = new URL(request.raw.url ?? '/graphql', 'http://builder');
      const response = await graph.fetch(
        new Request(url, { method: request.method, headers, body, signal: request.sayso.signal }),
        request.sayso,
        request.raw,
      );
      reply.status(response.status);
      for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value);
      // A subscription over HTTP is an endless event stream.
      const streams = response.headers.get('content-type')?.startsWith('text/event-stream') && response.body;
      if (!streams) return reply.send(Buffer.from(await response.arrayBuffer()));
      return reply.send(Readable.from(until(graph.closing, streams), { objectMode: false }));
    },
  });
}

/** The stream, ended gracefully when the signal aborts. */
export async function* until(signal: AbortSignal, stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let stop: () => void = () => undefined;
  const end = () => stop();
  signal.addEventListener('abort', end, { once: true });
  try {
    while (!signal.aborted) {
      // No `Promise.race` with one long-lived promise: it would retain every chunk (a memory leak).
      const next = await new Promise<Awaited<ReturnType<typeof reader.read>> | null>((resolve, reject) => {
        stop = () => resolve(null);
        reader.read().then(resolve, reject);
      });
      if (next === null || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', end);
    reader.cancel().catch(() => undefined);
  }
}
