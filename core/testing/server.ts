import type { Logger, ServiceRef } from '../contract/index.ts';
import { freePorts } from '../free-ports.ts';
import type { HostRoute } from '../http/index.ts';
import type { AnyPlugin } from '../kernel/index.ts';
import { type GivenAdditions, openTestEnvironment, type Provide } from './environment.ts';

export interface TestServerOptions {
  readonly provide?: Provide;
  readonly additions?: GivenAdditions;
  readonly log?: Logger;
  /** Starts on the data of an earlier server, and keeps the folder. */
  readonly dataDir?: string;
}

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
  const { server, dataDir, close } = await openTestEnvironment({ plugins, config, ...urls, ...options });
  const { builder, runtime, routes } = server.hosts;
  try {
    await Promise.all([builder.listen({ port, host: '127.0.0.1' }), runtime.listen({ port: runtimePort, host: '127.0.0.1' })]);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...urls, dataDir, routes, service: (ref) => server.kernel.get(ref), close, [Symbol.asyncDispose]: close };
}
