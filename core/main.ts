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

/** How long a start may take to end once it was asked to. */
const START_ENDS_MS = 10_000;
/** The exit code of a crash; 1 is a start that is refused. */
const CRASHED = 70;

/** A signal has ended the start. */
class Stopped extends Error {}

/** A failure whose message says everything; no stack is needed. */
class Refusal extends Error {}

/** The plugins and the settings. Throws `BootFailure` with all that is wrong with either. */
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

/** A port of 0 becomes a free one before anything starts: plugins know the addresses from their start on. */
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

/** It serves nobody, but whoever operates it has to see how it does. */
const isWorkerOnly = ({ ROLE }: CoreConfig): boolean => ROLE.every((role) => role === 'worker');

function tell(core: CoreConfig, info: HostInfo): void {
  const does = core.ROLE.length === 3 ? 'everything' : core.ROLE.join(' and ');
  say(`Sayso is ready and does ${does} (documents in ${core.MONGODB_URI ? 'MongoDB' : core.DATA_DIR}).`);
  if (core.ROLE.includes('builder')) say(`  Build apps:   ${info.builderUrl}`);
  if (core.ROLE.includes('runtime')) say(`  Run apps:     ${info.runtimeUrl}`);
  if (isWorkerOnly(core)) say(`  Health:       http://localhost:${core.PORT}/readyz`);
  say('  Stop:         Ctrl-C');
}

/** What a signal asks for: heeded as soon as the start has come to a place where it can end. */
class Stop {
  #asked: NodeJS.Signals | null = null;
  #stopServer: (() => Promise<void>) | null = null;

  constructor() {
    process.on('SIGINT', (signal) => this.#hear(signal)).on('SIGTERM', (signal) => this.#hear(signal));
  }

  /** Throws `Stopped` during the start, once a signal has come. */
  check(): void {
    if (this.#asked) throw new Stopped();
  }

  /** From now on a signal stops the server, at once when it has come already. */
  async with(stopServer: () => Promise<void>): Promise<void> {
    this.#stopServer = stopServer;
    if (this.#asked) await this.#end();
  }

  #hear(signal: NodeJS.Signals): void {
    // A second Ctrl-C means now.
    if (this.#asked) process.exit(130);
    this.#asked = signal;
    say(signal === 'SIGINT' ? '\nStopping. Press Ctrl-C again to stop at once.' : 'Stopping.');
    if (this.#stopServer) void this.#end();
    // The start may wait for a server that does not answer. What it holds are leases, which end by themselves.
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
  // People who use apps are served at once, those who build them once the rest has been loaded. A failure undoes what was started.
  await server.start(async (runtime) => {
    stop.check();
    if (core.ROLE.includes('runtime')) await listen(runtime, 'RUNTIME_PORT', core);
    // What follows keeps the thread busy: whoever is at the door already comes before it.
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
  tell(core, info);
  // Not only at the end: a process that is killed would have compiled for nothing.
  flushCompileCache();
}

process.on('unhandledRejection', (error) => {
  process.stderr.write(`Nobody handled an error: ${error instanceof Error ? error.stack : String(error)}\n`);
});
// Nobody knows what it left behind: the process ends, and is started again by what started it.
process.on('uncaughtException', (error) => {
  process.stderr.write(`Nobody caught an error: ${error.stack ?? String(error)}\n`);
  process.exit(CRASHED);
});
await main().catch((error: unknown) => {
  if (error instanceof Stopped || (error instanceof Error && error.cause instanceof Stopped)) process.exit(0);
  const plain = error instanceof Refusal || error instanceof BootFailure || error instanceof ConfigFailure;
  process.stderr.write(`${plain ? messageOf(error) : `Sayso cannot start: ${messageOf(error)}`}\n`);
  process.exit(1);
});
