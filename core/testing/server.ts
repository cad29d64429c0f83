import type { FastifyInstance } from 'fastify';
import type { Logger, ServiceRef } from '../contract/index.ts';
import { freePorts } from '../free-ports.ts';
import type { HostRoute } from '../http/index.ts';
import type { AnyPlugin } from '../kernel/index.ts';
import { type GivenAdditions, openTestEnvironment, type Provide, type TestEnvironment } from './environment.ts';

export interface TestServerOptions {
  readonly provide?: Provide;
  readonly additions?: GivenAdditions;
  readonly log?: Logger;
  /** Starts on the data of an earlier server, and keeps the folder. */
  readonly dataDir?: string;
  /**
   * Which process listens on the port of published apps. `main` (default): the one that does everything. `member`: a further one of the
   * machine, as with `PROCESSES`, which only serves apps. `node`: another node, with `ROLE=runtime`.
   */
  readonly appsServedBy?: AppServer;
  /** Misses all events of the first server on its data: what it knows, it has read. */
  readonly isDeaf?: boolean;
}

export type AppServer = 'main' | 'member' | 'node';

/** A complete server that listens on two free ports of 127.0.0.1, on a temporary store. Jobs run. */
export interface TestServer extends AsyncDisposable {
  readonly builderUrl: string;
  readonly runtimeUrl: string;
  readonly dataDir: string;
  /** Every route of both hosts, with its access. */
  readonly routes: readonly HostRoute[];
  /** The running service behind a ref. */
  service<T>(ref: ServiceRef<T>): T;
  /** Drains and stops, as on SIGTERM. */
  close(): Promise<void>;
}

/** For protocol tests and browser journeys. `config` holds settings by the names of environment variables. */
export async function startTestServer(
  plugins: readonly AnyPlugin[],
  config: Readonly<Record<string, unknown>> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const [port = 0, runtimePort = 0] = await freePorts(2);
  // `localhost`, because browsers resolve an app's origin {slug}.localhost to loopback without DNS.
  const urls = { builderUrl: `http://localhost:${port}`, runtimeUrl: `http://localhost:${runtimePort}` };
  const { appsServedBy = 'main', ...given } = options;
  const role = appsServedBy === 'node' ? { ROLE: 'builder,worker' } : {};
  const main = await openTestEnvironment({ plugins, config: { ...role, ...config }, ...urls, ...given });
  const { server, dataDir } = main;
  const { builder, runtime, routes } = server.hosts;
  const opened = [main];
  const close = async (): Promise<void> => {
    for (const each of opened.toReversed()) await each.close();
  };
  const listen = (host: FastifyInstance, at: number): Promise<unknown> => host.listen({ port: at, host: '127.0.0.1' });
  const serveApps = (servesAppsOnly: boolean): Promise<TestEnvironment> =>
    openTestEnvironment({
      ...{ plugins, config: { ...config, ROLE: 'runtime' }, ...urls, ...given, dataDir, servesAppsOnly },
      onServing: async (host) => void (await listen(host, runtimePort)),
    });
  try {
    await listen(builder, port);
    if (appsServedBy === 'main') await listen(runtime, runtimePort);
    else opened.push(await serveApps(appsServedBy === 'member'));
  } catch (error) {
    await close();
    throw error;
  }
  return { ...urls, dataDir, routes, service: (ref) => server.kernel.get(ref), close, [Symbol.asyncDispose]: close };
}
