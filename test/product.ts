import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { newId } from '@sayso/core';
import { MongoClient } from 'mongodb';
import { appsServedBy } from './apps-served-by.ts';
import { freePort } from './bench/ports.ts';

const root = join(import.meta.dirname, '..');
const START_MS = 60_000;
const RETRY_MS = 50;

/** The whole product in a child process, as `npm start` runs it, on free ports; or as two nodes, where a node of its own serves apps. */
export interface Product extends AsyncDisposable {
  readonly builderUrl: string;
  readonly runtimeUrl: string;
  /** Of the process that was spawned. */
  readonly pid: number;
  /** All output so far, for failing tests. */
  output(): string;
  /** Shuts it down (SIGTERM); returns the exit code. */
  stop(): Promise<number | null>;
  /** Crashes it (SIGKILL). A temporary data folder is deleted. */
  kill(): Promise<void>;
}

type Command = readonly [program: string, ...parameters: string[]];

/** The parameters with which `scripts/supervise.sh` and the container start it. */
const SHIPPED = ['--max-semi-space-size=4', 'core/start.mjs'];
/** Leaves the port of published apps to the process beside the main one. */
const BESIDE = ['--import', pathToFileURL(join(root, 'test', 'listen-elsewhere.mjs')).href];
const isBeside = appsServedBy === 'member';

type Environment = Readonly<Record<string, string>>;

/** `env`: settings of the configuration; without `DATA_DIR` the data is in a temporary folder. */
export async function startProduct(env: Environment = {}, command?: Command): Promise<Product> {
  return appsServedBy === 'node' ? startNodes(env) : startOne(env, command);
}

/** A node that builds and works, and one that serves apps, with folders of their own, on one MongoDB and one MinIO. */
async function startNodes(env: Environment): Promise<Product> {
  const { MONGODB_URI = '', MINIO_ENDPOINT = '', MINIO_ACCESS_KEY = '', MINIO_SECRET_KEY = '' } = process.env;
  const database = `sayso_nodes_${newId()}`;
  const address = new URL(MONGODB_URI);
  address.pathname = `/${database}`;
  const [port, runtimePort] = await Promise.all([freePort(), freePort()]);
  const shared = {
    MONGODB_URI: address.href,
    MINIO_ENDPOINT,
    MINIO_ACCESS_KEY,
    MINIO_SECRET_KEY,
    MINIO_BUCKET: database.replaceAll('_', '-'),
    SECRET: newId(),
    PORT: String(port),
    RUNTIME_PORT: String(runtimePort),
    BUILDER_URL: `http://localhost:${port}`,
    RUNTIME_URL: `http://localhost:${runtimePort}`,
    ...env,
  };
  const builder = await startOne({ ...shared, ROLE: 'builder,worker' });
  // Its metrics are on a port of its own.
  const runtime = await startOne({ ...shared, ROLE: 'runtime', PORT: '0' }).catch(async (error: unknown) => {
    await builder.kill();
    throw error;
  });
  const both = async <T>(end: (node: Product) => Promise<T>): Promise<T> => {
    const [ended] = await Promise.all([end(builder), end(runtime)]);
    const client = await MongoClient.connect(MONGODB_URI);
    await client.db(database).dropDatabase();
    await client.close();
    return ended;
  };
  return {
    ...builder,
    runtimeUrl: runtime.runtimeUrl,
    output: () => `${builder.output()}\n${runtime.output()}`,
    stop: () => both((node) => node.stop()),
    kill: () => both((node) => node.kill()),
    [Symbol.asyncDispose]: () => both(async (node) => void (await node.stop())),
  };
}

async function startOne(
  env: Environment,
  [program, ...parameters]: Command = [process.execPath, ...(isBeside ? BESIDE : []), ...SHIPPED],
): Promise<Product> {
  const folder = env['DATA_DIR'] ? null : await mkdtemp(join(tmpdir(), 'sayso-product-'));
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const child = spawn(program, parameters, {
    cwd: root,
    env: {
      ...inherited,
      PORT: '0',
      RUNTIME_PORT: '0',
      PROCESSES: isBeside ? '2' : '1',
      LOG_LEVEL: 'warn',
      BUILDER_SIGNUP: 'open',
      DATA_DIR: folder ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const addresses = await readAddresses(child, lines, env['ROLE'] ?? 'builder,runtime')
    .then(isBeside ? answering : (same) => same)
    .catch(async (error: unknown) => {
      child.kill('SIGKILL');
      if (folder) await rm(folder, { recursive: true, force: true });
      throw error;
    });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    if (folder) await rm(folder, { recursive: true, force: true });
    return child.exitCode;
  };
  return {
    ...addresses,
    pid: child.pid ?? 0,
    output: () => lines.join('\n'),
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
    },
  };
}

/** The process beside the main one starts after it. */
async function answering<T extends Pick<Product, 'runtimeUrl'>>(addresses: T): Promise<T> {
  const isUp = () =>
    fetch(`${addresses.runtimeUrl}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = performance.now() + START_MS; !(await isUp()); await pause(RETRY_MS))
    if (performance.now() > deadline) throw new Error('No process has listened on the port of published apps.');
  return addresses;
}

/** Parses the URLs that a process of these roles prints when it is ready, else empty ones; rejects when it exits before. */
function readAddresses(child: ChildProcess, lines: string[], role: string): Promise<{ builderUrl: string; runtimeUrl: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ builderUrl: string; runtimeUrl: string }>();
  const found: { builder?: string | undefined; runtime?: string | undefined } = {
    ...(role.includes('builder') ? {} : { builder: '' }),
    ...(role.includes('runtime') ? {} : { runtime: '' }),
  };
  const read = (line: string) => {
    lines.push(line);
    found.builder ??= /Build apps:\s+(\S+)/.exec(line)?.[1];
    found.runtime ??= /Run apps:\s+(\S+)/.exec(line)?.[1];
    if (found.builder !== undefined && found.runtime !== undefined) resolve({ builderUrl: found.builder, runtimeUrl: found.runtime });
  };
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', read);
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`The product ended with code ${code} before it was ready:\n${lines.join('\n')}`)));
  return promise;
}
