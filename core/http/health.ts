import type { FastifyInstance } from 'fastify';
import type { Metric as RegisteredMetric } from 'prom-client';
import { Forbidden } from '../contract/index.ts';
import type { HostDependencies } from './dependencies.ts';
import { Durations } from './durations.ts';
import { NOT_AT_APPS } from './visits.ts';

/** A metric as JSON of the Prometheus client. */
export type Metric = Readonly<Record<string, unknown>>;

export interface MetricsOptions {
  /** Whether they include memory, event loop and GC. */
  readonly withProcess: boolean;
  /** Label of all metrics of this process, where several serve. */
  readonly process?: number;
  /** The metrics of the other processes. */
  readonly others?: () => Promise<readonly (readonly Metric[])[]>;
}

/** Prometheus metrics. */
export interface Metrics {
  /** Records the duration of every response of a host. */
  observe(app: FastifyInstance, host: string): void;
  /** Loads the Prometheus client. */
  load(): Promise<void>;
  /** The metrics of this process. */
  snapshot(): Promise<readonly Metric[]>;
  /** The metrics of all processes in the exposition format. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Uses its own registry, because several servers may run in one process (tests). */
export function createMetrics(options: MetricsOptions): Metrics {
  const durations = new Durations();
  const open = async () => {
    const { AggregatorRegistry, collectDefaultMetrics, Registry } = await import('prom-client');
    const registry = new Registry();
    if (options.process !== undefined) registry.setDefaultLabels({ process: String(options.process) });
    if (options.withProcess) collectDefaultMetrics({ register: registry });
    // Cast: the type lists the client's own classes; the registry calls only `get`.
    registry.registerMetric(durations as unknown as RegisteredMetric);
    const together = (all: readonly (readonly Metric[])[]) => AggregatorRegistry.aggregate([...all]);
    return { registry, together };
  };
  let opening: ReturnType<typeof open> | undefined;
  const opened = (): ReturnType<typeof open> => {
    opening ??= open();
    return opening;
  };
  return {
    observe: (app, host) => durations.observe(app, host),
    async load() {
      await opened();
    },
    async snapshot() {
      const { registry } = await opened();
      return (await registry.getMetricsAsJSON()) as unknown as readonly Metric[];
    },
    async read() {
      const { registry, together } = await opened();
      const { others } = options;
      const all = others ? together([await this.snapshot(), ...(await others())]) : registry;
      return { contentType: registry.contentType, text: await all.metrics() };
    },
  };
}

/** Host names of this machine. */
const THIS_MACHINE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/** `/healthz` (liveness), `/readyz` (readiness), `/metrics`; for people who open them at an app's name, they are pages of the app. */
export function healthRoutes(app: FastifyInstance, dependencies: HostDependencies, metrics: Metrics): void {
  const quiet = { schema: { hide: true }, config: { rateLimit: false }, constraints: NOT_AT_APPS } as const;
  app.get('/healthz', quiet, async () => ({ ok: true }));
  app.get('/readyz', quiet, async (_request, reply) => {
    const reasons = await dependencies.health();
    if (reasons.length > 0) reply.status(503);
    // Without a store, which the reasons name, there is nothing to say of its time.
    const warnings = [...(await dependencies.warnings().catch(() => [])), ...dependencies.proxies.list()];
    return { ok: reasons.length === 0, reasons, ...(warnings.length === 0 ? {} : { warnings }) };
  });
  app.get('/metrics', { ...quiet, config: { access: 'public', does: 'look', rateLimit: false } }, async (request, reply) => {
    const { actor, headers } = request.sayso;
    const host = headers.get('host') ?? '';
    const isNamed = THIS_MACHINE.test(host) || [dependencies.builderUrl, dependencies.runtimeUrl].some((url) => new URL(url).host === host);
    // Requests from loopback may also come through a local proxy (x-forwarded-for) or DNS rebinding (another host name).
    const local = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') && !headers.has('x-forwarded-for') && isNamed;
    if (!local && !(actor.kind === 'account' && actor.admin)) throw new Forbidden('Metrics are for admins and for this machine.');
    const { contentType, text } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}
