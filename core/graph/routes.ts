import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { InvalidInput } from '../contract/index.ts';
import type { GraphServer } from './server.ts';
import { streamedOperations } from './streams.ts';

/** Proxies must neither hold events back (nginx) nor compress them, which would. */
const STREAM_HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' };

/** `/graphql` over HTTP. Bodies are small: files are uploaded through routes. `onNoSocket`: the page of an account gets no WebSocket. */
export function graphRoutes(http: FastifyInstance, graph: GraphServer, onNoSocket: () => void): void {
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    config: { access: 'public', does: 'look' },
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
      return reply.headers(STREAM_HEADERS).send(Readable.from(until(graph.closing, streams), { objectMode: false }));
    },
  });
  // For clients that no WebSocket reaches.
  http.route({
    method: 'POST',
    url: '/graphql/streams',
    config: { access: 'public', does: 'look' },
    schema: { hide: true },
    bodyLimit: 1_000_000,
    async handler({ body, sayso, raw }, reply) {
      const asked = streamedOperations.safeParse(body);
      if (!asked.success) throw new InvalidInput('The body is `{operations: {<id>: {query, variables}}}`.');
      // Only a person's page: anybody could say so.
      if (asked.data.because !== undefined && sayso.actor.kind === 'account') onNoSocket();
      return reply
        .headers(STREAM_HEADERS)
        .type('text/event-stream; charset=utf-8')
        .send(graph.stream(asked.data, sayso, raw));
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
