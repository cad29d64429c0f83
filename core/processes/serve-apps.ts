import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { installationSecret, keyDerivation } from '../config/index.ts';
import { configure } from '../configure.ts';
import type { HostInfo } from '../contract/index.ts';
import { exitOnCrash } from '../crashes.ts';
import { createPrivately } from '../data-dir.ts';
import { openEngines } from '../engines.ts';
import type { EventMessage } from '../events/index.ts';
import { joinPort } from '../listen.ts';
import { createLogger } from '../logger.ts';
import { createServer, type Server } from '../server.ts';
import { openClock } from '../time/clock.ts';
import { eventWire } from './event-wire.ts';
import type { MemberInput, MemberMessage, MetricsRequest } from './messages.ts';

const ALIVE_EVERY_MS = 1000;
/** Time for requests in flight when the main process is gone; shorter than the pause before its restart, which needs the port. */
const ORPHANED_MS = 500;

/** A process that serves published apps only, on the port and the data of the main process that started it. */
async function serve(): Promise<void> {
  let server: Server | null = null;
  let host: FastifyInstance | null = null;
  process.once('disconnect', () => {
    void Promise.race([host?.close(), pause(ORPHANED_MS)]).finally(() => process.exit(0));
  });
  const stop = (): void => {
    if (server === null) process.exit(0);
    void server.stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  // A further signal to the process group must not end the drain.
  process.on('SIGTERM', () => undefined).on('SIGINT', () => undefined);
  setInterval(() => send({ kind: 'alive' }), ALIVE_EVERY_MS).unref();
  const { plugins, config } = await configure();
  const { number, ports } = JSON.parse(process.argv[2] ?? '') as MemberInput;
  const core = { ...config.core, ...ports, ROLE: ['runtime'] as const };
  const log = createLogger(core.LOG_LEVEL);
  createPrivately();
  const info: HostInfo = {
    builderUrl: core.BUILDER_URL ?? `http://localhost:${core.PORT}`,
    runtimeUrl: core.RUNTIME_URL ?? `http://localhost:${core.RUNTIME_PORT}`,
    deriveKey: keyDerivation(installationSecret(core.SECRET, core.DATA_DIR)),
  };
  const engines = await openEngines(core, info, log, eventWire(process));
  const clock = await openClock({ store: engines.store, log, isMain: false });
  const opened = await createServer({
    plugins,
    config: { ...config, core },
    adapters: engines,
    signedBlobs: engines.signedBlobs,
    info,
    log,
    clock,
    metrics: { withProcess: true, process: number },
    servesAppsOnly: true,
    onProxyFault: (host) => send({ kind: 'proxy-fault', host }),
  });
  await opened.start(async (runtime) => {
    host = runtime;
    await joinPort(runtime, core);
  });
  server = opened;
  process.on('message', (request: MetricsRequest | EventMessage) => {
    if (request.kind !== 'metrics') return;
    void opened.metrics().then((metrics) => send({ kind: 'metrics', id: request.id, metrics }));
  });
  send({ kind: 'ready' });
}

function send(message: MemberMessage): void {
  if (process.connected) process.send?.(message);
}

exitOnCrash();
await serve().catch((error: unknown) => {
  process.stderr.write(`A process for published apps cannot start: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
