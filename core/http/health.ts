import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { Forbidden } from '../contract/index.ts';
import { headersOf } from './context.ts';
import type { Surroundings } from './surroundings.ts';

/** Numbers of one process for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Times every answer of a host. */
  observe(app: FastifyInstance, host: string): void;
}

/** A registry of its own, since several hosts may run in one process. `withProcess` adds memory, event loop and garbage collection. */
export function createMetrics(withProcess: boolean): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'sayso_http_request_duration_seconds',
    help: 'Time to answer a request, in seconds.',
    labelNames: ['host', 'method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  return {
    registry,
    observe(app, host) {
      app.addHook('onResponse', async (request, reply) => {
        const { url = 'unknown' } = request.routeOptions;
        duration.observe({ host, method: request.method, route: url, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
    },
  };
}

/** `/healthz` (the process lives), `/readyz` (it can serve), `/metrics`. */
export function healthRoutes(app: FastifyInstance, around: Surroundings, metrics: Metrics): void {
  const quiet = { schema: { hide: true }, config: { rateLimit: false } } as const;
  app.get('/healthz', quiet, async () => ({ ok: true }));
  app.get('/readyz', quiet, async (_request, reply) => {
    const reasons = await around.health();
    if (reasons.length > 0) reply.status(503);
    return { ok: reasons.length === 0, reasons };
  });
  app.get('/metrics', { ...quiet, config: { access: 'public', rateLimit: false } }, async (request, reply) => {
    const headers = headersOf(request);
    // A proxy on this machine also comes from loopback, but says for whom.
    const local = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') && !headers.has('x-forwarded-for');
    const { actor } = request.sayso;
    if (!local && !(actor.kind === 'account' && actor.admin)) throw new Forbidden('Metrics are for admins and for this machine.');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
