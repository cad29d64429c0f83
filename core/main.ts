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
  processEnvironment,
  readConfig,
} from './config/index.ts';
import type { HostInfo } from './contract/index.ts';
import { openEngines } from './engines.ts';
import { type AnyPlugin, BootFailure, messageOf } from './kernel/index.ts';
import { createLogger } from './logger.ts';
import { listedPlugins, loadPlugins } from './plugins.ts';
import { freePorts } from './ports.ts';
import { createServer } from './server.ts';

const MOMENT_MS = 30;
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** A failure whose message says everything; no stack is needed. */
class Refusal extends Error {}

async function configure(): Promise<{ plugins: AnyPlugin[]; config: Config }> {
  const env = processEnvironment();
  const file = envFile('.env');
  const more = (env['PLUGINS'] ?? file['PLUGINS'] ?? '').split(',').map((name) => name.trim());
  const plugins = await loadPlugins([...listedPlugins(), ...more.filter((name) => name !== '')]);
  return { plugins, config: readConfig(env, plugins, file) };
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

async function main(): Promise<void> {
  const { plugins, config } = await configure();
  const core = await choosePorts(config.core);
  const log = createLogger(core.LOG_LEVEL);
  const info: HostInfo = {
    builderUrl: core.BUILDER_URL ?? `http://localhost:${core.PORT}`,
    runtimeUrl: core.RUNTIME_URL ?? `http://localhost:${core.RUNTIME_PORT}`,
    deriveKey: keyDerivation(installationSecret(core.SECRET, core.DATA_DIR)),
  };
  const engines = await openEngines(core, info, log);
  const server = await createServer({
    plugins,
    config,
    adapters: engines,
    signedBlobs: engines.signedBlobs,
    info,
    log,
    processMetrics: true,
  });
  let stopping: Promise<void> | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    // A second Ctrl-C means now.
    if (stopping) process.exit(130);
    say(signal === 'SIGINT' ? '\nStopping. Press Ctrl-C again to stop at once.' : 'Stopping.');
    stopping = server.stop().then(() => process.exit(0));
  };
  // People who use apps are served at once, those who build them once the rest has been loaded.
  await server.start(async (runtime) => {
    if (core.ROLE.includes('runtime')) await listen(runtime, 'RUNTIME_PORT', core);
    // What follows keeps the thread busy: whoever is at the door already comes before it.
    await pause(MOMENT_MS);
  });
  try {
    const { builder, operations } = server.hosts;
    if (core.ROLE.includes('builder')) await listen(builder, 'PORT', core);
    if (isWorkerOnly(core)) await listen(operations, 'PORT', core);
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.on('SIGINT', stop).on('SIGTERM', stop);
  tell(core, info);
  // Not only at the end: a process that is killed would have compiled for nothing.
  flushCompileCache();
}

process.on('unhandledRejection', (error) => {
  process.stderr.write(`Nobody handled an error: ${error instanceof Error ? error.stack : String(error)}\n`);
});
await main().catch((error: unknown) => {
  const plain = error instanceof Refusal || error instanceof BootFailure || error instanceof ConfigFailure;
  process.stderr.write(`${plain ? messageOf(error) : `Sayso cannot start: ${messageOf(error)}`}\n`);
  process.exit(1);
});
