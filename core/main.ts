import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
  type Config,
  ConfigFailure,
  type CoreConfig,
  envFile,
  installationSecret,
  keyDerivation,
  pluginSettings,
  processEnvironment,
  readConfig,
} from './config/index.ts';
import type { HostInfo } from './contract/index.ts';
import { createPrivately, openDataDirectory } from './data-dir.ts';
import { closeEngines, openEngines } from './engines.ts';
import { freePorts } from './free-ports.ts';
import { type AnyPlugin, BootFailure, checkPlugins, messageOf } from './kernel/index.ts';
import { createLogger } from './logger.ts';
import { listedPlugins, PluginFolder, tryPlugins } from './plugins/index.ts';
import { createServer } from './server.ts';

const MOMENT_MS = 30;
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Grace period between a stop signal during the start and a forced exit. */
const START_ENDS_MS = 10_000;
/** Exit code of a crash; 1 means that the start was refused. */
const CRASHED = 70;

/** A signal aborted the start. */
class Stopped extends Error {}

/** An expected failure: its message is printed without a stack trace. */
class Refusal extends Error {}

/** Loads the plugins and parses the settings. Throws `BootFailure` or `ConfigFailure` with every problem. */
async function configure(): Promise<{ plugins: AnyPlugin[]; config: Config }> {
  const env = processEnvironment();
  const file = envFile('.env');
  const { DATA_DIR, PLUGINS } = pluginSettings(env, file);
  const { plugins, problems } = await tryPlugins(listedPlugins(), PLUGINS, PluginFolder.of(DATA_DIR));
  const all = [...problems, ...checkPlugins(plugins).problems];
  try {
    const config = readConfig(env, plugins, file);
    if (all.length === 0) return { plugins, config };
  } catch (error) {
    if (!(error instanceof ConfigFailure) || all.length === 0) throw error;
    throw new BootFailure([...all, ...error.problems.map((problem) => ({ plugin: null, problem, remedy: '' }))]);
  }
  throw new BootFailure(all);
}

/** Replaces a port of 0 by a free one before plugins start, because they need the final URLs. */
async function choosePorts(core: CoreConfig): Promise<CoreConfig> {
  const [port = 0, runtimePort = 0] = await freePorts(2);
  return { ...core, PORT: core.PORT || port, RUNTIME_PORT: core.RUNTIME_PORT || runtimePort };
}

async function listen(host: FastifyInstance, key: 'PORT' | 'RUNTIME_PORT', core: CoreConfig): Promise<void> {
  try {
    await host.listen({ port: core[key], host: core.HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Refusal(`Port ${core[key]} is in use by another program: stop that one, or set ${key} to a free port.`);
  }
}

/** A node with only the role `worker` serves no users, but still serves health and metrics. */
const isWorkerOnly = ({ ROLE }: CoreConfig): boolean => ROLE.every((role) => role === 'worker');

function printAddresses(core: CoreConfig, info: HostInfo): void {
  const does = core.ROLE.length === 3 ? 'everything' : core.ROLE.join(' and ');
  say(`Sayso is ready and does ${does} (documents in ${core.MONGODB_URI ? 'MongoDB' : core.DATA_DIR}).`);
  if (core.ROLE.includes('builder')) say(`  Build apps:   ${info.builderUrl}`);
  if (core.ROLE.includes('runtime')) say(`  Run apps:     ${info.runtimeUrl}`);
  if (isWorkerOnly(core)) say(`  Health:       http://localhost:${core.PORT}/readyz`);
  say('  Stop:         Ctrl-C');
}

/** Handles SIGINT and SIGTERM. During the start they take effect at the next `check`. */
class Stop {
  #received: NodeJS.Signals | null = null;
  #stopServer: (() => Promise<void>) | null = null;

  constructor() {
    process.on('SIGINT', (signal) => this.#onSignal(signal)).on('SIGTERM', (signal) => this.#onSignal(signal));
  }

  /** Throws `Stopped` if a signal has been received. */
  check(): void {
    if (this.#received) throw new Stopped();
  }

  /** Calls `stopServer` on a signal, or at once if one has been received already. */
  async with(stopServer: () => Promise<void>): Promise<void> {
    this.#stopServer = stopServer;
    if (this.#received) await this.#end();
  }

  #onSignal(signal: NodeJS.Signals): void {
    // A second signal forces the exit.
    if (this.#received) process.exit(130);
    this.#received = signal;
    say(signal === 'SIGINT' ? '\nStopping. Press Ctrl-C again to stop at once.' : 'Stopping.');
    if (this.#stopServer) void this.#end();
    // The start may be blocked on an unresponsive server. It is safe to exit: leases expire.
    else setTimeout(() => process.exit(0), START_ENDS_MS).unref();
  }

  async #end(): Promise<void> {
    await this.#stopServer?.();
    process.exit(0);
  }
}

async function main(): Promise<void> {
  const stop = new Stop();
  const { plugins, config } = await configure();
  stop.check();
  const core = await choosePorts(config.core);
  const log = createLogger(core.LOG_LEVEL);
  createPrivately();
  openDataDirectory(core.DATA_DIR, log);
  const info: HostInfo = {
    builderUrl: core.BUILDER_URL ?? `http://localhost:${core.PORT}`,
    runtimeUrl: core.RUNTIME_URL ?? `http://localhost:${core.RUNTIME_PORT}`,
    deriveKey: keyDerivation(installationSecret(core.SECRET, core.DATA_DIR)),
  };
  const engines = await openEngines(core, info, log);
  try {
    stop.check();
  } catch (error) {
    await closeEngines(engines);
    throw error;
  }
  const server = await createServer({
    plugins,
    config,
    adapters: engines,
    signedBlobs: engines.signedBlobs,
    info,
    log,
    processMetrics: true,
  });
  // The runtime host listens first; the builder host follows when its code is loaded. A failure rolls the start back.
  await server.start(async (runtime) => {
    stop.check();
    if (core.ROLE.includes('runtime')) await listen(runtime, 'RUNTIME_PORT', core);
    // Loading the builder host blocks the event loop: answer pending requests first.
    await pause(MOMENT_MS);
    stop.check();
  });
  try {
    const { builder, operations } = server.hosts;
    stop.check();
    if (core.ROLE.includes('builder')) await listen(builder, 'PORT', core);
    if (isWorkerOnly(core)) await listen(operations, 'PORT', core);
  } catch (error) {
    await server.stop();
    throw error;
  }
  await stop.with(() => server.stop());
  printAddresses(core, info);
  // Now, not only at exit: a killed process would lose its compile cache.
  flushCompileCache();
}

process.on('unhandledRejection', (error) => {
  process.stderr.write(`Unhandled rejection: ${error instanceof Error ? error.stack : String(error)}\n`);
});
// The state is undefined after an uncaught exception: exit, and let the supervisor restart the process.
process.on('uncaughtException', (error) => {
  process.stderr.write(`Uncaught exception: ${error.stack ?? String(error)}\n`);
  process.exit(CRASHED);
});
await main().catch((error: unknown) => {
  if (error instanceof Stopped || (error instanceof Error && error.cause instanceof Stopped)) process.exit(0);
  const plain = error instanceof Refusal || error instanceof BootFailure || error instanceof ConfigFailure;
  process.stderr.write(`${plain ? messageOf(error) : `Sayso cannot start: ${messageOf(error)}`}\n`);
  process.exit(1);
});
