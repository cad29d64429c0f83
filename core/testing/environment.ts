import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { keyDerivation, readConfig } from '../config/index.ts';
import type { ExtensionPoint, HostInfo, Logger, ServiceRef } from '../contract/index.ts';
import { closeEngines, type Engines, openEngines } from '../engines.ts';
import { fakeWires } from '../events/fake-wires.ts';
import type { EventHub, Wire } from '../events/index.ts';
import type { AnyPlugin } from '../kernel/index.ts';
import { createLogger } from '../logger.ts';
import { createServer, type Identify, type Server } from '../server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a list of fakes of any service
export type Provide = readonly (readonly [ref: ServiceRef<any>, fake: unknown])[];

// biome-ignore lint/suspicious/noExplicitAny: additions to any extension point
export type GivenAdditions = readonly (readonly [point: ExtensionPoint<any>, additions: readonly unknown[]])[];

export interface TestEnvironmentOptions {
  readonly plugins: readonly AnyPlugin[];
  /** Settings by the names of environment variables. The environment itself is not read. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly provide?: Provide;
  readonly additions?: GivenAdditions;
  readonly identify?: Identify;
  /** Default: none is written. */
  readonly log?: Logger;
  readonly builderUrl: string;
  readonly runtimeUrl: string;
  /** Uses this folder and keeps it; default: a temporary one. */
  readonly dataDir?: string;
  /** Stands for a node that misses all events of the first environment on its folder. */
  readonly isDeaf?: boolean;
  /** Replaces engines before they are used, to observe calls or inject faults. */
  readonly wrap?: (engines: Engines) => Engines;
  /** A further process, which only serves published apps. Its hosts are those that `onServing` gets. Default false. */
  readonly servesAppsOnly?: boolean;
  /** Called with the runtime host as soon as it can serve. */
  readonly onServing?: (runtime: FastifyInstance) => Promise<void>;
}

export interface TestEnvironment {
  readonly server: Server;
  readonly engines: Engines;
  readonly dataDir: string;
  readonly log: Logger;
  /** Stops the server and removes the temporary data folder. */
  close(): Promise<void>;
}

/** Defaults of settings in tests: `meta({ testDefault })` in a plugin's config. */
function testDefaults(plugins: readonly AnyPlugin[]): Record<string, unknown> {
  const settings = plugins.flatMap(({ config }) => (config instanceof z.ZodObject ? Object.entries(config.shape) : []));
  const given = settings.map(([key, schema]) => [key, (schema as z.ZodType).meta()?.['testDefault']]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** By data folder, the events of the first environment on it. Those opened later stand for further processes of its machine. */
const machines = new Map<string, EventHub>();

/** Joins the environment that has the folder already, which has to be closed last. */
function joinMachine(dataDir: string): Wire | undefined {
  const main = machines.get(dataDir);
  if (main === undefined) return undefined;
  const wires = fakeWires();
  main.join(wires.main);
  return wires.member;
}

/** A started server on a temporary SQLite store and folder. It does not listen yet. */
export async function openTestEnvironment(options: TestEnvironmentOptions): Promise<TestEnvironment> {
  const { plugins, builderUrl, runtimeUrl, log = createLogger('silent') } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'sayso-test-')));
  const cleanUp = async (): Promise<void> => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const given = Object.entries({ ...testDefaults(plugins), ...options.config }).map(([key, value]) => [
      key,
      value === undefined ? undefined : String(value),
    ]);
    const config = readConfig({ NODE_ENV: 'development', ...Object.fromEntries(given), DATA_DIR: dataDir }, plugins);
    const info: HostInfo = {
      builderUrl,
      runtimeUrl,
      deriveKey: keyDerivation(config.core.SECRET ?? 'a secret that is only good for tests'),
    };
    const isAlone = options.isDeaf === true || config.core.MONGODB_URI !== undefined;
    const main = isAlone ? undefined : joinMachine(dataDir);
    const opened = await openEngines(config.core, info, log, main);
    const engines = options.wrap?.(opened) ?? opened;
    const provided = new Map((options.provide ?? []).map(([ref, fake]) => [ref.id, fake]));
    const server = await createServer({
      plugins,
      config,
      adapters: engines,
      signedBlobs: engines.signedBlobs,
      info,
      log,
      provided,
      additions: new Map((options.additions ?? []).map(([point, additions]) => [point.id, additions])),
      checkAnswers: true,
      servesAppsOnly: options.servesAppsOnly ?? false,
      ...(options.identify ? { identify: options.identify } : {}),
    }).catch(async (error: unknown) => {
      await closeEngines(engines);
      throw error;
    });
    await server.start(options.onServing);
    if (main === undefined && options.isDeaf !== true) machines.set(dataDir, opened.events);
    return {
      server,
      engines,
      dataDir,
      log,
      async close() {
        await server.stop();
        if (machines.get(dataDir) === opened.events) machines.delete(dataDir);
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
