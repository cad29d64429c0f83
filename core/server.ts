import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Config, CoreConfig } from './config/index.ts';
import { type Actor, type Credentials, type HostInfo, type HostName, type Logger, newId, type RequestContext } from './contract/index.ts';
import type { GraphServer, GraphServerOptions } from './graph/index.ts';
import {
  createMetrics,
  createRuntimeHost,
  HeldBodies,
  type HostDependencies,
  type HostRoute,
  isOwnOrigin,
  type Metric,
  type MetricsOptions,
  ProxyWarnings,
  peerAddress,
  type SignedBlobs,
  Turns,
} from './http/index.ts';
import { type Adapters, type AnyPlugin, BootFailure, type BootProblem, checkPlugins, createKernel, type Kernel } from './kernel/index.ts';
import { openLimits } from './limits/index.ts';
import type { Clock } from './time/clock.ts';

/** Authenticates a request before the plugins do: tests use it to call as an account. */
export type Identify = (credentials: Credentials) => Actor | null;

export interface ServerOptions {
  readonly plugins: readonly AnyPlugin[];
  readonly config: Config;
  readonly adapters: Adapters;
  readonly signedBlobs: SignedBlobs | null;
  readonly info: HostInfo;
  readonly log: Logger;
  readonly provided?: ReadonlyMap<string, unknown>;
  readonly additions?: ReadonlyMap<string, readonly unknown[]>;
  readonly identify?: Identify;
  /** Default: none of the process, and of no other one. */
  readonly metrics?: MetricsOptions;
  /** Serves published apps only: no builder host, no graph, no migrations, no jobs. Default false. */
  readonly servesAppsOnly?: boolean;
  /** Whether a response that differs from its schema fails the call. Default false. */
  readonly checkAnswers?: boolean;
  /** The clock of this process. Default: that of the machine, which is taken to be right. */
  readonly clock?: Clock;
  /** Passes faults of proxies on to the main process instead of logging them. Default: this is the main process. */
  readonly onProxyFault?: (host: HostName) => void;
}

export interface Hosts {
  readonly builder: FastifyInstance;
  readonly runtime: FastifyInstance;
  /** Only health and metrics, for a node without the builder host. */
  readonly operations: FastifyInstance;
  /** All routes of the first two, without the HEAD routes of GET routes. */
  readonly routes: readonly HostRoute[];
}

/** The plugins with both hosts and the graph, wired together. */
export interface Server {
  readonly kernel: Kernel;
  /** Throws before `start` has resolved. */
  readonly hosts: Hosts;
  /** Null before `start` has resolved, and when no plugin adds to the graph. */
  readonly graph: GraphServer | null;
  /**
   * Starts the plugins. Calls `onServing` with the runtime host as soon as it can serve (to listen); loads what only the builder host needs
   * after that. Throws `BootFailure` and rolls back.
   */
  start(onServing?: (runtime: FastifyInstance) => Promise<void>): Promise<void>;
  /** Another process of this node met a fault of a proxy. */
  proxyFault(host: HostName): void;
  /** The metrics of this process. */
  metrics(): Promise<readonly Metric[]>;
  /** Stops: not ready, then drain, then close. `others`: other processes of this node have stopped; events are handled until then. */
  stop(others?: Promise<void>): Promise<void>;
}

const SPA = join(import.meta.dirname, '..', 'web', 'dist');

/** Declares the runtime host and checks the plugins; runs and opens nothing. Throws `BootFailure` with every problem. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { plugins, adapters, config, info, log, provided = new Map(), additions = new Map(), servesAppsOnly = false } = options;
  const checked = checkPlugins(plugins, { provided, additions });
  const parts = checked.order;
  const identify: HostDependencies['identify'] = (credentials) => options.identify?.(credentials) ?? kernel.identify(credentials);
  const dependencies: HostDependencies = {
    log,
    builderUrl: info.builderUrl,
    runtimeUrl: info.runtimeUrl,
    get: (ref) => kernel.get(ref),
    serviceOf: (plugin) => kernel.serviceOf(plugin),
    identify,
    findApp: (address) => kernel.findApp(address),
    permit: (asked) => kernel.permit(asked),
    health: () => kernel.health(),
    warnings: async () => (await options.clock?.warnings()) ?? [],
    signedBlobs: options.signedBlobs,
    proxies: new ProxyWarnings({
      log,
      urls: { builder: info.builderUrl, runtime: info.runtimeUrl },
      ...(options.onProxyFault ? { onFault: options.onProxyFault } : {}),
    }),
    trustProxy: config.core.TRUST_PROXY,
    rateLimits: requestLimits(config.core),
    turns: new Turns(),
    bodies: new HeldBodies(config.core.BODY_MEMORY * 1_000_000),
    logsRequests: config.core.LOG_LEVEL === 'debug',
    slowness: { graceMs: config.core.REQUEST_TIMEOUT * 1000, bytesPerSecond: config.core.MIN_BODY_RATE },
    checkAnswers: options.checkAnswers ?? false,
  };
  const metrics = createMetrics(options.metrics ?? { withProcess: false });
  const runtime = await createRuntimeHost({ dependencies, parts, metrics });
  const declareRest = () => declareBuilder({ dependencies, parts, metrics }, config);
  const problems = [...checked.problems, ...runtime.problems];
  // The start fails anyway: load the rest too, to report all problems at once.
  if (problems.length > 0) throw new BootFailure([...problems, ...(await declareRest()).problems]);
  const runJobs = config.core.ROLE.includes('worker');
  const kernel: Kernel = createKernel({
    plugins,
    adapters,
    limits: openLimits(adapters),
    configs: config.plugins,
    info,
    log,
    runJobs,
    servesAppsOnly,
    provided,
    additions,
  });
  let hosts: Hosts | null = null;
  let graph: GraphServer | null = null;
  const endSubscriptions = (): void => adapters.events.endSubscriptions();
  const closeHosts = async (): Promise<void> => {
    // Deliver the last results to subscribers before their connections close.
    await (graph?.close(endSubscriptions) ?? endSubscriptions());
    const open = [runtime.app, ...(hosts ? [hosts.builder, hosts.operations] : [])];
    // Destroy connections with streams that have not ended in time.
    const cut = setTimeout(() => open.forEach(({ server }) => void server.closeAllConnections()), 5000);
    await Promise.all(open.map((host) => host.close()));
    clearTimeout(cut);
  };
  return {
    kernel,
    get hosts() {
      if (!hosts) throw new Error('The hosts are available after the server has started.');
      return hosts;
    },
    get graph() {
      return graph;
    },
    async start(onServing) {
      try {
        await runtime.app.ready();
        await kernel.start(async () => {
          await onServing?.(runtime.app);
          if (servesAppsOnly) return metrics.load();
          const builder = await declareRest();
          if (builder.problems.length > 0) throw new BootFailure(builder.problems);
          const { app, operations } = builder;
          graph = builder.graph;
          hosts = { builder: app, runtime: runtime.app, operations, routes: [...builder.routes, ...runtime.routes] };
          graph?.attach(app.server);
          await app.ready();
        });
      } catch (error) {
        await closeHosts();
        throw error;
      }
    },
    proxyFault: (host) => dependencies.proxies.refused(host),
    metrics: () => metrics.snapshot(),
    async stop(others) {
      await kernel.drain();
      await closeHosts();
      await others;
      await options.clock?.stop();
      await kernel.close();
    },
  };
}

/** Two apps in use behind one address, such as an office, leave each other room. */
function requestLimits({ RATE_LIMIT: perAddress, APP_RATE_LIMIT: perCaller = Math.ceil(perAddress / 2) }: CoreConfig) {
  return { perAddress, perCaller };
}

/** The public surface of a set of plugins, without starting any. Throws `BootFailure` like `createServer`. */
export async function describe(plugins: readonly AnyPlugin[]): Promise<{ schema: GraphQLSchema | null; openApi: unknown }> {
  const { builder, problems, close } = await declareAll(plugins);
  if (problems.length > 0) throw new BootFailure(problems);
  const { openApiDocument } = await import('./http/docs.ts');
  await builder.app.ready();
  const { document: openApi, problems: undescribed } = await openApiDocument(builder.app);
  if (undescribed.length > 0) throw new BootFailure(undescribed);
  await close();
  return { schema: builder.schema, openApi };
}

/** The problems in the declarations of a set of plugins, found without starting any. */
export async function declaredProblems(plugins: readonly AnyPlugin[]): Promise<readonly BootProblem[]> {
  const { problems, close } = await declareAll(plugins);
  await close();
  return problems;
}

interface DeclaredHosts {
  readonly builder: DeclaredBuilder;
  readonly problems: readonly BootProblem[];
  close(): Promise<void>;
}

async function declareAll(plugins: readonly AnyPlugin[]): Promise<DeclaredHosts> {
  const unused = (): never => {
    throw new Error('Nothing runs while the surface is described.');
  };
  const urls = { builderUrl: 'http://localhost:4000', runtimeUrl: 'http://localhost:4001' };
  const slowness = { graceMs: 20_000, bytesPerSecond: 0 };
  const silent = { debug: unused, info: unused, warn: unused, error: unused };
  const dependencies: HostDependencies = {
    ...urls,
    log: silent,
    get: unused,
    serviceOf: unused,
    identify: unused,
    findApp: unused,
    permit: unused,
    health: unused,
    warnings: unused,
    signedBlobs: null,
    proxies: new ProxyWarnings({ log: silent, urls: { builder: '', runtime: '' } }),
    trustProxy: false,
    rateLimits: { perAddress: 0, perCaller: 0 },
    turns: new Turns(),
    bodies: new HeldBodies(0),
    logsRequests: false,
    slowness,
  };
  const { order: parts, problems } = checkPlugins(plugins);
  const declared = { dependencies, parts, metrics: createMetrics({ withProcess: false }) };
  const runtime = await createRuntimeHost(declared);
  const builder = await declareBuilder(declared, null);
  return {
    builder,
    problems: [...problems, ...builder.problems, ...runtime.problems],
    async close() {
      await Promise.all([builder.app, builder.operations, runtime.app].map((host) => host.close()));
    },
  };
}

interface Declared {
  readonly dependencies: HostDependencies;
  /** In start order. */
  readonly parts: readonly AnyPlugin[];
  readonly metrics: ReturnType<typeof createMetrics>;
}

interface DeclaredBuilder {
  readonly app: FastifyInstance;
  readonly operations: FastifyInstance;
  readonly graph: GraphServer | null;
  readonly schema: GraphQLSchema | null;
  readonly routes: readonly HostRoute[];
  readonly problems: readonly BootProblem[];
}

/** Declares graph, builder host and operations host. Imported lazily: published apps do not need them. `config`: null to only describe. */
async function declareBuilder({ dependencies, parts, metrics }: Declared, config: Config | null): Promise<DeclaredBuilder> {
  const { createBuilderHost } = await import('./http/builder.ts');
  const { createOperationsHost } = await import('./http/operations.ts');
  const { buildGraph, createGraphServer, graphRoutes } = await import('./graph/index.ts');
  await metrics.load();
  const { schema, problems } = await buildGraph(parts, dependencies.serviceOf, dependencies.permit);
  const graph = schema && config ? createGraphServer(graphOptions(schema, dependencies, config)) : null;
  const builder = await createBuilderHost({
    dependencies,
    parts,
    metrics,
    spaDirectory: SPA,
    moreRoutes: (app) => {
      if (graph) graphRoutes(app, graph, () => dependencies.proxies.refused('builder'));
    },
    isUpgrade: (request) => graph?.isUpgrade(request) ?? false,
  });
  const operations = await createOperationsHost({ dependencies, metrics });
  return { app: builder.app, operations, graph, schema, routes: builder.routes, problems: [...problems, ...builder.problems] };
}

function graphOptions(schema: GraphQLSchema, dependencies: HostDependencies, { core }: Config): GraphServerOptions {
  return {
    schema,
    log: dependencies.log,
    openIntrospection: core.NODE_ENV !== 'production',
    allowsOrigin: (origin, headers) => isOwnOrigin(origin, headers, dependencies.builderUrl),
    addressOf: peerAddress(dependencies.trustProxy),
    onRefused: (reason) => dependencies.proxies.refusedHere('builder', reason),
    socketLimits: {
      perAddress: core.SOCKETS_PER_ADDRESS,
      perAccount: core.SOCKETS_PER_ACCOUNT,
      operations: core.SOCKET_OPERATIONS,
      subscriptions: core.SOCKET_SUBSCRIPTIONS,
    },
    async contextOf(headers, signal): Promise<RequestContext> {
      // One operation may add many abort listeners; this disables Node's leak warning.
      setMaxListeners(0, signal);
      const authenticate = () => dependencies.identify({ authorization: headers.get('authorization'), headers, host: 'builder' });
      return { actor: await authenticate(), authenticate, headers, signal, requestId: newId(), get: dependencies.get };
    },
  };
}
