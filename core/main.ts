import { rmSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigFailure, type CoreConfig, installationSecret, keyDerivation } from './config/index.ts';
import { configure } from './configure.ts';
import type { HostInfo, Logger } from './contract/index.ts';
import { CRASHED, exitOnCrash } from './crashes.ts';
import { createPrivately, openDataDirectory } from './data-dir.ts';
import { DataUnusable } from './data-folder.ts';
import { DataInUse, type DataLock, lockData } from './data-lock.ts';
import { closeEngines, openEngines } from './engines.ts';
import { freePorts } from './free-ports.ts';
import { storageSentence } from './full-disk.ts';
import { BootFailure, messageOf } from './kernel/index.ts';
import { canSharePorts, listen, listenShared, Refusal } from './listen.ts';
import { createLogger } from './logger.ts';
import { eventWire } from './processes/event-wire.ts';
import { ProcessGroup } from './processes/group.ts';
import { createServer } from './server.ts';
import { type Clock, openClock } from './time/clock.ts';

const MOMENT_MS = 30;
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Grace period between a stop signal during the start and a forced exit. */
const START_ENDS_MS = 10_000;
/** A signal that other processes forward arrives within this time after the first one. */
const FORWARDED_MS = 300;
/** Processes of a killed server end within this time, and release its port. */
const ORPHANS_END_MS = 5000;

/** Earlier releases kept events there. */
const EARLIER_FILES = ['events.db', 'events.db-wal', 'events.db-shm'];

/** A signal aborted the start. */
class Stopped extends Error {}

/** Replaces a port of 0 by a free one before plugins start, because they need the final URLs. */
async function choosePorts(core: CoreConfig): Promise<CoreConfig> {
  const [port = 0, runtimePort = 0] = await freePorts(2);
  return { ...core, PORT: core.PORT || port, RUNTIME_PORT: core.RUNTIME_PORT || runtimePort };
}

/** Reserves the SQLite files for this server. Several servers may share a MongoDB and a folder of blobs. */
function takeData({ DATA_DIR }: CoreConfig): DataLock {
  const lock = lockData(DATA_DIR);
  for (const file of EARLIER_FILES) rmSync(join(DATA_DIR, file), { force: true });
  process.once('exit', (code) => {
    if (code !== CRASHED) lock.release();
  });
  return lock;
}

/** How many processes serve published apps: one where this node serves none, or where the platform cannot share a port. */
async function chooseProcesses(core: CoreConfig, log: Logger): Promise<CoreConfig> {
  if (core.PROCESSES === 1 || !core.ROLE.includes('runtime')) return { ...core, PROCESSES: 1 };
  if (await canSharePorts()) return core;
  log.warn({ PROCESSES: core.PROCESSES }, 'On this platform processes cannot share a port: one process serves published apps');
  return { ...core, PROCESSES: 1 };
}

/** A node without the builder host serves health and metrics on its port. */
const servesOperations = ({ ROLE }: CoreConfig): boolean => !ROLE.includes('builder');

function printAddresses(core: CoreConfig, info: HostInfo): void {
  const does = core.ROLE.length === 3 ? 'everything' : core.ROLE.join(' and ');
  say(`Sayso is ready and does ${does} (documents in ${core.MONGODB_URI ? 'MongoDB' : core.DATA_DIR}).`);
  if (core.ROLE.includes('builder')) say(`  Build apps:   ${info.builderUrl}`);
  if (core.ROLE.includes('runtime'))
    say(`  Run apps:     ${info.runtimeUrl}${core.PROCESSES > 1 ? ` (in ${core.PROCESSES} processes)` : ''}`);
  if (servesOperations(core)) say(`  Health:       http://localhost:${core.PORT}/readyz`);
  say('  Stop:         Ctrl-C');
}

/** Handles SIGINT and SIGTERM. During the start they take effect at the next `check`. */
class Stop {
  #received: NodeJS.Signals | null = null;
  #receivedAt = 0;
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
    // Only a second Ctrl-C forces the exit. A SIGTERM to all processes of a node arrives again from those that forward it.
    if (this.#received && signal === 'SIGINT' && performance.now() - this.#receivedAt > FORWARDED_MS) process.exit(130);
    if (this.#received) return;
    this.#received = signal;
    this.#receivedAt = performance.now();
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

/** Of the settings, once they are read. */
let places: CoreConfig | null = null;

async function main(): Promise<void> {
  const stop = new Stop();
  const { plugins, config } = await configure();
  places = config.core;
  stop.check();
  const log = createLogger(config.core.LOG_LEVEL);
  const core = await choosePorts(await chooseProcesses(config.core, log));
  createPrivately();
  openDataDirectory(core.DATA_DIR, { keepsDocuments: core.MONGODB_URI === undefined, log });
  const info: HostInfo = {
    builderUrl: core.BUILDER_URL ?? `http://localhost:${core.PORT}`,
    runtimeUrl: core.RUNTIME_URL ?? `http://localhost:${core.RUNTIME_PORT}`,
    deriveKey: keyDerivation(installationSecret(core.SECRET, core.DATA_DIR)),
  };
  const lock = core.MONGODB_URI === undefined ? takeData(core) : null;
  const engines = await openEngines(core, info, log);
  let clock: Clock;
  try {
    clock = await openClock({ store: engines.store, log, isMain: true });
    stop.check();
  } catch (error) {
    await closeEngines(engines);
    throw error;
  }
  const group = new ProcessGroup({
    count: core.PROCESSES - 1,
    ports: core,
    log,
    onStart: (member) => engines.events.join(eventWire(member)),
    onDeath: () => engines.events.reportLoss(),
    onProxyFault: (host) => server.proxyFault(host),
  });
  const server = await createServer({
    plugins,
    config,
    adapters: engines,
    signedBlobs: engines.signedBlobs,
    info,
    log,
    clock,
    metrics: { withProcess: true, ...(core.PROCESSES > 1 ? { process: 0, others: () => group.metrics() } : {}) },
  });
  // The runtime host listens first; the builder host follows when its code is loaded. A failure rolls the start back.
  await server.start(async (runtime) => {
    stop.check();
    if (core.PROCESSES > 1) await listenShared(runtime, core, lock?.wasKilled ? ORPHANS_END_MS : 0);
    else if (core.ROLE.includes('runtime')) await listen(runtime, 'RUNTIME_PORT', core);
    // Loading the builder host blocks the event loop: answer pending requests first.
    await pause(MOMENT_MS);
    stop.check();
  });
  try {
    const { builder, operations } = server.hosts;
    stop.check();
    if (core.ROLE.includes('builder')) await listen(builder, 'PORT', core);
    if (servesOperations(core)) await listen(operations, 'PORT', core);
  } catch (error) {
    await server.stop();
    throw error;
  }
  // After the start, which they would slow down.
  group.start();
  await stop.with(async () => {
    const members = group.stop();
    await Promise.all([members, server.stop(members)]);
  });
  printAddresses(core, info);
  // Now, not only at exit: a killed process would lose its compile cache.
  flushCompileCache();
}

exitOnCrash();
await main().catch((error: unknown) => {
  if (error instanceof Stopped || (error instanceof Error && error.cause instanceof Stopped)) process.exit(0);
  const ofStorage = places === null ? null : storageSentence(error, places);
  const plain = [Refusal, DataInUse, DataUnusable, BootFailure, ConfigFailure].some((kind) => error instanceof kind);
  process.stderr.write(`${ofStorage ?? (plain ? messageOf(error) : `Sayso cannot start: ${messageOf(error)}`)}\n`);
  process.exit(1);
});
