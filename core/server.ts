import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import type { Config } from './config/index.ts';
import { type Actor, type HostInfo, type HostName, type Logger, newId, type RequestContext } from './contract/index.ts';
import { buildGraph, createGraphServer, type GraphServer, graphRoutes } from './graph/index.ts';
import { createHosts, type Hosts, isOwnOrigin, type SignedBlobs, type Surroundings } from './http/index.ts';
import { type Adapters, type AnyPlugin, BootFailure, checkPlugins, createKernel, type Kernel } from './kernel/index.ts';

/** Who is asking, before any plugin is: how tests speak as somebody. */
export type Identify = (request: { readonly headers: Headers; readonly host: HostName }) => Actor | null;

export interface ServerOptions {
  readonly plugins: readonly AnyPlugin[];
  readonly config: Config;
  readonly adapters: Adapters;
  readonly signedBlobs: SignedBlobs | null;
  readonly info: HostInfo;
  readonly log: Logger;
  readonly provided?: ReadonlyMap<string, unknown>;
  readonly identify?: Identify;
  /** Whether metrics hold the numbers of the process. Default false. */
  readonly processMetrics?: boolean;
}

/** The plugins with both hosts and the graph, wired together. */
export interface Server {
  readonly kernel: Kernel;
  readonly hosts: Hosts;
  /** Null when no plugin adds to the graph. */
  readonly graph: GraphServer | null;
  /** Starts the plugins; the hosts do not listen yet. Throws `BootFailure`, with everything undone. */
  start(): Promise<void>;
  /** Not ready → finish what is under way → close. */
  stop(): Promise<void>;
}

const SPA = join(import.meta.dirname, '..', 'web', 'dist');

/** Declares everything and checks it; nothing runs and nothing is opened. Throws `BootFailure` with every problem. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { plugins, adapters, config, info, log, provided = new Map() } = options;
  const declared = declare(plugins, new Set(provided.keys()));
  const identify: Surroundings['identify'] = async (request) => options.identify?.(request) ?? kernel.identify(request);
  const around: Surroundings = {
    log,
    builderUrl: info.builderUrl,
    runtimeUrl: info.runtimeUrl,
    get: (ref) => kernel.get(ref),
    identify,
    health: () => kernel.health(),
    signedBlobs: options.signedBlobs,
    rateLimit: config.core.RATE_LIMIT,
  };
  const graph = declared.schema ? graphServer(declared.schema, around, config) : null;
  const hosts = await createHosts({
    around,
    parts: declared.order,
    spaDirectory: SPA,
    processMetrics: options.processMetrics ?? false,
    builderRoutes: (app) => {
      if (graph) graphRoutes(app, graph);
    },
  });
  const problems = [...declared.problems, ...hosts.problems];
  if (problems.length > 0) throw new BootFailure(problems);
  const runJobs = config.core.ROLE.includes('worker');
  const kernel: Kernel = createKernel({ plugins, adapters, configs: config.plugins, info, log, runJobs, provided });
  const closeHosts = async (): Promise<void> => {
    const both = [hosts.builder, hosts.runtime];
    await graph?.close();
    // Streams that nobody ended are cut off in the end.
    const cut = setTimeout(() => both.forEach(({ server }) => void server.closeAllConnections()), 5000);
    await Promise.all(both.map((host) => host.close()));
    clearTimeout(cut);
  };
  return {
    kernel,
    hosts,
    graph,
    async start() {
      graph?.attach(hosts.builder.server);
      await Promise.all([hosts.builder.ready(), hosts.runtime.ready()]);
      try {
        await kernel.start();
      } catch (error) {
        await closeHosts();
        throw error;
      }
    },
    async stop() {
      await kernel.drain();
      await closeHosts();
      await kernel.close();
    },
  };
}

/** The public surface of a set of plugins, without starting any. Throws `BootFailure` like `createServer`. */
export async function describe(plugins: readonly AnyPlugin[]): Promise<{ schema: GraphQLSchema | null; openApi: unknown }> {
  const unused = (): never => {
    throw new Error('Nothing runs while the surface is described.');
  };
  const urls = { builderUrl: 'http://localhost:4000', runtimeUrl: 'http://localhost:4001' };
  const silent = { debug: unused, info: unused, warn: unused, error: unused };
  const declared = declare(plugins, new Set());
  const around: Surroundings = { ...urls, log: silent, get: unused, identify: unused, health: unused, signedBlobs: null, rateLimit: 0 };
  const hosts = await createHosts({
    around,
    parts: declared.order,
    spaDirectory: SPA,
    processMetrics: false,
    builderRoutes: () => undefined,
  });
  const problems = [...declared.problems, ...hosts.problems];
  if (problems.length > 0) throw new BootFailure(problems);
  await hosts.builder.ready();
  const openApi = hosts.builder.swagger();
  await Promise.all([hosts.builder.close(), hosts.runtime.close()]);
  return { schema: declared.schema, openApi };
}

function declare(plugins: readonly AnyPlugin[], provided: ReadonlySet<string>) {
  const { order, problems } = checkPlugins(plugins, provided);
  const graph = buildGraph(order);
  return { order, schema: graph.schema, problems: [...problems, ...graph.problems] };
}

function graphServer(schema: GraphQLSchema, around: Surroundings, config: Config): GraphServer {
  return createGraphServer({
    schema,
    log: around.log,
    openIntrospection: config.core.NODE_ENV !== 'production',
    allowsOrigin: (origin, headers) => isOwnOrigin(origin, headers, around.builderUrl),
    async contextOf(headers, signal): Promise<RequestContext> {
      // One operation may listen to many events.
      setMaxListeners(0, signal);
      const actor = await around.identify({ headers, host: 'builder' });
      return { actor, headers, signal, requestId: newId(), get: around.get };
    },
  });
}
