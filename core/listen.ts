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
    await host.listen({ port: core[key], host: await hostOf(core) });
  } catch (error) {
    throw refusal(error, key, core);
  }
}

/** Listens on a port that further processes of this server share. Waits `waitMs` for a port in use; then throws `Refusal`. */
export async function listenShared(host: FastifyInstance, core: CoreConfig, waitMs: number): Promise<void> {
  // Sharing would also succeed with a port that another server shares: only an exclusive listener proves that it is free.
  for (const deadline = performance.now() + waitMs; ; await pause(RETRY_MS)) {
    try {
      await tryListen({ port: core.RUNTIME_PORT, host: await hostOf(core) });
      break;
    } catch (error) {
      if (!isInUse(error) || performance.now() > deadline) throw refusal(error, 'RUNTIME_PORT', core);
    }
  }
  await joinPort(host, core);
}

/** Listens on the port of the main process. */
export async function joinPort(host: FastifyInstance, core: CoreConfig): Promise<void> {
  const options: ListenOptions = { port: core.RUNTIME_PORT, host: await hostOf(core), reusePort: true };
  // Fastify passes all options on to Node.
  await host.listen(options as Parameters<FastifyInstance['listen']>[0] & object);
}

/** Whether several processes can listen on one port of this platform, with connections spread over them. */
export async function canSharePorts(): Promise<boolean> {
  try {
    await tryListen({ port: 0, reusePort: true });
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

/** All addresses, of IPv6 too, where the system has it. */
async function hostOf({ HOST }: CoreConfig): Promise<string> {
  if (HOST !== undefined) return HOST;
  everywhere ??= tryListen({ port: 0, host: '::' }).then(
    () => '::',
    () => '0.0.0.0',
  );
  return await everywhere;
}
let everywhere: Promise<string> | undefined;

/** The error as one sentence. */
function refusal(error: unknown, key: PortKey, core: CoreConfig): Error {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const port = core[key];
  switch (code) {
    case 'EADDRINUSE':
      return new Refusal(`Port ${port} is in use by another program: stop that one, or set ${key} to a free port.`);
    case 'EACCES':
    case 'EPERM':
      return new Refusal(`This user may not listen on port ${port}: set ${key} to a port above 1023, and put a proxy in front of it.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new Refusal(
        `HOST is "${core.HOST ?? ''}", which is no address of this machine: set it to one, or leave it out to listen on all.`,
      );
    default:
      return new Refusal(`Port ${port} cannot be opened (${code}): check ${key} and HOST.`, { cause: error });
  }
}
