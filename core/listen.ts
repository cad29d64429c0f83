import { createServer, type ListenOptions } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { CoreConfig } from './config/index.ts';

const RETRY_MS = 50;

/** An expected failure: its message is printed without a stack trace. */
export class Refusal extends Error {}

type PortKey = 'PORT' | 'RUNTIME_PORT';

/** Throws `Refusal` when another program uses the port. */
export async function listen(host: FastifyInstance, key: PortKey, core: CoreConfig): Promise<void> {
  try {
    await host.listen({ port: core[key], host: core.HOST });
  } catch (error) {
    throw refusal(error, key, core);
  }
}

/** Listens on a port that further processes of this server share. Waits `waitMs` for a port in use; then throws `Refusal`. */
export async function listenShared(host: FastifyInstance, core: CoreConfig, waitMs: number): Promise<void> {
  // Sharing would also succeed with a port that another server shares: only an exclusive listener proves that it is free.
  for (const deadline = performance.now() + waitMs; ; await pause(RETRY_MS)) {
    try {
      await tryListen({ port: core.RUNTIME_PORT, host: core.HOST });
      break;
    } catch (error) {
      if (!isInUse(error) || performance.now() > deadline) throw refusal(error, 'RUNTIME_PORT', core);
    }
  }
  await joinPort(host, core);
}

/** Listens on the port of the main process. */
export async function joinPort(host: FastifyInstance, core: CoreConfig): Promise<void> {
  const options: ListenOptions = { port: core.RUNTIME_PORT, host: core.HOST, reusePort: true };
  // Fastify passes all options on to Node.
  await host.listen(options as Parameters<FastifyInstance['listen']>[0] & object);
}

/** Whether several processes can listen on one port of this platform, with connections spread over them. */
export async function canSharePorts(): Promise<boolean> {
  try {
    await tryListen({ port: 0, host: '127.0.0.1', reusePort: true });
    return true;
  } catch {
    return false;
  }
}

async function tryListen(options: ListenOptions): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options, resolve));
  await new Promise((resolve) => server.close(resolve));
}

function isInUse(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
}

function refusal(error: unknown, key: PortKey, core: CoreConfig): unknown {
  if (!isInUse(error)) return error;
  return new Refusal(`Port ${core[key]} is in use by another program: stop that one, or set ${key} to a free port.`);
}
