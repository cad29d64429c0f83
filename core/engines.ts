import { hostname } from 'node:os';
import { join } from 'node:path';
import { openDiskBlobs, readSignedBlob } from './blobs/index.ts';
import type { CoreConfig } from './config/index.ts';
import { type HostInfo, type Logger, newId } from './contract/index.ts';
import { DataUnusable } from './data-folder.ts';
import { type EventHub, joinMain, type OpenUpstream, openEvents, sharedLog, type Wire } from './events/index.ts';
import type { SignedBlobs } from './http/index.ts';
import { openJobs } from './jobs/index.ts';
import type { Adapters } from './kernel/index.ts';
import type { BlobStore } from './ports/blobs.ts';
import type { Store } from './ports/store.ts';
import { connectTo } from './reachable.ts';
import { openMongoStore, openSqliteStore } from './store/index.ts';
import { openWorkers } from './workers/index.ts';

export interface Engines extends Adapters {
  /** Null where the blob engine serves its signed links itself. */
  readonly signedBlobs: SignedBlobs | null;
}

/** Those of a process that other processes of its machine may join. */
export interface SharedEngines extends Engines {
  readonly events: EventHub;
}

/**
 * Opens the configured store and blob store, and the engines on top of them. Closes the opened ones when a later one fails. `main`: the
 * connection of a member to its main process.
 */
export async function openEngines(config: CoreConfig, info: HostInfo, log: Logger, main?: Wire): Promise<SharedEngines> {
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(engine: T): T => {
    opened.push(engine);
    return engine;
  };
  const nodeId = `${hostname()}-${process.pid}-${newId()}`;
  try {
    const store = keep(
      config.MONGODB_URI === undefined
        ? await openSqlite(join(config.DATA_DIR, 'sayso.db'), log)
        : await openMongo(config.MONGODB_URI, log),
    );
    const { blobs, signedBlobs } = await openBlobs(config, info);
    keep(blobs);
    // Earlier releases kept the events there.
    if (config.MONGODB_URI === undefined) await store.drop('events');
    const events = keep(await openEvents({ log, ...upstreamOf({ config, store, log, nodeId }, main) }));
    const jobs = keep(
      await openJobs({
        store,
        log,
        nodeId,
        run: config.ROLE.includes('worker'),
        ...(config.MONGODB_URI === undefined ? { isGone } : {}),
      }),
    );
    const workers = keep(openWorkers({ log }));
    return { store, blobs, events, jobs, workers, signedBlobs };
  } catch (error) {
    for (const engine of opened.reverse()) await engine.close().catch((err: unknown) => log.warn({ err }, 'Closing failed'));
    throw error;
  }
}

interface Node {
  readonly config: CoreConfig;
  readonly store: Store;
  readonly log: Logger;
  readonly nodeId: string;
}

/** Where events go besides this process: a member's to its main process, which alone follows the log of the nodes. */
function upstreamOf({ config, ...node }: Node, main?: Wire): { readonly upstream?: OpenUpstream } {
  if (main) return { upstream: joinMain(main) };
  return config.MONGODB_URI === undefined ? {} : { upstream: sharedLog(node) };
}

async function openSqlite(file: string, log: Logger): Promise<Store> {
  try {
    return await openSqliteStore({ file, log });
  } catch (error) {
    const { message } = error as Error;
    throw new DataUnusable(`${file} cannot be opened (${message}): restore it from a backup, or set DATA_DIR to another folder.`, {
      cause: error,
    });
  }
}

function openMongo(uri: string, log: Logger): Promise<Store> {
  return connectTo('MONGODB_URI', uri, () => openMongoStore({ uri, log }));
}

/** In the reverse of the order in which they were opened. */
export async function closeEngines({ workers, jobs, events, blobs, store }: Engines): Promise<void> {
  for (const engine of [workers, jobs, events, blobs, store]) await engine.close();
}

/** Only one process should use a SQLite file, so earlier nodes are dead. Checks the pid in case a second process was started by mistake. */
function isGone(nodeId: string): boolean {
  const [, host, pid] = /^(.*)-(\d+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(nodeId) ?? [];
  // In a container a restarted process gets the same pid.
  if (host !== hostname() || Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function openBlobs(config: CoreConfig, info: HostInfo): Promise<{ blobs: BlobStore; signedBlobs: SignedBlobs | null }> {
  const { MINIO_ENDPOINT: endpoint, MINIO_ACCESS_KEY: accessKey = '', MINIO_SECRET_KEY: secretKey = '', MINIO_BUCKET: bucket } = config;
  if (endpoint !== undefined) {
    const { openMinioBlobs } = await import('./blobs/index.ts');
    const blobs = await connectTo('MINIO_ENDPOINT', endpoint, () => openMinioBlobs({ endpoint, accessKey, secretKey, bucket }));
    return { blobs, signedBlobs: null };
  }
  const key = info.deriveKey('blobs');
  // Uploaded files are untrusted: serve them from the runtime origin, which holds no builder session.
  const blobs = await openDiskBlobs({ directory: join(config.DATA_DIR, 'blobs'), publicUrl: info.runtimeUrl, key });
  return { blobs, signedBlobs: (request, range) => readSignedBlob(blobs, request, key, range) };
}
